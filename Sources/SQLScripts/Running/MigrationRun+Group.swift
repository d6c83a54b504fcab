import SQLScriptsDatabase
import SQLScriptsFiles

extension MigrationRun {
  /// One transaction: takes the lock, reads the version again under it (law 13), and runs scripts until
  /// the group is old enough (law 29).
  func runTransaction(_ runner: StepRunner) throws(MigrationFailure) -> Progress {
    var group = StepGroup(limit: lostGroup.isNone ? options.groupCommit.milliseconds : 0)
    do throws(StepStop) {
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
        group = StepGroup(limit: lostGroup.isNone ? options.groupCommit.milliseconds : 0)
      }
      group.installed = plan.from ?? 0
      return try runSteps(of: plan, in: &group, runner)
    } catch {
      return try recover(from: error, &group, runner)
    }
  }

  private func runSteps(
    of plan: MigrationPlan, in group: inout StepGroup, _ runner: StepRunner
  ) throws(StepStop) -> Progress {
    if let adoption = plan.adoption { try adopt(adoption, in: &group) }
    // A new database that the app fills itself becomes visible with what the app puts there.
    group.staysOpen = plan.isNewDatabase && (onNewDatabase != nil || beginsBelowMinimum(plan))
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
          return .alone(step)
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
    keep(plan.rest(rest, from: group.version), for: .version(group.version))
    return rest.isEmpty ? .finished : .more
  }

  /// Whether its first versions are such as law 10 refuses: a new database must not be left at one of them.
  private func beginsBelowMinimum(_ plan: MigrationPlan) -> Bool {
    guard let first = plan.pending.first, let minimum = try? library.settings().minimumVersion
    else {
      return false
    }
    return first.version < minimum
  }

  /// The first script of a group needs no savepoint: its end is the transaction's end. A savepoint would
  /// make SQLite write every page that the script changes twice.
  private func runStep(
    _ step: MigrationPlan.Step, _ script: Script, in group: inout StepGroup, _ runner: StepRunner
  ) throws(StepStop) {
    group.running = step
    if !group.isEmpty {
      try own(.preparing, "SAVEPOINT sqlscripts_step")
      group.hasOpenSavepoint = true
    }
    let start = Milliseconds.now
    let result = try executeRepeating(script, step, in: group, runner)
    let milliseconds = Milliseconds.since(start)
    try record(step, script, count: result.count, milliseconds: milliseconds, after: group)
    if group.hasOpenSavepoint { try own(.preparing, "RELEASE sqlscripts_step") }
    group.hasOpenSavepoint = false
    group.running = nil
    group.steps.append(
      MigrationReport.Step(
        version: step.version, script: script.file.name, statementCount: result.count,
        milliseconds: milliseconds, isAtomic: true, notices: result.notices))
  }

  /// Law 31: where a step is to be run again, those before it are not, as long as it has a savepoint.
  private func executeRepeating(
    _ script: Script, _ step: MigrationPlan.Step, in group: StepGroup, _ runner: StepRunner
  ) throws(StepStop) -> (count: Int, notices: [String]) {
    while true {
      do throws(StepStop) {
        return try cancellable(script, runner) { () throws(StepStop) in
          try execute(script, of: step, runner)
        }
      } catch {
        guard case .again = error, group.hasOpenSavepoint else { throw error }
        try own(.preparing, "ROLLBACK TO sqlscripts_step")
        runner.foreignKeys.didRollBackStep()
        options.observer?.observe(.stepsRepeated)
      }
    }
  }

  /// Laws 9 and 20: the version is recorded as what the caller said, with the history that was missing.
  private func adopt(_ adoption: AdoptedVersion, in group: inout StepGroup) throws(StepStop) {
    do throws(MigrationRefusal) {
      try onAdopt?(connection, adoption)
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

  /// Laws 14, 15 and 29: what was whole before the step that stopped is kept.
  private func recover(
    from stop: StepStop, _ group: inout StepGroup, _ runner: StepRunner
  ) throws(MigrationFailure) -> Progress {
    defer {
      writer.reset()
      runner.executor.forgetSchema()
    }
    if connection.isInAutocommit {
      rollBack()
      if repeats(group, after: stop) {
        options.observer?.observe(.stepsRepeated)
        return .more
      }
    } else if group.isEmpty || group.isFinishing || group.staysOpen {
      rollBack()
    } else {
      try keep(&group, after: stop)
    }
    if case .failure(let reason) = stop { throw failure(reason) }
    options.observer?.observe(.stepsRepeated)
    return .more
  }

  /// SQLite has taken back the scripts before the guilty one as well: they are run again, once, each in a
  /// transaction of its own. The guilty one is not run again: an interrupt would not come twice.
  private func repeats(_ group: StepGroup, after stop: StepStop) -> Bool {
    guard lostGroup.isNone, !group.isEmpty, !group.staysOpen else { return false }
    // A commit that failed with one script in it has nothing to save.
    if group.isFinishing, group.steps.count < 2 { return false }
    if group.isFinishing {
      report.doubtful = group.steps.last?.version
      lostGroup = .inDoubt(group)
    } else if let step = group.running, case .failure(let reason) = stop {
      lostGroup = .because(of: step, reason)
    } else {
      lostGroup = .settled
    }
    return true
  }

  /// Commits the scripts before the one that stopped.
  private func keep(_ group: inout StepGroup, after stop: StepStop) throws(MigrationFailure) {
    do throws(StepStop) {
      if group.hasOpenSavepoint {
        try own(.preparing, "ROLLBACK TO sqlscripts_step")
        try own(.preparing, "RELEASE sqlscripts_step")
      }
      try commit(&group)
    } catch {
      rollBack()
      guard case .failure(let reason) = stop else {
        if case .failure(let reason) = error { throw failure(reason) }
        return
      }
      if case .failure(.database(let trouble, _)) = error {
        report.uncommitted = .init(scripts: group.steps.map(\.script), error: trouble)
        if trouble.leavesCommitInDoubt { report.doubtful = group.version }
      }
      throw failure(reason)
    }
  }
}
