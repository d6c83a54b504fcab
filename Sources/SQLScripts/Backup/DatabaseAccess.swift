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
  ///
  /// - Throws: what the preparation throws with its text, unless it is an `SQLiteError`.
  func open(_ file: DatabaseFile) throws(SQLiteError) -> Connection {
    let connection = try Connection(path: file.path, mode: .readWrite, busyTimeout: busyTimeout)
    do {
      try connection.prepare(prepare, for: database)
    } catch let error as SQLiteError {
      throw error
    } catch {
      throw .misuse("the app could not prepare the connection to \(file.path): \(error)")
    }
    return connection
  }
}
