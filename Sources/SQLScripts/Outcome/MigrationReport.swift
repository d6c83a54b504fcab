import SQLScriptsDatabase
import SQLScriptsDiagnostics

/// What a migration did, under the laws of `Documentation/Laws.md`.
public struct MigrationReport: Sendable, Hashable {
  /// One step that was committed.
  public struct Step: Sendable, Hashable {
    /// The version that the step led to.
    public let version: Int64
    /// The file name of the script.
    public let script: String
    /// How many statements were run.
    public let statementCount: Int
    /// How long it took, in milliseconds, without the commit.
    public let milliseconds: Double
    /// False for a script outside a transaction (law 19).
    public let isAtomic: Bool
    /// What the runner ignored or did by itself, in sentences for people.
    public let notices: [String]
  }

  /// A script outside a transaction that stopped after some of its statements had taken effect (law 19).
  public struct Unfinished: Sendable, Hashable {
    /// The version that it would have led to.
    public let version: Int64
    /// The file name of the script.
    public let script: String
    /// How many of its statements took effect.
    public let statementCount: Int
  }

  /// Scripts that were whole, and were rolled back all the same: the script behind them stopped the
  /// migration, and then the commit of what had come before failed too.
  public struct Uncommitted: Sendable, Hashable {
    /// The file names of the scripts, in order.
    public let scripts: [String]
    /// What SQLite said of the commit.
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

  /// What stopped half-way and cannot be taken back; nil in nearly all cases.
  public internal(set) var unfinished: Unfinished?

  /// What was whole and could not be committed; nil in nearly all cases.
  public internal(set) var uncommitted: Uncommitted?

  /// Steps of the plan that another process had committed first (law 13).
  public internal(set) var stepsOfOthers = 0

  /// The version that was recorded without running a script (laws 9 and 20); nil in nearly all cases.
  public internal(set) var adopted: Int64?

  /// The version whose commit failed before the last try, as long as nobody has looked at the database since.
  var doubtful: Int64?

  /// Whether the database had a version when it was last read: others may have made it meanwhile.
  var hasVersion = false

  /// Whether others kept it from being read again after the migration stopped: they may have moved the version since.
  var isStale = false

  /// Whether a version was to be recorded without running a script.
  var adopts = false

  /// The file with the database as it was before (law 24); nil if none was asked for, or none was needed.
  public internal(set) var backup: String?

  /// The file with the database as it was before the first of a row of migrations that failed, if this one follows
  /// such. It stays until one has succeeded.
  public internal(set) var backupBeforeFailures: String?

  /// The files of older backups that were removed to make room for the new one (law 24), the oldest first.
  public internal(set) var removedBackups: [String] = []

  /// Warnings about the scripts that were read.
  public var findings: [ScriptFinding] { diagnostics.map(ScriptFinding.init) }

  package internal(set) var diagnostics: [Diagnostic] = []

  /// How long all of it took, in milliseconds.
  public internal(set) var milliseconds = 0.0

  /// Whether the database is new.
  public var isNewDatabase: Bool { from == nil }

  /// Whether nothing had to be done (law 6).
  public var isCurrent: Bool { steps.isEmpty && adopted == nil && stepsOfOthers == 0 }

  package init(from: Int64?, to: Int64) {
    self.from = from
    self.to = to
  }
}
