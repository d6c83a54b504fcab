import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch

extension SampleRows {
  /// Inserts typical rows into all nearly empty tables of a database.
  ///
  /// - Parameter scripts: the scripts that migrate the rows.
  package static func fill(
    _ connection: Connection, for scripts: [Script] = []
  ) throws(SQLiteError) {
    let schema = try VersionSchemas.snapshot(of: connection)
    let json = JSONColumns.names(usedBy: scripts)
    connection.setTriggers(enabled: false)
    defer { connection.setTriggers(enabled: true) }
    for table in parentsFirst(Set(schema.tables.keys), of: schema) {
      fill(table, .typical, in: connection, json: json)
    }
    for table in schema.tables.values where table.isFullText { fillFullText(table, in: connection) }
  }

  /// Inserts rows into a table that is empty, or has only a row or two from the scripts.
  ///
  /// - Parameter json: lowercase names of columns that hold JSON.
  static func fill(
    _ table: SchemaTable, _ kind: Kind, in connection: Connection, json: Set<String> = []
  ) {
    let query = "SELECT NOT EXISTS (SELECT 1 FROM main.\(table.name.quotedName) LIMIT 1 OFFSET 2)"
    guard (try? connection.value(query)) == .integer(1) else { return }
    SampleRows(kind, of: table, in: connection, json: json).seed(connection)
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
  var isFullText: Bool {
    guard kind == .virtual else { return false }
    let sql = SQLText(sql)
    return sql.indices.contains { sql.word($0) == "USING" && sql.word($0 + 1).hasPrefix("FTS") }
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
