import SQLScriptsFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes new files and folders.
package enum NewFile {
  /// Writes a file. If that fails, no file is left.
  package static func write(_ text: String, to path: String) throws(AuthoringError) {
    let handle = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard handle >= 0 else { throw .fromSystem(errno, path) }
    guard writeAll(Array(text.utf8), to: handle) else {
      let error = AuthoringError.fromSystem(errno, path)
      close(handle)
      unlink(path)
      throw error
    }
    guard close(handle) == 0 else { throw .fromSystem(errno, path) }
  }

  /// Writes a file that gets its name only when it is complete and synced.
  ///
  /// - Parameter access: that of the file whose contents it gets; nil for a file of its own.
  package static func writeSafely(
    _ bytes: [UInt8], to path: String, access: FileAccess? = nil
  ) throws(AuthoringError) {
    let (draft, handle) = try openDraft(of: path, mode: access == nil ? 0o644 : 0o600)
    let isWritten =
      writeAll(bytes, to: handle) && access?.give(to: handle) ?? true && fsync(handle) == 0
    var code = isWritten ? 0 : errno
    if close(handle) != 0, code == 0 { code = errno }
    // Unlike a rename, a link fails if the name exists.
    if code == 0, link(draft, path) != 0 {
      code = errno
      // Not every file system supports hard links.
      if code != EEXIST, FileAccess(of: path) == nil { code = rename(draft, path) == 0 ? 0 : errno }
    }
    unlink(draft)
    guard code == 0 else { throw .fromSystem(code, path) }
    ReplacedFile.syncFolder(of: path)
  }

  /// Creates the file that has the new contents until it gets the name of another file, in the same folder.
  ///
  /// It stays after a crash. It is hidden, so it is not taken for a misnamed script, and its name is random, so the next
  /// one can have another.
  ///
  /// - Parameters:
  ///   - path: the path of the other file.
  ///   - suffix: returns the random part of the name.
  package static func openDraft(
    of path: String, mode: mode_t, suffix: () -> String = randomSuffix
  ) throws(AuthoringError) -> (path: String, handle: Int32) {
    let (folder, start) = draftStart(of: path)
    for _ in 0..<100 {
      let draft = "\(folder)\(start)\(suffix())\(draftEnd)"
      let handle = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if handle >= 0 { return (draft, handle) }
      guard errno == EEXIST else { throw .fromSystem(errno, path) }
    }
    throw .notWritten(
      path: path, code: EEXIST, why: "its folder is full of hidden files that end in .tmp")
  }

  /// Deletes the drafts of a file that nobody writes by now, in a folder where nobody else has files.
  package static func removeDrafts(of path: String) {
    let (folder, start) = draftStart(of: path)
    for entry in (try? ScriptDirectory.entries(of: folder.isEmpty ? "." : folder)) ?? []
    where entry.name.hasPrefix(start) && entry.name.hasSuffix(draftEnd) {
      unlink(folder + entry.name)
    }
  }

  private static let draftEnd = ".tmp"

  /// The folder of the drafts of a file, and how their names begin.
  private static func draftStart(of path: String) -> (folder: String, name: String) {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let start = slash.map { path.utf8.index(after: $0) } ?? path.startIndex
    // The additions must not make the name too long.
    let name = String(path[start...].unicodeScalars.prefix(40))
    return (String(path[..<start]), ".\(name).")
  }

  /// Six letters and digits.
  package static func randomSuffix() -> String {
    let signs = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    return String((0..<6).map { _ in signs[Int.random(in: signs.indices)] })
  }

  /// Deletes a file, unless its contents have changed since it was read.
  package static func remove(_ path: String, holding before: [UInt8]) throws(AuthoringError) {
    guard (try? ScriptDirectory.bytes(ofFile: path)) == before else {
      throw .changedMeanwhile(path: path)
    }
    guard unlink(path) == 0 else { throw .fromSystem(errno, path) }
    ReplacedFile.syncFolder(of: path)
  }

  /// Gives a file another name in its folder.
  package static func move(_ path: String, to other: String) throws(AuthoringError) {
    guard rename(path, other) == 0 else { throw .fromSystem(errno, other) }
    ReplacedFile.syncFolder(of: other)
  }

  /// Writes all bytes. Returns false and sets `errno` on failure.
  package static func writeAll(_ bytes: [UInt8], to handle: Int32) -> Bool {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Self.write(handle, $0) }
      if count < 0 {
        if errno == EINTR { continue }
        return false
      }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// Creates a folder, unless it exists. Its parent folder must exist.
  package static func makeFolder(_ path: String) throws(AuthoringError) {
    guard mkdir(path, 0o755) != 0 else { return }
    let code = errno
    var status = stat()
    if code == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
    throw .fromSystem(code == EEXIST ? ENOTDIR : code, path)
  }

  private static func write(_ handle: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.write(handle, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
      Musl.write(handle, bytes.baseAddress, bytes.count)
    #else
      Darwin.write(handle, bytes.baseAddress, bytes.count)
    #endif
  }
}

extension AuthoringError {
  static func fromSystem(_ code: Int32, _ path: String) -> AuthoringError {
    switch code {
    case EEXIST: .exists(path: path)
    case ENOENT: .notWritten(path: path, code: code, why: "its folder does not exist")
    case ENOTDIR:
      .notWritten(path: path, code: code, why: "part of its path is a file, not a folder")
    case EACCES, EPERM: .notWritten(path: path, code: code, why: "permission denied")
    case EROFS: .notWritten(path: path, code: code, why: "the disk is read-only")
    case ENOSPC: .notWritten(path: path, code: code, why: "the disk is full")
    case ENAMETOOLONG: .notWritten(path: path, code: code, why: "the name is too long")
    default: .notWritten(path: path, code: code, why: "the system reported error \(code)")
    }
  }
}
