#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Who may read and write a file. What replaces the file, or gets its contents under another name, keeps it.
package struct FileAccess: Sendable, Hashable {
  let mode: mode_t
  let owner: uid_t
  let group: gid_t

  /// Nil if there is no such file. Of a symbolic link, the access is that of its target.
  package init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (mode, owner, group) = (status.st_mode & 0o7777, status.st_uid, status.st_gid)
  }

  /// Gives it to an open file. Returns false and sets `errno` on failure.
  func give(to handle: Int32) -> Bool {
    // Only root can change the owner. For all others it is already right.
    _ = fchown(handle, owner, group)
    return fchmod(handle, mode) == 0
  }
}
