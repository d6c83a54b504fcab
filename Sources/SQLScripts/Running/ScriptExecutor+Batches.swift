import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

// Runs INSERTs of the same shape as one statement.
extension ScriptExecutor {
  /// Runs the INSERTs of the next items.
  ///
  /// - Returns: the number of items that ran; 0 if the next one must run alone.
  func runBatch<Delegate: ScriptExecutorDelegate>(
    of items: ScriptItems, at index: Int, in script: Script, for delegate: Delegate
  ) throws(StepInterruption) -> Int {
    let item = items[index]
    let count = try script.document.withBytes { (bytes) throws(StepInterruption) in
      let texts = InsertBatch.Texts.items { row in
        guard index + row < items.count else { return nil }
        let item = items[index + row]
        return script.options(of: item) == nil ? bytes[item.text] : nil
      }
      let place = StatementPlace(
        offset: item.text.lowerBound, text: bytes[item.text], number: Int(item.number), item: item,
        part: .statements)
      return try runBatch(of: texts, at: place, for: delegate).count
    }
    for row in index..<(index + count) { delegate.didRun(items[row], number: row + 1) }
    return count
  }

  /// Runs the next INSERTs.
  ///
  /// - Parameter place: the first of them.
  /// - Returns: the number of those that ran, and in a part of a script, their bytes. The next one must run alone if there
  ///   are none.
  func runBatch<Delegate: ScriptExecutorDelegate>(
    of texts: InsertBatch.Texts, at place: StatementPlace, for delegate: Delegate
  ) throws(StepInterruption) -> (count: Int, length: Int) {
    // What the statement touches is known from the INSERTs before it.
    authorizer.beginStatement()
    defer { if !authorizer.touches.isEmpty { _ = authorizer.takeTouches() } }
    let prepare = { (sql: String) -> Statement? in try? self.connection.prepare(sql) }
    guard !connection.isInAutocommit, !isCancelled(),
      let batch = inserts.bindBatch(of: texts, prepare: prepare)
    else { return (0, 0) }
    var inserted = InsertBatch.rowCount
    do throws(SQLiteError) {
      authorizer.isStepping = true
      defer {
        authorizer.isStepping = false
        batch.statement.rewind()
      }
      try batch.statement.execute()
    } catch {
      inserts.didFailBatch()
      // Only a constraint tells how many rows came before the one that fails.
      guard error.code.primary == .constraint, !connection.isInAutocommit else {
        let cause = authorizer.cause(of: error)
        try delegate.didFail(StatementError(reason(for: cause), cause), at: place)
        return (0, 0)
      }
      inserted = min(connection.changes, InsertBatch.rowCount - 1)
    }
    count += inserted
    return inserted > 0 ? (inserted, batch.ends[inserted - 1]) : (0, 0)
  }
}
