import SQLScriptsDatabase

extension Connection {
  /// Opens a database only to copy it.
  ///
  /// If a process was killed during a transaction, SQLite rolls it back when the database is opened next. Only for
  /// that, the connection may write.
  package static func forCopying(
    _ path: String, busyTimeout: Milliseconds
  ) throws(SQLiteError) -> Connection {
    let connection = try Connection(path: path, mode: .readOnly, busyTimeout: busyTimeout)
    do throws(SQLiteError) {
      _ = try connection.value("PRAGMA main.schema_version")
      return connection
    } catch {
      guard error.code == .needsRollback else { throw error }
      return try Connection(path: path, mode: .readWrite, busyTimeout: busyTimeout)
    }
  }
}
