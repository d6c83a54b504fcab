/// The reason why a half-finished script outside a transaction cannot be continued (law 19).
public enum UnfinishedProblem: Sendable, Hashable {
  /// The statements that took effect have changed since. The value is the script's file name.
  case changed(script: String)
  /// The script now runs in a transaction. The value is the script's file name.
  case isTransaction(script: String)
  /// There is no script for the version any more.
  case isMissing
  /// The database has lost its version.
  case hasNoVersion
}

extension UnfinishedProblem {
  /// The problem and advice, for a refusal.
  func sentences(version: Int64, statementCount count: Int) -> String {
    let first = count == 1 ? "the first statement" : "the first \(count) statements"
    return switch self {
    case .changed(let script):
      """
      \(first) of \(script) took effect in an earlier run, but \(count == 1 ? "it has" : "they have") changed \
      since. Restore \(count == 1 ? "it" : "them"); you can change the statements after \
      \(count == 1 ? "it" : "them").
      """
    case .isTransaction(let script):
      """
      \(first) of \(script) took effect in an earlier run, outside a transaction, and would run \
      again. Set "transaction": false again; the next run continues after \(count == 1 ? "it" : "them").
      """
    case .isMissing:
      """
      \(first) of the script for version \(version) took effect in an earlier run, but this script no \
      longer exists. Restore it; the next run continues after \(count == 1 ? "it" : "them").
      """
    case .hasNoVersion:
      """
      \(first) of the script for version \(version) took effect in an earlier run, but the database has no \
      recorded version. Record its version with “sqlscripts adopt”, or in an app with Migrator.adopt.
      """
    }
  }
}
