import SQLScriptsDatabase
import SQLScriptsFiles

/// One migration of one database: Plan → Transaction → Outcome.
///
/// `migrate` makes a plan, then runs transactions until nothing of it is left. The extensions hold the parts:
///
///     Planning              what the database needs, decided without a lock and again under it (law 13)
///     BackingUp             the copy before the first step (law 24)
///     Transaction           the scripts that share a transaction (laws 12 and 29)
///     Steps                 what a step records, and the beginning and end of a transaction
///     Code                  code of the app in the transaction of an update (law 22)
///     OutsideTransaction    a script outside a transaction (law 19)
///     Unfinished            what such a script left when it stopped
///     Cancelling            how a cancellation reaches a statement (law 23)
///     Outcome               what was committed, and what a failure leaves (laws 14, 15 and 31)
final class MigrationRun {
  /// What the caller wants.
  struct Request {
    /// Where to stop; nil for the latest version.
    var target: Int64?

    /// Whether the report lists applied scripts that were edited since.
    var checksDrift = false

    /// Called inside the transaction that creates a new database.
    var onNewDatabase: ((Connection) throws -> Void)?

    /// Whether to record the version that is adopted and leave the scripts to a later migration.
    var onlyAdopts = false

    /// Called inside the transaction that adopts, before the version is recorded.
    var onAdopt: ((Connection, AdoptedVersion) throws(MigrationRefusal) -> Void)?
  }

  let connection: Connection
  let options: MigrationOptions
  let database: String
  let request: Request
  let writer: VersionWriter
  let library: ScriptLibrary
  /// Where the installed version is stored (law 4).
  let store: VersionStore
  let reader: VersionReader
  let authorizer: ScriptAuthorizer
  let authorizerBox: AuthorizerBox

  /// The cancellations that can stop the run.
  let cancellations: [MigrationCancellation]

  /// The file of the database if it was created for this run.
  private let createdFile: CreatedFile?

  // Plan.

  /// The last plan. Replanning before each of N transactions would be O(N²).
  var cachedPlan: CachedPlan?

  /// Whether this run creates a database, which may be below `minimumVersion` on its way.
  var makesDatabase = false

  /// The version below which a database that this run creates is incomplete (law 10).
  var completeFromVersion: Int64 = 0

  // Transaction.

  /// The step that runs, and the versions of all that have begun.
  var current: MigrationPlan.Step?
  var started: Set<Int64> = []

  /// The journal that a transaction leaves to the next one.
  var journal = KeptJournal()

  /// Whether the backup was made or is not needed. Only the state before the run is backed up (law 24).
  var hasBackedUp = false

  /// The part that SQLite has rolled back by itself.
  var lostGroup = LostGroup.none

  // Outcome.

  var report = MigrationReport(from: nil, to: 0)

  /// A plan. It is valid as long as the database is at this version.
  struct CachedPlan {
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
    case outsideTransaction(MigrationPlan.Step)
  }

  init(
    _ connection: Connection, library: ScriptLibrary, options: MigrationOptions, database: String,
    request: Request, cancellations: [MigrationCancellation], cachedPlan: CachedPlan?,
    createdFile: CreatedFile?
  ) {
    self.connection = connection
    self.library = library
    self.request = request
    self.cachedPlan = cachedPlan
    self.createdFile = createdFile
    store = library.versionStore(options)
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
    if connection.isBorrowed { connection.busyTimeout = busyTimeout }
  }

  var busyTimeout: Milliseconds { Milliseconds(options.busyTimeout) }

  func failure(_ reason: MigrationFailure.Reason) -> MigrationFailure {
    var reason = reason
    if case .database(let error, let activity) = reason {
      reason = .database(authorizer.cause(of: error), during: activity)
    }
    return MigrationFailure(reason: reason, report: report, database: database)
  }

  /// Migrates the database.
  func migrate() throws(MigrationFailure) -> MigrationReport {
    let start = Milliseconds.now
    do throws(MigrationFailure) {
      let plan = try makePlan()
      // Laws 25 and 29: a cancellation does not end the waiting of completed scripts, nor that of the app's statements.
      connection.givesUp = nil
      if let plan {
        do throws(MigrationFailure) {
          // Law 24: if a backup is requested, nobody else may migrate between two steps of one run. They would back up
          // a half-finished state and delete the backup from before.
          let lock = options.backup == nil ? nil : try lockOthersOut()
          try runTransactions()
          _ = consume lock
        } catch {
          throw withCurrentVersion(after: error)
        }
        finish(plan, milliseconds: Milliseconds.since(start))
      }
    } catch {
      // This run created the file, so “Nothing was changed” would be wrong.
      createdFile?.removeIfEmpty(connection)
      throw error
    }
    report.database = database
    // A migration that has succeeded does not fail because a script cannot be compared.
    if request.checksDrift { report.changedScripts = (try? changedScripts()) ?? [] }
    #if DEBUG
      if options.checksAppliedScripts { checkAppliedScripts() }
    #endif
    options.observer?.observe(.finished(report))
    return report
  }

  /// Runs transactions until nothing is left of the plan.
  private func runTransactions() throws(MigrationFailure) {
    try checkIdle()
    let former = connection.setAuthorizer(authorizerBox)
    defer { connection.removeAuthorizer(restoring: former) }
    var settings: ConnectionSettings
    do throws(SQLiteError) {
      settings = try ConnectionSettings(preparing: connection)
    } catch {
      throw failure(.database(error, during: .preparing))
    }
    defer { settings.restore(connection) }
    defer { deleteJournal() }
    let runner = makeRunner()
    var progress = Progress.more
    repeat {
      if case .outsideTransaction(let step) = progress {
        // Such a script may choose the journal mode.
        deleteJournal()
        try runOutsideTransaction(step, runner)
        // The script may have changed the journal mode, which affects durability.
        try during(.preparing) { () throws(SQLiteError) in
          try settings.makeDurable(connection)
        }
      }
      var group = newGroup
      do throws(StepInterruption) {
        progress = try runTransaction(&group, runner)
      } catch {
        progress = try recover(from: error, &group, runner)
      }
    } while !progress.isFinished
  }

  /// Deletes the journal that a failed run has kept, without waiting for others, because it is empty.
  private func deleteJournal() {
    connection.setBusyTimeout(Milliseconds(0))
    journal.delete(connection)
    connection.setBusyTimeout(busyTimeout)
  }

  private func checkIdle() throws(MigrationFailure) {
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
  }

  private func makeRunner() -> StepRunner {
    var onItem: ((Int, Int) -> Void)?
    if let observer = options.observer {
      onItem = { [unowned self] count, total in
        guard let step = current else { return }
        observer.observe(.statementDone(step, count: count, of: total))
      }
    }
    let runner = StepRunner(
      connection, authorizer: authorizer, busyTimeout: busyTimeout, onItem: onItem)
    runner.executor.bindsInserts = options.bindsInserts
    runner.foreignKeys.assumesLarge = options.assumesLargeDatabase
    runner.executor.sharesConnection =
      connection.isConfiguredByApp || !options.codeSteps.isEmpty || request.onNewDatabase != nil
    return runner
  }

  private func during(
    _ activity: MigrationFailure.Activity, _ body: () throws(SQLiteError) -> Void
  ) throws(MigrationFailure) {
    do throws(SQLiteError) {
      try body()
    } catch {
      throw failure(.database(error, during: activity))
    }
  }
}

extension MigrationRun.Progress {
  fileprivate var isFinished: Bool { if case .finished = self { true } else { false } }
}
