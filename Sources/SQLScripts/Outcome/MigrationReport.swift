import SQLScriptsDatabase
import SQLScriptsDiagnostics

/// The result of a migration: the committed steps, the versions before and after, backups, and warnings.
public struct MigrationReport: Sendable, Hashable {
  /// One step that was committed.
  public struct Step: Sendable, Hashable {
    /// The version that the step migrated to.
    public let version: Int64
    /// The file name of the script.
    public let script: String
    /// The number of statements that ran.
    public let statementCount: Int
    /// The duration in milliseconds, without the commit.
    public let milliseconds: Double
    /// False for a script outside a transaction (law 19).
    public let isAtomic: Bool
    /// What the runner ignored or adjusted, as sentences.
    public let notices: [String]
  }

  /// A script outside a transaction that stopped after some of its statements had taken effect (law 19).
  public struct Unfinished: Sendable, Hashable {
    /// The version that the script migrates to.
    public let version: Int64
    /// The file name of the script.
    public let script: String
    /// The number of its statements that took effect.
    public let statementCount: Int
  }

  /// Scripts that succeeded but were rolled back: a later script failed, and then the commit of the earlier ones
  /// failed, too.
  public struct Uncommitted: Sendable, Hashable {
    /// The file names of the scripts, in order.
    public let scripts: [String]
    /// SQLite's error for the commit.
    public let error: SQLiteError
  }

  /// The database, as errors name it: the path that the caller gave.
  public internal(set) var database = ""

  /// The version before; nil for a new database.
  public internal(set) var from: Int64?

  /// The version after the last committed step.
  public internal(set) var to: Int64

  /// The steps that were committed, in order.
  public internal(set) var steps: [Step] = []

  /// The script that stopped halfway and cannot be rolled back; nil in nearly all cases.
  public internal(set) var unfinished: Unfinished?

  /// The scripts that succeeded but could not be committed; nil in nearly all cases.
  public internal(set) var uncommitted: Uncommitted?

  /// The number of planned steps that another process committed first (law 13).
  public internal(set) var stepsOfOthers = 0

  /// The version that was recorded without running a script (laws 9 and 20); nil in nearly all cases.
  public internal(set) var adopted: Int64?

  /// The file names of applied scripts that were edited since. Only a debug build looks for them, if
  /// `MigrationOptions.checksAppliedScripts` is true; in a release build it is empty.
  public internal(set) var changedScripts: [String] = []

  /// The path of the old database if a debug build recreated it (`MigrationOptions.recreatesDevelopmentDatabase`);
  /// nil in nearly all cases, and always in a release build.
  public internal(set) var replacedDatabase: String?

  /// The version whose commit failed in the last attempt, until somebody reads the database again.
  var doubtful: Int64?

  /// Whether the database had a version when it was last read. Another process may have created it meanwhile.
  var hasVersion = false

  /// Whether another process kept the database from being read again after the migration stopped. Its version may have
  /// changed since.
  var isStale = false

  /// Whether a version was to be recorded without running a script.
  var wasToAdopt = false

  /// The path of the backup from before the migration (law 24); nil if none was requested or needed.
  public internal(set) var backup: String?

  /// The path of the backup from before the first of several failed migrations, if this one follows such failures. It
  /// is kept until a migration succeeds.
  public internal(set) var backupBeforeFailures: String?

  /// The paths of older backups that were deleted because of `BackupPolicy.keep` (law 24), the oldest first.
  public internal(set) var removedBackups: [String] = []

  /// Warnings about the scripts that were read.
  public var findings: [ScriptFinding] { diagnostics.map(ScriptFinding.init) }

  package internal(set) var diagnostics: [Diagnostic] = []

  /// The duration in milliseconds.
  public internal(set) var milliseconds = 0.0

  /// Whether the database is new.
  public var isNewDatabase: Bool { from == nil }

  /// Whether there was nothing to do (law 6).
  public var isCurrent: Bool { steps.isEmpty && adopted == nil && stepsOfOthers == 0 }

  package init(from: Int64?, to: Int64) {
    self.from = from
    self.to = to
  }
}
