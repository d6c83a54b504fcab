import SQLScriptsDatabase

/// The table of applied scripts (law 2).
package enum History {
  package static let createTable = """
    CREATE TABLE IF NOT EXISTS main.db_version_history (
      version INTEGER NOT NULL PRIMARY KEY,
      script TEXT,
      checksum TEXT,
      statement_count INTEGER NOT NULL,
      applied_at TEXT NOT NULL,
      duration_ms INTEGER NOT NULL,
      sqlscripts_version TEXT NOT NULL,
      origin TEXT NOT NULL
    )
    """

  // An existing row for this version can only be left from before somebody lowered the version by hand. strftime
  // returns NULL if the clock shows a year that SQLite does not know.
  static let insert = """
    INSERT OR REPLACE INTO main.db_version_history
      (version, script, checksum, statement_count, duration_ms, sqlscripts_version, origin,
       applied_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), '9999-12-31T23:59:59.999Z'))
    """

  /// The end of the origin of a step that left a new database at a version below `minimumVersion`, on its way to a
  /// later one.
  static let belowMinimumMark = ", on the way to a new database"

  /// Whether a version was recorded by such a step.
  static func isBelowMinimum(_ version: Int64, _ connection: Connection) throws(SQLiteError) -> Bool
  {
    guard connection.hasTable("db_version_history") else { return false }
    let rows = try connection.rows(
      "SELECT origin FROM main.db_version_history WHERE version = ?", .integer(version))
    return rows.first?.first?.string?.hasSuffix(belowMinimumMark) ?? false
  }

  static let find = "SELECT 1 FROM main.db_version_history WHERE version = ?"

  /// All rows, the oldest version first. A database without a history has none.
  static func read(_ connection: Connection) throws(SQLiteError) -> [HistoryEntry] {
    guard connection.hasTable("db_version_history") else { return [] }
    let rows = try connection.rows(
      """
      SELECT version, script, checksum, statement_count, applied_at, duration_ms,
             sqlscripts_version, origin
      FROM main.db_version_history ORDER BY version
      """)
    return rows.map { row in
      HistoryEntry(
        version: row[0].int64 ?? 0, script: row[1].string, checksum: row[2].string,
        statementCount: row[3].int ?? 0, appliedAt: row[4].string ?? "",
        milliseconds: row[5].int ?? 0, toolVersion: row[6].string ?? "",
        origin: row[7].string ?? "")
    }
  }
}
