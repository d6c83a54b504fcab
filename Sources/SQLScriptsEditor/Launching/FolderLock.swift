import SQLScriptsDatabase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps other editors out of a scripts folder, and away from its unsaved changes.
///
/// It locks the folder itself, with flock(2), so two paths of one folder are the same. A folder that was made again is
/// another one at the same path, and the journal belongs to the path, so a file beside the journal is locked, too. The
/// system ends both locks with the process, so a killed editor leaves nothing behind but that file, which is empty.
package final class FolderLock: Sendable {
  package enum Failure: Error, Equatable {
    /// Another editor has the folder.
    case inUse
    /// The folder cannot be opened, for the reason in the words of the system.
    case unreadable(String)
  }

  /// The folder of the journals; nil if this process must not write there, because it could not be locked.
  package let journals: String?
  private let handles: [Int32]

  /// - Parameters:
  ///   - folder: the scripts folder.
  ///   - journals: the folder in which unsaved changes outlive the editor; nil if they do not.
  package init(_ folder: String, journals: String? = nil) throws(Failure) {
    let opened = open(folder.systemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw .unreadable(SQLiteError.words(forSystemError: errno)) }
    // Some network file systems cannot lock folders. There, two editors notice each other when they save.
    if flock(opened, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      close(opened)
      throw .inUse
    }
    let file = journals.flatMap { Self.openLock(of: folder, in: $0) } ?? -1
    var isLocked = file >= 0
    if isLocked, flock(file, LOCK_EX | LOCK_NB) != 0 {
      let code = errno
      close(file)
      if code == EWOULDBLOCK {
        close(opened)
        throw .inUse
      }
      isLocked = false
    }
    // Last, because `deinit` closes them even if the initializer throws.
    self.journals = isLocked ? journals : nil
    handles = isLocked ? [opened, file] : [opened]
  }

  deinit {
    for handle in handles { close(handle) }
  }

  private static func openLock(of folder: String, in journals: String) -> Int32? {
    guard JournalFile.makeFolder(journals), JournalFile.isOwnFolder(journals) else { return nil }
    let path = UnsavedJournal.path(of: EditorFolder.absolutePath(of: folder), in: journals)
    return open(
      (path + ".lock").systemPath, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
  }
}
