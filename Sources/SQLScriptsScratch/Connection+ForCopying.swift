import CSQLScriptsLibrary
import SQLScriptsDatabase

extension Connection {
  /// A transaction of another process was interrupted, and only a connection with write access can roll it back.
  private static let needsRollback = SQLITE_READONLY | (3 << 8)

  /// Opens a database only to copy it.
  ///
  /// If a process was killed in a transaction, the next connection rolls it back, as SQLite always does. That needs a
  /// connection with write access. In all other cases this one is read-only.
  ///
  /// - Parameter prepare: prepares a connection before anything is read.
  package static func forCopying(
    _ path: String, busyTimeout: Milliseconds, _ prepare: (Connection) throws -> Void = { _ in }
  ) throws -> Connection {
    let connection = try Connection(path: path, mode: .readOnly, busyTimeout: busyTimeout)
    try prepare(connection)
    do throws(SQLiteError) {
      _ = try connection.value("PRAGMA main.schema_version")
      return connection
    } catch {
      guard error.code.rawValue == Self.needsRollback else { throw error }
      let connection = try Connection(path: path, mode: .readWrite, busyTimeout: busyTimeout)
      try prepare(connection)
      return connection
    }
  }
}
