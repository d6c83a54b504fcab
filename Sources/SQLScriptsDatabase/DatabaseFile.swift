#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A database file as the system sees it, with the files that SQLite keeps beside it.
package struct DatabaseFile: Sendable {
  /// What SQLite keeps beside a database: they belong to the file of that name and to no other.
  private static let companions = ["-journal", "-wal", "-shm"]

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

  /// The file itself where the path is a symbolic link: SQLite keeps its journals beside that one.
  package var resolved: DatabaseFile {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
      let real = realpath(path, nil)
    else { return self }
    defer { free(real) }
    return DatabaseFile(String(cString: real))
  }

  package var exists: Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The folder that it is in.
  package var folder: String { DatabasePath.folder(of: path) }

  /// Makes it, empty. Only who may read the other file may read this one.
  package func makeEmpty(like other: DatabaseFile) throws(SQLiteError) {
    var status = stat()
    let mode = stat(other.path, &status) == 0 ? status.st_mode & 0o777 : 0o644
    let handle = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
    guard handle >= 0 else { throw systemError("cannot be made") }
    fchmod(handle, mode)
    close(handle)
  }

  /// Waits until what was written is on the disk.
  package func sync() throws(SQLiteError) {
    try sync(path)
  }

  /// Takes the place of another file, which is gone then: at every instant one of the two is there.
  package func replace(_ other: DatabaseFile) throws(SQLiteError) {
    // A log or journal that is left behind would be played into the new file.
    for suffix in Self.companions { unlink(other.path + suffix) }
    guard rename(path, other.path) == 0 else { throw other.systemError("cannot be replaced") }
    try sync(other.folder)
  }

  /// Removes it, and what SQLite keeps beside it.
  package func remove() {
    for suffix in Self.companions + [""] { unlink(path + suffix) }
  }

  /// The bytes that are free for a file in this folder; nil if the system does not say.
  package var freeBytes: Int64? {
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { return nil }
    return Int64(clamping: UInt64(status.f_bavail) &* UInt64(status.f_frsize))
  }

  /// The names of the files beside it, and its own.
  package func neighbours() throws(SQLiteError) -> [String] {
    guard let directory = opendir(folder) else {
      throw SQLiteError(
        code: .cannotOpen, message: "the folder \(folder) cannot be read: \(Self.lastMessage)")
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          name.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
        })
    }
    return names
  }

  /// Whether both are one file, be it under two names.
  package func isSame(as other: DatabaseFile) -> Bool {
    var mine = stat()
    var theirs = stat()
    return stat(path, &mine) == 0 && stat(other.path, &theirs) == 0
      && mine.st_ino == theirs.st_ino && mine.st_dev == theirs.st_dev
  }

  private func sync(_ path: String) throws(SQLiteError) {
    let handle = open(path, O_RDONLY | O_CLOEXEC)
    guard handle >= 0 else { throw systemError("cannot be opened") }
    defer { close(handle) }
    // Some file systems cannot do it to a folder, and say so.
    guard fsync(handle) == 0 || errno == EINVAL else { throw systemError("cannot be written") }
  }

  private func systemError(_ what: String) -> SQLiteError {
    let code = errno
    return SQLiteError(
      code: code == ENOSPC ? .full : .cannotOpen,
      message: "\(path) \(what): \(strerror(code).map { String(cString: $0) } ?? "errno \(code)")")
  }

  private static var lastMessage: String {
    strerror(errno).map { String(cString: $0) } ?? "errno \(errno)"
  }
}
