/// From where the version of a database is known that another way of versioning has made (law 20).
///
/// Adopting records that version without running scripts, in the transaction of the first step, and keeps
/// in the history from where it came. It happens once: a database that has a version of its own is left
/// alone, and so is a new one. What cannot be known is refused (``AdoptionProblem``), never guessed.
public enum Adoption: Sendable {
  /// The caller knows the version.
  case version(Int64)

  /// `PRAGMA user_version`. 0 tells nothing: SQLite has it where nobody has set any.
  case userVersion

  /// FMDBMigrationManager's `schema_migrations`. All its rows go into the history, so that updates which
  /// were merged late are still found; the greatest is the installed version.
  case fmdbMigrationManager

  /// GRDB's `grdb_migrations`: the version whose script does the same, for each identifier of a migration.
  /// Several may lead to one version; 0 is for those that no script stands for.
  case grdb([String: Int64])

  /// The classic YSqliteManager: `db_version_num` holds the next step, one above the installed version.
  case ySqliteManager

  /// A number that the app has kept elsewhere, in preferences or a text file, and the name of that place
  /// for the history. It may be asked for twice. nil means that there is none.
  case number(in: String, @Sendable () throws -> Int64?)

  /// A text that the app has kept elsewhere: a version, or an app version such as "1.10.2" if it is said
  /// what those mean. Blanks and line ends around it do not count.
  case text(in: String, AppVersions = [:], @Sendable () throws -> String?)

  /// The first value of a query, such as one of a table of the app's own: a version, or an app version if
  /// it is said what those mean. The query must not change anything.
  case query(String, AppVersions = [:])
}
