import SQLScriptsFiles

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
}
