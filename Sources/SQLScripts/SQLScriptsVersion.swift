/// The version of this library.
public enum SQLScriptsVersion {
  /// As in the change log; kept in the history of each database (law 2).
  public static let current = "0.1.0"
}
