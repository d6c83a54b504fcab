import SQLScriptsDatabase

/// Options for a migration. The defaults are right for nearly every app. `Documentation/Laws.md` lists the laws that
/// are quoted here.
public struct MigrationOptions: Sendable {
  /// Where the installed version is stored (law 4). If nil, the settings of the scripts decide; their default is the
  /// table `db_version`.
  public var versionStore: VersionStore?

  /// The age at which a transaction is committed at the next script boundary (law 29). Zero gives each script its own
  /// transaction.
  public var groupCommit = Duration.milliseconds(100)

  /// How long to wait for a locked database (law 25). If several processes migrate it at once, each waits again
  /// whenever a script was committed in that time. Otherwise it fails as busy, with nothing changed.
  public var busyTimeout = Duration.seconds(5)

  /// What a `db_version` without a history means (law 9). The settings of the scripts can also say it.
  public var existingVersion: BundleSettings.ExistingVersion?

  /// How to find the version of a database that does not have one yet (law 20).
  public var adoption: Adoption?

  /// What to do with a database that is newer than the scripts (law 8).
  public var newerDatabase = NewerDatabase.refuse

  /// Prepares every connection that the library opens to the database or to a backup of it, before anything is read:
  /// with the key of an encrypted database, with functions and collations that the schema or the scripts use, and with
  /// settings.
  ///
  /// ```swift
  /// options.prepareConnection = { database in
  ///   try database.execute("PRAGMA key = 'secret'")
  ///   try database.addFunction("slug", argumentCount: 1) { values in … }
  /// }
  /// ```
  ///
  /// It must not leave a transaction open, and it should not write. Settings stay after the migration, except that
  /// `busyTimeout`, and `enforcesForeignKeys` and `journalMode` of a manager, replace the pragmas of that name. Do not set
  /// `journal_mode` here, because the connection may be to a backup.
  ///
  /// What it throws stops the migration with `MigrationFailure.Reason.preparation`. It is not called for a connection
  /// that the app has opened (law 26).
  public var prepareConnection: ConnectionPreparation?

  /// Code of the app that runs with updates (law 22).
  public var codeSteps: [CodeStep] = []

  /// How the database is backed up before it is changed (law 24); nil for no backup.
  public var backup: BackupPolicy?

  /// Stops the migration from outside (law 23).
  public var cancellation: MigrationCancellation?

  /// Receives the events of the migration.
  public var observer: (any MigrationObserver)?

  /// Whether a database is adopted although its schema differs from that version of the scripts (law 21).
  ///
  /// By default, adopting compares them first. Set it for databases that the app has changed by itself and that the
  /// remaining updates can migrate all the same.
  public var adoptsDifferentSchema = false

  /// Whether a debug build compares the applied scripts with the files at each launch.
  ///
  /// An applied script never runs again, so databases in the field do not get what you add to it. If one was edited,
  /// `MigrationReport.changedScripts` names it, and a line on standard error says what to do. A release build does not
  /// read the scripts of a current database, whatever this option says.
  public var checksAppliedScripts = true

  /// Whether a debug build recreates a database that the scripts would no longer create. It has no effect in a release
  /// build, which does not contain the code.
  ///
  /// A launch recreates the database if an applied script was edited, removed or renumbered, if the database is newer
  /// than the scripts, for example after you switched branches, or if a table, view or trigger of the scripts was
  /// changed. The old database is kept next to it, as `app.sqlite.before-recreate`, until the next time. A line on
  /// standard error says so. A crash leaves the old database or the new one.
  ///
  /// Only a file that SQLScripts has migrated is recreated: no connection of yours, no database without a history, no
  /// read-only file and no backup. If another process has the database open, the launch fails instead. Do not use it if
  /// the app's own code changes tables of the scripts, because each launch would recreate the database.
  public var recreatesDevelopmentDatabase = false

  /// Whether a migration fails if there is no database, instead of creating one.
  package var mustExist = false

  /// Whether INSERTs of literals share a statement. The result is the same, only faster; a test compares both.
  package var bindsInserts = true

  /// Whether foreign keys are checked as in a large database on a connection of our own. The result is the same; tests
  /// compare both.
  package var assumesLargeDatabase = false

  /// Whether code of the app gets the connection of a migration.
  var givesConnectionToApp: Bool { prepareConnection != nil || !codeSteps.isEmpty }

  /// Creates the default options.
  public init() {}
}
