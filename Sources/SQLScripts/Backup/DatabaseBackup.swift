import SQLScriptsDatabase

/// A copy of a database beside it (law 24): one whole file, with what was in a write-ahead log.
public struct DatabaseBackup: Sendable, Hashable {
  private static let infix = BackupName.infix

  /// The file of the backup.
  public let path: String

  /// The backup in this file, which may be any SQLite database.
  public init(path: String) {
    self.path = path
  }

  /// The backups of a database, the newest first. Their numbers say which that is; those with a date, which earlier
  /// releases made, come after all that have a number. What has such a name and is not a whole database, as a folder, a
  /// link or a copy that was cut off, is not one.
  ///
  /// - Throws: `BackupError.database` if the folder cannot be read.
  public static func all(of database: String) throws(BackupError) -> [DatabaseBackup] {
    let file = DatabaseFile(database).resolved
    return try named(file).filter { $0.backup.isWhole(of: file) }.map(\.backup)
  }

  private func isWhole(of database: DatabaseFile) -> Bool {
    let file = DatabaseFile(path)
    return !file.isSame(as: database) && file.isWholeDatabase
  }

  /// All that is named like a backup of a database, whatever it is: no name is given a second time.
  private static func named(
    _ file: DatabaseFile
  ) throws(BackupError) -> [(name: BackupName, backup: DatabaseBackup)] {
    let names = try BackupError.at(file.path) { () throws(SQLiteError) in try file.neighbours() }
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
  /// Others may go on reading it; with a rollback journal their writing waits until it is copied. The copy is checked
  /// and on the disk before it gets its name, so whatever has such a name is whole. Who may use the database, and
  /// nobody else, may use the backup.
  ///
  /// - Parameters:
  ///   - keep: how many backups stay, this one too; at least 1. The backup from before the first of a row of failed
  ///     migrations is one of them until a migration succeeds, and with it those that show that the row goes on, which
  ///     can be more than `keep`. With 1, both stay.
  ///   - timeout: how long to wait for others (law 25).
  /// - Throws: `BackupError`; the backups that were there are still there.
  @discardableResult
  public static func make(
    of database: String, keep: Int = 2, busyTimeout timeout: Duration = .seconds(5)
  ) throws(BackupError) -> DatabaseBackup {
    try make(of: database, keep: keep, waiting: Milliseconds(timeout.milliseconds)) { false }.made
  }

  /// What making a backup has changed beside a database.
  package struct Change {
    /// The new backup.
    package let made: DatabaseBackup
    /// The one from before the first of a row of failed migrations that goes on.
    let beforeFailures: DatabaseBackup?
    /// Those that were removed, the oldest first.
    package let removed: [DatabaseBackup]
  }

  /// Copies a database, as `make(of:keep:busyTimeout:)`, and says what was removed.
  package static func make(
    of database: String, keep: Int, waiting: Milliseconds
  ) throws(BackupError) -> Change {
    try make(of: database, before: nil, keep: keep, waiting: waiting) { false }
  }

  /// - Parameter run: the migration that it is made before, if there is one.
  static func make(
    of database: String, before run: BackupName.Run? = nil, keep: Int, waiting: Milliseconds,
    unless givesUp: () -> Bool
  ) throws(BackupError) -> Change {
    let file = DatabaseFile(database).resolved
    let source = try BackupError.at(database) { () throws(SQLiteError) in
      try Connection(path: file.path, mode: .readWrite, busyTimeout: waiting)
    }
    // Two at once would write the same file; what is left of one that was killed is nobody's.
    let lock: StepLock
    do throws(SQLiteError) {
      lock = try StepLock(of: file, infix + "lock", waiting: waiting, unless: givesUp)
    } catch {
      throw .database(error, path: database)
    }
    let taken = try named(file)
    guard let name = BackupName(number: (taken.first?.name.number ?? 0) + 1, run: run) else {
      throw .database(
        .misuse("there is no free number for another backup of \(database)"), path: database)
    }
    let others = taken.filter { $0.backup.isWhole(of: file) }
    let installed = run?.from ?? installedVersion(source)
    let first = BackupName.beforeFailures(others.map(\.name), installed: installed)
    let partial = file.beside(infix + "partial")
    partial.remove()
    try partial.fill(from: source, of: file, waiting: waiting, unless: givesUp)
    let backup = DatabaseBackup(path: file.beside(infix + name.text).path)
    do throws(SQLiteError) {
      try partial.replace(DatabaseFile(backup.path))
    } catch {
      partial.remove()
      throw .database(error, path: database)
    }
    let needed = others.first { $0.name == first }
    let count = max(0, keep - (needed == nil ? 1 : 2))
    var names = others.map(\.name)
    var removed: [DatabaseBackup] = []
    for old in others.filter({ $0.name != first }).dropFirst(count).reversed() {
      let rest = names.filter { $0 != old.name }
      // Without some in between, the first of a row of failures would look like a success.
      guard BackupName.beforeFailures(rest, installed: installed) == first else { continue }
      names = rest
      let file = DatabaseFile(old.backup.path)
      file.remove()
      if !file.exists { removed.append(old.backup) }
    }
    _ = consume lock
    return Change(made: backup, beforeFailures: needed?.backup, removed: removed)
  }

  /// The version in whatever home it has; nil if there is none that can be read.
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
  /// Whether the name of a backup means this database.
  ///
  /// The disk may not tell “App” and “app” apart, nor two spellings of an accent. If so, it finds the backup under this
  /// database's own spelling, too.
  fileprivate func isNamed(
    _ database: Substring, inBackup backup: BackupName, _ fileName: String, among names: [String]
  ) -> Bool {
    // Earlier releases, which dated backups, did not cut long names. A number behind such a name is of the database whose
    // name was cut to this one.
    for stem in backup.number == 0 ? [name] : [Self.stem(of: name)] {
      if stem.utf8.elementsEqual(database.utf8) { return true }
      guard stem.folded == String(database).folded else { continue }
      let spelling = sibling(stem + BackupName.infix + backup.text)
      if spelling.isSame(as: sibling(fileName)) { return true }
      // Not every file system has a number for each file: one that is found and not listed has another spelling.
      if spelling.exists, !names.contains(where: { $0.utf8.elementsEqual(spelling.name.utf8) }) {
        return true
      }
    }
    return false
  }

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
        try makeEmpty()
        try copy(source, waiting: waiting, unless: givesUp)
        return try Connection(path: path, mode: .readWrite, busyTimeout: waiting).damage()
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
    _ source: Connection, waiting: Milliseconds, unless givesUp: () -> Bool
  ) throws(SQLiteError) {
    let copy = try Connection(path: path, mode: .readWrite, busyTimeout: waiting)
    // Nothing of it counts before it is whole, checked and synced.
    try copy.execute("PRAGMA journal_mode = OFF")
    try copy.execute("PRAGMA synchronous = OFF")
    try copy.copyAll(of: source, waiting: waiting, unless: givesUp)
  }
}

extension String {
  /// The same for all names that any disk may take for one. `==` does not tell spellings of an accent apart.
  fileprivate var folded: String { lowercased().uppercased() }
}
