import SQLScriptsDatabase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keeps other processes from running the same script outside a transaction (laws 13 and 19), or from making the same
/// backup.
///
/// Such a script cannot hold SQLite's own lock, because VACUUM needs it to be free. So it locks a file next to the
/// database. The operating system releases the lock when the process ends. The file may remain, but it locks nobody
/// out, because everybody who can use the database can use it.
struct StepLock: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// Waits for the lock. Throws `busy` after the timeout, or if it is told to give up.
  init(
    of database: DatabaseFile, _ suffix: String, busyTimeout: Milliseconds,
    unless givesUp: () -> Bool
  ) throws(SQLiteError) {
    path = database.beside(suffix).path
    let start = Milliseconds.now
    while true {
      var problem = SQLiteError(code: .busy, message: "another process holds \(path)")
      switch try Self.opened(path, like: database) {
      case .success(let opened):
        if flock(opened, LOCK_EX | LOCK_NB) == 0 {
          // The previous owner may have removed the file after it was opened here.
          var mine = stat()
          var current = stat()
          if fstat(opened, &mine) == 0, stat(path.systemPath, &current) == 0,
            mine.st_ino == current.st_ino
          {
            descriptor = opened
            return
          }
        } else if errno != EWOULDBLOCK, errno != EINTR {
          let code = errno
          close(opened)
          throw Self.error("cannot be locked", path, code)
        }
        close(opened)
      case .failure(let error): problem = error
      }
      guard Milliseconds.since(start) < Double(busyTimeout.count), !givesUp() else { throw problem }
      usleep(5000)
    }
  }

  deinit {
    unlink(path.systemPath)
    close(descriptor)
  }

  /// Opens the file, or creates it with the permissions of the database.
  ///
  /// Read access is enough for a lock. A failure may be temporary: a process of another user may have created the file
  /// and not set its permissions yet.
  private static func opened(
    _ path: String, like database: DatabaseFile
  ) throws(SQLiteError) -> Result<Int32, SQLiteError> {
    // NONBLOCK, so that a pipe of that name does not block.
    let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    for access in [O_RDWR, O_RDONLY] {
      // Without O_CREAT, because in a folder like /tmp Linux refuses that for another user's file.
      let opened = open(path.systemPath, flags | access)
      if opened >= 0 {
        var status = stat()
        if fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
          return .success(opened)
        }
        close(opened)
        throw .cannotOpen("the lock file \(path) is not a file")
      }
      guard errno == EACCES else { break }
    }
    let code = errno
    switch code {
    case EACCES: return .failure(error("cannot be opened", path, code))
    case ENOENT: break
    default: throw error("cannot be opened", path, code)
    }
    // With its permissions from the start: a process that is killed here must not leave a file that only its user can
    // open.
    var status = stat()
    let mode = stat(database.path.systemPath, &status) == 0 ? status.st_mode & 0o777 : 0
    let made = open(path.systemPath, flags | O_RDWR | O_CREAT | O_EXCL, mode | 0o600)
    guard made >= 0 else {
      let code = errno
      let problem = error("cannot be created", path, code)
      // Another process has created it first.
      if code == EEXIST { return .failure(problem) }
      throw problem
    }
    DatabaseFile.give(made, permissionsOf: database, atLeast: 0o600)
    return .success(made)
  }

  private static func error(_ what: String, _ path: String, _ code: Int32) -> SQLiteError {
    .cannotOpen("the lock file \(path) \(what): \(SQLiteError.words(forSystemError: code))")
  }
}
