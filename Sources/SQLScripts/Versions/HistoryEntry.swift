/// A row of the history: an applied script and when it ran (law 2).
public struct HistoryEntry: Sendable, Hashable {
  /// The version that the step migrated to.
  public let version: Int64
  /// The file name of the script; nil for a version that was adopted.
  public let script: String?
  /// The canonical checksum of the script's statements; nil for a version that was adopted.
  public let checksum: String?
  /// The number of statements that ran.
  public let statementCount: Int
  /// The time in UTC, as ISO 8601 with milliseconds.
  public let appliedAt: String
  /// The duration in milliseconds.
  public let milliseconds: Int
  /// The version of SQLScripts that applied it.
  public let toolVersion: String
  /// “script”, with the names of code steps that ran with it or instead of it (law 22), or where the version was
  /// adopted from.
  public let origin: String
}
