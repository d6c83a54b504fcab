import SQLScriptsDatabase
import SQLScriptsSQL

/// The one query that finds the rows of a table which refer to nothing by one foreign key.
///
/// It asks what SQLite's own check asks: the parent's column comes first, so that its collation counts, and
/// the unary plus takes the affinity from the child's, so that the parent's is applied. It uses no function
/// and no operator that an app can replace. The check itself gives rowids, which a table may not have.
struct ForeignKeyOrphanQuery {
  private let key: ForeignKey
  private let condition: String
  /// Whether the parent's table is not there: then every row that refers to anything is an orphan.
  let isTableMissing: Bool
  /// The collations that the parent's columns compare with.
  let collations: [String]

  /// Nil if the parent has no such key: SQLite accepts that until a row is written with enforcement on, and
  /// nothing can be checked. It is a matter for the validator.
  ///
  /// - Parameter anyKey: whether columns that are not unique will do, for a look at what once was.
  init?(
    _ key: ForeignKey, in schema: ForeignKeySchema, anyKey: Bool, _ connection: Connection
  ) throws(SQLiteError) {
    self.key = key
    var conditions = key.columns.map { "c.\($0.quotedName) IS NOT NULL" }
    isTableMissing = !schema.hasTable(key.parent)
    if isTableMissing,
      try !connection.rows("PRAGMA main.table_xinfo(\(key.parent.quotedName))").isEmpty
    {
      // A view.
      return nil
    }
    if isTableMissing {
      collations = key.columns.map { _ in "BINARY" }
    } else {
      guard let parent = try ParentKey(key, connection), parent.isUnique || anyKey else {
        return nil
      }
      let collations = parent.columns.map { connection.collation(of: $0.text, in: key.parent.text) }
      self.collations = collations
      let table = "main.\(key.parent.quotedName) AS p"
      if parent.isUnique {
        let matches = zip(parent.columns, key.columns).map {
          "p.\($0.quotedName) = +c.\($1.quotedName)"
        }
        conditions.append(
          "NOT EXISTS (SELECT 1 FROM \(table) WHERE \(matches.joined(separator: " AND ")))")
      } else {
        // Without an index, SQLite makes one for IN, and none for EXISTS.
        let values = zip(key.columns, collations).map {
          "+c.\($0.quotedName) COLLATE \($1.quotedName)"
        }
        let keys = parent.columns.map { "p.\($0.quotedName)" }
        conditions.append(
          """
          (\(values.joined(separator: ", "))) NOT IN (SELECT \(keys.joined(separator: ", "))
          FROM \(table) WHERE \(keys.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")))
          """)
      }
    }
    condition = conditions.joined(separator: " AND ")
  }

  func findsAny(_ connection: Connection) throws(SQLiteError) -> Bool {
    try connection.prepare("SELECT 1 FROM \(source) LIMIT 1").step()
  }

  /// The values of the key's columns, and the rowid or NULL.
  func orphans(_ connection: Connection) throws(SQLiteError) -> Statement {
    let columns = key.columns.map { "c.\($0.quotedName)" }
    let rowID = try rowID(connection)
    return try connection.prepare(
      "SELECT \(columns.joined(separator: ", ")), \(rowID) FROM \(source)")
  }

  private var source: String { "main.\(key.child.quotedName) AS c WHERE \(condition)" }

  /// A name of the rowid that no column has taken.
  private func rowID(_ connection: Connection) throws(SQLiteError) -> String {
    let taken = Set(
      try connection.rows("PRAGMA main.table_xinfo(\(key.child.quotedName))").compactMap(\.[1].name)
    )
    guard let name = ["rowid", "oid", "_rowid_"].first(where: { !taken.contains(SQLName($0)) })
    else {
      return "NULL"
    }
    let probe = "SELECT c.\(name) FROM main.\(key.child.quotedName) AS c"
    // A table WITHOUT ROWID has no such column.
    return (try? connection.prepare(probe)) == nil ? "NULL" : "c.\(name)"
  }
}
