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
      // Most such tables are dropped, and their copies prove that there is no new one.
      if copies.hasCopy(for: key) { continue }
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

  /// Notes an INSERT that may copy an untouched table, before it runs.
  func noteCopy(_ text: StatementText) throws(SQLiteError) {
    // What another process has done before a continued script is not known.
    guard canRepeat, try isLarge(), let copy = RowCopy(text), schema.hasTable(copy.source),
      !touches.tables.contains(copy.source)
    else { return }
    try copies.add(copy, connection)
  }

  /// The kinds whose violations are copies of earlier ones, as after most rebuilds, and the others.
  func split(
    _ kinds: [ForeignKeyKinds.Kind]
  ) throws(SQLiteError) -> (copied: [ForeignKeyKinds.Kind], others: [ForeignKeyKinds.Kind]) {
    var (copied, others): ([ForeignKeyKinds.Kind], [ForeignKeyKinds.Kind]) = ([], [])
    for kind in kinds {
      if let key = kind.keys.first, !touches.tables.contains(key.parent),
        let query = try query(for: key), copies.explain(kind, parents: query.affinities)
      {
        copied.append(kind)
      } else {
        others.append(kind)
      }
    }
    return (copied, others)
  }

  /// The notices for new foreign keys whose violations were copied. Only these are counted.
  func notices(for kinds: [ForeignKeyKinds.Kind]) throws(SQLiteError) -> [String] {
    var notices: [String] = []
    for kind in kinds where kind.isNew {
      guard let key = kind.keys.first, let query = try query(for: key) else { continue }
      let (examples, count) = try query.count(examples: 3, connection)
      notices.append(key.notice(of: examples, count: count, try WrittenNames(connection)))
    }
    return notices
  }

  /// Ends a script or code step, whether it succeeded or not.
  func endPart() {
    guard rows != nil else { return }
    rows = nil
    connection.watch(nil)
  }
}
