import SQLScriptsDatabase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps other processes from running the same script outside a transaction (laws 13 and 19), or from
/// making the same backup.
///
/// Such a script cannot hold SQLite's own lock: VACUUM needs it free. So it holds a lock on a file beside
/// the database. The operating system lets go of it when the process dies; nothing stale is left.
struct StepLock: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// Waits for the lock; throws `busy` when the time is up, or when it is told to give up.
  init(
    _ path: String, waiting timeout: Milliseconds, unless givesUp: () -> Bool
  ) throws(SQLiteError) {
    self.path = path
    let start = Milliseconds.now
    while true {
      let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
      guard opened >= 0 else {
        throw SQLiteError(code: .cannotOpen, message: "the lock file \(path) cannot be made")
      }
      if flock(opened, LOCK_EX | LOCK_NB) == 0 {
        // Whoever held it before may have removed the file after it was opened here.
        var mine = stat()
        var current = stat()
        if fstat(opened, &mine) == 0, stat(path, &current) == 0, mine.st_ino == current.st_ino {
          descriptor = opened
          return
        }
      }
      close(opened)
      guard Milliseconds.since(start) < Double(timeout.count), !givesUp() else {
        throw SQLiteError(code: .busy, message: "another process holds \(path)")
      }
      usleep(5000)
    }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }
}
