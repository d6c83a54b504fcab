import CSQLScriptsSQLite

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A database file that this process has made, and takes away again if it stays empty.
package struct MadeFile {
  private let file: DatabaseFile
  private let identity: DatabaseFile.Identity

  /// Makes the file, empty, as SQLite would; nil if there is one already, or if SQLite cannot make it, which the
  /// connection that is opened next says.
  ///
  /// SQLite itself opens and closes it. Closed in any other way, it would cost other connections of this process the
  /// locks that they may have got on it meanwhile.
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
    guard let vfs = sqlite3_vfs_find(nil), let open = vfs.pointee.xOpen else { return false }
    let flags =
      SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_EXCLUSIVE
    // Before and behind a name SQLite keeps what a URI says: here nothing.
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
      // A file that was there all the same is opened for reading only.
      return result == SQLITE_OK && found & SQLITE_OPEN_READWRITE != 0
    }
  }

  /// Removes the file if it is still this one and still empty, and nobody else has it open.
  ///
  /// That takes the lock of SQLite, so that nobody writes to it meanwhile. Whoever opens it in the instant between the
  /// last look and the removal gets the error that the file was moved. Where the system does not say who has a file
  /// open, it stays.
  ///
  /// - Parameter connection: the only one to the file; it cannot be used any more.
  package func removeIfEmpty(_ connection: Connection) {
    connection.setBusyTimeout(Milliseconds(0))
    connection.rollBack()
    do throws(SQLiteError) {
      // Without a file for the journal: somebody who makes the database anew would lose his.
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
