/// The version of this library.
public enum SQLScriptsVersion {
  /// The version as in CHANGELOG.md. The history of each database records it (law 2).
  public static let current = "0.1.0"
}
