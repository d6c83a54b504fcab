import SQLScriptsDatabase
import SQLScriptsSQL

/// The query that finds the rows of a table that violate one foreign key.
///
/// It compares like SQLite's own check. The parent's column comes first, so that its collation is used. The unary plus
/// removes the affinity of the child's column, so that the parent's is applied. It uses no function or operator that an
/// app can replace. `PRAGMA foreign_key_check` only returns rowids, which a table may not have.
struct ForeignKeyOrphanQuery {
  private let key: ForeignKey
  private let condition: String
  /// Whether the parent table does not exist. Then every row with a non-NULL key is a violation.
  let isTableMissing: Bool
  /// The collations that the parent's columns compare with.
  let collations: [String]
  /// The affinities of the parent's columns, which a value without one gets when it is compared.
  let affinities: [KeyAffinity]

  /// Nil if the parent has no such key. SQLite accepts that until a row is written with foreign keys enforced, and
  /// nothing can be checked. `validate` reports it.
  ///
  /// - Parameter anyKey: whether columns that are not unique are accepted, for a check of the state before.
  init?(
    _ key: ForeignKey, in schema: ForeignKeySchema, anyKey: Bool, _ connection: Connection
  ) throws(SQLiteError) {
    self.key = key
    var conditions = key.columns.map { "c.\($0.quotedName) IS NOT NULL" }
    isTableMissing = !schema.hasTable(key.parent)
    if isTableMissing,
      try !connection.rows("PRAGMA main.table_xinfo(\(key.parent.quotedName))").isEmpty
    {
      // The parent is a view.
      return nil
    }
    if isTableMissing {
      collations = key.columns.map { _ in "BINARY" }
      affinities = key.columns.map { _ in .none }
    } else {
      guard let parent = try ParentKey(key, connection), parent.isUnique || anyKey else {
        return nil
      }
      let collations = parent.columns.map { connection.collation(of: $0.text, in: key.parent.text) }
      self.collations = collations
      affinities = parent.affinities
      let table = "main.\(key.parent.quotedName) AS p"
      if parent.isRowID {
        // Faster than EXISTS, which opens the table again for each row.
        conditions.append(
          "+c.\(key.columns[0].quotedName) NOT IN"
            + " (SELECT p.\(parent.columns[0].quotedName) FROM \(table))")
      } else if parent.isUnique {
        let matches = zip(parent.columns, key.columns).map {
          "p.\($0.quotedName) = +c.\($1.quotedName)"
        }
        conditions.append(
          "NOT EXISTS (SELECT 1 FROM \(table) WHERE \(matches.joined(separator: " AND ")))")
      } else {
        // Without an index, SQLite builds one for IN, but not for EXISTS.
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

  /// Whether there is a violation in the first rows.
  func findsAny(inFirst count: Int, _ connection: Connection) throws(SQLiteError) -> Bool {
    let columns = key.columns.map(\.quotedName).joined(separator: ", ")
    let rows = "(SELECT \(columns) FROM main.\(key.child.quotedName) LIMIT \(count)) AS c"
    return try connection.prepare("SELECT 1 FROM \(rows) WHERE \(condition) LIMIT 1").step()
  }

  /// Whether there may be a violation in rows with these rowids. A table WITHOUT ROWID has none.
  func mayFindAny(
    in ranges: [ClosedRange<Int64>]?, _ connection: Connection
  ) throws(SQLiteError) -> Bool {
    guard let ranges, let rowID = try rowID(connection) else { return true }
    let query = try connection.prepare(
      "SELECT 1 FROM main.\(key.child.quotedName) AS c WHERE \(rowID) BETWEEN ? AND ? AND \(condition) LIMIT 1"
    )
    for range in ranges {
      defer { query.rewind() }
      try query.bind([.integer(range.lowerBound), .integer(range.upperBound)])
      if try query.step() { return true }
    }
    return false
  }

  /// The values of the key's columns, and the rowid or NULL.
  func orphans(_ connection: Connection) throws(SQLiteError) -> Statement {
    let columns = key.columns.map { "c.\($0.quotedName)" }
    let rowID = try rowID(connection) ?? "NULL"
    return try connection.prepare(
      "SELECT \(columns.joined(separator: ", ")), \(rowID) FROM \(source)")
  }

  /// One row, without its number in a table WITHOUT ROWID.
  typealias Orphan = (rowID: Int64?, values: [SQLiteValue])

  /// The first few violations, and the number of all.
  func count(
    examples limit: Int, _ connection: Connection
  ) throws(SQLiteError) -> (examples: [Orphan], count: Int) {
    var (examples, count): ([Orphan], Int) = ([], 0)
    // An app can replace count().
    let orphans = try orphans(connection)
    while try orphans.step() {
      count += 1
      guard count <= limit else { continue }
      let row = orphans.row
      examples.append((row[key.columns.count].int64, Array(row.prefix(key.columns.count))))
    }
    return (examples, count)
  }

  private var source: String { "main.\(key.child.quotedName) AS c WHERE \(condition)" }

  /// A name of the rowid that no column uses; nil for a table WITHOUT ROWID.
  func rowID(_ connection: Connection) throws(SQLiteError) -> String? {
    let taken = Set(
      try connection.rows("PRAGMA main.table_xinfo(\(key.child.quotedName))").compactMap(\.[1].name)
    )
    guard let name = ["rowid", "oid", "_rowid_"].first(where: { !taken.contains(SQLName($0)) })
    else {
      return nil
    }
    let probe = "SELECT c.\(name) FROM main.\(key.child.quotedName) AS c"
    return (try? connection.prepare(probe)) == nil ? nil : "c.\(name)"
  }
}
