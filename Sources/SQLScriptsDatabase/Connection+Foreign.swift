import CSQLScriptsSQLite

// An app can have two copies of SQLite: the system's, which this library uses, and one that a package such as
// SQLCipher or a custom build of GRDB brings along. A `sqlite3*` of one is no connection for the other,
// which would read its memory as something that it is not.
extension Connection {
  /// Whether a connection was opened by the SQLite that runs here.
  ///
  /// A connection begins with a pointer to its VFS, in all releases of SQLite, and each copy of SQLite has a
  /// list of its own of these. If that is not so of a connection that is opened here, nothing is known, and
  /// nobody is refused.
  package static func isOfThisSQLite(_ handle: OpaquePointer) -> Bool {
    !knowsByVFS || hasRegisteredVFS(handle)
  }

  private static let knowsByVFS: Bool = {
    var own: OpaquePointer?
    defer { sqlite3_close_v2(own) }
    guard sqlite3_open_v2(":memory:", &own, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, let own else {
      return false
    }
    return hasRegisteredVFS(own)
  }()

  private static func hasRegisteredVFS(_ handle: OpaquePointer) -> Bool {
    let found = UnsafeRawPointer(handle).load(as: UnsafeRawPointer?.self)
    var next = sqlite3_vfs_find(nil)
    while let vfs = next {
      if UnsafeRawPointer(vfs) == found { return true }
      next = vfs.pointee.pNext
    }
    return false
  }
}
