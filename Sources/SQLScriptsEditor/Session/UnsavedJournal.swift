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

  /// What an earlier editor has left.
  struct Found: Sendable {
    var contents = JournalContents()
    /// What the user is told of a journal that got another name, because its changes cannot be shown.
    var setAside: String?
  }

  let path: String
  private let parent: String
  private static let header = Array("SQLScripts unsaved changes 1\n".utf8)
  private static let largest = 64 << 20

  /// - Parameters:
  ///   - folder: the path of the scripts folder without links.
  ///   - parent: where journals are. It is created with the first one.
  init(of folder: String, in parent: String) {
    self.parent = parent
    path = Self.path(of: folder, in: parent)
  }

  static func path(of folder: String, in parent: String) -> String {
    parent + "/" + SHA256.hexadecimal(of: folder.utf8)
  }

  /// What an earlier editor has kept. No other one may run for this path, which `FolderLock` sees to.
  ///
  /// A file that cannot be read gets another name, so that it is not overwritten: it is damaged, or somebody else or a
  /// later version of the editor has written it. So does a journal of other scripts, whose folder had this path before.
  /// It is found again when they have come back.
  ///
  /// - Parameter saved: the scripts in the folder now.
  /// - Returns: nil if the user cannot have a journal here.
  func takeOver(for saved: [String: [UInt8]]) -> Found? {
    var found = Found()
    guard exists(parent) else { return found }
    guard JournalFile.isOwnFolder(parent) else { return nil }
    NewFile.removeDrafts(of: path)
    if exists(path) {
      let contents = read(path)
      if let contents, contents.changes.isEmpty || contents.fits(saved) {
        return Found(contents: contents)
      }
      let aside = "\(path).\(NewFile.randomSuffix())\(contents == nil ? ".unreadable" : Self.other)"
      guard rename(path.systemPath, aside.systemPath) == 0 else { return nil }
      let (why, end) =
        contents == nil
        ? ("cannot be read", "")
        : ("do not fit the scripts that are in this folder now", " until their scripts are back")
      found.setAside =
        "Unsaved changes of an earlier editor \(why), so they are not shown. They are kept in “\(aside)”\(end)."
    }
    for entry in (try? ScriptDirectory.entries(of: parent)) ?? []
    where entry.name.hasSuffix(Self.other) && "\(parent)/\(entry.name)".hasPrefix(path + ".") {
      guard let contents = read("\(parent)/\(entry.name)"), contents.fits(saved),
        rename("\(parent)/\(entry.name)".systemPath, path.systemPath) == 0
      else { continue }
      found.contents = contents
      break
    }
    return found
  }

  private static let other = ".other"

  /// Whether there is a file or a folder.
  private func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path.systemPath, &status) == 0
  }

  var exists: Bool { exists(path) }

  /// Whether it can be read, and has these changes and no other ones.
  func holds(_ contents: JournalContents) -> Bool {
    guard !contents.changes.isEmpty else { return !exists }
    return JournalFile.isOwnFolder(parent) && read(path) == contents
  }

  /// Writes them in place of the earlier ones; without any, there is no file.
  ///
  /// It is not synced: the file is for a process that ends, and syncing would slow down typing.
  ///
  /// - Returns: whether they are kept.
  func write(_ contents: JournalContents) -> Bool {
    guard !contents.changes.isEmpty else {
      return unlink(path.systemPath) == 0 || errno == ENOENT || errno == ENOTDIR || empty()
    }
    let bytes = Self.header + contents.bytes
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

  /// In a read-only folder, files can still be written.
  private func empty() -> Bool {
    let handle = open(path.systemPath, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard handle >= 0 else { return false }
    defer { close(handle) }
    return JournalFile.ownSize(handle) != nil && ftruncate(handle, off_t(Self.header.count)) == 0
  }

  /// Nil if it is not a journal of this format that only its user can read and write.
  private func read(_ path: String) -> JournalContents? {
    // Opening a pipe would wait for its other end.
    let handle = open(path.systemPath, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard handle >= 0 else { return nil }
    defer { close(handle) }
    guard let size = JournalFile.ownSize(handle), size <= Self.largest,
      JournalFile.read(Self.header.count, of: handle) == Self.header
    else { return nil }
    return JournalFile.read(size - Self.header.count, of: handle).flatMap(JournalContents.init)
  }
}
