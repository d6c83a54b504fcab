import SQLScriptsDatabase

/// How a migration is to run. The defaults are right for nearly every app. `Documentation/Laws.md` has the laws that are
/// quoted here.
public struct MigrationOptions: Sendable {
  /// Where the installed version is kept (law 4); nil leaves it to the settings of the bundle, and is the
  /// table `db_version` where these do not say.
  public var versionStore: VersionStore?

  /// How old a transaction may become before it is committed at the next script boundary (law 29).
  /// Zero gives each script a transaction of its own.
  public var groupCommit = Duration.milliseconds(100)

  /// How long to wait for others who use the database (law 25). Where several processes migrate it at once, the others
  /// wait as long as a script is committed in each such time. Otherwise they fail as busy, with nothing changed.
  public var busyTimeout = Duration.seconds(5)

  /// What a `db_version` without a history means (law 9). The bundle's settings may say it, too.
  public var existingVersion: BundleSettings.ExistingVersion?

  /// From where the version of a database is known that has none of its own yet (law 20).
  public var adoption: Adoption?

  /// What to do with a database that is newer than the scripts (law 8).
  public var newerDatabase = NewerDatabase.refuse

  /// Code of the app that belongs to updates (law 22).
  public var codeSteps: [CodeStep] = []

  /// Whether the database is copied before it is changed (law 24); nil for no.
  public var backup: BackupPolicy?

  /// Stops the migration from outside (law 23).
  public var cancellation: MigrationCancellation?

  /// Hears what happens.
  public var observer: (any MigrationObserver)?

  /// Whether a migration stops where there is no database, instead of making one.
  package var mustExist = false

  /// Whether INSERTs of literals share a statement. Nothing shows it but the time; a test compares.
  package var bindsInserts = true

  /// The default options.
  public init() {}
}

extension Duration {
  /// The whole milliseconds, clamped to what an Int32 holds: some 24 days.
  var milliseconds: Int { Milliseconds(self).count }
}
