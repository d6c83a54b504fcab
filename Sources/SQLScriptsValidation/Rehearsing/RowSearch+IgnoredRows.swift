import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema

extension RowSearch {
  private static let manyRows = 100

  /// The rows of INSERT OR IGNORE that are not inserted, although the table has no such row.
  func ignoredRows(
    of statement: RehearsedStatement, in database: RehearsalDatabase
  ) -> [IgnoredRow] {
    guard statement.word(0) == "INSERT", statement.ignoresConflicts, let target = statement.target,
      let table = statement.before[statement.name(target.name)], table.kind == .table
    else { return [] }
    let rows = statement.valueRows
    guard (1...Self.manyRows).contains(rows.count), statement.changes < rows.count else {
      return []
    }
    let columns =
      statement.columnList ?? table.columns.filter { !$0.isGenerated }.map(\.name)
    return rows.compactMap { row in
      let values = statement.arguments(row)
      guard values.count == columns.count else { return nil }
      return database.asRunner {
        ignored(
          Array(zip(columns, values.map { (range: $0, text: statement.text(of: $0)) })), at: row,
          of: table, statement, database)
      }
    }
  }

  private typealias Values = [(column: String, value: (range: Range<Int>, text: String))]

  private func ignored(
    _ values: Values, at place: Int, of table: SchemaTable, _ statement: RehearsedStatement,
    _ database: RehearsalDatabase
  ) -> IgnoredRow? {
    guard let error = error(values, table, database) else { return nil }
    switch error.said {
    case .check(let check): return IgnoredRow(place: place, reason: .check(check))
    case .notNull(let columns):
      return columns.names.first.map { IgnoredRow(place: place, reason: .notNull($0)) }
    case .unique(let key):
      let parts = key.names.compactMap { name in
        values.first { $0.column.isSameName(as: name) }
      }
      guard parts.count == key.names.count else { return nil }
      // A list of rows that is inserted again may contain some whose names have changed since.
      let isNumber = parts.allSatisfy { statement.kind($0.value.range.lowerBound) == .integer }
      guard isNumber || statement.changes == 0,
        let row = other(than: values, with: parts, table, statement, database)
      else { return nil }
      let words = parts.map { "\($0.column) = \($0.value.text)" }.joined(separator: " and ")
      return IgnoredRow(place: place, reason: .key(words: words, row: row))
    default: return nil
    }
  }

  /// The error of the row without OR IGNORE.
  private func error(
    _ values: Values, _ table: SchemaTable, _ database: RehearsalDatabase
  ) -> SQLiteError? {
    let columns = values.map { $0.column.quotedName }.joined(separator: ", ")
    let row = values.map(\.value.text).joined(separator: ", ")
    let connection = database.connection
    guard (try? connection.execute("SAVEPOINT sqlscripts_row")) != nil else { return nil }
    connection.setTriggers(enabled: false)
    defer {
      connection.setTriggers(enabled: true)
      try? connection.execute("ROLLBACK TO sqlscripts_row")
      try? connection.execute("RELEASE sqlscripts_row")
    }
    do throws(SQLiteError) {
      try connection.execute(
        "INSERT INTO main.\(table.name.quotedName) (\(columns)) VALUES (\(row))")
      return nil
    } catch {
      return error
    }
  }

  /// The row with the same key, if one of its other values differs.
  private func other(
    than values: Values, with key: Values, _ table: SchemaTable, _ statement: RehearsedStatement,
    _ database: RehearsalDatabase
  ) -> String? {
    // An expression may have another value each time.
    let literals = values.filter { value in
      value.value.range.count == 1 && !statement.isName(value.value.range.lowerBound)
    }
    func condition(_ values: Values) -> String {
      values.map { "\($0.column.quotedName) IS (\($0.value.text))" }.joined(separator: " AND ")
    }
    let list = values.map { "quote(\($0.column.quotedName))" }.joined(separator: " || ', ' || ")
    let query =
      "SELECT \(list), \(literals.isEmpty ? "1" : condition(literals)) FROM main.\(table.name.quotedName) WHERE \(condition(key))"
    guard let row = try? database.connection.rows(query).first, row.count == 2,
      row[1] == .integer(0)
    else { return nil }
    return row[0].string.map { "(\($0))" }
  }
}

extension RehearsedStatement {
  fileprivate var ignoresConflicts: Bool {
    has("OR", "IGNORE", at: 1) || first("DO", "NOTHING") != nil
  }
}
