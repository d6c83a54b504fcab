import SQLScriptsDatabase

/// Which tables refer to which, kept up to date while scripts change the schema.
///
/// It is read once a migration. After that only tables that a statement made or changed are read again,
/// so that a hundred scripts do not cost a hundred looks at the whole schema.
struct ForeignKeyGraph {
  /// One foreign key of a table. Names are in lower case: SQLite's names know no case.
  struct Reference: Hashable {
    var id: Int64
    var parent: String
    var columns: [String]
    /// The columns of the parent; empty for its primary key.
    var keys: [String]
  }

  private(set) var references: [String: [Reference]] = [:]
  private var children: [String: Set<String>] = [:]
  private var sensitive: [String: Set<String>?] = [:]

  var isEmpty: Bool { references.isEmpty }

  /// The tables that refer to a table.
  func children(of table: String) -> Set<String> { children[table] ?? [] }

  /// Reads the whole schema.
  init(_ connection: Connection) throws(SQLiteError) {
    let rows = try connection.rows(
      """
      SELECT m.name, f.id, f."table", f."from", f."to"
      FROM sqlite_schema AS m, pragma_foreign_key_list(m.name, 'main') AS f
      WHERE m.type = 'table' AND m.sql LIKE '%references%'
      ORDER BY m.name, f.id, f.seq
      """)
    for row in rows { add(row) }
    for child in references.keys { index(child) }
  }

  /// Reads one table again.
  mutating func refresh(_ table: String, _ connection: Connection) throws(SQLiteError) {
    for reference in references.removeValue(forKey: table) ?? [] {
      children[reference.parent]?.remove(table)
    }
    sensitive = [:]
    let rows = try connection.rows(
      """
      SELECT ?1, f.id, f."table", f."from", f."to"
      FROM pragma_foreign_key_list(?1, 'main') AS f ORDER BY f.id, f.seq
      """, .text(table))
    for row in rows { add(row) }
    index(table)
  }

  /// The tables whose references an UPDATE of one column can break: its own, and those of the tables that
  /// refer to it. An UPDATE of a column that nothing refers to costs no check.
  mutating func affected(
    byUpdating column: String, of table: String, _ connection: Connection
  ) throws(SQLiteError) -> Set<String> {
    let own = references[table] ?? []
    let refers = children(of: table)
    if own.isEmpty, refers.isEmpty { return [] }
    let all = refers.union(own.isEmpty ? [] : [table])
    guard let sensitive = try sensitiveColumns(of: table, connection) else { return all }
    if column == "rowid" { return all }
    // OR REPLACE deletes other rows, by any column that must be unique.
    var tables = sensitive.contains(column) ? refers : []
    if own.contains(where: { $0.columns.contains(column) }) { tables.insert(table) }
    for child in refers {
      let isKey = references[child]?.contains { reference in
        reference.parent == table && (reference.keys.isEmpty || reference.keys.contains(column))
      }
      if isKey == true { tables.insert(child) }
    }
    return tables
  }

  /// The columns of a table that belong to its rowid or to something unique; nil if any column may change
  /// a key: by a generated column, or an index of expressions or with a WHERE.
  private mutating func sensitiveColumns(
    of table: String, _ connection: Connection
  ) throws(SQLiteError) -> Set<String>? {
    if let known = sensitive[table] { return known }
    var columns: Set<String>? = []
    for row in try connection.rows(
      "SELECT name, pk, hidden FROM pragma_table_xinfo(?, 'main')", .text(table))
    {
      if row[2] != 0 { columns = nil }
      if row[1] != 0, let name = row[0].string { columns?.insert(name.asciiLowercased) }
    }
    for row in try connection.rows(
      """
      SELECT i.name, l.partial FROM pragma_index_list(?, 'main') AS l,
      pragma_index_info(l.name, 'main') AS i WHERE l."unique"
      """, .text(table))
    {
      guard row[1] == 0, let name = row[0].string else {
        columns = nil
        break
      }
      columns?.insert(name.asciiLowercased)
    }
    sensitive[table] = .some(columns)
    return columns
  }

  private mutating func add(_ row: [SQLiteValue]) {
    guard let child = row[0].string?.asciiLowercased, let id = row[1].int64,
      let parent = row[2].string?.asciiLowercased, let column = row[3].string?.asciiLowercased
    else { return }
    let key = row[4].string?.asciiLowercased
    var list = references[child] ?? []
    if let last = list.indices.last, list[last].id == id {
      list[last].columns.append(column)
      if let key { list[last].keys.append(key) }
    } else {
      list.append(
        Reference(id: id, parent: parent, columns: [column], keys: key.map { [$0] } ?? []))
    }
    references[child] = list
  }

  private mutating func index(_ child: String) {
    for reference in references[child] ?? [] {
      children[reference.parent, default: []].insert(child)
    }
  }
}
