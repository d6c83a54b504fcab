import SQLScriptsDatabase
import SQLScriptsSQL

/// A copy of a database next to it, in one file that includes the write-ahead log (law 24).
public struct DatabaseBackup: Sendable, Hashable {
  private static let infix = BackupName.infix

  /// The path of the backup.
  public let path: String

  /// Creates a value for an existing file, which may be any SQLite database.
  public init(path: String) {
    self.path = path
  }

  /// Returns the backups of a database, the newest first. They are ordered by number. Folders, links and truncated files
  /// with such a name are left out.
  ///
  /// - Parameters:
  ///   - database: the path of the database.
  ///   - isEncrypted: whether the database is encrypted. Then its backups do not begin like an SQLite database, and a
  ///     truncated one cannot be told from a whole one.
  /// - Throws: `BackupError.database` if the folder cannot be read.
  public static func all(
    of database: String, isEncrypted: Bool = false
  ) throws(BackupError) -> [DatabaseBackup] {
    let file = DatabaseFile(database).resolved
    return try named(file).filter { $0.backup.isWhole(of: file, mayBeEncrypted: isEncrypted) }
      .map(\.backup)
  }

  private func isWhole(of database: DatabaseFile, mayBeEncrypted: Bool) -> Bool {
    let file = DatabaseFile(path)
    guard !file.isSame(as: database) else { return false }
    return file.isWholeDatabase || (mayBeEncrypted && file.mayBeEncryptedDatabase)
  }

  /// All files that are named like a backup of a database, valid or not, because no number is used twice.
  private static func named(
    _ file: DatabaseFile
  ) throws(BackupError) -> [(name: BackupName, backup: DatabaseBackup)] {
    let names = try BackupError.at(file.path) { () throws(SQLiteError) in try file.neighbors() }
    let found = names.compactMap { name -> (name: BackupName, backup: DatabaseBackup)? in
      guard let (database, backup) = BackupName.parts(of: name),
        file.isNamed(database, inBackup: backup, name, among: names)
      else { return nil }
      return (backup, DatabaseBackup(path: file.sibling(name).path))
    }
    return found.sorted { $0.name > $1.name }
  }

  /// Copies a database.
  ///
  /// Others can continue to read it. With a rollback journal, writers wait until it is copied. The copy is checked and
  /// synced before it gets its final name. It has the owner and permissions of the database.
  ///
  /// - Parameters:
  ///   - database: the path of the database.
  ///   - keep: the number of backups to keep, including the new one; at least 1. The backup from before the first of
  ///     several failed migrations is kept until a migration succeeds, and so are those that show that none has
  ///     succeeded. This can be more than `keep`.
  ///   - timeout: how long to wait for others (law 25).
  ///   - prepare: prepares the connections to the database and to its copy, as `MigrationOptions.prepareConnection`.
  /// - Throws: `BackupError`; earlier backups are unchanged.
  @discardableResult
  public static func make(
    of database: String, keep: Int = 2, busyTimeout timeout: Duration = .seconds(5),
    prepareConnection prepare: ConnectionPreparation? = nil
  ) throws(BackupError) -> DatabaseBackup {
    try make(
      of: database, keep: keep, busyTimeout: Milliseconds(timeout), preparedBy: prepare
    ) { false }.made
  }

  /// The files that changed when a backup was made.
  package struct Change {
    /// The new backup.
    package let made: DatabaseBackup
    /// The backup from before the first of several failed migrations, if the last one failed.
    let beforeFailures: DatabaseBackup?
    /// The backups that were deleted, the oldest first.
    package let removed: [DatabaseBackup]
  }

  /// Copies a database, as `make(of:keep:busyTimeout:)`, and returns the files that changed.
  package static func make(
    of database: String, keep: Int, busyTimeout: Milliseconds
  ) throws(BackupError) -> Change {
    try make(of: database, before: nil, keep: keep, busyTimeout: busyTimeout) { false }
  }

