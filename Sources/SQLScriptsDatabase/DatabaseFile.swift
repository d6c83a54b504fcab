#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A database file, with the files that SQLite keeps next to it.
package struct DatabaseFile: Sendable {
  /// The files that SQLite keeps next to a database. They belong to the file of that name only.
  static let companions = ["-journal", "-wal", "-shm"]

  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// Its name without the folder.
  package var name: String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[path.utf8.index(after: $0)...]) }
      ?? path
  }

  /// A file in the same folder.
  package func sibling(_ name: String) -> DatabaseFile {
    DatabaseFile(String(decoding: path.utf8.dropLast(self.name.utf8.count), as: UTF8.self) + name)
  }

  /// The target, if the path is a symbolic link. SQLite keeps its journals next to the target, and creates it if it
  /// does not exist.
  package var resolved: DatabaseFile {
    var file = self
    // The maximum number of links that SQLite follows.
    for _ in 0..<200 {
      guard let target = file.linkTarget else { break }
      file = target
    }
    return file
  }

  private var linkTarget: DatabaseFile? {
    var status = stat()
    guard lstat(path.systemPath, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else {
      return nil
    }
    if let real = realpath(path.systemPath, nil) {
      defer { free(real) }
      return DatabaseFile(String(systemName: real))
    }
    var name = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard readlink(path.systemPath, &name, name.count - 1) > 0 else { return nil }
    let target = name.withUnsafeBufferPointer {
      $0.baseAddress.map { String(systemName: $0) } ?? ""
    }
    return target.hasPrefix("/") ? DatabaseFile(target) : sibling(target)
  }

  package var exists: Bool {
    var status = stat()
    return lstat(path.systemPath, &status) == 0
  }

  /// The folder that it is in.
  package var folder: String { DatabasePath.folder(of: path) }

  /// Creates an empty file. Only the user of this process may use it before `takePermissions`.
  package func makeEmpty() throws(SQLiteError) {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let handle = open(path.systemPath, flags, 0o600)
    guard handle >= 0 else { throw systemError("cannot be created") }
    close(handle)
  }

  /// Sets the owner and permissions of another file. No connection may have this file open, because closing it drops
  /// the process's locks on it.
  package func takePermissions(of other: DatabaseFile) throws(SQLiteError) {
    let handle = open(path.systemPath, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard handle >= 0 else { throw systemError("cannot be opened") }
    defer { close(handle) }
    Self.give(handle, permissionsOf: other)
  }

  /// Sets the owner, group and permissions of an open file to those of another one, as SQLite does for its journals.
  ///
  /// - Parameter minimum: permissions to add in any case.
  package static func give(
    _ handle: Int32, permissionsOf other: DatabaseFile, atLeast minimum: mode_t = 0
  ) {
    var (wanted, found) = (stat(), stat())
    guard stat(other.path.systemPath, &wanted) == 0 else { return }
    // Only root may change the owner. Others may change the group to one of their own.
    _ = fchown(handle, geteuid() == 0 ? wanted.st_uid : uid_t.max, wanted.st_gid)
    var mode = wanted.st_mode & 0o777
    // If the group differs, it must not get the permissions of the other group.
    if fstat(handle, &found) != 0 || found.st_gid != wanted.st_gid { mode &= ~0o070 }
    fchmod(handle, mode | minimum)
  }

  /// Waits until the data is on the disk.
  package func sync() throws(SQLiteError) {
    try sync(path)
  }

  /// Replaces another file by renaming. At every moment one of the two exists.
  package func replace(_ other: DatabaseFile) throws(SQLiteError) {
    // A leftover log or journal would be applied to the new file.
    for suffix in Self.companions { unlink((other.path + suffix).systemPath) }
    guard rename(path.systemPath, other.path.systemPath) == 0 else {
      throw other.systemError("cannot be replaced")
    }
    try sync(other.folder)
  }

  /// Deletes it, and the files that SQLite keeps next to it.
  package func remove() {
    for suffix in Self.companions + [""] { unlink((path + suffix).systemPath) }
  }

  /// The free bytes for a file in this folder; nil if the system does not say.
  package var freeBytes: Int64? {
    var status = statvfs()
    guard statvfs(folder.systemPath, &status) == 0 else { return nil }
    return Int64(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
  }

  /// The names of all files in its folder.
  package func neighbors() throws(SQLiteError) -> [String] {
    try DatabasePath.checkForNUL(path)
    guard let directory = opendir(folder.systemPath) else { throw unreadableFolder(errno) }
    defer { closedir(directory) }
    var names: [String] = []
    while true {
      // At the end, readdir returns nil and leaves errno alone.
      errno = 0
      guard let entry = readdir(directory) else { break }
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 1) { String(systemName: $0) }
        })
    }
    guard errno == 0 else { throw unreadableFolder(errno) }
    return names
  }

  private func unreadableFolder(_ error: Int32) -> SQLiteError {
    SQLiteError(
      code: .cannotOpen,
      message: "the folder \(folder) cannot be read: \(SQLiteError.words(forSystemError: error))")
  }

  /// The device and number of a file, independent of its names. The number of a deleted file is reused.
  package struct Identity: Hashable, Sendable {
    let device: UInt64
    let number: UInt64
  }

  /// Nil if there is no such file.
  package var identity: Identity? {
    var status = stat()
    guard stat(path.systemPath, &status) == 0 else { return nil }
    return Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// Whether both are the same file, possibly with two names.
  package func isSame(as other: DatabaseFile) -> Bool {
    identity.map { $0 == other.identity } ?? false
  }

  private func sync(_ path: String) throws(SQLiteError) {
    let handle = open(path.systemPath, O_RDONLY | O_CLOEXEC)
    guard handle >= 0 else { throw systemError("cannot be opened") }
    defer { close(handle) }
    #if canImport(Darwin)
      // On Apple's systems fsync leaves the data in the drive's cache (law 12). Not every file system supports
      // F_FULLFSYNC.
      if fcntl(handle, F_FULLFSYNC) == 0 { return }
    #endif
    // Some file systems cannot sync a folder, and return EINVAL.
    guard fsync(handle) == 0 || errno == EINVAL else { throw systemError("cannot be written") }
  }

  private func systemError(_ what: String) -> SQLiteError {
    let code = errno
    return SQLiteError(
      code: code == ENOSPC ? .full : .cannotOpen,
      message: "\(path) \(what): \(SQLiteError.words(forSystemError: code))")
  }
}
