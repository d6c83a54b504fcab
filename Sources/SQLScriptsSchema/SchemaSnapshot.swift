import SQLScriptsDatabase

/// All tables and views of a database at one moment, by name.
package struct SchemaSnapshot: Sendable, Hashable {
  /// By name in lower case: SQLite's names know no case.
  package private(set) var tables: [String: SchemaTable] = [:]

  /// The tables that refer to a table, by its name; all in lower case.
  private var referrers: [String: Set<String>] = [:]

  package init() {}

  package static func == (left: SchemaSnapshot, right: SchemaSnapshot) -> Bool {
    left.tables == right.tables
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(tables) }

  /// The tables that refer to a table of this name, whether or not it is there.
  package func children(of name: String) -> [SchemaTable] {
    (referrers[name.lowercased()] ?? []).compactMap { tables[$0] }
  }

  /// The table or view of a name, in any case.
  package subscript(name: String) -> SchemaTable? { tables[name.lowercased()] }

  /// The names of all tables and views, as they are written, in order.
  package var names: [String] { tables.values.map(\.name).sorted() }

  /// The table that an index or a trigger belongs to.
  package func table(ofIndex name: String) -> SchemaTable? {
    tables.values.first { $0.indexes.contains { $0.name.lowercased() == name.lowercased() } }
  }

  /// Puts a table in, in place of the one that had the name; nil takes it out.
  package mutating func set(_ table: SchemaTable?, named name: String) {
    let key = name.lowercased()
    for reference in tables[key]?.foreignKeys ?? [] {
      referrers[reference.parent.lowercased()]?.remove(key)
    }
    tables[key] = table
    for reference in table?.foreignKeys ?? [] {
      referrers[reference.parent.lowercased(), default: []].insert(key)
    }
  }
}

/// Reads tables with statements that are compiled once: a thousand scripts ask for a few tables each.
package final class SchemaReader {
  private let connection: Connection
  private var statements: [String: Statement] = [:]

  package init(_ connection: Connection) {
    self.connection = connection
  }

  /// Everything, without the tables that SQLite and the runner keep for themselves.
  package func snapshot(without hidden: Set<String>) throws(SQLiteError) -> SchemaSnapshot {
    var snapshot = SchemaSnapshot()
    let names = try rows(
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
    )
    for name in names.compactMap({ $0[0].string }) where !hidden.contains(name.lowercased()) {
      snapshot.set(try table(name), named: name)
    }
    return snapshot
  }

  /// One table or view; nil if there is none of that name.
  package func table(_ name: String) throws(SQLiteError) -> SchemaTable? {
    let found = try rows(
      """
      SELECT s.name, s.type, s.sql, l.type, l.wr, l.strict
      FROM sqlite_schema AS s LEFT JOIN pragma_table_list(s.name) AS l ON l.schema = 'main'
      WHERE s.type IN ('table', 'view') AND s.name = ? COLLATE NOCASE
      """, name)
    guard let row = found.first, let realName = row[0].string else { return nil }
    let kind =
      SchemaTable.Kind(rawValue: row[3].string ?? "") ?? (row[1].string == "view" ? .view : .table)
    var table = SchemaTable(name: realName, kind: kind, sql: row[2].string ?? "")
    table.isWithoutRowID = row[4].int64 == 1
    table.isStrict = row[5].int64 == 1
    do throws(SQLiteError) {
      table.columns = try columns(of: realName)
    } catch {
      // A view over something that is gone has no columns, and SQLite says so as an error.
      guard kind == .view, error.code == .error else { throw error }
    }
    table.triggers = try rows(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE ORDER BY name",
      realName
    ).map { SchemaTrigger(name: $0[0].string ?? "", sql: $0[1].string ?? "") }
    guard kind == .table else { return table }
    table.foreignKeys = try foreignKeys(of: realName)
    table.indexes = try indexes(of: realName)
    return table
  }

  private func columns(of table: String) throws(SQLiteError) -> [SchemaColumn] {
    try rows(
      "SELECT name, type, \"notnull\", dflt_value, pk, hidden FROM pragma_table_xinfo(?) ORDER BY cid",
      table
    ).map { row in
      SchemaColumn(
        name: row[0].string ?? "", type: row[1].string ?? "", isNotNull: row[2].int64 == 1,
        defaultValue: row[3].string, primaryKeyPosition: row[4].int ?? 0,
        isGenerated: (row[5].int64 ?? 0) > 1)
    }
  }

  private func foreignKeys(of table: String) throws(SQLiteError) -> [SchemaForeignKey] {
    var keys: [SchemaForeignKey] = []
    var last: Int64?
    for row in try rows(
      "SELECT id, \"table\", \"from\", \"to\", on_update, on_delete FROM pragma_foreign_key_list(?) ORDER BY id, seq",
      table)
    {
      if row[0].int64 != last {
        keys.append(
          SchemaForeignKey(
            parent: row[1].string ?? "", columns: [], keys: [], onUpdate: row[4].string ?? "",
            onDelete: row[5].string ?? ""))
        last = row[0].int64
      }
      let index = keys.count - 1
      keys[index].columns.append(row[2].string ?? "")
      if let key = row[3].string { keys[index].keys.append(key) }
    }
    return keys
  }

  private func indexes(of table: String) throws(SQLiteError) -> [SchemaIndex] {
    var indexes: [SchemaIndex] = []
    for row in try rows(
      """
      SELECT l.name, l."unique", l.origin, l.partial, s.sql
      FROM pragma_index_list(?) AS l LEFT JOIN sqlite_schema AS s ON s.type = 'index' AND s.name = l.name
      ORDER BY l.name
      """, table)
    {
      let name = row[0].string ?? ""
      let parts = try rows(
        "SELECT name, coll, \"desc\" FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno", name)
      indexes.append(
        SchemaIndex(
          name: name, isUnique: row[1].int64 == 1,
          origin: SchemaIndex.Origin(rawValue: row[2].string ?? "") ?? .created,
          isPartial: row[3].int64 == 1, columns: parts.map { $0[0].string },
          collations: parts.map { $0[1].string ?? "" },
          isDescending: parts.map { $0[2].int64 == 1 },
          sql: row[4].string))
    }
    return indexes
  }

  private func rows(_ sql: String, _ name: String? = nil) throws(SQLiteError) -> [[SQLiteValue]] {
    let statement: Statement
    if let known = statements[sql] {
      statement = known
    } else {
      statement = try connection.prepare(sql)
      statements[sql] = statement
    }
    defer { statement.reset() }
    if let name { try statement.bind([.text(name)]) }
    var rows: [[SQLiteValue]] = []
    while try statement.step() { rows.append(statement.row) }
    return rows
  }
}
