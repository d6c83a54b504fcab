import SQLScripts
import SQLScriptsAuthoring
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
  private static let largest = 64 << 20

  /// - Parameters:
  ///   - folder: what no other scripts folder has.
  ///   - parent: where journals are. It is created with the first one.
  init(of folder: String, in parent: String) {
    self.parent = parent
    path = parent + "/" + SHA256.hexadecimal(of: folder.utf8)
  }

  /// What an earlier editor has kept. No other one may run.
  ///
  /// A file that cannot be read gets another name, so that it is not overwritten: it is damaged, or somebody else or a
  /// later version of the editor has written it.
  ///
  /// - Returns: nil if the user cannot have a journal here.
  func takeOver() -> Changes? {
    var status = stat()
    guard lstat(parent.systemPath, &status) == 0 else { return [:] }
    guard JournalFile.isOwnFolder(parent) else { return nil }
    NewFile.removeDrafts(of: path)
    guard lstat(path.systemPath, &status) == 0 else { return errno == ENOENT ? [:] : nil }
    if let changes = read() { return changes }
    let other = "\(path).\(NewFile.randomSuffix()).unreadable"
    return rename(path.systemPath, other.systemPath) == 0 ? [:] : nil
  }

  /// Whether it can be read, and has these changes and no other ones.
  func holds(_ changes: Changes) -> Bool {
    var status = stat()
    guard !changes.isEmpty else { return lstat(path.systemPath, &status) != 0 }
    return JournalFile.isOwnFolder(parent) && read() == changes
  }

  /// Writes them in place of the earlier ones; without any, there is no file.
  ///
  /// It is not synced: the file is for a process that ends, and syncing would slow down typing.
  ///
  /// - Returns: whether they are kept.
  func write(_ changes: Changes) -> Bool {
    guard !changes.isEmpty else {
      return unlink(path.systemPath) == 0 || errno == ENOENT || errno == ENOTDIR
    }
    let bytes = Self.bytes(of: changes)
    guard bytes.count <= Self.largest, JournalFile.makeFolder(parent),
      JournalFile.isOwnFolder(parent),
      let (draft, handle) = try? NewFile.openDraft(of: path, mode: 0o600)
    else { return false }
    // Not every file system has access rights, and without them, it would not be read.
    let isWritten = JournalFile.ownSize(handle) != nil && NewFile.writeAll(bytes, to: handle)
    if close(handle) == 0, isWritten, rename(draft, path.systemPath) == 0 { return true }
    unlink(draft)
    return false
  }

  /// Nil if it is not a journal of this format that only its user can read and write.
  private func read() -> Changes? {
    // Opening a pipe would wait for its other end.
    let handle = open(path.systemPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard handle >= 0 else { return nil }
    defer { close(handle) }
    guard let size = JournalFile.ownSize(handle), size <= Self.largest,
      JournalFile.read(Self.header.count, of: handle) == Self.header
    else { return nil }
    return JournalFile.read(size - Self.header.count, of: handle).flatMap(Self.changes)
  }

  // MARK: Format: for each file a line with four lengths, the name, both contents, and the old name. −1 stands for none.

  private static func bytes(of changes: Changes) -> [UInt8] {
    changes.sorted { $0.key < $1.key }.reduce(into: header) { bytes, entry in
      let (name, change) = (Array(entry.key.utf8), entry.value)
      let parts = [name, change.before, change.after, change.oldName.map { Array($0.utf8) }]
      bytes += Array(parts.map { "\($0?.count ?? -1)" }.joined(separator: " ").utf8) + [0x0A]
      for part in parts { bytes += part ?? [] }
    }
  }

  private static func changes(in bytes: [UInt8]) -> Changes? {
    var rest = bytes[...]
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
      guard parts.count == 4, let name = parts[0] else { return nil }
      changes[String(decoding: name, as: UTF8.self)] = UnsavedChange(
        before: parts[1], after: parts[2],
        oldName: parts[3].map { String(decoding: $0, as: UTF8.self) })
    }
    return changes
  }
}
