import SQLScriptsDatabase
import SQLScriptsFiles

extension SQLiteManager {
  /// Where the scripts are.
  public enum ScriptSource: Sendable {
    /// A folder. It is listed when the database is opened.
    case directory(String)
    /// Scripts in memory, or in a folder that was already listed.
    case scripts(ScriptBundle)

    /// A bundle of scripts, listed now. The case is not called `bundle`, because SQLScriptsFoundation uses that name
    /// for scripts among the resources, and without that import the compiler would suggest this case.
    func listed() throws(ScriptBundleError) -> ScriptBundle {
      switch self {
      case .directory(let path): try ScriptBundle(directory: path)
      case .scripts(let bundle): bundle
      }
    }
  }

  /// The database that a manager opens, and its options.
  public struct Configuration: Sendable {
    /// The database file. Its folder must exist.
    public var path: String

    /// The scripts that migrate the database.
    public var scripts: ScriptSource

    /// The options of its migrations.
    public var options = MigrationOptions()

    /// Whether foreign keys are enforced for the app's own statements. SQLite's own default is false.
    public var enforcesForeignKeys = true

    /// The journal mode of the database; nil leaves it unchanged.
    public var journalMode: JournalMode?

    /// Called once for a new database, in the transaction that creates it, to insert the app's own rows. If it throws,
    /// or if a script fails, the database is not created.
    ///
    /// It is called after all scripts, except scripts with `"transaction": false`. Such a script ends the transaction,
    /// so it and the scripts after it run later. Foreign keys are not enforced meanwhile, as in scripts.
    public var onNewDatabase: (@Sendable (SQLiteDatabase) throws -> Void)?

    /// Called each time the database has been opened and is up to date. If it throws, the database is closed again, but
    /// its migration stays committed.
    public var onOpen: (@Sendable (SQLiteDatabase) throws -> Void)?

    /// The path of an account's database; nil puts it next to `path`. It must return a different file for each account,
    /// and the same one each time. If two accounts have the same file, the second is refused: by
    /// `database(forAccount:)` if the file exists, otherwise when it is opened.
    public var accountPath: (@Sendable (_ account: String) -> String)?

    /// Creates a configuration with the defaults.
    public init(path: String, scripts: ScriptSource) {
      self.path = path
      self.scripts = scripts
    }
  }

  /// The journal mode of a database: how SQLite stores what it needs to undo or redo a transaction.
  ///
  /// See <https://www.sqlite.org/pragma.html#pragma_journal_mode>.
  public enum JournalMode: String, Sendable, Hashable, CaseIterable {
    /// A write-ahead log. Readers can continue while one connection writes.
    case wal
    /// A rollback journal that is deleted at the end of each transaction.
    case delete
    /// A rollback journal that is truncated at the end of each transaction.
    case truncate
  }
}

extension SQLiteManager.Configuration {
  /// Opens and migrates the database, and prepares the connection for the app.
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
      throw MigrationFailure(reading: .bundle(error), at: path)
    }
    var migrator = Migrator(path: path, scripts: bundle, options: options)
    if let observer { migrator.options.observer = options.observer.followed(by: observer) }
    let (connection, report) = try migrator.stopped(by: cancellations).open(
      onNewDatabase: newDatabaseHook, checking: check)
    do throws(SQLiteError) {
      if let journalMode {
        // SQLite's own busy handler does not wait here (law 25).
        let busyTimeout = Milliseconds(options.busyTimeout)
        try connection.retryWhileBusy(busyTimeout) { () throws(SQLiteError) in
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
}
