import SQLScriptsFiles

/// A version that is stored in a different place than expected (law 4).
///
/// Migrating from there would run scripts twice.
public struct MisplacedVersion: Sendable, Hashable {
  /// The version that was found.
  public let version: Int64

  /// The place where it was found.
  public let store: VersionStore

  /// The place where it was expected.
  public let expected: VersionStore

  /// Whether the history shows that SQLScripts wrote it there. Otherwise another tool did, and the number may mean
  /// something else.
  public let isAttested: Bool
}

extension MisplacedVersion {
  /// How to adopt the version of another library, in an app and on the command line.
  private var adoption: (call: String, option: String)? {
    switch store {
    case .table: nil
    case .userVersion: ("Adoption.userVersion", "--from user-version")
    case .schemaMigrations: ("Adoption.fmdbMigrationManager", "--from fmdb")
    }
  }

  /// The problem and advice, for a refusal.
  var sentences: String {
    let settings =
      """
      set "versionStore": "\(store.rawValue)" in sqlscripts.json, versionStore where the database is opened, \
      or --version-store \(store.optionName)
      """
    guard isAttested else {
      return """
        \(store) says \(version), but these scripts keep the version in \(expected), which has none. If \
        \(version) is the version of these scripts, \(settings). Otherwise, find its version with “sqlscripts \
        identify”, then record it with “sqlscripts adopt”.\
        \(adoption.map { " To adopt that number, use \($0.call) in an app or “sqlscripts adopt DATABASE \($0.option)”." } ?? "")
        """
    }
    return """
      the database stores version \(version) in \(store), but these scripts keep the version in \(expected). To leave \
      it there, \(settings). To move it, use \
      “sqlscripts adopt DATABASE --version \(version) --version-store \(expected.optionName)”.
      """
  }
}
