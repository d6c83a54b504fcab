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
