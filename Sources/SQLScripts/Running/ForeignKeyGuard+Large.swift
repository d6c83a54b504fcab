import SQLScriptsDatabase
import SQLScriptsSQL

/// What is only done in a large database.
extension ForeignKeyGuard {
  /// Most databases have no foreign keys to check, so the transaction does not begin with this.
  func isLarge() throws(SQLiteError) -> Bool {
    if let largeness { return largeness }
    let count = try connection.value("PRAGMA main.page_count")?.int64
    let isLarge = count ?? 0 > 2000 || assumesLarge
    largeness = isLarge
    return isLarge
  }

  /// Begins to note the rows that a script or code step writes. Which tables a code step writes is only known when it has
  /// ended.
  func watchRows() throws(SQLiteError) {
    guard rows == nil, schema.hasReferences, try isLarge() else { return }
    guard !connection.isExposed, !connection.isConfiguredByApp || assumesLarge else { return }
    rows = WrittenRows()
    connection.watch(rows)
  }

  /// Looks at the violations of a large database before the first statement that may add some, if the first rows have
  /// any. Otherwise the statements would run twice.
  func sample(_ tables: Set<ScriptAuthorizer.Touch>) throws(SQLiteError) {
    guard schema.hasReferences, try isLarge() else { return }
    let keys = keys(of: Set(tables.map(\.table)))
    if !keys.isEmpty { try watchRows() }
    // What it learns of the indexes holds only until the next statement.
    var touches = touches
    for key in keys where !sampled.contains(key) {
      guard try touches.mayBreak(key, connection) else { continue }
      // Later it would be too late, because the rows were written.
      sampled.insert(key)
      guard look(of: .declared(key)) == nil, let query = try query(for: key) else { continue }
      // Then the written rows will tell.
      if rows != nil, touches.onlyWriteRows(of: key), try query.rowID(connection) != nil {
        continue
      }
      guard try query.findsAny(inFirst: 1000, connection) else { continue }
      try connection.withLargeCache(if: true) { () throws(SQLiteError) in
        try look(at: .declared(key))
      }
    }
  }

  /// Ends a script or code step, whether it succeeded or not.
  func endPart() {
    guard rows != nil else { return }
    rows = nil
    connection.watch(nil)
  }
}
