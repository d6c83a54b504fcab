/// What was applied to a database, by which script, and when (law 2).
public struct HistoryEntry: Sendable, Hashable {
  /// The version that the step led to.
  public let version: Int64
  /// The file name of the script; nil for a version that was adopted.
  public let script: String?
  /// The canonical checksum of the script's statements; nil for a version that was adopted.
  public let checksum: String?
  /// How many statements were run.
  public let statementCount: Int
  /// When, in UTC, as ISO 8601 with milliseconds.
  public let appliedAt: String
  /// How long it took, in milliseconds.
  public let milliseconds: Int
  /// The version of SQLScripts that applied it.
  public let toolVersion: String
  /// "script", with the names of the app's code that ran with it (law 22) or in its place; or from where the version was adopted.
  public let origin: String
}
