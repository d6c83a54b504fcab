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

  /// What earlier editors have left.
  struct Found: Sendable {
    var contents = JournalContents()
    /// Those that may belong to other scripts, newest first. The user decides.
    var setAside: [SetAside] = []
    /// The path of a journal that cannot be read.
    var unreadable: String?
  }

  let path: String
  /// The path of the scripts folder without links.
  let folder: String
  private let parent: String
  private static let header = Array("SQLScripts unsaved changes 1\n".utf8)
  private static let largest = 64 << 20

  /// - Parameters:
  ///   - folder: the path of the scripts folder without links.
  ///   - parent: where journals are. It is created with the first one.
  init(of folder: String, in parent: String) {
    (self.folder, self.parent) = (folder, parent)
    path = Self.path(of: folder, in: parent)
  }

  static func path(of folder: String, in parent: String) -> String {
    parent + "/" + SHA256.hexadecimal(of: folder.utf8)
  }

  /// What earlier editors have kept. No other one may run for this path, which `FolderLock` sees to.
  ///
  /// A file that cannot be read gets another name, so that it is not overwritten: it is damaged, or somebody else or a
  /// later version of the editor has written it. So does a journal that may be of other scripts, whose folder had this
  /// path before. Without another one, it is taken if its scripts have come back.
  ///
  /// - Returns: nil if the user cannot have a journal here.
  func takeOver(for folder: EditorFolder) -> Found? {
    var found = Found()
    guard exists(parent) else { return found }
    guard JournalFile.isOwnFolder(parent) else { return nil }
    NewFile.removeDrafts(of: path)
    removeOutdated()
    if exists(path) {
      let contents = read(path)
      if let contents, contents.changes.isEmpty || folder.fits(contents) {
        found.contents = contents
      } else {
        let aside =
          "\(path).\(NewFile.randomSuffix())\(contents == nil ? Self.unreadable : Self.other)"
        guard rename(path.systemPath, aside.systemPath) == 0 else { return nil }
        found.unreadable = contents == nil ? aside : nil
      }
    }
    for place in others(Self.other) {
      guard let contents = read(place), let time = FileTime(place) else { continue }
      if found.contents.changes.isEmpty, !contents.changes.isEmpty, folder.fits(contents),
        rename(place.systemPath, path.systemPath) == 0
      {
        found.contents = contents
      } else if contents.changes == found.contents.changes {
        // The editor was killed between taking it over and deleting it.
        unlink(place.systemPath)
      } else {
        found.setAside.append(
          SetAside(path: place, contents: contents, date: time.secondsOfContents))
      }
    }
    found.setAside += ofOthers(folder)
    return found
  }

  /// Changes of these scripts from when their folder had another path, where they are no longer, newest first.
  ///
  /// Old ones of other folders that are gone are deleted, because no editor may ever start there again. A folder is only
  /// out of reach if its parent is missing, too, as on a drive that is not mounted.
  private func ofOthers(_ folder: EditorFolder) -> [SetAside] {
    var moved: [SetAside] = []
    for entry in (try? ScriptDirectory.entries(of: parent)) ?? [] {
      let place = "\(parent)/\(entry.name)"
      guard !place.hasPrefix(path), let contents = read(place), let time = FileTime(place),
        let old = contents.place
      else { continue }
      if !contents.changes.isEmpty, folder.fits(contents) {
        guard (try? EditorFolder(old))?.fits(contents) != true else { continue }
        moved.append(SetAside(path: place, contents: contents, date: time.secondsOfContents))
      } else if isOld(time.secondsOfContents), !exists(old), errno == ENOENT,
        exists(old.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/")
      {
        unlink(place.systemPath)
      }
    }
    return moved.sorted { $0.date > $1.date }
  }

  private static let other = ".other"
  private static let unreadable = ".unreadable"

  /// The paths of the other files of this folder with one of these endings, newest first.
  private func others(_ endings: String...) -> [String] {
    let entries = (try? ScriptDirectory.entries(of: parent)) ?? []
    let places = entries.map { "\(parent)/\($0.name)" }.filter { place in
      place.hasPrefix(path + ".") && endings.contains { place.hasSuffix($0) }
    }
    return places.compactMap { place in FileTime(place).map { (place, $0) } }
      .sorted { $0.1.isLater(than: $1.1) }.map(\.0)
  }

  /// Deletes the oldest files that were set aside. Each start has told the user of them, and offered the changes. One that
  /// is set aside at this start is not among them, and is not old at the next one.
  private func removeOutdated() {
    for (index, place) in others(Self.other, Self.unreadable).enumerated()
    where index >= Self.mostAside || isOld(FileTime(place)?.seconds ?? 0) {
      unlink(place.systemPath)
    }
  }

  private func isOld(_ seconds: Int64) -> Bool {
    FileTime.now - seconds > Self.daysAside * 86400
  }

  static let mostAside = 10
  static let daysAside: Int64 = 90

  /// Deletes changes that were set aside.
  func delete(_ other: SetAside) -> Bool {
    unlink(other.path.systemPath) == 0 || errno == ENOENT
  }

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
