import SQLScriptsDatabase
import SQLScriptsFiles

// Shared by steps in a transaction and outside one.
extension MigrationRun {
  func script(of step: MigrationPlan.Step) throws(StepInterruption) -> Script {
    do throws(MigrationFailure.Reason) {
      return try library.script(step.script)
    } catch {
      throw .failure(error)
    }
  }

  func announce(_ step: MigrationPlan.Step, of plan: MigrationPlan) {
    current = step
    guard started.insert(step.version).inserted else { return }
    let total = report.steps.count + plan.pending.count
    options.observer?.observe(
      .stepStarted(step, number: started.count, of: max(total, started.count)))
  }

  /// Law 12: writes the version and the history in the transaction of the step.
  func record(
    _ step: MigrationPlan.Step, _ script: Script, count: Int, milliseconds: Double,
    after group: StepGroup
  ) throws(StepInterruption) {
    // Prepared statements are not compiled again, so the authorizer would not notice.
    if connection.isInAutocommit {
      throw .failure(
        .database(
          .misuse("something other than the migration ended the transaction"),
          during: .recording(version: step.version)))
    }
    let entry = VersionWriter.Entry(
      version: step.version, script: script.file.name, checksum: library.checksum(of: script),
      statementCount: count, milliseconds: Int(milliseconds.rounded()),
      origin: origin(of: step)
        + (step.version < completeFromVersion ? History.belowMinimumMark : ""))
    do throws(SQLiteError) {
      let installed = max(step.version, group.version)
      try writer.record(entry, installed: installed, watchedBy: authorizer, reader)
      try StepPosition.drop(upTo: entry.version, from: connection)
    } catch {
      throw .failure(.database(error, during: .recording(version: step.version)))
    }
  }

  /// Calls the app's hook in the transaction that creates a new database.
  func callNewDatabaseHook(_ group: inout StepGroup) throws(StepInterruption) {
    group.isFinishing = true
    do {
      try authorizer.asHook { try request.onNewDatabase?(connection) }
    } catch {
      throw .failure(.hook(error))
    }
  }

  /// Opens, rolls back or releases the savepoint of a script.
  func executeSavepoint(_ sql: String) throws(StepInterruption) {
    do throws(SQLiteError) {
      try connection.execute(sql)
    } catch {
      throw .failure(.database(error, during: .preparing))
    }
  }

  /// Takes the write lock and begins a transaction. From now on no statement may run without it.
  func begin(unless givesUp: () -> Bool = { false }) throws(SQLiteError) {
    try connection.beginImmediate(busyTimeout: busyTimeout, unless: givesUp)
    authorizer.transaction = connection
  }

  func rollBack() {
    authorizer.transaction = nil
    connection.rollBack()
  }

  func commit(_ group: inout StepGroup) throws(StepInterruption) {
    group.isFinishing = true
    authorizer.transaction = nil
    do throws(SQLiteError) {
      if connection.hasMoved { throw .moved }
      try connection.commit(busyTimeout: busyTimeout)
    } catch {
      throw .failure(.database(error, during: .committing(group.recorded)))
    }
    didCommit(group)
  }
}
