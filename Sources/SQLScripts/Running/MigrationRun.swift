import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles

/// One migration of one database. Reads the version, plans, runs the steps, and implements the laws about transactions
/// (12, 13, 14, 15, 19 and 29).
final class MigrationRun {
  let connection: Connection
  let options: MigrationOptions
  let database: String
  let writer: VersionWriter
  var report = MigrationReport(from: nil, to: 0)
  let library: ScriptLibrary
  /// Where the installed version is stored (law 4).
  let store: VersionStore
  let reader: VersionReader
  let authorizer: ScriptAuthorizer
  let authorizerBox: AuthorizerBox
  var target: Int64?
  var started: Set<Int64> = []
  var current: MigrationPlan.Step?

  /// The last plan. Replanning before each of N transactions would be O(N²).
  var decision: Decision?

  /// Whether this run creates a database, which may be below `minimumVersion` on its way.
  private var makesDatabase = false

  /// The version below which a database that this run creates is incomplete (law 10).
  var doneAt: Int64 = 0

  /// The part that SQLite has rolled back by itself.
  var lostGroup = LostGroup.none

  /// Whether it holds the lock file from its first step to its last.
  private(set) var isAlone = false

  /// Whether the backup was made or is not needed. Only the state before the run is backed up (law 24).
  var hasBackedUp = false

  /// Whether to record the adopted version without running scripts.
  var onlyAdopts = false

  /// Called inside the transaction that adopts, before the version is recorded.
  var onAdopt: ((Connection, AdoptedVersion) throws(MigrationRefusal) -> Void)?

  /// The cancellations that can stop the run.
  let cancellations: [MigrationCancellation]

  /// Called inside the transaction that creates a new database.
  var onNewDatabase: ((Connection) throws -> Void)?

  /// A plan, valid while the database has the same version.
  struct Decision {
    let installed: InstalledVersion
    let plan: MigrationPlan

    init(for installed: InstalledVersion, _ plan: MigrationPlan) {
      self.installed = installed
      self.plan = plan
    }
  }

  /// The next action after a transaction.
  enum Progress {
    case finished, more
    /// The next step is not transactional.
    case alone(MigrationPlan.Step)
  }

  init(
    _ connection: Connection, library: ScriptLibrary, store: VersionStore,
    options: MigrationOptions, database: String, cancellations: [MigrationCancellation] = []
  ) {
    self.connection = connection
    self.library = library
    self.store = store
    var options = options
    options.observer = options.observer.observing(database)
    self.options = options
    self.database = database
    self.cancellations = [options.cancellation].compactMap { $0 } + cancellations
    reader = VersionReader(connection, store: store)
    writer = VersionWriter(connection, store: store)
    authorizer = ScriptAuthorizer(store: store)
    authorizerBox = AuthorizerBox(authorizer)
    // SQLite waits with the caller's busy handler. This timeout is for waits of our own.
    if connection.isBorrowed { connection.patience = waiting }
  }

  var waiting: Milliseconds { Milliseconds(options.busyTimeout.milliseconds) }

  func failure(_ reason: MigrationFailure.Reason) -> MigrationFailure {
    var reason = reason
    if case .database(let error, let activity) = reason {
      reason = .database(authorizer.cause(of: error), during: activity)
    }
    return MigrationFailure(reason: reason, report: report, database: database)
  }

  // MARK: Deciding

  /// Reads the installed version.
  ///
  /// - Parameter expected: the version that needs no further check.
  func installed(expecting expected: Int64? = nil) throws(MigrationFailure) -> InstalledVersion {
    do throws(SQLiteError) {
      return try connection.retryWhileBusy(waiting) { () throws(SQLiteError) in
        try reader.read(expecting: expected)
      }
    } catch {
      throw failure(.database(error, during: .readingVersion))
    }
  }

