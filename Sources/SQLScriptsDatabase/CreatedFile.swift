import CSQLScriptsLibrary

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A database file that this process has created, and deletes again if it stays empty.
package struct CreatedFile {
  private let file: DatabaseFile
  private let identity: DatabaseFile.Identity

  /// Creates an empty file as SQLite would; nil if it exists, or if SQLite cannot create it, which the next connection
  /// reports.
  ///
  /// SQLite itself opens and closes it. Closing it in any other way would drop locks that other connections of this
  /// process have on it.
  package init?(at path: String) {
    guard path != ":memory:", (try? DatabasePath.checked(path, mode: .create)) != nil else {
      return nil
    }
    file = DatabaseFile(path).resolved
    guard !file.exists, Self.make(file.path.systemPath), let identity = file.identity else {
      return nil
    }
    self.identity = identity
  }

  private static func make(_ path: [CChar]) -> Bool {
    guard let vfs = sqlite.pointee.vfs_find(nil), let open = vfs.pointee.xOpen else { return false }
    let flags =
      SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE
    // SQLite stores URI parameters before and after a name. Here there are none.
    let nothing = [CChar](repeating: 0, count: 4)
    let name = nothing + path + nothing
    let size = Int(vfs.pointee.szOsFile)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    defer { memory.deallocate() }
    let opened = memory.assumingMemoryBound(to: sqlite3_file.self)
    return name.withUnsafeBufferPointer { name in
      var found: Int32 = 0
      let result = open(vfs, name.baseAddress?.advanced(by: nothing.count), opened, flags, &found)
      if let methods = opened.pointee.pMethods { _ = methods.pointee.xClose?(opened) }
      // If the file existed after all, it is opened read-only.
      return result == SQLITE_OK && found & SQLITE_OPEN_READWRITE != 0
    }
  }

  /// Deletes the file if it is still the same one, still empty, and not open elsewhere.
  ///
  /// This takes SQLite's lock, so that nobody writes to it meanwhile. Somebody who opens it between the last check and
  /// the deletion gets the error that the file was moved. If the system does not list open files, the file stays.
  ///
  /// - Parameter connection: the only connection to the file. It cannot be used afterwards.
  package func removeIfEmpty(_ connection: Connection) {
    connection.setBusyTimeout(Milliseconds(0))
    connection.rollBack()
    do throws(SQLiteError) {
      // Without a journal file, because somebody who creates the database again would lose theirs.
      try connection.execute("PRAGMA journal_mode = MEMORY")
      try connection.execute("BEGIN EXCLUSIVE")
    } catch {
      return
    }
    if file.identity == identity, !DatabasePath.hasContents(file.path), OpenFiles.isOpenOnce(file) {
      unlink(file.path.systemPath)
    }
    connection.rollBack()
  }
}
