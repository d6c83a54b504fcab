import SQLScriptsFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes files that were there before.
package enum ReplacedFile {
  /// Puts other bytes in the place of a file's, all of them or none: they are written beside it, and take
  /// its name when they are safe on the disk. Permissions stay, and a symbolic link goes on leading
  /// where it did.
  ///
  /// - Parameter before: what the file holds; if it holds something else by now, it is left alone.
  package static func write(
    _ bytes: [UInt8], to path: String, insteadOf before: [UInt8]
  ) throws(AuthoringError) {
    guard let resolved = realpath(path, nil) else { throw .fromSystem(errno, path) }
    defer { free(resolved) }
    let target = String(cString: resolved)
    var status = stat()
    guard stat(target, &status) == 0 else { throw .fromSystem(errno, path) }
    // To take a name needs no leave of the file that had it: one that is read-only is meant to be.
    guard access(target, W_OK) == 0 else { throw .fromSystem(errno, path) }
    guard (try? ScriptDirectory.bytes(ofFile: target)) == before else {
      throw .changedMeanwhile(path: path)
    }
    let draft = "\(target).\(getpid()).tmp"
    let handle = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard handle >= 0 else { throw .fromSystem(errno, path) }
    // Only root can give a file away; for all others it is theirs already.
    _ = fchown(handle, status.st_uid, status.st_gid)
    let isWritten =
      NewFile.writeAll(bytes, to: handle) && fchmod(handle, status.st_mode & 0o7777) == 0
      && fsync(handle) == 0
    var code = isWritten ? 0 : errno
    if close(handle) != 0, code == 0 { code = errno }
    if code == 0, rename(draft, target) != 0 { code = errno }
    guard code == 0 else {
      unlink(draft)
      throw .fromSystem(code, path)
    }
    syncFolder(of: target)
  }

  /// Makes the new name safe. Not every file system can, and the file is whole either way.
  static func syncFolder(of path: String) {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
    let handle = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard handle >= 0 else { return }
    fsync(handle)
    close(handle)
  }
}
