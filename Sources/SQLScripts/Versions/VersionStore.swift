/// The place where a database stores its installed version (law 4 of `Documentation/Laws.md`).
///
/// The raw values are those of `"versionStore"` in `sqlscripts.json`.
public enum VersionStore: String, Sendable, Hashable, CaseIterable {
  /// The table `db_version(db_version_num)` with one row. This is the default.
  case table

  /// `PRAGMA user_version`, 32 bits in the header of the file. It has the fastest launch check.
  case userVersion

  /// FMDBMigrationManager's `schema_migrations(version)`, with one row for each applied migration.
  case schemaMigrations
}

extension VersionStore: CustomStringConvertible {
  /// The name for people.
  public var description: String {
    switch self {
    case .table: "the table db_version"
    case .userVersion: "PRAGMA user_version"
    case .schemaMigrations: "the table schema_migrations"
    }
  }
}

extension VersionStore {
  /// The tables that store versions and are not part of an app's schema.
  package static let bookkeepingTables =
    ["db_version", "db_version_history", "schema_migrations"] + StepPosition.tables

  /// The greatest version in FMDBMigrationManager's table. Rails and dbmate declare its column as text, and '9' is
  /// greater than '10'. A text that is not a number is returned first.
  static let latestMigration = """
    SELECT CASE typeof(max(version)) WHEN 'text' THEN (
      SELECT version FROM main.schema_migrations
      ORDER BY version GLOB '*[^0-9]*' DESC, CAST(version AS INTEGER) DESC LIMIT 1
    ) ELSE max(version) END FROM main.schema_migrations
    """

  /// The greatest version that can be stored.
  package var greatestVersion: Int64 {
    self == .userVersion ? Int64(Int32.max) : Int64.max
  }

  /// The name on the command line.
  package var optionName: String {
    switch self {
    case .table: "table"
    case .userVersion: "user-version"
    case .schemaMigrations: "schema-migrations"
    }
  }
}

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
        \(version) is the version of these scripts, \(settings); if it is not, adopt the database at the \
        version whose schema it has (sqlscripts adopt; sqlscripts identify looks for that version)\
        \(adoption.map { ". To adopt that number, use \($0.call) in an app or “sqlscripts adopt DATABASE \($0.option)”" } ?? "")
        """
    }
    return """
      the database is at version \(version), which it keeps in \(store), and it was asked for in \(expected). \
      To leave it there, \(settings). To move it, adopt it: \
      sqlscripts adopt --version \(version) --version-store \(expected.optionName)
      """
  }
}
