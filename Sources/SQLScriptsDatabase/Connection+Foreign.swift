import CSQLScriptsLibrary

// An app can contain two copies of SQLite: the system's, which this library uses, and one that a package such as
// SQLCipher or a custom build of GRDB links. A `sqlite3*` of one is not a connection for the other, which would misread
// its memory.
extension Connection {
  /// Whether a connection was opened by the SQLite that this library uses.
  ///
  /// In all releases of SQLite a connection begins with a pointer to its VFS, and each copy of SQLite has its own list
  /// of VFSs. If that is not true for a connection that is opened here, the answer is always true.
  package static func isOfThisSQLite(_ handle: OpaquePointer) -> Bool {
    !knowsByVFS || hasRegisteredVFS(handle)
  }

  private static let knowsByVFS: Bool = {
    sqlscripts_hold_library()
    var own: OpaquePointer?
    defer { _ = sqlite.pointee.close_v2(own) }
    guard sqlite.pointee.open_v2(":memory:", &own, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, let own
    else {
      return false
    }
    return hasRegisteredVFS(own)
  }()

  private static func hasRegisteredVFS(_ handle: OpaquePointer) -> Bool {
    let found = UnsafeRawPointer(handle).load(as: UnsafeRawPointer?.self)
    var next = sqlite.pointee.vfs_find(nil)
    while let vfs = next {
      if UnsafeRawPointer(vfs) == found { return true }
      next = vfs.pointee.pNext
    }
    return false
  }
}
