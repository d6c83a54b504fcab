import SQLScriptsDatabase
import SQLScriptsFiles

/// Migrates one database with the scripts of a bundle.
///
/// The migrator opens the database for each call and closes it again. If your app also uses the database, use
/// `SQLiteManager` instead. The database is a file, or a connection that you have opened (law 26). All settings of that
/// connection are restored.
///
/// `Documentation/Laws.md` lists what a migration guarantees. No file and no database can end the process (law 27).
public struct Migrator: Sendable {
  private enum Target: Sendable {
    case path(String)
    case connection(BorrowedHandle)
  }

  // The caller guarantees that one thread at a time uses the connection and that it stays open.
  private struct BorrowedHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    /// Whether the connection belongs to another copy of SQLite, so that it must not be used.
    let isForeign: Bool
    let exceededLimit: ((SQLiteResultCode) -> StatementLimit?)?

    init(
      _ pointer: OpaquePointer, exceededLimit: ((SQLiteResultCode) -> StatementLimit?)? = nil
    ) {
      (self.pointer, self.exceededLimit) = (pointer, exceededLimit)
      isForeign = !Connection.isOfThisSQLite(pointer)
    }
  }

  private let target: Target
  package let library: ScriptLibrary

  /// How migrations run.
  public var options: MigrationOptions

  /// What may stop a migration besides the cancellation of the options.
  private(set) var cancellations: [MigrationCancellation] = []

  /// The name of the database in errors and events; nil for its path.
  var displayName: String?

  /// The path of the database; nil for a connection.
  var path: String? { if case .path(let path) = target { path } else { nil } }

  /// Creates a migrator for a database file. The first migration creates the file if it does not exist. Its folder must
  /// exist.
  public init(path: String, scripts: ScriptBundle, options: MigrationOptions = MigrationOptions()) {
    self.init(path: path, library: ScriptLibrary(scripts), options: options)
    self.options.checksAppliedScripts = options.checksAppliedScripts
  }

  /// Creates a migrator for an open connection of any library that uses the same copy of SQLite (law 26).
  ///
  /// The connection must not be inside a transaction, must stay open, and must not be used by another thread meanwhile.
  /// Afterwards every setting is restored, and so is the authorizer of a library such as GRDB. A connection of another
  /// copy of SQLite, such as SQLCipher or a custom build, is refused by the first call.
  public init(
    connection: OpaquePointer, scripts: ScriptBundle,
    options: MigrationOptions = MigrationOptions()
  ) {
    target = .connection(BorrowedHandle(connection))
    library = ScriptLibrary(scripts)
    self.options = options
  }

  /// Creates a migrator that shares scripts with migrators of other databases, so that they are read once. It does not
  /// check applied scripts, which is for the launch of an app.
  package init(path: String, library: ScriptLibrary, options: MigrationOptions) {
    target = .path(path)
    self.library = library
    self.options = options
    self.options.checksAppliedScripts = false
  }

  /// Creates a migrator for a connection, with scripts that were already read.
  package init(connection: Connection, library: ScriptLibrary, options: MigrationOptions) {
    target = .connection(
      BorrowedHandle(
        connection.handle, exceededLimit: connection.exceededLimit))
    self.library = library
    self.options = options
    self.options.checksAppliedScripts = false
  }

  /// The name of the database in errors.
  public var database: String {
    switch target {
    case .path(let path): displayName ?? path
    case .connection(let handle) where handle.isForeign: "the connection"
    case .connection(let handle):
      Connection(borrowing: handle.pointer).fileName ?? "the database in memory"
    }
  }

  /// Migrates the database to the latest version, or to the version that you name.
  ///
  /// - Parameter version: the version to stop at; nil for the latest.
  /// - Throws: `MigrationFailure` with the steps that were committed before (law 14).
  @discardableResult
  public func migrate(to version: Int64? = nil) throws(MigrationFailure) -> MigrationReport {
    try migrate(to: version, checkingDrift: false)
  }

  /// Migrates the database, and lists applied scripts that were edited since in the report.
  package func migrate(
    to version: Int64?, checkingDrift: Bool
  ) throws(MigrationFailure) -> MigrationReport {
    if options.mustExist { try checkExists() }
    #if DEBUG
      if version == nil, let report = try recreateIfOutdated() {
        return observed(report)
      }
    #endif
    let planForNew = try cachedPlanForNew(to: version)
    return try makeRun(
      options.mustExist ? .readWrite : .create,
      .init(target: version, checksDrift: checkingDrift), cachedPlan: planForNew,
      exists: planForNew == nil
    ).migrate()
  }

  /// The same migrator, for a migration that `cancellations` may stop, too.
  func stopped(by cancellations: [MigrationCancellation]) -> Migrator {
    var migrator = self
    migrator.cancellations += cancellations
    return migrator
  }

  /// Migrates the database and returns it open, for an app that uses it afterwards.
  ///
  /// - Parameter check: called when the file exists, before anything is read or written.
  func open(
    onNewDatabase: ((Connection) throws -> Void)?,
    checking check: () throws(SQLiteError) -> Void = {}
  ) throws(MigrationFailure) -> (Connection, MigrationReport) {
    #if DEBUG
      if let report = try recreateIfOutdated(onNewDatabase: onNewDatabase, checking: check) {
        var quiet = self
        quiet.options.observer = nil
        let run = try quiet.makeRun(.create, isReturned: true, checking: check)
        _ = try run.migrate()
        return (run.connection, observed(report))
      }
    #endif
    let planForNew = try cachedPlanForNew(to: nil)
    let run = try makeRun(
      .create, .init(onNewDatabase: onNewDatabase), cachedPlan: planForNew,
      exists: planForNew == nil, isReturned: true, checking: check)
    let report = try run.migrate()
    return (run.connection, report)
  }

  /// Migrates the database to a version and returns it open.
  func open(at version: Int64) throws(MigrationFailure) -> Connection {
    let run = try makeRun(.create, .init(target: version), isReturned: true)
    _ = try run.migrate()
    return run.connection
  }

  /// Records the version of a database that does not have one yet, without running a script (law 20).
  ///
  /// A database that already has a version stays unchanged, so adopting twice changes nothing.
  ///
  /// - Throws: `MigrationFailure`. It is a refusal if the version cannot be found, if no script continues from it, if
  ///   the database is new, or if it has a different version.
  @discardableResult
  public func adopt(_ adoption: Adoption) throws(MigrationFailure) -> MigrationReport {
    try adopt(adoption, checking: nil)
  }

  /// Adopts the database after a check in the same transaction (law 21).
  package func adopt(
    _ adoption: Adoption,
    checking check: ((Connection, AdoptedVersion) throws(MigrationRefusal) -> Void)?
  ) throws(MigrationFailure) -> MigrationReport {
    var migrator = self
    migrator.options.adoption = adoption
    let request = MigrationRun.Request(onlyAdopts: true, onAdopt: check)
    guard let run = try migrator.makeReadingRun(request) else {
      throw failure(.refused(.nothingToAdopt))
    }
    let installed = try run.installed()
    guard installed != .new else { throw failure(.refused(.nothingToAdopt)) }
    if case .version(let version) = installed {
      run.report = MigrationReport(from: version, to: version)
      if case .version(let wanted) = adoption, wanted != version {
        throw run.failure(.refused(.alreadyVersioned(installed: version, wanted: wanted)))
      }
      return MigrationReport(from: version, to: version)
    }
    return try run.migrate()
  }

  /// Returns the plan of `migrate`. No script runs. SQLite rolls back a transaction that a killed process left, as it
  /// does whenever somebody opens the database.
  ///
  /// - Parameter version: the version to stop at; nil for the latest.
  /// - Throws: `MigrationFailure`; a refusal if `migrate` would be refused.
  public func plan(to version: Int64? = nil) throws(MigrationFailure) -> MigrationPlan {
    guard let run = try makeReadingRun() else { return try planForNew(to: version) }
    return try run.plan(for: run.installed(), to: version)
  }

  /// Returns the history: the applied scripts and their times (law 2), the oldest version first.
  ///
  /// - Throws: `MigrationFailure` if the database cannot be read.
  public func history() throws(MigrationFailure) -> [HistoryEntry] {
    guard let run = try makeReadingRun() else { return [] }
    // A version that cannot be read fails first.
    _ = try run.installed()
    return try run.history()
  }

  /// Returns the version of the database and its pending updates.
  ///
  /// - Parameter checkingDrift: whether to read all scripts and compare them with the history.
  /// - Throws: `MigrationFailure` if the database or the scripts cannot be read.
  public func status(checkingDrift: Bool = false) throws(MigrationFailure) -> MigrationStatus {
    let run = try makeReadingRun()
    return try status(of: run?.installed() ?? .new, run, checkingDrift: checkingDrift)
  }
}

