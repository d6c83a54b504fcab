import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

extension SampleRows {
  /// Inserts rows into all nearly empty tables of a database.
  ///
  /// - Parameter scripts: the scripts that migrate the rows.
  package static func fill(
    _ connection: Connection, _ kind: Kind = .typical, for scripts: [Script] = []
  ) throws(SQLiteError) {
    try fill(connection, kind, hints: SampleHints(of: scripts))
  }

  static func fill(
    _ connection: Connection, _ kind: Kind = .typical, hints: SampleHints
  ) throws(SQLiteError) {
    let schema = try VersionSchemas.snapshot(of: connection)
    connection.setTriggers(enabled: false)
    defer { connection.setTriggers(enabled: true) }
    for table in parentsFirst(Set(schema.tables.keys), of: schema) {
      fill(table, kind, in: connection, hints: hints)
    }
    for table in schema.tables.values { fillIndex(table, in: connection) }
  }

  /// Inserts rows into a table that is empty, or has only a row or two from the scripts.
  ///
  /// Triggers that keep a virtual table current fire, as they did for the rows of users. All others are turned off.
  static func fill(
    _ table: SchemaTable, _ kind: Kind, in connection: Connection, hints: SampleHints
  ) {
    func has(_ count: Int) -> Bool {
      let rows = "SELECT 1 FROM main.\(table.name.quotedName) LIMIT 1 OFFSET \(count - 1)"
      return (try? connection.value("SELECT EXISTS (\(rows))")) != .integer(0)
    }
    if has(3) {
      if kind == .hostile {
        var rows = SampleRows(kind, of: table, in: connection, hints: hints)
        rows.addNulls(connection)
      }
      return
    }
    var rows = SampleRows(kind, of: table, in: connection, hints: hints)
    if feedsVirtualTable(table, in: connection) {
      connection.setTriggers(enabled: true)
      rows.seed(connection)
      connection.setTriggers(enabled: false)
      if has(1) { return }
    }
    rows.seed(connection)
  }

  /// Whether a new row of a table becomes a row of a virtual one.
  private static func feedsVirtualTable(
    _ table: SchemaTable, in connection: Connection
  ) -> Bool {
    table.triggers.contains { trigger in
      let sql = SQLText(trigger.sql)
      guard let event = sql.first("INSERT", "ON") else { return false }
      return sql.indices.dropFirst(event.upperBound).contains { index in
        guard sql.has("INTO", at: index) else { return false }
        let query = """
          SELECT sql LIKE 'CREATE VIRTUAL %' FROM main.sqlite_schema WHERE name = ? COLLATE NOCASE
          """
        let rows = try? connection.rows(query, .text(sql.name(index + 1)))
        return rows?.first?.first == .integer(1)
      }
    }
  }

  /// Inserts rows into an empty virtual table that no trigger has filled.
  static func fillIndex(_ table: SchemaTable, in connection: Connection) {
    if table.isFullText { fillFullText(table, in: connection) }
    if table.isRTree { fillRTree(table, in: connection) }
  }

  /// Inserts boxes. Their coordinates come in pairs, a minimum and a maximum.
  private static func fillRTree(_ table: SchemaTable, in connection: Connection) {
    let name = table.name.quotedName
    guard (try? connection.value("SELECT NOT EXISTS (SELECT 1 FROM main.\(name))")) == .integer(1)
    else { return }
    for row in 1...3 {
      let values = (0..<table.columns.count).dropFirst().map { column -> String in
        let minimum = (column - 1) / 2 * 10 + row
        return String(column % 2 == 1 ? minimum : minimum + 3)
      }
      // IDs are far from those of rows in tables.
      let list = (["\(9_000_000 + row)"] + values).joined(separator: ", ")
      try? connection.execute("INSERT INTO main.\(name) VALUES (\(list))")
    }
  }

  /// Rebuilds a full-text index over a table, or inserts rows into one without a table.
  ///
  /// Triggers keep an index current, and they did not fire for the sample rows. SQLite calls an index damaged if a row
  /// is deleted that it does not have.
  static func fillFullText(_ index: SchemaTable, in connection: Connection) {
    let name = index.name.quotedName
    guard index.fullTextContent == nil else {
      try? connection.execute("INSERT INTO main.\(name) (\(name)) VALUES ('rebuild')")
      return
    }
    guard (try? connection.value("SELECT NOT EXISTS (SELECT 1 FROM main.\(name))")) == .integer(1)
    else { return }
    let hidden: Set = [SQLName(index.name), "rank", "docid"]
    let columns = index.columns.map(\.name).filter { !hidden.contains(SQLName($0)) }
    let list = columns.map(\.quotedName).joined(separator: ", ")
    for row in 1...3 {
      let values = columns.map { "\($0) \(row)".quoted(by: "'") }.joined(separator: ", ")
      // IDs are far from those of rows in tables.
      try? connection.execute(
        "INSERT INTO main.\(name) (rowid, \(list)) VALUES (\(9_000_000 + row), \(values))")
    }
  }

  /// The tables with these names, parents before children unless they form a cycle.
  static func parentsFirst(_ names: Set<SQLName>, of snapshot: SchemaSnapshot) -> [SchemaTable] {
    var tables: [SchemaTable] = []
    var done: Set<SQLName> = []
    var opened: Set<SQLName> = []
    var waiting = names.sorted(by: >)
    while let name = waiting.last {
      guard !done.contains(name), let table = snapshot[name], table.kind == .table else {
        waiting.removeLast()
        continue
      }
      let parents = Set(table.foreignKeys.map { SQLName($0.parent) })
      let first = parents.intersection(names).subtracting(opened)
      if opened.insert(name).inserted, !first.isEmpty {
        waiting.append(contentsOf: first.sorted())
        continue
      }
      waiting.removeLast()
      done.insert(name)
      tables.append(table)
    }
    return tables
  }
}

extension SchemaTable {
  /// Whether it is a virtual table for full-text search.
  var isFullText: Bool { hasModule("FTS") }

  /// Whether it is a virtual table for ranges.
  var isRTree: Bool { hasModule("RTREE") }

  private func hasModule(_ prefix: String) -> Bool {
    guard kind == .virtual else { return false }
    let sql = SQLText(sql)
    return sql.indices.contains { sql.word($0) == "USING" && sql.word($0 + 1).hasPrefix(prefix) }
  }

  /// The table whose text it indexes; nil if it has its own text, or none.
  fileprivate var fullTextContent: String? {
    let sql = SQLText(sql)
    guard let option = sql.indices.first(where: { sql.has("CONTENT", "=", at: $0) }) else {
      return nil
    }
    let table = sql.name(option + 2)
    return ["", "\"\"", "''"].contains(table) ? nil : table
  }
}
