import SQLScriptsDatabase
import SQLScriptsFiles

extension MigrationRun {
  /// Runs one transaction: takes the lock, reads the version again (law 13), and runs scripts until the group is old
  /// enough (law 29).
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
    // A new database with a hook becomes visible only with the rows that the hook inserts.
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

  /// Whether law 10 would refuse the first versions. A new database must not be left at one of them.
  private func beginsBelowMinimum(_ plan: MigrationPlan) -> Bool {
    guard let first = plan.pending.first, let minimum = try? library.settings().minimumVersion
    else {
      return false
    }
    return first.version < minimum
  }

  /// The first script of a group needs no savepoint, because rolling it back ends the transaction. A savepoint would
  /// make SQLite write every changed page twice.
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

  /// Law 31: if a step has to run again, the steps before it do not, as long as it has a savepoint.
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

  /// Laws 9 and 20: records the adopted version and the missing history.
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

  /// Laws 14, 15 and 29: keeps the scripts before the failed step.
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

  /// Whether the scripts before the failed one run again, once, each in a separate transaction, because SQLite rolled
  /// them back as well. The failed one does not run again: an interrupt would not happen twice.
  private func repeats(_ group: StepGroup, after stop: StepStop) -> Bool {
    guard lostGroup.isNone, !group.isEmpty, !group.staysOpen else { return false }
    // If the commit of a single script failed, there is nothing to save.
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

  /// Commits the scripts before the failed one.
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
