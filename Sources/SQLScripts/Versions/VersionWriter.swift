import SQLScriptsDatabase
import SQLScriptsFiles

/// Writes the version and the history inside the transaction of the step (law 12).
final class VersionWriter {
  private let connection: Connection
  private let store: VersionStore
  private var updateVersion: Statement?
  private var insertHistory: Statement?

  init(_ connection: Connection, store: VersionStore) {
    self.connection = connection
    self.store = store
  }

  /// The history row of a step (law 2).
  struct Entry {
    var version: Int64
    var script: String?
    var checksum: String?
    var statementCount: Int
    var milliseconds: Int
    /// “script”, or where the version was adopted from.
    var origin: String
  }

  /// Records a step. `installed` is the new version; an update that was merged late does not lower it.
  func record(_ entry: Entry, installed: Int64) throws(SQLiteError) {
    try write(installed, applied: entry.version)
    try writeHistory(entry)
  }

  /// Records a step, and reads it back if a trigger may have changed it.
  func record(
    _ entry: Entry, installed: Int64, watchedBy authorizer: ScriptAuthorizer,
    _ reader: VersionReader
  ) throws(SQLiteError) {
    try record(entry, installed: installed)
    guard authorizer.firesTriggers else { return }
    guard try reader.read() == .version(installed), try isRecorded(entry.version) else {
      throw .misuse(
        "version \(installed) could not be recorded: a trigger changes what is written to"
          + " db_version or db_version_history. Drop it")
    }
  }

  /// Moves the version from another store to this one (laws 4 and 20). The history stays, and its last row records the
  /// move. The old store keeps nothing that a launch check could read as the version.
  func move(_ version: Int64, from old: VersionStore) throws(SQLiteError) {
    try write(version, applied: version)
    if store == .schemaMigrations {
      try connection.execute(
        """
        INSERT OR IGNORE INTO main.schema_migrations (version)
        SELECT version FROM main.db_version_history
        """)
    }
    switch old {
    case .table: try connection.execute("DELETE FROM main.db_version")
    case .userVersion: try connection.execute("PRAGMA main.user_version = 0")
    case .schemaMigrations: try connection.execute("DELETE FROM main.schema_migrations")
    }
    try connection.prepare(
      "UPDATE main.db_version_history SET origin = origin || ? WHERE version = ?"
    ).execute([.text(", moved from \(old)"), .integer(version)])
  }

  private func write(_ installed: Int64, applied: Int64) throws(SQLiteError) {
    switch store {
    case .userVersion: try connection.execute("PRAGMA main.user_version = \(installed)")
    case .schemaMigrations:
      try connection.execute(
        "CREATE TABLE IF NOT EXISTS main.schema_migrations (version INTEGER UNIQUE NOT NULL)")
      try connection.prepare("INSERT OR IGNORE INTO main.schema_migrations (version) VALUES (?)")
        .execute(.integer(applied))
    case .table: try writeTable(installed)
    }
  }

  /// Law 3: a bundle may have created the table, with one or more rows. The version of law 1 replaces them, and other
  /// columns keep their values.
  private func writeTable(_ installed: Int64) throws(SQLiteError) {
    do throws(SQLiteError) {
      if updateVersion == nil { try makeVersionTable() }
      try updateVersion?.execute(.integer(installed))
      if connection.changes == 1 { return }
    } catch {
      // A script may have dropped the table since, or its rows may have different numbers.
      guard error.code == .error || error.code.primary == .constraint else { throw error }
      updateVersion = nil
      try makeVersionTable()
    }
    try leaveOneRow()
    try updateVersion?.execute(.integer(installed))
    if connection.changes == 1 { return }
    if try connection.value("SELECT count(*) FROM main.db_version") == 0 {
      try connection.prepare("INSERT INTO main.db_version (db_version_num) VALUES (?)")
        .execute(.integer(installed))
      if connection.changes == 1 { return }
    }
    // SQLite does not report `RAISE(IGNORE)` as an error. The next launch would find another version, or two.
    throw SQLiteError(
      code: .constraint, message: "a trigger on db_version prevented the version from being written"
    )
  }

  private func makeVersionTable() throws(SQLiteError) {
    try connection.execute(
      "CREATE TABLE IF NOT EXISTS main.db_version (db_version_num INTEGER NOT NULL)")
    updateVersion = try connection.prepare("UPDATE main.db_version SET db_version_num = ?")
  }

  private func leaveOneRow() throws(SQLiteError) {
    do throws(SQLiteError) {
      try connection.execute(
        "DELETE FROM main.db_version WHERE rowid <> (SELECT max(rowid) FROM main.db_version)")
    } catch {
      // The table is WITHOUT ROWID.
      guard error.code == .error else { throw error }
      try connection.execute("DELETE FROM main.db_version")
    }
  }

  private func writeHistory(_ entry: Entry) throws(SQLiteError) {
    let values: [SQLiteValue] = try [
      .integer(entry.version), entry.script.sqliteValue, entry.checksum.sqliteValue,
      .integer(Int64(entry.statementCount)), .integer(Int64(entry.milliseconds)),
      .text(SQLScriptsVersion.current), .text(entry.origin),
    ]
    if let insertHistory {
      do throws(SQLiteError) {
        return try insertHistory.execute(values)
      } catch {
        // A script may have dropped the table since.
        guard error.code == .error else { throw error }
      }
    }
    try connection.execute(History.createTable)
    let insert = try connection.prepare(History.insert)
    insertHistory = insert
    try insert.execute(values)
  }

  /// Whether the history has a row for a version. A trigger may have prevented it.
  private func isRecorded(_ version: Int64) throws(SQLiteError) -> Bool {
    try !connection.rows(History.find, .integer(version)).isEmpty
  }

  /// Finalizes the statements, because a rollback may have removed their tables.
  func reset() {
    updateVersion = nil
    insertHistory = nil
  }
}
