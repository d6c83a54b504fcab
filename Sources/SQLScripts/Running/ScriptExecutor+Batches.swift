import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

// Runs INSERTs of the same shape as one statement.
extension ScriptExecutor {
  /// Runs the INSERTs of the next items.
  ///
  /// - Returns: the number of items that ran; 0 if they must run one by one.
  func runBatch<Delegate: ScriptExecutorDelegate>(
    of items: ScriptItems, at index: Int, in script: Script, for delegate: Delegate
  ) throws(StepInterruption) -> Int {
    let item = items[index]
    let length = try script.document.withBytes { (bytes) throws(StepInterruption) in
      let texts = InsertBatch.Texts.items { row in
        guard index + row < items.count else { return nil }
        let item = items[index + row]
        return script.options(of: item) == nil ? bytes[item.text] : nil
      }
      let place = StatementPlace(
        offset: item.text.lowerBound, text: bytes[item.text], number: Int(item.number), item: item,
        part: .statements)
      return try runBatch(of: texts, at: place, for: delegate)
    }
    guard length != nil else { return 0 }
    for row in index..<(index + InsertBatch.rowCount) {
      delegate.didRun(items[row], number: row + 1)
    }
    return InsertBatch.rowCount
  }

  /// Runs the next INSERTs.
  ///
  /// - Parameter place: the first of them.
  /// - Returns: the bytes of those in a part of a script; nil if they must run one by one.
  func runBatch<Delegate: ScriptExecutorDelegate>(
    of texts: InsertBatch.Texts, at place: StatementPlace, for delegate: Delegate
  ) throws(StepInterruption) -> Int? {
    // What the statement touches is known from the INSERTs before it.
    authorizer.beginStatement()
    defer { if !authorizer.touches.isEmpty { _ = authorizer.takeTouches() } }
    let prepare = { (sql: String) -> Statement? in try? self.connection.prepare(sql) }
    guard !connection.isInAutocommit, !isCancelled(),
      let (statement, length) = inserts.bindBatch(of: texts, prepare: prepare)
    else { return nil }
    do throws(SQLiteError) {
      authorizer.isStepping = true
      defer {
        authorizer.isStepping = false
        statement.rewind()
      }
      try statement.execute()
    } catch {
      inserts.didFailBatch()
      // After an interrupt or on a full disk, SQLite may have rolled the transaction back.
      guard connection.isInAutocommit else { return nil }
      let cause = authorizer.cause(of: error)
      try delegate.didFail(StatementError(reason(for: cause), cause), at: place)
      return nil
    }
    count += InsertBatch.rowCount
    return length
  }
}
