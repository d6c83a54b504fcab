import SQLScriptsDatabase

/// A copy of a database beside it (law 24): one whole file, with what was in a write-ahead log.
public struct DatabaseBackup: Sendable, Hashable {
  private static let infix = ".backup-"

  /// The file of the backup.
  public let path: String

  /// The backup in this file, which may be any SQLite database.
  public init(path: String) {
    self.path = path
  }

  /// The backups of a database, the newest first.
  ///
  /// - Throws: `BackupError.database` if the folder cannot be read.
  public static func all(of database: String) throws(BackupError) -> [DatabaseBackup] {
    let file = DatabaseFile(database).resolved
    let prefix = file.name + infix
    return try BackupError.at(database) { () throws(SQLiteError) in try file.neighbours() }
      .filter { $0.hasPrefix(prefix) && BackupTime.isOne($0.dropFirst(prefix.count)) }
      .sorted(by: >)
      .map { DatabaseBackup(path: file.sibling($0).path) }
  }

  /// Copies a database while others may go on using it.
  ///
  /// The copy is checked and on the disk before it gets its name, so whatever has such a name is whole.
  /// Who may read the database, and nobody else, may read the backup.
  ///
  /// - Parameters:
  ///   - keep: how many backups stay, this one too; at least 1.
  ///   - timeout: how long to wait for others (law 25).
  /// - Throws: `BackupError`; the backups that were there are still there.
  @discardableResult
  public static func make(
    of database: String, keep: Int = 2, busyTimeout timeout: Duration = .seconds(5)
  ) throws(BackupError) -> DatabaseBackup {
    try make(of: database, keep: keep, waiting: Milliseconds(timeout.milliseconds)) { false }
  }

  static func make(
    of database: String, keep: Int, waiting: Milliseconds, unless givesUp: () -> Bool
  ) throws(BackupError) -> DatabaseBackup {
    let file = DatabaseFile(database).resolved
    let source = try BackupError.at(database) { () throws(SQLiteError) in
      try Connection(path: file.path, mode: .readWrite, busyTimeout: waiting)
    }
    // Two at once would write the same file; what is left of one that was killed is nobody's.
    let lock: StepLock
    do throws(SQLiteError) {
      lock = try StepLock(file.path + infix + "lock", waiting: waiting, unless: givesUp)
    } catch {
      throw .database(error, path: database)
    }
    let partial = DatabaseFile(file.path + infix + "partial")
    partial.remove()
    try partial.fill(from: source, of: file, waiting: waiting, unless: givesUp)
    let backup = DatabaseBackup(
      path: file.path + infix + BackupTime.unused(after: file.path + infix))
    do throws(SQLiteError) {
      try partial.replace(DatabaseFile(backup.path))
    } catch {
      partial.remove()
      throw .database(error, path: database)
    }
    _ = consume lock
    for old in try all(of: database).dropFirst(max(1, keep)) { DatabaseFile(old.path).remove() }
    return backup
  }
}

extension DatabaseFile {
  /// Makes the file: a whole, checked copy that is on the disk; or no file.
  func fill(
    from source: Connection, of original: DatabaseFile, waiting: Milliseconds,
    unless givesUp: () -> Bool = { false }
  ) throws(BackupError) {
    let needed = try BackupError.at(original.path) { () throws(SQLiteError) in
      try source.byteCount()
    }
    if let free = freeBytes, free < needed {
      throw .noRoom(folder: folder, needed: needed, free: free)
    }
    do throws(BackupError) {
      let damage = try BackupError.at(original.path) { () throws(SQLiteError) in
        try makeEmpty(like: original)
        try copy(source, waiting: waiting, unless: givesUp)
        return try Connection(path: path, mode: .readWrite, busyTimeout: waiting).damage()
      }
      guard damage.isEmpty else { throw .damaged(path: original.path, damage) }
      try BackupError.at(path) { () throws(SQLiteError) in try sync() }
    } catch {
      remove()
      throw error
    }
  }
  private func copy(
    _ source: Connection, waiting: Milliseconds, unless givesUp: () -> Bool
  ) throws(SQLiteError) {
    let copy = try Connection(path: path, mode: .readWrite, busyTimeout: waiting)
    // Nothing of it counts before it is whole, checked and synced.
    try copy.execute("PRAGMA journal_mode = OFF")
    try copy.execute("PRAGMA synchronous = OFF")
    try copy.copyAll(of: source, waiting: waiting, unless: givesUp)
  }
}
