import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A column that gets sample values, and what its table and the scripts say about them.
///
/// All of it is found once, because the rows of a schema with thousands of columns need hundreds of thousands of values.
struct SampleColumn {
  private enum Content {
    case object, array, anyJSON, text, bool, integer, blob, real, moment
  }

  let column: SchemaColumn
  /// The name in lowercase.
  let key: String
  let mayBeNull: Bool
  /// Whether it is a key of its own.
  let isAlone: Bool
  /// Whether it must differ between rows.
  let isDistinct: Bool
  /// Whether its values have a form that odd ones lack: JSON or a date.
  let hasForm: Bool
  /// The literals with which scripts compare it.
  let literals: [SQLiteValue]

  private let content: Content
  /// A capital letter shows what lower() does.
  private let title: String

  /// - Parameters:
  ///   - isJSON: whether scripts use it as JSON.
  ///   - isKey: whether it is in a unique key.
  ///   - isAlone: whether it is a key of its own.
  ///   - isDistinct: whether it must differ between rows.
  ///   - all: the literals with which scripts compare columns of this name.
  init(
    _ column: SchemaColumn, isJSON: Bool, isKey: Bool, isAlone: Bool, isDistinct: Bool,
    literals all: [SQLiteValue]
  ) {
    self.column = column
    self.isAlone = isAlone
    self.isDistinct = isDistinct
    key = column.name.asciiLowercased
    mayBeNull = !column.isNotNull && column.primaryKeyPosition == 0
    title = "\(column.name.prefix(1).uppercased())\(column.name.dropFirst())"
    let type = column.type.uppercased()
    let isMoment =
      key.hasSuffix("_at") || key.hasSuffix("_on") || key.hasWord("date", "time")
      || type.hasWord("DATE", "TIME")
    hasForm = isMoment || isJSON || JSONColumns.isUsual(key)
    content = Self.content(of: column, type, isJSON: isJSON, isMoment: isMoment)
    let affinity = column.affinity
    // A column with a key has none, because scripts may insert them.
    literals =
      isKey || column.primaryKeyPosition > 0
      ? []
      : all.filter { literal in
        // Another table may have a column of this name for other values.
        switch literal {
        case .text: affinity != .integer && affinity != .real
        case .integer, .real: affinity != .text
        default: true
        }
      }
  }

  private static func content(
    of column: SchemaColumn, _ type: String, isJSON: Bool, isMoment: Bool
  ) -> Content {
    if let text = column.defaultValue, text.hasPrefix("'{") { return .object }
    if let text = column.defaultValue, text.hasPrefix("'[") { return .array }
    if isJSON, type.isEmpty || type.hasWord("CHAR", "CLOB", "TEXT", "JSON") { return .anyJSON }
    if type.isEmpty || type == "ANY" { return .text }
    if type.hasWord("BOOL") { return .bool }
    if type.hasWord("INT") { return .integer }
    if type.hasWord("CHAR", "CLOB", "TEXT") { return isMoment ? .moment : .text }
    if type.hasWord("BLOB") { return .blob }
    if type.hasWord("REAL", "FLOA", "DOUB") { return .real }
    return type.hasWord("DATE", "TIME") ? .moment : .integer
  }

  /// A value that users could have written.
  ///
  /// - Parameters:
  ///   - index: the place of the column among those with values.
  ///   - row: the number of the row, from 1.
  func plausible(at index: Int, row: Int) -> SQLiteValue {
    // Each column has its own range of numbers, so that a copy into the wrong column shows.
    // Keys are far from those that scripts insert.
    let number = Int64(column.primaryKeyPosition > 0 ? 7_000_000 + row : row + 10 * index)
    switch content {
    case .object, .anyJSON: return .text("{\"value\":\(number)}")
    case .array: return .text("[\(number)]")
    case .text: return .text("\(title)~\(row)")
    case .bool: return .integer(Int64(row % 2))
    case .integer: return .integer(number)
    case .blob: return .blob(Array("\(title)~\(row)".utf8))
    case .real: return .real(Double(number) + 0.5)
    case .moment:
      let day = (row - 1) % 28 + 1
      return .text("20\(10 + index % 90)-01-\(day < 10 ? "0" : "")\(day) 12:00:00")
    }
  }

  /// The literal for a row; nil if scripts compare the column with none.
  func literal(row: Int) -> SQLiteValue? {
    // Not ?:, in which nil would be the value NULL.
    if literals.isEmpty { return nil }
    return literals[row % literals.count]
  }
}

extension String {
  /// Whether it contains one of some words. Thousands of columns are searched for a dozen words each, and the
  /// standard library's search takes a hundred times as long to start.
  fileprivate func hasWord(_ words: StaticString...) -> Bool {
    var text = self
    return text.withUTF8 { bytes in
      words.contains { word in
        word.withUTF8Buffer { word in
          bytes.indices.contains { bytes[$0...].starts(with: word) }
        }
      }
    }
  }
}
