import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// Creates rows for empty tables, so that scripts are rehearsed with data.
///
/// Some statements pass on an empty table and fail if there is a row: a new column that is NOT NULL without a
/// default, a non-constant default, a unique index.
package struct SampleRows {
  enum Kind {
    /// Three rows that differ in every column.
    case typical
    /// A row, a duplicate in all columns that need not be unique, and a row with NULL in every nullable column.
    case hostile
  }

  let kind: Kind
  let table: SchemaTable
  private let columns: [SchemaColumn]
  private let checks: [SampleCheck]
  private let json: JSONColumns
  /// The values of its parents' rows, by lowercase column.
  private var parents: [String: [SQLiteValue]] = [:]
  private var distinct: Set<String> = []

  private static let rowCount = 3
  /// The maximum number of guesses for a CHECK. Sample rows are best effort.
  private static let guesses = 200

  init(_ kind: Kind, of table: SchemaTable, in connection: Connection, json: Set<String>) {
    self.kind = kind
    self.table = table
    columns = table.columns.filter { !$0.isGenerated }
    checks = SampleCheck.all(in: table.sql, columns: columns.map(\.name))
    self.json = JSONColumns(of: table, known: json)
    distinct = distinctColumns
    for key in table.foreignKeys { readParent(key, connection) }
  }

  /// Inserts rows into the table; none if SQLite accepts none, as with a CHECK that no guess satisfies.
  func seed(_ connection: Connection) {
    guard table.kind == .table, !columns.isEmpty else { return }
    let names = columns.map { $0.name.quotedName }.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let sql = "INSERT INTO main.\(table.name.quotedName) (\(names)) VALUES (\(marks))"
    guard let insert = try? connection.prepare(sql) else { return }
    for row in 0..<Self.rowCount {
      if kind == .hostile, row > 0, add(row, isHostile: true, insert) { continue }
      _ = add(row, isHostile: false, insert)
    }
  }

  /// Tries a row, and replacements while a CHECK refuses it.
  private func add(_ row: Int, isHostile: Bool, _ insert: Statement) -> Bool {
    var counters = [Int](repeating: 0, count: checks.count)
    for _ in 0..<Self.guesses {
      let values = columns.indices.map { index in
        value(of: columns[index], at: index, row: row, isHostile: isHostile, counters)
      }
      defer { insert.reset() }
      do throws(SQLiteError) {
        try insert.bind(values)
        try insert.execute()
        return true
      } catch {
        guard case .check(let words) = error.said else { return false }
        let refused = checks.indices.filter { checks[$0].isCalled(words) }
        guard !checks.isEmpty else { return false }
        for index in refused.isEmpty ? Array(checks.indices) : refused { counters[index] += 1 }
      }
    }
    return false
  }

  private func value(
    of column: SchemaColumn, at index: Int, row: Int, isHostile: Bool, _ counters: [Int]
  ) -> SQLiteValue {
    let name = column.name.asciiLowercased
    let isTwin = isHostile && !distinct.contains(name)
    let mayBeNull = !column.isNotNull && column.primaryKeyPosition == 0
    // The last row has NULL in every nullable column that the CHECKs allow.
    let guess = checks.indices.first { checks[$0].columns.contains(name) && counters[$0] > 0 }
    if let guess, let value = checks[guess].value(of: name, guess: counters[guess], row: row) {
      return value
    }
    if isTwin, row == Self.rowCount - 1, mayBeNull { return .null }
    let row = isTwin ? 0 : row
    if let values = parents[name] {
      if values.isEmpty, mayBeNull { return .null }
      if !values.isEmpty { return values[row % values.count] }
    }
    return plausible(column, at: index, row: row + 1)
  }

  private func plausible(_ column: SchemaColumn, at index: Int, row: Int) -> SQLiteValue {
    let type = column.type.uppercased()
    let name = column.name.asciiLowercased
    // Each column has its own range of numbers, so that a copy into the wrong column shows.
    // Keys are far from those that scripts insert.
    let number = Int64(column.primaryKeyPosition > 0 ? 7_000_000 + row : row + 10 * index)
    let moment = "20\(10 + index % 90)-01-0\(row) 12:00:00"
    if let text = column.defaultValue, text.hasPrefix("'{") || text.hasPrefix("'[") {
      return .text(text.hasPrefix("'{") ? "{\"value\":\(number)}" : "[\(number)]")
    }
    if json.contains(name), type.isEmpty || type.hasWord("CHAR", "CLOB", "TEXT", "JSON") {
      return .text("{\"value\":\(number)}")
    }
    if type.isEmpty || type == "ANY" { return .text("\(column.name)~\(row)") }
    if type.hasWord("BOOL") { return .integer(Int64(row % 2)) }
    if type.hasWord("INT") { return .integer(number) }
    if type.hasWord("CHAR", "CLOB", "TEXT") {
      let isMoment = name.hasSuffix("_at") || name.hasWord("date", "time")
      return .text(isMoment ? moment : "\(column.name)~\(row)")
    }
    if type.hasWord("BLOB") { return .blob(Array("\(column.name)~\(row)".utf8)) }
    if type.hasWord("REAL", "FLOA", "DOUB") { return .real(Double(number) + 0.5) }
    if type.hasWord("DATE", "TIME") { return .text(moment) }
    return .integer(number)
  }

  /// The columns that must differ between rows: one of each key, so that all others can be equal.
  private var distinctColumns: Set<String> {
    var keys = table.indexes.filter(\.isUnique).map {
      $0.columns.compactMap { $0?.asciiLowercased }
    }
    keys.append(table.primaryKey.map { $0.asciiLowercased })
    let references = Set(table.foreignKeys.flatMap(\.columns).map { $0.asciiLowercased })
    var distinct: Set<String> = []
    for key in keys.sorted(by: { $0.count < $1.count }) where distinct.isDisjoint(with: key) {
      if let column = key.last(where: { !references.contains($0) }) ?? key.last {
        distinct.insert(column)
      }
    }
    return distinct
  }

  /// Sample rows reference existing rows.
  private mutating func readParent(_ key: SchemaForeignKey, _ connection: Connection) {
    var names = key.keys
    if names.isEmpty {
      let query = "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk"
      let rows = try? connection.rows(query, .text(key.parent))
      names = (rows ?? []).compactMap { $0.first?.string }
    }
    guard names.count == key.columns.count else { return }
    let list = names.map(\.quotedName).joined(separator: ", ")
    let query = "SELECT \(list) FROM main.\(key.parent.quotedName) LIMIT \(Self.rowCount)"
    var rows: [[SQLiteValue]] = []
    if key.parent.isSameName(as: table.name) {
      // A row of a table that refers to itself refers to itself.
      rows = (0..<Self.rowCount).map { row in
        names.map { name in
          let index = columns.firstIndex { $0.name.isSameName(as: name) }
          return index.map { plausible(columns[$0], at: $0, row: row + 1) } ?? .null
        }
      }
    } else {
      guard let found = try? connection.rows(query) else { return }
      rows = found
    }
    for (index, column) in key.columns.enumerated() where parents[column.asciiLowercased] == nil {
      parents[column.asciiLowercased] = rows.compactMap { $0.count > index ? $0[index] : nil }
    }
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
