#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension NewFile {
  /// Writes a file in the place of another, or where there was none: whoever reads it, and whatever
  /// happens, it is the old one or the new one as a whole.
  package static func replace(_ path: String, with text: String) throws(AuthoringError) {
    // Beside it, because a rename does not cross file systems.
    let draft = "\(path).\(getpid()).tmp"
    unlink(draft)
    do throws(AuthoringError) {
      try write(text, to: draft)
      try sync(draft, as: path)
      guard rename(draft, path) == 0 else { throw .fromSystem(errno, path) }
    } catch {
      unlink(draft)
      if case .notWritten(_, let code, let why) = error {
        throw .notWritten(path: path, code: code, why: why)
      }
      throw error
    }
  }

  /// Waits until the file is on the disk; it gets the rights of the one whose place it takes.
  private static func sync(_ draft: String, as path: String) throws(AuthoringError) {
    let handle = open(draft, O_RDONLY | O_CLOEXEC)
    guard handle >= 0 else { throw .fromSystem(errno, path) }
    defer { close(handle) }
    var status = stat()
    if stat(path, &status) == 0 { fchmod(handle, status.st_mode & 0o777) }
    // Some file systems have no fsync, and the rename is all they offer.
    guard fsync(handle) == 0 || errno == EINVAL || errno == ENOTSUP else {
      throw .fromSystem(errno, path)
    }
  }
}
