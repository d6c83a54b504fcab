import SQLScriptsDatabase

/// How to open a database of the app, and copies of it.
struct DatabaseAccess {
  /// The database as the app named it.
  let database: String

  /// Prepares each connection.
  let prepare: ConnectionPreparation?

  /// How long to wait for others (law 25).
  let busyTimeout: Milliseconds

  /// Opens a file that exists.
  func open(_ file: DatabaseFile) throws(BackupError) -> Connection {
    let connection = try BackupError.at(file.path) { () throws(SQLiteError) in
      try Connection(path: file.path, mode: .readWrite, busyTimeout: busyTimeout)
    }
    do {
      try connection.prepare(prepare, for: database)
    } catch {
      throw .preparation(path: file.path, error)
    }
    return connection
  }
}
