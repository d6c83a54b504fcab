internal import SQLScriptsDiagnostics

/// What `sqlscripts.json` says about a bundle.
public struct BundleSettings: Sendable, Hashable {
  /// How updates are numbered.
  public enum Numbering: String, Sendable, Hashable, CaseIterable {
    /// 2, 3, 4 … without gaps.
    case sequential
    /// The time at which each was written; gaps are normal.
    case timestamp
  }

  /// What happens to an update below the installed version that was never applied.
  public enum OutOfOrder: String, Sendable, Hashable, CaseIterable {
    /// The migration stops before its first statement.
    case refuse
    /// It is applied late.
    case apply
  }

  /// How a rule of the validator is taken.
  public enum RuleLevel: String, Sendable, Hashable, CaseIterable {
    /// Not looked for.
    case off
    /// Reported as worth knowing.
    case info
    /// Reported as probably not meant.
    case warning
    /// Reported as an error.
    case error
  }

  /// What a `db_version` row means in a database without a history (law 9).
  public enum ExistingVersion: String, Sendable, Hashable, CaseIterable {
    /// The version that is installed.
    case installed
    /// The step that comes next: installed + 1, as the classic manager counted.
    case nextStep
  }

  /// Where a database keeps its installed version (law 4).
  public enum VersionStore: String, Sendable, Hashable, CaseIterable {
    /// The table `db_version`.
    case table
    /// `PRAGMA user_version`.
    case userVersion
    /// FMDBMigrationManager's table `schema_migrations`.
    case schemaMigrations
  }

  /// How updates are numbered; nil if the settings do not say, and the numbers decide.
  public var numbering: Numbering?

  /// The oldest installed version that the scripts still update; nil if not said.
  public var minimumVersion: Int64?

  /// What happens to an update that was merged late.
  public var outOfOrder = OutOfOrder.refuse

  /// The oldest system that the app supports, by platform: `"iOS": "15.0"`, `"android": "30"`.
  public var targets: [String: String] = [:]

  /// How rules are taken, by their id.
  public var rules: [String: RuleLevel] = [:]

  /// The path of an SQL file that fills a database of the oldest version for `sqlscripts validate`, seen from the folder
  /// of the scripts.
  public var sampleData: String?

  /// What a version without a history means; nil if not said, and then it is refused (law 9).
  public var existingVersionMeans: ExistingVersion?

  /// Where databases keep their version; nil if not said, and then it is the table.
  public var versionStore: VersionStore?

  /// Makes settings that say nothing.
  public init() {}
}
