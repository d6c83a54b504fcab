import SQLScriptsDatabase
import SQLScriptsSQL

/// The schema of a database: its tables, indexes, views and triggers.
///
/// SQLite's own objects (`sqlite_*`) and the shadow tables of virtual tables are not included.
package struct Schema: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case table, index, view, trigger
  }

  package struct Object: Sendable, Hashable {
    package var kind: Kind
    @Bytewise package var name: String
    /// The table or view that it belongs to; its own name for a table or a view.
    @Bytewise package var table: String
    /// The statement that creates it, as SQLite stores it.
    @Bytewise package var sql: String

    package init(kind: Kind, name: String, table: String, sql: String) {
      self.kind = kind
      self.name = name
      self.table = table
      self.sql = sql
    }
  }

  /// Tables by name, each with its indexes, then views, then triggers. The statements can run in this order, which does
  /// not depend on the database's history.
  package let objects: [Object]

  package init(_ objects: [Object]) {
    self.objects = objects.sorted { Self.key(of: $0) < Self.key(of: $1) }
  }

  /// Reads the schema of the main database, except some tables and their indexes and triggers.
  package init(_ connection: Connection, without tables: [String] = []) throws(SQLiteError) {
    let shadows = try Self.shadowTables(connection)
    let hidden = Set(tables.map { SQLName($0) }).union(shadows)
    let rows = try connection.rows(
      """
      SELECT type, name, tbl_name, sql FROM main.sqlite_schema
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      """)
    var objects: [Object] = []
    for row in rows {
      guard let kind = row[0].string.flatMap(Kind.init(rawValue:)), let name = row[1].string,
        let table = row[2].string, let sql = row[3].string, !hidden.contains(SQLName(table))
      else { continue }
      objects.append(Object(kind: kind, name: name, table: table, sql: sql))
    }
    self.init(objects)
  }

  /// A statement instead of a table-valued function, because SQLite before 3.37 does not know it and then returns no
  /// rows instead of an error.
  private static func shadowTables(_ connection: Connection) throws(SQLiteError) -> [SQLName] {
    try connection.rows("PRAGMA main.table_list").filter { $0[2].string == "shadow" }
      .compactMap { $0[1].string.map { SQLName($0) } }
  }

  private static func key(of object: Object) -> (Int, Bytewise<String>, Int, Bytewise<String>) {
    switch object.kind {
    case .table: (0, Bytewise(object.name), 0, Bytewise(""))
    case .index: (0, Bytewise(object.table), 1, Bytewise(object.name))
    case .view: (1, Bytewise(""), 0, Bytewise(object.name))
    case .trigger: (2, Bytewise(""), 0, Bytewise(object.name))
    }
  }
}

extension Schema {
  /// The statements that create the schema, each with its `;`, as one text.
  package var sql: String {
    // A comment at the end of a statement would hide the semicolon.
    objects.map { $0.sql + ($0.sql.contains("--") ? "\n;\n" : ";\n") }.joined()
  }
}
