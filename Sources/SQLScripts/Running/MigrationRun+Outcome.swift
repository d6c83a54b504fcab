import SQLScriptsDatabase
import SQLScriptsFiles

// Outcome: what was committed, and what a failure leaves.
extension MigrationRun {
  /// Reports the steps after their commit (law 29).
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

  /// Stores the version that was read, so that later reports are not older.
  func didRead(_ installed: InstalledVersion) {
    guard case .version(let version) = installed else { return }
    if case .inDoubt(let group) = lostGroup, tookEffect(group, at: version) { didCommit(group) }
    lostGroup.settle()
    report.doubtful = nil
    report.to = version
    report.hasVersion = true
  }

  /// Whether a commit that ended in an error took effect.
  private func tookEffect(_ group: StepGroup, at version: Int64) -> Bool {
    guard version == group.version else { return false }
    // Updates that were merged late do not change the version.
    if group.installed < version { return true }
    guard let applied = try? appliedVersions() else { return false }
    return Set(group.steps.map(\.version)).isSubset(of: applied)
  }

  /// Adds the current version of the database to a failure. Others may have migrated it meanwhile.
  func withCurrentVersion(after failure: MigrationFailure) -> MigrationFailure {
    guard !failure.isCommitInDoubt, connection.isInAutocommit else { return failure }
    if connection.isBorrowed, failure.isBusy {
      // Reading the version would wait once more.
      report.isStale = true
    } else {
      connection.setBusyTimeout(Milliseconds(0))
      defer { connection.setBusyTimeout(busyTimeout) }
      do throws(SQLiteError) {
        didRead(try reader.read(expecting: report.to))
      } catch {
        report.isStale = error.code.primary == .busy
      }
    }
    return MigrationFailure(reason: failure.reason, report: report, database: database)
  }

  /// Laws 14, 15 and 29: keeps the scripts before the failed step.
  func recover(
    from stop: StepInterruption, _ group: inout StepGroup, _ runner: StepRunner
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
    } else if group.steps.isEmpty || group.isFinishing || group.staysOpen {
      rollBack()
    } else {
      try commitEarlierScripts(&group, after: stop)
    }
    if case .failure(let reason) = stop { throw failure(reason) }
    options.observer?.observe(.stepsRepeated)
    return .more
  }

  /// Whether the scripts before the failed one run again, once, each in a separate transaction, because SQLite rolled
  /// them back as well. The failed one does not run again: an interrupt would not happen twice.
  private func repeats(_ group: StepGroup, after stop: StepInterruption) -> Bool {
    guard lostGroup.isNone, !group.steps.isEmpty, !group.staysOpen else { return false }
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
  private func commitEarlierScripts(_ group: inout StepGroup, after stop: StepInterruption)
    throws(MigrationFailure)
  {
    do throws(StepInterruption) {
      if group.hasOpenSavepoint {
        try executeSavepoint("ROLLBACK TO sqlscripts_step")
        try executeSavepoint("RELEASE sqlscripts_step")
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
