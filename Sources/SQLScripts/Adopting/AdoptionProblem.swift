/// The reason why the version of a database could not be adopted (law 20).
public enum AdoptionProblem: Error, Sendable, Hashable {
  /// The named table or column does not exist.
  case missing(table: String, column: String)
  /// The table has no row: nothing was ever applied, or it was emptied.
  case noRows(table: String)
  /// `PRAGMA user_version` is 0, which is SQLite's default.
  case userVersionIsZero
  /// The named place is empty.
  case nothing(in: String)
  /// The value is not a version.
  case notAVersion(String, in: String)
  /// Migrations were applied that are not in the map.
  case unknownMigrations([String])
  /// `schema_migrations` has versions that no script creates, although later scripts exist.
  case unknownVersions([Int64])
  /// Some migrations for this version or an earlier one were not applied.
  case incompleteMigrations(missing: [String], version: Int64)
  /// The text is not an app version: numbers separated by dots.
  case notAnAppVersion(String)
  /// The app version is before the first that the map knows.
  case unknownAppVersion(String)
  /// Two app versions of the map are equal, but have different database versions.
  case sameAppVersion(String, String)
}

extension AdoptionProblem: CustomStringConvertible {
  /// The problem in one sentence.
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
    case .unknownVersions(let versions):
      """
      no script has the \(versions.count == 1 ? "version" : "versions") \(Self.list(versions.map { "\($0)" })) \
      of schema_migrations
      """
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

  /// What to do, in one sentence.
  var advice: String {
    switch self {
    case .unknownMigrations(let names):
      names.count == 1
        ? "Add it to the map, with 0 if no script replaces it."
        : "Add them to the map, with 0 for those that no script replaces."
    case .unknownVersions:
      "Add a script for each, with the old number. If nothing of it is left to do, the script may be empty."
    default: "Specify the version to adopt."
    }
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(5).map { "“\($0)”" }.joined(separator: ", ")
    return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
  }
}
