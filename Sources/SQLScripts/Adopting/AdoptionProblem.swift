/// Why the version of a database cannot be known from elsewhere (law 20).
public enum AdoptionProblem: Error, Sendable, Hashable {
  /// There is no table, or no column, of the kind that was named.
  case missing(table: String, column: String)
  /// The table has no row: nothing was ever applied, or it was emptied.
  case noRows(table: String)
  /// `PRAGMA user_version` is 0, which is also what it is where nobody has set it.
  case userVersionIsZero
  /// There is nothing in the place that was named.
  case nothing(in: String)
  /// What was found is no version.
  case notAVersion(String, in: String)
  /// Migrations were applied that have no version in the map.
  case unknownMigrations([String])
  /// Migrations were applied, but not all of those that lead to the same version or an earlier one.
  case incompleteMigrations(missing: [String], version: Int64)
  /// What should be an app version is no list of numbers with dots.
  case notAnAppVersion(String)
  /// The app version is before the first that the map knows.
  case unknownAppVersion(String)
  /// Two app versions of the map are the same, and lead to different versions.
  case sameAppVersion(String, String)
}

extension AdoptionProblem: CustomStringConvertible {
  /// What was found, in one sentence.
  public var description: String {
    switch self {
    case .missing(let table, let column): "there is no table \(table) with a column \(column)"
    case .noRows(let table): "the table \(table) is empty"
    case .userVersionIsZero:
      "PRAGMA user_version is 0, which is SQLite's default, so it may never have been set"
    case .nothing(let place): "there is no version in \(place)"
    case .notAVersion(let found, let place): "“\(found)” in \(place) is not a version number"
    case .unknownMigrations(let names):
      "\(Self.list(names)) in grdb_migrations \(names.count == 1 ? "has" : "have") no version in the map"
    case .incompleteMigrations(let missing, let version):
      """
      grdb_migrations says version \(version), but \(Self.list(missing)) \
      \(missing.count == 1 ? "was" : "were") never applied
      """
    case .notAnAppVersion(let text): "“\(text)” is not an app version such as 1.10.2"
    case .unknownAppVersion(let text):
      "the app version \(text) is older than the first one with a known database version"
    case .sameAppVersion(let first, let second):
      "the app versions \(first) and \(second) are the same but have different database versions"
    }
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(5).map { "“\($0)”" }.joined(separator: ", ")
    return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
  }
}
