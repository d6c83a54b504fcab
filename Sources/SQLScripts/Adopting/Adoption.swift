/// How to find the version of a database that another tool has versioned (law 20).
///
/// Adopting records that version without running scripts, in the transaction of the first step. The history keeps where
/// it came from. It happens once: a database that has a version, or is new, stays unchanged. If the version cannot be
/// found, the migration is refused with an ``AdoptionProblem``. It is never guessed.
public enum Adoption: Sendable {
  /// The caller knows the version.
  case version(Int64)

  /// `PRAGMA user_version`. 0 is refused, because it is SQLite's default.
  case userVersion

  /// FMDBMigrationManager's `schema_migrations`. The greatest row is the installed version. All rows go into the
  /// history, so updates that were merged late are still found.
  case fmdbMigrationManager

  /// GRDB's `grdb_migrations`: for each migration identifier, the version whose script does the same. Several
  /// identifiers may map to one version. 0 is for migrations without a script.
  case grdb([String: Int64])

  /// The classic YSqliteManager: `db_version_num` holds the next step, one above the installed version.
  case ySqliteManager

  /// A number that the app stored elsewhere, such as in preferences or a text file, and the name of that place for the
  /// history. The closure may be called twice. nil means that there is no number.
  case number(in: String, @Sendable () throws -> Int64?)

  /// A text that the app stored elsewhere: a version, or an app version such as “1.10.2” if the map is given.
  /// Surrounding whitespace is ignored.
  case text(in: String, AppVersions = [:], @Sendable () throws -> String?)

  /// The first value of a query, for example of the app's own table: a version, or an app version if the map is given.
  /// The query must not change anything.
  case query(String, AppVersions = [:])
}
