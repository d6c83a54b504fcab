import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The unsaved changes of a scripts folder, in a file that outlives the editor.
///
/// It is outside the scripts folder, which becomes a part of apps and repositories, and only its user can read it.
struct UnsavedJournal: Sendable {
  typealias Changes = [String: UnsavedChange]

  let path: String
  private let parent: String
  private static let header = Array("SQLScripts unsaved changes 1\n".utf8)

  /// - Parameters:
  ///   - folder: the absolute path of the scripts folder.
  ///   - parent: where journals are. It is created with the first one.
  init(of folder: String, in parent: String) {
    self.parent = parent
    path = parent + "/" + SHA256.hexadecimal(of: folder.utf8)
  }

  /// Nil if there is none, or if another user or a damaged disk has written it.
  func read() -> Changes? {
    let handle = open(path.systemPath, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard handle >= 0 else { return nil }
    defer { close(handle) }
    var status = stat()
    guard fstat(handle, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid(), status.st_mode & 0o077 == 0
    else { return nil }
    return JournalFile.readAll(handle).flatMap { Self.changes(in: $0) }
  }

  /// Writes them in place of the earlier ones; without any, there is no file.
  ///
  /// It is not synced: the file is for a process that ends, and syncing would slow each letter down.
  ///
  /// - Returns: whether they are kept.
  func write(_ changes: Changes) -> Bool {
    guard !changes.isEmpty else { return unlink(path.systemPath) == 0 || errno == ENOENT }
    guard JournalFile.makeFolder(parent) else { return false }
    let temporary = "\(path).\(getpid())"
    let handle = open(
      temporary.systemPath, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard handle >= 0 else { return false }
    let isWritten = JournalFile.writeAll(Self.bytes(of: changes), to: handle)
    close(handle)
    if isWritten, rename(temporary.systemPath, path.systemPath) == 0 { return true }
    unlink(temporary.systemPath)
    return false
  }

  // MARK: Format: for each file a line with three lengths, the name, and both contents. −1 stands for no file.

  private static func bytes(of changes: Changes) -> [UInt8] {
    changes.sorted { $0.key < $1.key }.reduce(into: header) { bytes, entry in
      let parts = [Array(entry.key.utf8), entry.value.before, entry.value.after]
      bytes += Array(parts.map { "\($0?.count ?? -1)" }.joined(separator: " ").utf8) + [0x0A]
      for part in parts { bytes += part ?? [] }
    }
  }

  private static func changes(in bytes: [UInt8]) -> Changes? {
    guard bytes.starts(with: header) else { return nil }
    var rest = bytes.dropFirst(header.count)
    var changes: Changes = [:]
    while !rest.isEmpty {
      guard let end = rest.firstIndex(of: 0x0A) else { return nil }
      let lengths = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ").map {
        Int($0)
      }
      rest = rest[(end + 1)...]
      var parts: [[UInt8]?] = []
      for length in lengths {
        guard let length, length >= -1, length <= rest.count else { return nil }
        parts.append(length < 0 ? nil : Array(rest.prefix(length)))
        rest = rest.dropFirst(max(0, length))
      }
      guard parts.count == 3, let name = parts[0] else { return nil }
      changes[String(decoding: name, as: UTF8.self)] = UnsavedChange(
        before: parts[1], after: parts[2])
    }
    return changes
  }
}
