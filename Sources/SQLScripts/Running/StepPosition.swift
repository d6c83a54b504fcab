import SQLScriptsDatabase

/// The position of a script outside a transaction, stored in the database from its first statement until its version is
/// recorded (law 19).
///
/// Each statement commits together with its position. A run that stops anywhere is continued after the last statement
/// that took effect, and no statement takes effect twice.
struct StepPosition: Hashable {
  /// The table. It exists only while a script is unfinished.
  static let table = "db_version_position"

  /// The table of notes for the run that continues a script.
  static let logTable = "db_version_position_log"

  /// The table of foreign key violations from before the script touched their tables (law 17).
  static let orphanTable = "db_version_position_orphans"

  static let tables = [table, logTable, orphanTable]

  /// The version that the script migrates to.
  var version: Int64

  /// The number of finished statements.
  var done = 0

  /// A checksum of these statements.
  var checksum: UInt64 = 0

  /// The value of `last_insert_rowid()` after them.
  var lastRowID: Int64 = 0

  /// The position before the first statement.
  init(startOf version: Int64) {
    self.version = version
  }

  /// The position of a script that was begun and not finished; nil for any other.
  init?(of version: Int64, in connection: Connection) throws(SQLiteError) {
    guard let found = try Self.all(in: connection).first(where: { $0.version == version }) else {
      return nil
    }
    self = found
  }

  /// The positions of all unfinished scripts, the lowest version first.
  static func all(in connection: Connection) throws(SQLiteError) -> [StepPosition] {
    guard connection.hasTable(table) else { return [] }
    let rows: [[SQLiteValue]]
    do throws(SQLiteError) {
      rows = try connection.rows("SELECT * FROM main.\(table) ORDER BY version")
    } catch {
      // If somebody has dropped the table, SQLite notices only when it compiles the statement.
      if connection.hasTable(table) { throw error }
      return []
    }
    return rows.compactMap { row in
      guard row.count > 3, let version = row[0].int64, let done = row[1].int64,
        let checksum = row[2].int64
      else { return nil }
      var position = StepPosition(startOf: version)
      position.done = Int(clamping: max(0, done))
      position.checksum = UInt64(bitPattern: checksum)
      position.lastRowID = row[3].int64 ?? 0
      return position
    }
  }

  /// Writes the position in the transaction of its last statement.
  ///
  /// - Parameter former: the position before that statement. If the database has a different one, somebody has replaced
  ///   or changed it, and nothing is written.
  /// - Returns: whether it was written.
  func write(after former: StepPosition, to connection: Connection) throws(SQLiteError) -> Bool {
    guard former.done == 0 else {
      try connection.prepare(
        "UPDATE main.\(Self.table) SET done = ?, checksum = ?, last_rowid = ?"
          + " WHERE version = ? AND done = ? AND checksum = ?"
      ).execute(
        .integer(Int64(done)), .integer(Int64(bitPattern: checksum)), .integer(lastRowID),
        .integer(version),
        .integer(Int64(former.done)), .integer(Int64(bitPattern: former.checksum)))
      return connection.changes == 1
    }
    try connection.execute(
      """
      CREATE TABLE IF NOT EXISTS main.\(Self.table) (
        version INTEGER NOT NULL PRIMARY KEY,
        done INTEGER NOT NULL,
        checksum INTEGER NOT NULL,
        last_rowid INTEGER NOT NULL
      ) WITHOUT ROWID
      """)
    // Somebody may have deleted the row of an earlier attempt.
    for table in [Self.logTable, Self.orphanTable] where connection.hasTable(table) {
      try connection.prepare("DELETE FROM main.\(table) WHERE version = ?").execute(
        .integer(version))
    }
    try connection.prepare(
      "INSERT OR IGNORE INTO main.\(Self.table) VALUES (?, ?, ?, ?)"
    ).execute(
      .integer(version), .integer(Int64(done)), .integer(Int64(bitPattern: checksum)),
      .integer(lastRowID))
    return connection.changes == 1
  }

  /// Deletes the positions up to a recorded version, and then empty tables. Scripts run in order, so none of these is
  /// ever continued.
  static func drop(upTo version: Int64, from connection: Connection) throws(SQLiteError) {
    guard connection.hasTable(table) else { return }
    for table in tables where connection.hasTable(table) {
      try connection.prepare("DELETE FROM main.\(table) WHERE version <= ?")
        .execute(.integer(version))
    }
    guard try connection.value("SELECT count(*) FROM main.\(table)") == 0 else { return }
    for table in tables { try connection.execute("DROP TABLE IF EXISTS main.\(table)") }
  }
}
