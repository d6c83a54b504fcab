import SQLScriptsDatabase

extension DatabaseBackup {
  /// Restores a database from this backup, completely or not at all.
  ///
  /// The backup is checked first, and stays. A database that SQLite can read is overwritten in one transaction, so
  /// after a crash it is the old one or the new one. A file that SQLite cannot read is replaced. The journal or
  /// write-ahead log of the database is discarded. If the database is missing or empty but such a file exists, nothing
  /// is restored.
  ///
  /// - Parameters:
  ///   - database: the path of the database to overwrite or create.
  ///   - timeout: how long to wait for others (law 25).
  ///   - prepare: prepares the connections to the backup and to the database, as
  ///     `MigrationOptions.prepareConnection`.
  /// - Throws: `BackupError`; the database is unchanged.
  public func restore(
    to database: String, busyTimeout timeout: Duration = .seconds(5),
    prepareConnection prepare: ConnectionPreparation? = nil
  ) throws(BackupError) {
    try BackupError.at(database) { () throws(SQLiteError) in
      try DatabasePath.checkIsFile(database)
    }
    let busyTimeout = Milliseconds(timeout)
    let (backup, target) = (DatabaseFile(path), DatabaseFile(database).resolved)
    guard !backup.isSame(as: target) else { throw .sameFile(path) }
    // If the database is missing, its log or journal may be all that is left of it. Otherwise it is replaced with the
    // database.
    if !DatabasePath.hasContents(target.path) {
      try BackupError.at(database) { () throws(SQLiteError) in
        _ = try DatabasePath.checked(target.path, mode: .create)
      }
    }
    let users = OpenFiles.users(of: target, busyTimeout: busyTimeout)
    guard users.isEmpty else { throw .inUse(database: database, by: users) }
    let access = DatabaseAccess(
      database: database, prepare: prepare, busyTimeout: busyTimeout)
    let source = try checked(access)
    // A script outside a transaction that is running would continue in the restored database (law 19).
    let lock: StepLock
    do throws(SQLiteError) {
      lock = try StepLock(of: target, "-migrating", busyTimeout: busyTimeout) { false }
    } catch {
      throw error.code.primary == .busy
        ? .inUse(database: database, by: []) : .database(error, path: database)
    }
    try put(source, in: target, named: database, over: backup, access)
    _ = consume lock
  }

  private func put(
    _ source: Connection, in target: DatabaseFile, named database: String,
    over backup: DatabaseFile, _ access: DatabaseAccess
  ) throws(BackupError) {
    switch try overwrite(target, with: source, access) {
    case .done: return
    case .unreadable:
      let partial = target.beside(".restore-partial")
      partial.remove()
      try partial.fill(from: source, of: target.exists ? target : backup, access)
      do throws(SQLiteError) {
        try partial.replace(target)
      } catch {
        partial.remove()
        throw .database(error, path: database)
      }
    case .inUse: throw .inUse(database: database, by: [])
    case .failed(let error): throw .database(error, path: database)
    }
  }

  /// The backup, opened and checked.
  private func checked(_ access: DatabaseAccess) throws(BackupError) -> Connection {
    let source = try access.open(DatabaseFile(path))
    let damage = try BackupError.at(path) { () throws(SQLiteError) in try source.damage() }
    // SQLite reads an empty file as an empty database, which is never a backup.
    guard DatabasePath.hasContents(path) else {
      throw .damaged(path: path, ["the file is empty"])
    }
    guard damage.isEmpty else { throw .damaged(path: path, damage) }
    return source
  }

  private enum Outcome {
    case done, inUse
    /// There is no database, or SQLite cannot read it.
    case unreadable
    case failed(SQLiteError)
  }

  private func overwrite(
    _ target: DatabaseFile, with source: Connection, _ access: DatabaseAccess
  ) throws(BackupError) -> Outcome {
    guard DatabasePath.hasContents(target.path) else { return .unreadable }
    let room = try BackupError.at(path) { () throws(SQLiteError) in try source.byteCount() }
    if let free = target.freeBytes, free < room {
      throw .noRoom(folder: target.folder, needed: room, free: free)
    }
    let connection: Connection
    do throws(BackupError) {
      connection = try access.open(target)
    } catch {
      // Only SQLite's own error says that the file cannot be read.
      guard case .database(let error, _) = error else { throw error }
      return outcome(of: error, access)
    }
    do throws(SQLiteError) {
      if connection.isReadOnly { return .failed(.readOnly) }
      let mode = try connection.value("PRAGMA journal_mode")?.string
      // With a write-ahead log, SQLite refuses this while others have the database open, and it cannot copy pages of
      // another size. The backup decides the mode afterwards.
      try connection.retryWhileBusy(access.busyTimeout) { () throws(SQLiteError) in
        try connection.execute("PRAGMA journal_mode = DELETE")
      }
      // Law 12.
      try connection.execute("PRAGMA synchronous = EXTRA")
      try connection.execute("PRAGMA fullfsync = ON")
      do throws(SQLiteError) {
        try connection.copyAll(of: source, busyTimeout: access.busyTimeout)
      } catch {
        if mode == "wal" { try? connection.execute("PRAGMA journal_mode = WAL") }
        throw error
      }
      return .done
    } catch {
      return outcome(of: error, access)
    }
  }

  private func outcome(of error: SQLiteError, _ access: DatabaseAccess) -> Outcome {
    switch error.code.primary {
    case .busy, .locked: return .inUse
    case .notADatabase where access.prepare != nil:
      // It may be a good database with another key.
      return .failed(
        .misuse(
          "\(access.database) cannot be read with this key. To replace it with the backup, delete it first"
        ))
    case .notADatabase, .corrupt: return .unreadable
    default: return .failed(error)
    }
  }
}
