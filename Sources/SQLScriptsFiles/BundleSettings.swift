internal import SQLScriptsDiagnostics

/// The settings of a bundle, from `sqlscripts.json`.
public struct BundleSettings: Sendable, Hashable {
  /// The numbering of updates.
  public enum Numbering: String, Sendable, Hashable, CaseIterable {
    /// 2, 3, 4 … without gaps.
    case sequential
    /// Timestamps. Gaps are normal.
    case timestamp
  }

  /// What happens to an update below the installed version that was never applied (law 10).
  public enum OutOfOrder: String, Sendable, Hashable, CaseIterable {
    /// The migration stops before its first statement.
    case refuse
    /// It is applied late.
    case apply
  }

  /// The severity of a rule's findings.
  public enum RuleLevel: String, Sendable, Hashable, CaseIterable {
    /// Turned off.
    case off
    /// Worth knowing.
    case info
    /// Probably a mistake.
    case warning
    /// An error.
    case error
  }

  /// The meaning of a `db_version` row in a database without a history (law 9).
  public enum ExistingVersion: String, Sendable, Hashable, CaseIterable {
    /// The installed version.
    case installed
    /// The next step, which is the installed version plus one, as the classic manager counted.
    case nextStep
  }

  /// The numbering of updates; nil if the settings do not say, so that the numbers decide.
  public var numbering: Numbering?

  /// The oldest installed version that can still be migrated; nil for no limit.
  public var minimumVersion: Int64?

  /// What happens to an update that was merged late.
  public var outOfOrder = OutOfOrder.refuse

  /// The oldest system that the app supports, for each platform: `"iOS": "15.0"`, `"android": "30"`.
  public var targets: [String: String] = [:]

  /// The severities of rules, by their ID.
  public var rules: [String: RuleLevel] = [:]

  /// The path of an SQL file that fills a database of the oldest version for `sqlscripts validate`, relative to the
  /// scripts folder.
  public var sampleData: String?

  /// The meaning of a version without a history; nil if the settings do not say, so that it is refused (law 9).
  public var existingVersionMeans: ExistingVersion?

  /// The place where databases store their version; nil for the default, the table.
  public var versionStore: VersionStore?

  /// The expressions that stand in for functions of the app in rehearsals: `"slug(title)": "lower(title)"`.
  package var functions: [String: String] = [:]

  /// The collations of SQLite that stand in for those of the app in rehearsals.
  package var collations: [String: SQLiteCollation] = [:]

  /// Creates settings with the defaults.
  public init() {}
}
