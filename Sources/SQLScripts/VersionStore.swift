/// Where a database keeps its installed version (law 4).
public enum VersionStore: Sendable, Hashable {
  /// The table `db_version(db_version_num)`, one row: what bundles of this form have always used.
  case table

  /// `PRAGMA user_version`, 32 bits in the header of the file. The launch check is cheapest here.
  case userVersion

  /// FMDBMigrationManager's `schema_migrations(version)`, a row for each applied migration.
  case schemaMigrations
}

extension VersionStore {
  /// The tables that keep versions and are no part of an app's schema.
  package static let bookkeepingTables = ["db_version", "db_version_history", "schema_migrations"]

  /// The greatest version that fits.
  var greatestVersion: Int64 {
    self == .userVersion ? Int64(Int32.max) : Int64.max
  }
}
