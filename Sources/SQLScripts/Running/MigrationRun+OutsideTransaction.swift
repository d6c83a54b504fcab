import SQLScriptsDatabase
import SQLScriptsFiles

extension MigrationRun {
  /// Law 19: runs each statement in autocommit mode, and moves the version after the last. A lock file next to the
  /// database, and reading the version again under it, implement law 13.
  func runOutsideTransaction(
    _ step: MigrationPlan.Step, _ runner: StepRunner
  ) throws(MigrationFailure) {
    // With a backup, the run holds it from its first step to its last.
    let lock = options.backup == nil ? try lockOthersOut() : nil
    do throws(StepInterruption) {
      try runLocked(step, runner)
    } catch {
      rollBack()
      writer.reset()
      runner.executor.forgetSchema()
      if case .failure(let reason) = error { throw failure(reason) }
    }
    _ = consume lock
  }

  /// Takes the lock file; nil for an in-memory database, which nobody else can open.
  func lockOthersOut() throws(MigrationFailure) -> StepLock? {
    guard let file = connection.fileName else { return nil }
    do throws(SQLiteError) {
      return try whileOthersMigrate { () throws(SQLiteError) in
        try StepLock(of: DatabaseFile(file), "-migrating", busyTimeout: busyTimeout) { isCancelled }
      }
    } catch {
      throw failure(isCancelled ? .cancelled(.locking) : .database(error, during: .locking))
    }
  }

  private func runLocked(_ step: MigrationPlan.Step, _ runner: StepRunner) throws(StepInterruption)
  {
    let plan = try planUnderLock()
    guard plan.pending.first == step else { return }
    let script = try script(of: step)
    announce(step, of: plan)
    // Until the script begins, the count is that of the previous script.
    runner.executor.count = 0
    let start = Milliseconds.now
    do throws(StepInterruption) {
      let result = try runScriptOutsideTransaction(script, of: step, from: plan.from, runner)
      let milliseconds = Milliseconds.since(start)
      try recordStep(
        MigrationReport.Step(
          version: step.version, script: script.file.name, statementCount: result.count,
          milliseconds: milliseconds, isAtomic: false,
          notices: result.notices + [Self.notAtomic]),
        step, script, from: plan.from, runner)
    } catch {
      // If the position was lost, the database was replaced meanwhile, so there is nothing to report.
      if runner.executor.count > 0, !runner.hasLostPosition {
        report.unfinished = .init(
          version: step.version, script: script.file.name, statementCount: runner.executor.count)
      }
      throw error
    }
    runner.executor.forgetSchema()
  }

  private func runScriptOutsideTransaction(
    _ script: Script, of step: MigrationPlan.Step, from installed: Int64?, _ runner: StepRunner
  ) throws(StepInterruption) -> (count: Int, notices: [String]) {
    try watchForCancellation(of: script, runner)
    defer { stopWatching(runner) }
    do throws(StepInterruption) {
      // A script outside a transaction cannot run again.
      runner.foreignKeys.beginStep(step.version, canRepeat: false)
      // Others may have written since the previous script.
      runner.foreignKeys.forgetRows()
      let start = installed.map { InstalledVersion.version($0) } ?? .new
      runner.isAtStart = { [reader] () throws(SQLiteError) in try reader.read() == start }
      return try runner.execute(script)
    } catch {
      throw cause(of: error)
    }
  }

  private static let notAtomic = "not atomic: it ran outside a transaction"

  private func recordStep(
    _ done: MigrationReport.Step, _ step: MigrationPlan.Step, _ script: Script,
    from installed: Int64?, _ runner: StepRunner
  ) throws(StepInterruption) {
    do throws(SQLiteError) {
      // All statements took effect, so a cancellation is too late.
      try begin()
    } catch {
      throw .failure(.database(error, during: .locking))
    }
    var group = StepGroup(limit: 0)
    group.installed = installed ?? 0
    try runner.expectPosition(script)
    try record(
      step, script, count: done.statementCount, milliseconds: done.milliseconds, after: group)
    group.steps.append(done)
    if installed == nil { try callNewDatabaseHook(&group) }
    try commit(&group)
  }
}