extension Migrator {
  func failure(_ reason: MigrationFailure.Reason) -> MigrationFailure {
    MigrationFailure(reading: reason, at: database)
  }

  /// Refuses a database that does not exist.
  package func checkExists() throws(MigrationFailure) {
    do throws(SQLiteError) {
      _ = try DatabasePath.checked(database, mode: .readWrite)
    } catch {
      throw failure(.database(error, during: .opening))
    }
  }

  private func planForNew(to version: Int64?) throws(MigrationFailure) -> MigrationPlan {
    do throws(MigrationFailure.Reason) {
      return try library.plan(for: .new, to: version, history: [], options: options)
    } catch {
      throw failure(error)
    }
  }

  /// The plan for a database that does not exist yet, made without creating a file. A refusal must not leave an empty
  /// file.
  ///
  /// - Returns: nil if there is a database.
  private func cachedPlanForNew(
    to version: Int64?
  ) throws(MigrationFailure) -> MigrationRun.CachedPlan? {
    guard case .path(let path) = target, !DatabasePath.hasContents(path) else { return nil }
    let plan = try planForNew(to: version)
    do throws(MigrationFailure.Reason) {
      _ = try library.load(plan.steps.map(\.script))
    } catch {
      throw failure(error)
    }
    return MigrationRun.CachedPlan(for: .new, plan)
  }

