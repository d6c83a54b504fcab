import SQLScriptsDatabase
import SQLScriptsFiles

// Outcome: what was committed, and what a failure leaves.
extension MigrationRun {
  /// What is reported as committed is committed (law 29).
  func didCommit(_ group: StepGroup) {
    if let adopted = group.adopted {
      report.adopted = adopted
      report.to = adopted
    }
    for step in group.steps {
      report.steps.append(step)
      report.to = max(report.to, step.version)
      options.observer?.observe(.stepCommitted(step))
    }
  }

  func finish(_ plan: MigrationPlan, milliseconds: Double) {
    report.stepsOfOthers = max(0, plan.steps.count - report.steps.count)
    report.to = max(report.to, plan.to)
    report.milliseconds = milliseconds
  }

  /// Keeps where the database stands now that it was read: whatever is said of it later is not older than that.
  func note(_ installed: InstalledVersion) {
    guard case .version(let version) = installed else { return }
    if case .inDoubt(let group) = lostGroup, hasArrived(group, at: version) { didCommit(group) }
    lostGroup.settle()
    report.doubtful = nil
    report.to = version
    report.hasVersion = true
  }

  /// Whether a commit that ended in an error took effect.
  private func hasArrived(_ group: StepGroup, at version: Int64) -> Bool {
    guard version == group.version else { return false }
    // Updates that came late leave the version as it was.
    if group.installed < version { return true }
    guard let applied = try? appliedVersions() else { return false }
    return Set(group.steps.map(\.version)).isSubset(of: applied)
  }

  /// A failure that says where the database stands after it: others may have migrated it meanwhile.
  func lookedAt(after failure: MigrationFailure) -> MigrationFailure {
    guard !failure.isCommitInDoubt, connection.isInAutocommit else { return failure }
    if connection.isBorrowed, failure.isBusy {
      // It would wait once more.
      report.isStale = true
    } else {
      connection.setBusyTimeout(Milliseconds(0))
      defer { connection.setBusyTimeout(waiting) }
      do throws(SQLiteError) {
        note(try reader.read(expecting: report.to))
      } catch {
        report.isStale = error.code.primary == .busy
      }
    }
    return MigrationFailure(reason: failure.reason, report: report, database: database)
  }

  /// Laws 14, 15 and 29: what was whole before the step that stopped is kept.
  func recover(
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
