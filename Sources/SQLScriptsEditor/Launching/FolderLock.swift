import SQLScriptsDatabase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps other editors out of a scripts folder.
///
/// It locks the folder itself, with flock(2). The system ends the lock with the process, so a killed editor leaves
/// nothing behind, and two paths of one folder are the same.
package final class FolderLock: Sendable {
  package enum Failure: Error, Equatable {
    /// Another editor has the folder.
    case inUse
    /// The folder cannot be opened, for the reason in the words of the system.
    case unreadable(String)
  }

  private let handle: Int32

  package init(_ folder: String) throws(Failure) {
    let opened = open(folder.systemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else { throw .unreadable(SQLiteError.words(forSystemError: errno)) }
    // Some network file systems cannot lock folders. There, two editors notice each other when they save.
    if flock(opened, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      close(opened)
      throw .inUse
    }
    // Last, because `deinit` closes it even if the initializer throws.
    handle = opened
  }

  deinit {
    close(handle)
  }
}
