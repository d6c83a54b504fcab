import SQLScriptsDatabase
import SQLScriptsFiles

// What both kinds of step need.
extension MigrationRun {
  func script(of step: MigrationPlan.Step) throws(StepStop) -> Script {
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

  /// Law 12: version and history are written in the transaction of the step itself.
  func record(
    _ step: MigrationPlan.Step, _ script: Script, count: Int, milliseconds: Double,
    after group: StepGroup
  ) throws(StepStop) {
    // What was prepared before is not compiled again, and the authorizer would not hear of it.
    if connection.isInAutocommit {
      throw .failure(
        .database(
          .misuse("the transaction was ended by something else than the migration"),
          during: .recording(version: step.version)))
    }
    let entry = VersionWriter.Entry(
      version: step.version, script: script.file.name, checksum: library.checksum(of: script),
      statementCount: count, milliseconds: Int(milliseconds.rounded()),
      origin: origin(of: step) + (step.version < doneAt ? History.halfMade : ""))
    do throws(SQLiteError) {
      let installed = max(step.version, group.version)
      try writer.record(entry, installed: installed, watchedBy: authorizer, reader)
      try StepPosition.drop(upTo: entry.version, from: connection)
    } catch {
      throw .failure(.database(error, during: .recording(version: step.version)))
    }
  }

  /// The app's own part of making a database, in the transaction that makes it.
  func callNewDatabaseHook(_ group: inout StepGroup) throws(StepStop) {
    group.isFinishing = true
    do {
      try authorizer.asHook { try request.onNewDatabase?(connection) }
    } catch {
      throw .failure(.hook(error))
    }
  }

  func own(
    _ activity: MigrationFailure.Activity, _ sql: String
  ) throws(StepStop) {
    do throws(SQLiteError) {
      try connection.execute(sql)
    } catch {
      throw .failure(.database(error, during: activity))
    }
  }

  /// Takes the write lock and begins a transaction, which no statement may run without from now on.
  func begin(unless givesUp: () -> Bool = { false }) throws(SQLiteError) {
    try connection.beginImmediate(waiting: waiting, unless: givesUp)
    authorizer.transaction = connection
  }

  func rollBack() {
    authorizer.transaction = nil
    connection.rollBack()
  }

  func commit(_ group: inout StepGroup) throws(StepStop) {
    group.isFinishing = true
    authorizer.transaction = nil
    do throws(SQLiteError) {
      if connection.hasMoved { throw .moved }
      try connection.commit(waiting: waiting)
    } catch {
      throw .failure(.database(error, during: .committing(group.steps.map(\.version))))
    }
    didCommit(group)
  }
}
