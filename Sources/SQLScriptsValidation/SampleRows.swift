import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSchema

/// Makes rows for empty tables, so that scripts are rehearsed as for people who have data.
///
/// SQLite accepts on an empty table much of what fails as soon as there is a row: a new column that is NOT
/// NULL without a default, a default that is not constant, a unique index.
struct SampleRows {
  enum Kind {
    /// Three rows that differ in everything.
    case typical
    /// A row, its twin in all that need not be unique, and one that is NULL wherever it may be.
    case hostile
  }

  let kind: Kind
  let snapshot: SchemaSnapshot

  /// Puts rows into a table; false if SQLite takes none, as with a CHECK that no guess satisfies.
  func seed(_ table: SchemaTable, _ connection: Connection) -> Bool {
    let columns = table.columns.filter { !$0.isGenerated }
    guard table.kind == .table, !columns.isEmpty else { return false }
    let names = columns.map { $0.name.quotedName }.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let sql = "INSERT INTO main.\(table.name.quotedName) (\(names)) VALUES (\(marks))"
    guard let insert = try? connection.prepare(sql) else { return false }
    let literals = CheckLiterals(table.sql)
    var count = 0
    for row in 1...3 {
      // First what is plausible, then what the table's own CHECKs name.
      for usesLiterals in literals.isEmpty ? [false] : [false, true] {
        let values = columns.map { column in
          value(of: column, in: table, row: row, literals: usesLiterals ? literals : nil)
        }
        defer { insert.reset() }
        guard (try? insert.bind(values)) != nil, (try? insert.run()) != nil else { continue }
        count += 1
        break
      }
    }
    return count > 0
  }

  private func value(
    of column: SchemaColumn, in table: SchemaTable, row: Int, literals: CheckLiterals?
  ) -> SQLiteValue {
    if kind == .hostile, row > 1, !isUnique(column, in: table) {
      if row == 3, !column.isNotNull, column.primaryKeyPosition == 0 { return .null }
      return plausible(column, in: table, row: 1, literals: literals, depth: 0)
    }
    return plausible(column, in: table, row: row, literals: literals, depth: 0)
  }

  private func isUnique(_ column: SchemaColumn, in table: SchemaTable) -> Bool {
    column.primaryKeyPosition > 0
      || table.indexes.contains { index in
        index.isUnique && index.columns.contains { $0?.lowercased() == column.name.lowercased() }
      }
  }

  private func plausible(
    _ column: SchemaColumn, in table: SchemaTable, row: Int, literals: CheckLiterals?, depth: Int
  ) -> SQLiteValue {
    if let key = parentKey(of: column, in: table), depth < 4 {
      return plausible(key.column, in: key.table, row: row, literals: nil, depth: depth + 1)
    }
    if let choices = literals?[column.name], !choices.isEmpty {
      return choices[(row - 1) % choices.count]
    }
    let type = column.type.uppercased()
    let name = column.name.lowercased()
    if type.contains("BOOL") { return .integer(Int64(row % 2)) }
    if type.contains("INT") { return .integer(Int64(row)) }
    if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) {
      // The name of the column is in the text: a copy into the wrong column shows.
      let isMoment = name.hasSuffix("_at") || name.contains("date") || name.contains("time")
      return .text(isMoment ? "2024-01-0\(row) 12:00:00" : "\(column.name)~\(row)")
    }
    if type.contains("BLOB") { return .blob(Array("\(column.name)~\(row)".utf8)) }
    if ["REAL", "FLOA", "DOUB"].contains(where: type.contains) { return .real(Double(row) + 0.5) }
    if type.isEmpty || type == "ANY" { return .text("\(column.name)~\(row)") }
    if type.contains("DATE") || type.contains("TIME") { return .text("2024-01-0\(row) 12:00:00") }
    return .integer(Int64(row))
  }

  /// The column of another table that a column refers to: sample rows have parents.
  private func parentKey(
    of column: SchemaColumn, in table: SchemaTable
  ) -> (table: SchemaTable, column: SchemaColumn)? {
    for reference in table.foreignKeys {
      guard
        let index = reference.columns.firstIndex(where: {
          $0.lowercased() == column.name.lowercased()
        }), let parent = snapshot[reference.parent]
      else { continue }
      let keys = reference.keys.isEmpty ? parent.primaryKey : reference.keys
      guard keys.indices.contains(index), let key = parent.column(keys[index]) else { continue }
      if parent.name == table.name, key.name == column.name { continue }
      return (parent, key)
    }
    return nil
  }
}

/// The literals in the CHECKs of a table, by the columns that stand beside them: for
/// `CHECK (kind IN ('a', 'b'))` the values that pass.
private struct CheckLiterals {
  private var byColumn: [String: [SQLiteValue]] = [:]

  var isEmpty: Bool { byColumn.isEmpty }

  subscript(column: String) -> [SQLiteValue]? { byColumn[column.lowercased()] }

  init(_ sql: String) {
    var text = sql
    text.withUTF8 { bytes in
      var scanner = SQLScanner(bytes)
      var depth = 0
      var checkDepth: Int?
      var columns: [String] = []
      var literals: [SQLiteValue] = []
      var isCheckNext = false
      while let token = scanner.nextSignificant() {
        let text = String(decoding: bytes[token.range], as: UTF8.self)
        switch token.kind {
        case .leftParenthesis:
          if isCheckNext, checkDepth == nil { checkDepth = depth }
          depth += 1
        case .rightParenthesis:
          depth -= 1
          if depth == checkDepth {
            for column in columns { byColumn[column, default: []] += literals }
            (checkDepth, columns, literals) = (nil, [], [])
          }
        case .word, .quotedName:
          if checkDepth != nil {
            columns.append(text.trimmingQuotes.lowercased())
          }
        case .string where checkDepth != nil: literals.append(.text(text.trimmingQuotes))
        case .integer where checkDepth != nil:
          if let number = Int64(text) { literals.append(.integer(number)) }
        default: break
        }
        isCheckNext = token.kind == .word && text.uppercased() == "CHECK"
      }
    }
  }
}

extension String {
  /// The name in double quotes, as SQL takes it whatever is in it.
  var quotedName: String {
    "\"" + split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  fileprivate var trimmingQuotes: String {
    guard let first, "'\"`[".contains(first), utf8.count >= 2 else { return self }
    return String(dropFirst().dropLast())
  }
}
