import SQLScriptsDatabase
import SQLScriptsFiles

// Plan: what the database needs.
extension MigrationRun {
  /// Makes the plan before anything is locked, and checks that its scripts can run.
  ///
  /// - Returns: nil if there is nothing to do.
  func makePlan() throws(MigrationFailure) -> MigrationPlan? {
    let target = request.target
    let installed = try installed(expecting: library.currentVersion(target: target))
    // Law 6: nothing is parsed, locked or written.
    if case .version(let version) = installed, library.isCurrent(version, target: target),
      !mayBeUnfinished
    {
      report = MigrationReport(from: version, to: version)
      return nil
    }
    // A refusal names the version, too.
    if case .version(let version) = installed {
      report = MigrationReport(from: version, to: version)
    }
    let plan = try plan(for: installed, to: target)
    remember(plan, for: installed)
    makesDatabase = makesDatabase || plan.isNewDatabase
    if makesDatabase, let minimum = try? library.settings().minimumVersion, minimum <= plan.to {
      completeFromVersion = minimum
    }
    report = MigrationReport(from: plan.from, to: plan.from ?? 0)
    report.wasToAdopt = plan.adoption != nil
    guard !plan.isEmpty else { return nil }
    try load(plan)
    try checkCode(for: plan)
    // SQLite opens a read-only file without an error. Without this check, a script would get the blame.
    if connection.isReadOnly { throw failure(.database(.readOnly, during: .opening)) }
    options.observer?.observe(.planned(plan))
    return plan
  }

  /// Law 10: an unreadable script anywhere in the plan is found before the first statement runs.
  private func load(_ plan: MigrationPlan) throws(MigrationFailure) {
    do throws(MigrationFailure.Reason) {
      report.diagnostics = try library.load(plan.steps.map(\.script))
      try plan.checkVersion(fits: store)
    } catch {
      throw failure(error)
    }
  }

  /// Law 13: reads the version again and decides again.
  func planUnderLock() throws(StepInterruption) -> MigrationPlan {
    do throws(MigrationFailure) {
      let installed = try installed(expecting: cachedPlan?.plan.from)
      didRead(installed)
      return try plan(for: installed, to: request.target)
    } catch {
      throw .failure(error.reason)
    }
  }

  /// Reads the installed version.
  ///
  /// - Parameter expected: the version that needs no further check.
  func installed(expecting expected: Int64? = nil) throws(MigrationFailure) -> InstalledVersion {
    do throws(SQLiteError) {
      return try connection.retryWhileBusy(busyTimeout) { () throws(SQLiteError) in
        try reader.read(expecting: expected)
      }
    } catch {
      throw failure(
        isCancelled && error.isBusy
          ? .cancelled(.readingVersion) : .database(error, during: .readingVersion))
    }
  }

  /// Makes the plan for a version.
  func plan(
    for installed: InstalledVersion, to target: Int64?
  ) throws(MigrationFailure) -> MigrationPlan {
    if let cachedPlan, cachedPlan.installed == installed { return cachedPlan.plan }
    do throws(MigrationFailure.Reason) {
      let history = try library.needsHistory() ? try appliedVersions() : []
      if case .version(let version) = installed, !makesDatabase {
        makesDatabase = try isIncomplete(at: version)
      }
      var plan = try library.plan(
        for: installed, to: target, history: history, adoption: try adopted(installed),
        hasMinimum: !makesDatabase, options: options)
      guard request.onlyAdopts else {
        plan.unfinished = try unfinished(in: plan)
        return plan
      }
      return MigrationPlan(
        from: plan.from, to: plan.from ?? 0, steps: [], adoption: plan.adoption)
    } catch {
      throw failure(error)
    }
  }

  /// The adopted version, if it is needed (law 20).
  private func adopted(
    _ installed: InstalledVersion
  ) throws(MigrationFailure.Reason) -> AdoptedVersion? {
    guard let adoption = options.adoption else { return nil }
    switch installed {
    case .unversioned, .unattested, .elsewhere:
      return try AdoptionReader(connection).read(adoption, installed)
    // Without an adoption for this database, it continues as it was begun.
    case .begun:
      return request.onlyAdopts ? try AdoptionReader(connection).read(adoption, installed) : nil
    case .new, .version, .malformed: return nil
    }
  }

  /// The applied versions. In FMDBMigrationManager's store, its rows count (law 4).
  func appliedVersions() throws(MigrationFailure.Reason) -> [Int64] {
    do throws(SQLiteError) {
      if store == .schemaMigrations, connection.hasTable("schema_migrations") {
        let rows = try connection.rows("SELECT version FROM main.schema_migrations")
        return rows.compactMap { $0[0].storedVersion }
      }
      return try History.read(connection).map(\.version)
    } catch {
      throw .database(error, during: .readingVersion)
    }
  }

  /// Whether a run that stopped outside a transaction left a new database here (law 19). No release had this version,
  /// so `minimumVersion` does not apply.
  private func isIncomplete(at version: Int64) throws(MigrationFailure.Reason) -> Bool {
    guard let minimum = try library.settings().minimumVersion, version < minimum else {
      return false
    }
    do throws(SQLiteError) {
      return try History.isBelowMinimum(version, connection)
    } catch {
      throw .database(error, during: .readingVersion)
    }
  }

  /// Keeps a plan while the database's version is the same. A plan is not kept if it depends on the history, to which
  /// another process may add a late update, or on an adoption.
  func remember(_ plan: MigrationPlan, for installed: InstalledVersion) {
    let needsHistory = (try? library.needsHistory()) ?? true
    cachedPlan = needsHistory || plan.adoption != nil ? nil : CachedPlan(for: installed, plan)
  }

  /// What was applied to the database.
  func history() throws(MigrationFailure) -> [HistoryEntry] {
    do throws(SQLiteError) {
      return try History.read(connection)
    } catch {
      throw failure(.database(error, during: .readingVersion))
    }
  }
}
