import SQLScriptsDatabase
import SQLScriptsFiles

// Transaction: the scripts that are committed together.
extension MigrationRun {
  var newGroup: StepGroup {
    StepGroup(limit: lostGroup.isNone ? Milliseconds(options.groupCommit).count : 0)
  }

  /// Takes the lock, plans again under it (law 13), runs scripts until the group is old enough (law 29), and
  /// commits them.
  func runTransaction(
    _ group: inout StepGroup, _ runner: StepRunner
  ) throws(StepInterruption) -> Progress {
    try lock()
    let plan = try planUnderLock()
    lostGroup.settle()
    report.doubtful = nil
    guard !plan.isEmpty else {
      rollBack()
      return .finished
    }
    if options.backup != nil {
      try backUp(before: plan)
      // Not as old as the backup has taken.
      group = newGroup
    }
    try prepareJournal(for: plan)
    group.installed = plan.from ?? 0
    if let adoption = plan.adoption { try adopt(adoption, in: &group) }
    // A new database with a hook becomes visible only with the rows that the hook inserts.
    group.staysOpen =
      plan.isNewDatabase && (request.onNewDatabase != nil || beginsBelowMinimum(plan))
    do throws(SQLiteError) {
      try runner.foreignKeys.beginTransaction()
    } catch {
      throw .failure(.database(error, during: .preparing))
    }
    var rest = plan.pending
    while let step = rest.first, group.isEmpty || !group.isFull {
      if let reason = lostGroup.reason(against: step) { throw .failure(reason) }
      let script = try script(of: step)
      guard script.isTransactional else {
        if group.isEmpty {
          rollBack()
          return .outsideTransaction(step)
        }
        break
      }
      try refuseUnfinished(script)
      announce(step, of: plan)
      try runStep(step, script, in: &group, runner)
      rest.removeFirst()
    }
    if plan.isNewDatabase {
      try callNewDatabaseHook(&group)
      runner.foreignKeys.forgetRows()
    }
    try commit(&group)
    remember(plan.rest(rest, from: group.version), for: .version(group.version))
    return rest.isEmpty ? .finished : .more
  }

  /// Keeps the journal for the next transaction, or deletes it in the last one, and in the one before a script outside a
  /// transaction. With group commit nobody knows which one is the last, and there are few.
  private func prepareJournal(for plan: MigrationPlan) throws(StepInterruption) {
    if newGroup.isFull, !connection.isBorrowed, let next = plan.pending.dropFirst().first,
      try script(of: next).isTransactional
    {
      journal.keep(connection)
    } else {
      journal.delete(connection)
    }
  }

  /// Whether law 10 would refuse the first versions. A new database must not be left at one of them.
  private func beginsBelowMinimum(_ plan: MigrationPlan) -> Bool {
    guard let first = plan.pending.first, let minimum = try? library.settings().minimumVersion
    else {
      return false
    }
    return first.version < minimum
  }

  /// Runs a script and records its version. A script that has to run again (law 31) runs again alone if it has
  /// a savepoint.
  ///
  /// The first script of a group needs no savepoint, because rolling it back ends the transaction. A savepoint would
  /// make SQLite write every changed page twice.
  private func runStep(
    _ step: MigrationPlan.Step, _ script: Script, in group: inout StepGroup, _ runner: StepRunner
  ) throws(StepInterruption) {
    group.running = step
    if !group.isEmpty {
      try executeSavepoint("SAVEPOINT sqlscripts_step")
      group.hasOpenSavepoint = true
    }
    let start = Milliseconds.now
    let (count, notices) = try runScriptRepeatedly(script, of: step, in: group, runner)
    let milliseconds = Milliseconds.since(start)
    try record(step, script, count: count, milliseconds: milliseconds, after: group)
    if group.hasOpenSavepoint { try executeSavepoint("RELEASE sqlscripts_step") }
    group.hasOpenSavepoint = false
    group.running = nil
    group.steps.append(
      MigrationReport.Step(
        version: step.version, script: script.file.name, statementCount: count,
        milliseconds: milliseconds, isAtomic: true, notices: notices))
  }

  /// Runs a script, and runs it again as long as it has to (law 31), if it has a savepoint.
  private func runScriptRepeatedly(
    _ script: Script, of step: MigrationPlan.Step, in group: StepGroup, _ runner: StepRunner
  ) throws(StepInterruption) -> (count: Int, notices: [String]) {
    while true {
      do throws(StepInterruption) {
        return try runScript(script, of: step, runner)
      } catch {
        guard case .again = error, group.hasOpenSavepoint else { throw error }
        try executeSavepoint("ROLLBACK TO sqlscripts_step")
        runner.foreignKeys.didRollBackStep()
        options.observer?.observe(.stepsRepeated)
      }
    }
  }

  /// Laws 9 and 20: records the adopted version and the missing history.
  private func adopt(_ adoption: AdoptedVersion, in group: inout StepGroup) throws(StepInterruption)
  {
    do throws(MigrationRefusal) {
      if let check = request.onAdopt {
        try check(connection, adoption)
      } else {
        try checkSchema(of: adoption)
      }
    } catch {
      throw .failure(.refused(error))
    }
    do throws(SQLiteError) {
      if let old = adoption.oldStore { try writer.move(adoption.version, from: old) }
      for version in adoption.applied where adoption.oldStore == nil {
        let entry = VersionWriter.Entry(
          version: version, script: nil, checksum: nil, statementCount: 0, milliseconds: 0,
          origin: adoption.origin)
        try writer.record(entry, installed: adoption.version)
      }
      try StepPosition.drop(upTo: adoption.version, from: connection)
    } catch {
      throw .failure(.database(error, during: .recording(version: adoption.version)))
    }
    group.adopted = adoption.version
  }
}