  /// - Parameter run: the migration that follows, if there is one.
  static func make(
    of database: String, before run: BackupName.Run? = nil, keep: Int, busyTimeout: Milliseconds,
    preparedBy prepare: ConnectionPreparation? = nil, unless givesUp: () -> Bool
  ) throws(BackupError) -> Change {
    try BackupError.at(database) { () throws(SQLiteError) in
      try DatabasePath.checkIsFile(database)
    }
    let file = DatabaseFile(database).resolved
    let access = DatabaseAccess(
      database: database, prepare: prepare, busyTimeout: busyTimeout)
    let source = try access.open(file)
    // Two processes would write the same file. The rest of a copy that was killed may be overwritten.
    let lock: StepLock
    do throws(SQLiteError) {
      lock = try StepLock(of: file, infix + "lock", busyTimeout: busyTimeout, unless: givesUp)
    } catch {
      throw .database(error, path: database)
    }
    let taken = try named(file)
    guard let name = BackupName(number: (taken.first?.name.number ?? 0) + 1, run: run) else {
      throw .database(
        .misuse("there is no free number for another backup of \(database)"), path: database)
    }
    let others = taken.filter { $0.backup.isWhole(of: file, mayBeEncrypted: prepare != nil) }
    let installed = run?.from ?? installedVersion(source)
    let first = BackupName.beforeFailures(others.map(\.name), installed: installed)
    let partial = file.beside(infix + "partial")
    partial.remove()
    try partial.fill(from: source, of: file, access, unless: givesUp)
    let backup = DatabaseBackup(path: file.beside(infix + name.text).path)
    do throws(SQLiteError) {
      try partial.replace(DatabaseFile(backup.path))
    } catch {
      partial.remove()
      throw .database(error, path: database)
    }
    let needed = others.first { $0.name == first }
    let count = max(0, max(1, keep) - (needed == nil ? 1 : 2))
    var names = others.map(\.name)
    var removed: [DatabaseBackup] = []
    for old in others.filter({ $0.name != first }).dropFirst(count).reversed() {
      let rest = names.filter { $0 != old.name }
      // Without some backups in between, the first failure would look like a success.
      guard BackupName.beforeFailures(rest, installed: installed) == first else { continue }
      names = rest
      let file = DatabaseFile(old.backup.path)
      file.remove()
      if !file.exists { removed.append(old.backup) }
    }
    _ = consume lock
    return Change(made: backup, beforeFailures: needed?.backup, removed: removed)
  }

  /// The version in any version store; nil if none can be read.
  private static func installedVersion(_ connection: Connection) -> Int64? {
    for store in [VersionStore.table, .userVersion, .schemaMigrations] {
      switch try? VersionReader(connection, store: store).read() {
      case .version(let version)? where version > 0: return version
      case .unattested(let version)?: return version
      default: continue
      }
    }
    return nil
  }
}

extension DatabaseFile {
  /// Whether the name of a backup belongs to this database.
  ///
  /// The file system may treat “App” and “app”, or two spellings of an accent, as equal. Then it also finds the backup
  /// under this database's own spelling.
  fileprivate func isNamed(
    _ database: Substring, inBackup backup: BackupName, _ fileName: String, among names: [String]
  ) -> Bool {
    let stem = Self.stem(of: name)
    if stem.hasSameBytes(as: String(database)) { return true }
    guard stem.folded == String(database).folded else { return false }
    let spelling = sibling(stem + BackupName.infix + backup.text)
    if spelling.isSame(as: sibling(fileName)) { return true }
    // Not every file system numbers its files. A file that is found but not listed has another spelling.
    return spelling.exists && !names.contains { $0.hasSameBytes(as: spelling.name) }
  }

  /// Writes the file: a complete, checked and synced copy, or no file.
  func fill(
    from source: Connection, of original: DatabaseFile, _ access: DatabaseAccess,
    unless givesUp: () -> Bool = { false }
  ) throws(BackupError) {
    let needed = try BackupError.at(original.path) { () throws(SQLiteError) in
      try source.byteCount()
    }
    if let free = freeBytes, free < needed {
      throw .noRoom(folder: folder, needed: needed, free: free)
    }
    do throws(BackupError) {
      try BackupError.at(original.path) { () throws(SQLiteError) in try makeEmpty() }
      // The copy is closed before it is read again.
      try copy(source, of: original, access, unless: givesUp)
      let written = try access.open(self)
      let damage = try BackupError.at(original.path) { () throws(SQLiteError) in
        try written.damage()
      }
      guard damage.isEmpty else { throw .damaged(path: original.path, damage) }
      try BackupError.at(path) { () throws(SQLiteError) in
        try takePermissions(of: original)
        try sync()
      }
    } catch {
      remove()
      throw error
    }
  }

  private func copy(
    _ source: Connection, of original: DatabaseFile, _ access: DatabaseAccess,
    unless givesUp: () -> Bool
  ) throws(BackupError) {
    let copy = try access.open(self)
    try BackupError.at(original.path) { () throws(SQLiteError) in
      // The copy does not count before it is complete, checked and synced, so it needs no journal.
      try copy.execute("PRAGMA journal_mode = OFF")
      try copy.execute("PRAGMA synchronous = OFF")
      try copy.copyAll(of: source, busyTimeout: access.busyTimeout, unless: givesUp)
    }
  }
}

extension String {
  /// A name in which case differences are removed. `==` already treats spellings of an accent as equal.
  fileprivate var folded: String { lowercased().uppercased() }
}
