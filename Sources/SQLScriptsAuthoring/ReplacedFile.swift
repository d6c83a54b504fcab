import SQLScriptsFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Replaces the contents of existing files.
package enum ReplacedFile {
  /// Replaces the contents of a file, completely or not at all. The new contents are written next to it, synced and
  /// renamed. Permissions and symbolic links are kept.
  ///
  /// - Parameters:
  ///   - before: the expected contents. If the file has changed since, it is left alone.
  ///   - access: who may use it from now on; nil if that stays as it is.
  package static func write(
    _ bytes: [UInt8], to path: String, insteadOf before: [UInt8], access: FileAccess? = nil
  ) throws(AuthoringError) {
    guard let resolved = realpath(path, nil) else { throw .fromSystem(errno, path) }
    defer { free(resolved) }
    let target = String(cString: resolved)
    guard let own = FileAccess(of: target) else { throw .fromSystem(errno, path) }
    // Renaming over a file does not need write access to it, but a read-only file is read-only on purpose.
    guard isWritable(target) else { throw .fromSystem(errno, path) }
    guard (try? ScriptDirectory.bytes(ofFile: target)) == before else {
      throw .changedMeanwhile(path: path)
    }
    let (draft, handle) = try NewFile.openDraft(of: target, mode: 0o600)
    let isWritten =
      NewFile.writeAll(bytes, to: handle) && (access ?? own).give(to: handle) && fsync(handle) == 0
    var code = isWritten ? 0 : errno
    if close(handle) != 0, code == 0 { code = errno }
    if code == 0, rename(draft, target) != 0 { code = errno }
    guard code == 0 else {
      unlink(draft)
      throw .fromSystem(code, path)
    }
    syncFolder(of: target)
  }

  private static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

  /// Writes a file, completely or not at all. An existing file is replaced only if it is empty or an earlier version.
  package static func writeAnew(
    _ text: String, to path: String, ifEarlier isEarlier: ([UInt8]) -> Bool
  ) throws(AuthoringError) {
    guard let before = try? ScriptDirectory.bytes(ofFile: path) else {
      return try NewFile.writeSafely(Array(text.utf8), to: path)
    }
    guard before.isEmpty || isEarlier(before) else { throw .exists(path: path) }
    try write(Array(text.utf8), to: path, insteadOf: before)
  }

  /// Syncs the new name. Not every file system can, and the file is complete either way.
  static func syncFolder(of path: String) {
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? "."
    let handle = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard handle >= 0 else { return }
    fsync(handle)
    close(handle)
  }
}
