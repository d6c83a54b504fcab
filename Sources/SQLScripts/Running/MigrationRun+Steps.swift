import SQLScriptsDatabase
import SQLScriptsFiles

// What both kinds of step need.
extension MigrationRun {
  func planUnderLock() throws(StepStop) -> MigrationPlan {
    do throws(MigrationFailure) {
      let installed = try installed(expecting: decision?.plan.from)
      note(installed)
      return try plan(for: installed, to: target)
    } catch {
      throw .failure(error.reason)
    }
  }

  /// Keeps where the database stands now that it was read: whatever is said of it later is not older than that.
  private func note(_ installed: InstalledVersion) {
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

  /// Keeps a plan for as long as the database says the same. Not where more counts than what it says: of the history,
  /// to which another process may add an update that came late, and of an adoption.
  func keep(_ plan: MigrationPlan, for installed: InstalledVersion) {
    let needsHistory = (try? library.needsHistory()) ?? true
    decision = needsHistory || plan.adoption != nil ? nil : Decision(for: installed, plan)
  }

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
      try authorizer.asHook { try onNewDatabase?(connection) }
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
}
