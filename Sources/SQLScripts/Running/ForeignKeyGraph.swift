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
    index()
  }

  /// Reads one table again.
  mutating func refresh(_ table: String, _ connection: Connection) throws(SQLiteError) {
    references[table] = nil
    let rows = try connection.rows(
      """
      SELECT ?1, f.id, f."table", f."from", f."to"
      FROM pragma_foreign_key_list(?1, 'main') AS f ORDER BY f.id, f.seq
      """, .text(table))
    for row in rows { add(row) }
    index()
  }

  private mutating func add(_ row: [SQLiteValue]) {
    guard let child = row[0].string?.lowercased(), let id = row[1].int64,
      let parent = row[2].string?.lowercased(), let column = row[3].string?.lowercased()
    else { return }
    let key = row[4].string?.lowercased()
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

  private mutating func index() {
    children = [:]
    for (child, list) in references {
      for reference in list { children[reference.parent, default: []].insert(child) }
    }
  }
}