  /// Opens the database for one migration, or for one look at it.
  ///
  /// - Parameters:
  ///   - exists: whether the file is known to exist. A connection to it may still create files that an app attaches.
  ///   - isReturned: whether the app gets the connection.
  private func makeRun(
    _ mode: Connection.Mode, _ request: MigrationRun.Request = .init(),
    cachedPlan: MigrationRun.CachedPlan? = nil, exists: Bool = false, isReturned: Bool = false,
    checking check: () throws(SQLiteError) -> Void = {}
  ) throws(MigrationFailure) -> MigrationRun {
    let connection: Connection
    var created: CreatedFile?
    switch target {
    case .connection(let handle):
      guard !handle.isForeign else { throw failure(.database(.otherSQLite, during: .opening)) }
      connection = Connection(borrowing: handle.pointer)
      connection.exceededLimit = handle.exceededLimit
    case .path(let path):
      if mode == .create, !exists, !DatabasePath.hasContents(path) {
        created = CreatedFile(at: path)
      }
      do throws(SQLiteError) {
        connection = try Connection(
          path: path, mode: mode, busyTimeout: Milliseconds(options.busyTimeout),
          isShared: isReturned || options.givesConnectionToApp || request.onNewDatabase != nil)
        let stops = cancellations + [options.cancellation].compactMap { $0 }
        if !stops.isEmpty { connection.givesUp = { stops.contains(where: \.isCancelled) } }
      } catch {
        throw failure(.database(error, during: .opening))
      }
      do throws(MigrationFailure) {
        do throws(SQLiteError) {
          try check()
        } catch {
          throw failure(.database(error, during: .opening))
        }
        try connection.prepare(with: options, for: displayName ?? path)
      } catch {
        created?.removeIfEmpty(connection)
        throw error
      }
    }
    return MigrationRun(
      connection, library: library, options: options, database: database, request: request,
      cancellations: cancellations, cachedPlan: cachedPlan, createdFile: created)
  }

  /// Opens the database for reading. Nil if there is none: it creates no file and opens no empty file.
  func makeReadingRun(
    _ request: MigrationRun.Request = .init()
  ) throws(MigrationFailure) -> MigrationRun? {
    guard case .path(let path) = target, !DatabasePath.hasContents(path) else {
      return try makeRun(.readWrite, request)
    }
    do throws(SQLiteError) {
      _ = try DatabasePath.checked(path, mode: .create)
    } catch {
      throw failure(.database(error, during: .opening))
    }
    return nil
  }

  private func status(
    of installed: InstalledVersion, _ run: MigrationRun?, checkingDrift: Bool
  ) throws(MigrationFailure) -> MigrationStatus {
    var condition: MigrationStatus.Condition
    var pending: [Int64] = []
    var version: Int64?
    var unfinished: MigrationReport.Unfinished?
    if case .version(let number) = installed { version = number }
    let latest: Int64?
    do throws(MigrationFailure.Reason) {
      latest = try library.latestVersion()
    } catch {
      throw failure(error)
    }
    if let version, version == latest, !library.mayHaveLateUpdates, run?.isUnfinished != true {
      condition = .current
    } else {
      do throws(MigrationFailure) {
        let plan: MigrationPlan
        if let run {
          plan = try run.plan(for: installed, to: nil)
        } else {
          plan = try planForNew(to: nil)
        }
        pending = plan.steps.map(\.version)
        unfinished = plan.unfinished
        condition = plan.isEmpty ? .current : plan.isNewDatabase ? .new : .behind
        version = plan.from
      } catch {
        guard case .refused(let refusal) = error.reason else { throw error }
        condition = .refused(refusal)
        if case .newerThanScripts = refusal { condition = .newer }
      }
    }
    let changed = checkingDrift ? try run?.changedScripts() ?? [] : []
    return MigrationStatus(
      condition: condition, installed: version, latest: latest, pending: pending,
      unfinished: unfinished, changedScripts: changed)
  }
}
