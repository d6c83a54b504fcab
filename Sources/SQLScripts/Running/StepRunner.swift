import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

/// Runs the scripts of a migration, and keeps the position of those outside a transaction (law 19).
final class StepRunner {
  let executor: ScriptExecutor
  private let onItem: ((_ count: Int, _ of: Int) -> Void)?

  // The state of the running script.
  private var script: Script?

  // The state of a script outside a transaction (law 19).
  var statements: [WrittenStatement] = []
  /// The position over all runs.
  var position = StepPosition(startOf: 0)
  /// The position after the statement that is being committed.
  var written = StepPosition(startOf: 0)
  var log = StepLog(startOf: 0)
  var wantedItem: (index: Int, isWanted: Bool)?
  /// Statements that `onlyIf` has skipped since the position was written.
  var skipped: [Int] = []
  /// Whether the database no longer has the position that was written.
  var hasLostPosition = false
  /// Whether the database is at the version where the script begins.
  var isAtStart: () throws(SQLiteError) -> Bool = { () throws(SQLiteError) in true }

  init(
    _ connection: Connection, authorizer: ScriptAuthorizer, busyTimeout: Milliseconds,
    onItem: ((_ count: Int, _ of: Int) -> Void)?
  ) {
    executor = ScriptExecutor(connection, authorizer: authorizer, busyTimeout: busyTimeout)
    self.onItem = onItem
  }

  var foreignKeys: ForeignKeyGuard { executor.foreignKeys }

  /// Runs a script without recording its version and history.
  func execute(_ script: Script) throws(StepInterruption) -> (count: Int, notices: [String]) {
    begin(script)
    defer { executor.end() }
    do throws(SQLiteError) {
      try executor.begin(script, continuesOther: !script.isTransactional)
    } catch {
      throw .failure(.database(error, during: .checking(script: script.file.name)))
    }
    if script.isTransactional {
      try executor.require(script, for: self)
      try executor.runItems(of: script, for: self)
    } else {
      try beginOrContinue(script)
      executor.watch()
      // A script that continues has changed what the queries look at.
      if position.done == 0 { try executor.require(script, for: self) }
      try runOutsideTransaction(script)
    }
    try executor.verify(script, for: self)
    try executor.prove(script)
    return (executor.count, executor.notices)
  }

  private func begin(_ script: Script) {
    self.script = script
    statements = []
    position = StepPosition(startOf: script.version)
    log = StepLog(startOf: script.version)
    wantedItem = nil
    skipped = []
    hasLostPosition = false
  }
}

/// A migration stops at the first error (law 14).
extension StepRunner: ScriptExecutorDelegate {
  func begin(_ item: ScriptItem, condition: Bool?) -> ScriptItemUse {
    condition ?? true ? .run : .skip
  }
  func willCompile(_ place: StatementPlace) {}
  func willRun(_ statement: Statement, _ text: StatementText) {}
  func didRun(_ place: StatementPlace) {}

  func didFail(_ error: StatementError, at place: StatementPlace) throws(StepInterruption) {
    guard let script else { return }
    throw .failure(executor.reason(for: error, at: place, in: script))
  }

  func didRun(_ item: ScriptItem, number: Int) {
    if let onItem, let script { onItem(number, script.items.count) }
  }
}
