import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsScratch

/// Everything that scripts produced in a database, byte for byte as SQLite stores it.
///
/// Nothing is normalized. The schema is the text in `sqlite_schema`, because a model could miss a clause. A row
/// consists of its rowid, and of the type and bytes of each value.
package struct StoredState: Sendable, Hashable {
  package struct Object: Sendable, Hashable {
    package let kind: String
    package let name: String
    /// The table or view that it belongs to.
    package let table: String
    package let sql: String
  }

  /// The rows of one table: their number, and a hash of all rows in key order.
  package struct Rows: Sendable, Hashable {
    package let count: Int
    package let hash: UInt64
  }

  /// Tables, indexes, views and triggers in the order of the schema table, without the tables of the runner and
  /// SQLite's internal objects.
  package let objects: [Object]

  /// The rows of all tables by name, including virtual tables, their shadow tables, and SQLite's tables for
  /// AUTOINCREMENT and ANALYZE.
  package let rows: [SQLName: Rows]

  /// The values in the file header.
  package let settings: [String: SQLiteValue]

  package init(_ connection: Connection) throws(SQLiteError) {
    let hidden = VersionStore.bookkeepingTables
    var objects: [Object] = []
    var tables: [String] = []
    for row in try connection.rows(
      "SELECT type, name, tbl_name, sql FROM main.sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid"
    ) {
      guard let kind = row[0].string, let name = row[1].string, let table = row[2].string,
        let sql = row[3].string, !hidden.contains(where: { $0.isSameName(as: table) })
      else { continue }
      if kind == "table" { tables.append(name) }
      if name.isSQLiteOwn { continue }
      objects.append(Object(kind: kind, name: name, table: table, sql: sql))
    }
    self.objects = objects
    var shapes: [SQLName: TableShape] = [:]
    for row in try connection.rows("PRAGMA main.table_list") where row[0].string == "main" {
      guard let name = row[1].string else { continue }
      shapes[SQLName(name)] = TableShape(
        isVirtual: row[2].string == "virtual", hasRowID: row[4].int64 == 0)
    }
    var rows: [SQLName: Rows] = [:]
    for name in tables {
      let found = try Self.rows(of: name, shapes[SQLName(name)] ?? TableShape(), in: connection)
      // An empty internal table of SQLite stays when the table that needed it is dropped.
      if name.isSQLiteOwn, found.count == 0 { continue }
      rows[SQLName(name)] = found
    }
    self.rows = rows
    var settings: [String: SQLiteValue] = [:]
    for name in ["application_id", "auto_vacuum", "encoding", "page_size", "user_version"] {
      settings[name] = try connection.value("PRAGMA main.\(name)")
    }
    self.settings = settings
  }

  private init(_ objects: [Object], _ rows: [SQLName: Rows], _ settings: [String: SQLiteValue]) {
    self.objects = objects
    self.rows = rows
    self.settings = settings
  }

  /// The state without the statistics of ANALYZE, which do not change query results.
  package var withoutStatistics: StoredState {
    StoredState(objects, rows.filter { !$0.key.folded.hasPrefix("sqlite_stat") }, settings)
  }

  private struct TableShape {
    var isVirtual = false
    var hasRowID = true
  }

  private static func rows(
    of table: String, _ shape: TableShape, in connection: Connection
  ) throws(SQLiteError) -> Rows {
    let columns = try connection.rows(
      "SELECT name, hidden FROM pragma_table_xinfo(?)", .text(table)
    )
    // Hidden columns of a virtual table are arguments, not values.
    .filter { $0[1].int64 != 1 }.compactMap { $0[0].string }
    var list = columns.map(\.quotedName)
    if shape.hasRowID, !table.isSQLiteOwn, let rowID = String.rowIDName(besides: columns) {
      list.insert(rowID, at: 0)
    }
    // A scan of an index would give another order.
    let source = "main.\(table.quotedName)" + (shape.isVirtual ? "" : " NOT INDEXED")
    return try rows(of: list, from: source, sorted: table.isSQLiteOwn, in: connection)
  }

  /// The rows of a table, limited to some columns.
  ///
  /// - Parameters:
  ///   - list: the columns in SQL.
  ///   - source: the SQL after FROM.
  ///   - sorted: whether rows are sorted by value instead of table order.
  package static func rows(
    of list: [String], from source: String, sorted: Bool, in connection: Connection
  ) throws(SQLiteError) -> Rows {
    let order =
      sorted ? " ORDER BY " + list.indices.map { "\($0 + 1)" }.joined(separator: ", ") : ""
    let columns = list.isEmpty ? "NULL" : list.joined(separator: ", ")
    let statement = try connection.prepare("SELECT \(columns) FROM \(source)\(order)")
    var hash = XXH64()
    var count = 0
    while try statement.step() {
      count += 1
      for column in list.indices { statement.withStoredBytes(column) { hash.update($0) } }
    }
    return Rows(count: count, hash: hash.finish())
  }

  /// The state without some objects and without the rows of some tables.
  package func without(
    objects isLeftOut: (Object) -> Bool, rowsOf tables: Set<SQLName>
  ) -> StoredState {
    StoredState(
      objects.filter { !isLeftOut($0) }, rows.filter { !tables.contains($0.key) }, settings)
  }
}

extension String {
  /// A name of the rowid that no column uses.
  package static func rowIDName(besides columns: [String]) -> String? {
    ["rowid", "_rowid_", "oid"].first { name in !columns.contains { $0.isSameName(as: name) } }
  }

  /// Whether it is the name of an internal table of SQLite.
  var isSQLiteOwn: Bool { SQLName(self).isReserved }
}
