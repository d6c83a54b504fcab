import SQLScriptsDatabase
import SQLScriptsFiles

// Shared by steps in a transaction and outside one.
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

  /// Stores the version that was read, so that later reports are not older.
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
    // Updates that were merged late do not change the version.
    if group.installed < version { return true }
    guard let applied = try? appliedVersions() else { return false }
    return Set(group.steps.map(\.version)).isSubset(of: applied)
  }

  /// Adds the current version of the database to a failure. Others may have migrated it meanwhile.
  func lookedAt(after failure: MigrationFailure) -> MigrationFailure {
    guard !failure.isCommitInDoubt, connection.isInAutocommit else { return failure }
    if connection.isBorrowed, failure.isBusy {
      // Reading the version would wait once more.
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

  /// Keeps a plan while the database's version is the same. A plan is not kept if it depends on the history, to which
  /// another process may add a late update, or on an adoption.
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

  /// Law 12: writes the version and the history in the transaction of the step.
  func record(
    _ step: MigrationPlan.Step, _ script: Script, count: Int, milliseconds: Double,
    after group: StepGroup
  ) throws(StepStop) {
    // Prepared statements are not compiled again, so the authorizer would not notice.
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

  /// Calls the app's hook in the transaction that creates a new database.
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

  /// Takes the write lock and begins a transaction. From now on no statement may run without it.
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
}
