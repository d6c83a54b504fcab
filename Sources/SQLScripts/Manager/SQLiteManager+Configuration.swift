import SQLScriptsDatabase
import SQLScriptsFiles

extension SQLiteManager {
  /// Where the scripts are.
  public enum ScriptSource: Sendable {
    /// A folder, which is listed when the database is opened.
    case directory(String)
    /// Scripts in memory, or of a folder that was listed before.
    case scripts(ScriptBundle)

    /// The scripts, listed now. It is not called `bundle`: that is what SQLScriptsFoundation calls scripts
    /// among the resources, and without that import the compiler would point here.
    func listed() throws(ScriptBundleError) -> ScriptBundle {
      switch self {
      case .directory(let path): try ScriptBundle(directory: path)
      case .scripts(let bundle): bundle
      }
    }
  }

  /// What a manager opens, and how.
  public struct Configuration: Sendable {
    /// The database file. Its folder must exist.
    public var path: String

    /// The scripts that bring it up to date.
    public var scripts: ScriptSource

    /// How migrations run.
    public var options = MigrationOptions()

    /// Whether foreign keys are enforced for the app's own statements. SQLite's own default is not to.
    public var enforcesForeignKeys = true

    /// The journal mode to put the database into; nil leaves it as it is.
    public var journalMode: JournalMode?

    /// Called once for a new database, in the transaction that makes it: if it throws, or if a script
    /// fails, there is no database. For what the app itself puts into a new database.
    ///
    /// All scripts have run when it is called. One with `"transaction": false` is the exception: it ends
    /// the transaction that makes the database, so it and those after it run later. Foreign keys are not
    /// enforced meanwhile, as for scripts.
    public var onNewDatabase: (@Sendable (SQLiteDatabase) throws -> Void)?

    /// Called each time the database has been opened and is up to date. If it throws, the database is
    /// closed again and what it needed to be up to date stays.
    public var onOpen: (@Sendable (SQLiteDatabase) throws -> Void)?

    /// Where the database of an account is; nil puts it beside `path`. It must give each account
    /// another file, and the same one each time. Two accounts whose paths lead to one file are refused, by
    /// `database(forAccount:)` if the file exists, otherwise when the second of them is opened.
    public var accountPath: (@Sendable (_ account: String) -> String)?

    /// A configuration with the defaults.
    public init(path: String, scripts: ScriptSource) {
      self.path = path
      self.scripts = scripts
    }
  }

  /// How SQLite keeps what it needs to undo or redo a transaction.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_journal_mode>.
  public enum JournalMode: String, Sendable, Hashable, CaseIterable {
    /// A write-ahead log: readers go on while one writes.
    case wal
    /// A rollback journal that is deleted at the end of each transaction.
    case delete
    /// A rollback journal that is cut to nothing.
    case truncate
  }
}

extension SQLiteManager.Configuration {
  /// Opens the database, brings it up to date, and makes the connection ready for the app.
  ///
  /// - Parameter check: called when the file exists, before anything is read or written.
  func open(
    _ observer: (any MigrationObserver)?, _ cancellations: [MigrationCancellation],
    checking check: () throws(SQLiteError) -> Void
  ) throws(MigrationFailure) -> (Connection, MigrationReport) {
    let bundle: ScriptBundle
    do throws(ScriptBundleError) {
      bundle = try scripts.listed()
    } catch {
      throw failure(.bundle(error))
    }
    var migrator = Migrator(path: path, scripts: bundle, options: options)
    if let observer { migrator.options.observer = options.observer.followed(by: observer) }
    let (connection, report) = try migrator.stopped(by: cancellations).open(
      onNewDatabase: newDatabaseHook, checking: check)
    do throws(SQLiteError) {
      if let journalMode {
        // SQLite does not wait for others by itself here (law 25).
        let waiting = Milliseconds(options.busyTimeout.milliseconds)
        try connection.retryWhileBusy(waiting) { () throws(SQLiteError) in
          try connection.execute("PRAGMA journal_mode = \(journalMode.rawValue)")
        }
      }
      try connection.execute("PRAGMA foreign_keys = \(enforcesForeignKeys ? "ON" : "OFF")")
    } catch {
      throw MigrationFailure(
        reason: .database(error, during: .preparing), report: report, database: path)
    }
    do {
      try onOpen?(SQLiteDatabase(connection))
      try connection.endStrayTransaction()
    } catch {
      throw MigrationFailure(reason: .hook(error), report: report, database: path)
    }
    return (connection, report)
  }

  private var newDatabaseHook: ((Connection) throws -> Void)? {
    guard let onNewDatabase else { return nil }
    return { try onNewDatabase(SQLiteDatabase($0, needsTransaction: true)) }
  }

  private func failure(_ reason: MigrationFailure.Reason) -> MigrationFailure {
    MigrationFailure(reason: reason, report: MigrationReport(from: nil, to: 0), database: path)
  }
}
