import CSQLScriptsLibrary
import SQLScriptsDatabase

extension Connection {
  /// A transaction of another process was interrupted, and only a connection with write access can roll it back.
  private static let needsRollback = SQLITE_READONLY | (3 << 8)

  /// Opens a database only to copy it.
  ///
  /// If a process was killed in a transaction, the next connection rolls it back, as SQLite always does. That needs a
  /// connection with write access. So does removing the `-wal` and `-shm` that SQLite creates beside a database in WAL
  /// mode that is not in use. In all other cases this one is read-only.
  ///
  /// - Parameter prepare: prepares a connection before anything is read.
  package static func forCopying(
    _ path: String, busyTimeout: Milliseconds, _ prepare: (Connection) throws -> Void = { _ in }
  ) throws -> Connection {
    let isInUse = DatabaseFile(DatabaseFile(path).resolved.path + "-wal").exists
    let connection = try Connection(path: path, mode: .readOnly, busyTimeout: busyTimeout)
    try prepare(connection)
    do throws(SQLiteError) {
      _ = try connection.value("PRAGMA main.schema_version")
      if isInUse { return connection }
      guard try connection.value("PRAGMA main.journal_mode") == .text("wal") else {
        return connection
      }
    } catch {
      guard error.code.rawValue == Self.needsRollback else { throw error }
      return try writable(path, busyTimeout: busyTimeout, prepare)
    }
    let other = try writable(path, busyTimeout: busyTimeout, prepare)
    try other.execute("PRAGMA query_only = ON")
    return other
  }

  private static func writable(
    _ path: String, busyTimeout: Milliseconds, _ prepare: (Connection) throws -> Void
  ) throws -> Connection {
    let connection = try Connection(path: path, mode: .readWrite, busyTimeout: busyTimeout)
    try prepare(connection)
    return connection
  }
}