  /// Makes the plan for a version.
  func plan(
    for installed: InstalledVersion, to target: Int64?
  ) throws(MigrationFailure) -> MigrationPlan {
    if let decision, decision.installed == installed { return decision.plan }
    do throws(MigrationFailure.Reason) {
      let history = try library.needsHistory() ? try appliedVersions() : []
      if case .version(let version) = installed, !makesDatabase {
        makesDatabase = try isHalfMade(at: version)
      }
      var plan = try library.plan(
        for: installed, to: target, history: history, adoption: try adopted(installed),
        hasMinimum: !makesDatabase, options: options)
      guard onlyAdopts else {
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
    case .halfMade:
      return onlyAdopts ? try AdoptionReader(connection).read(adoption, installed) : nil
    case .new, .version, .malformed: return nil
    }
  }

  /// The applied versions. In FMDBMigrationManager's store, its rows count (law 4).
  func appliedVersions() throws(MigrationFailure.Reason) -> [Int64] {
    do throws(SQLiteError) {
      if store == .schemaMigrations, connection.hasTable("schema_migrations") {
        let rows = try connection.rows("SELECT version FROM main.schema_migrations")
        return rows.compactMap { $0[0].int64 }
      }
      return try History.read(connection).map(\.version)
    } catch {
      throw .database(error, during: .readingVersion)
    }
  }

  /// Whether a run that stopped outside a transaction left a new database here (law 19). No release had this version,
  /// so `minimumVersion` does not apply.
  private func isHalfMade(at version: Int64) throws(MigrationFailure.Reason) -> Bool {
    guard let minimum = try library.settings().minimumVersion, version < minimum else {
      return false
    }
    do throws(SQLiteError) {
      return try History.isHalfMade(version, connection)
    } catch {
      throw .database(error, during: .readingVersion)
    }
  }

  /// Migrates the database.
  func migrate(to target: Int64?) throws(MigrationFailure) -> MigrationReport {
    var report = try migrated(to: target)
    report.database = database
    options.observer?.observe(.finished(report))
    return report
  }

  private func migrated(to target: Int64?) throws(MigrationFailure) -> MigrationReport {
    let start = Milliseconds.now
    let installed = try installed(expecting: library.currentVersion(target: target))
    // Law 6: nothing is parsed, locked or written.
    if case .version(let version) = installed, library.isCurrent(version, target: target),
      !mayBeUnfinished
    {
      report = MigrationReport(from: version, to: version)
      return report
    }
    self.target = target
    let plan = try plan(for: installed, to: target)
    keep(plan, for: installed)
    makesDatabase = makesDatabase || plan.isNewDatabase
    if makesDatabase, let minimum = try? library.settings().minimumVersion, minimum <= plan.to {
      doneAt = minimum
    }
    report = MigrationReport(from: plan.from, to: plan.from ?? 0)
    report.adopts = plan.adoption != nil
    guard !plan.isEmpty else { return report }
    try load(plan)
    try checkCode(for: plan)
    // SQLite opens a read-only file without an error. Without this check, a script would get the blame.
    if connection.isReadOnly { throw failure(.database(.readOnly, during: .opening)) }
    options.observer?.observe(.planned(plan))
    do throws(MigrationFailure) {
      try runBesideOthers()
    } catch {
      throw lookedAt(after: error)
    }
    report.stepsOfOthers = max(0, plan.steps.count - report.steps.count)
    report.to = max(report.to, plan.to)
    report.milliseconds = Milliseconds.since(start)
    return report
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

  // MARK: Running

  /// Law 24: if a backup is requested, nobody else may migrate between two steps of one run. They would back up a
  /// half-finished state and delete the backup from before.
  private func runBesideOthers() throws(MigrationFailure) {
    guard options.backup != nil else { return try runTransactions() }
    let lock = try lockOthersOut()
    isAlone = lock != nil
    defer { isAlone = false }
    try runTransactions()
    _ = consume lock
  }

  private func runTransactions() throws(MigrationFailure) {
    guard connection.isInAutocommit else {
      throw failure(
        .database(.misuse("the connection is inside a transaction"), during: .preparing))
    }
    // A running query would block the script, and a cancellation could not end it.
    if let sql = connection.runningStatement, connection.isReading || !cancellations.isEmpty {
      throw failure(
        .database(
          .misuse("a statement of the connection has not been read to its end: \(sql)"),
          during: .preparing))
    }
    let former = connection.setAuthorizer(authorizerBox)
    defer { connection.removeAuthorizer(restoring: former) }
    var settings: ConnectionSettings
    do throws(SQLiteError) {
      settings = try ConnectionSettings(preparing: connection)
    } catch {
      throw failure(.database(error, during: .preparing))
    }
    defer { settings.restore(connection) }
    let runner = StepRunner(
      connection, authorizer: authorizer, waiting: waiting, onItem: itemObserver)
    runner.executor.bindsInserts = options.bindsInserts
    runner.executor.sharesConnection =
      connection.isBorrowed || !options.codeSteps.isEmpty || onNewDatabase != nil
    while true {
      switch try runTransaction(runner) {
      case .finished: return
      case .more: continue
      case .alone(let step):
        try runAlone(step, runner)
        do throws(SQLiteError) {
          // The script may have changed the journal mode, which affects durability.
          try settings.makeDurable(connection)
        } catch {
          throw failure(.database(error, during: .preparing))
        }
      }
    }
  }

  private var itemObserver: ((Int, Int) -> Void)? {
    guard let observer = options.observer else { return nil }
    return { [unowned self] count, total in
      guard let step = current else { return }
      observer.observe(.statementDone(step, count: count, of: total))
    }
  }
}
