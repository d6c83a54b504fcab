import SQLScriptsDatabase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The calls of the command to the operating system.
enum System {
  /// Ignores SIGPIPE, because a reader that closes the pipe must not kill a running migration.
  static func ignoreClosedPipes() {
    signal(SIGPIPE, SIG_IGN)
  }

  /// Turns the limit on file sizes into an ordinary I/O error, which would otherwise end the process silently.
  static func ignoreFileSizeLimits() {
    signal(SIGXFSZ, SIG_IGN)
  }

  /// The arguments as bytes. Swift's own list repairs invalid UTF-8, and a repaired file name means another file.
  static let arguments: [String] = (0..<Int(CommandLine.argc)).compactMap { index in
    CommandLine.unsafeArgv[index].map { String(systemName: $0) }
  }

  /// Opens missing standard streams. If the parent process has closed them, the next opened file would get the number
  /// of one, and output would be written into it.
  static func keepStreamsFromFiles() {
    for handle in STDIN_FILENO...STDERR_FILENO where fcntl(handle, F_GETFD) < 0 {
      // The lowest free number is this one. It is read-only, so lost output is still an error.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(systemName: $0) }
  }

  static func isTerminal(_ handle: Int32) -> Bool { isatty(handle) == 1 }

  /// The number of columns of the terminal behind a handle.
  static func columns(of handle: Int32) -> Int? {
    var size = winsize()
    guard ioctl(handle, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes all of it.
  ///
  /// - Returns: 0, or the `errno` that stopped it.
  static func write(_ text: String, to handle: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      var done = 0
      while done < bytes.count {
        let start = bytes.baseAddress?.advanced(by: done)
        #if canImport(Glibc)
          let count = Glibc.write(handle, start, bytes.count - done)
        #elseif canImport(Musl)
          let count = Musl.write(handle, start, bytes.count - done)
        #else
          let count = Darwin.write(handle, start, bytes.count - done)
        #endif
        if count >= 0 {
          done += count
        } else if errno == EAGAIN {
          // The parent process made the handle non-blocking.
          var wait = pollfd(fd: handle, events: Int16(POLLOUT), revents: 0)
          poll(&wait, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  /// Reads a file or pipe to its end; “-” is standard input. Returns nil and sets `errno` on failure.
  static func readAll(_ path: String) -> [UInt8]? {
    let handle = path == "-" ? 0 : open(path.systemPath, O_RDONLY | O_CLOEXEC)
    guard handle >= 0 else { return nil }
    defer { if handle > 0 { close(handle) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(handle, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// The folder of relative paths; “/” if the system does not say.
  static var workingFolder: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(systemName: path)
  }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path.systemPath, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path.systemPath, &status) == 0
  }

  /// The files that a pattern with `*`, `?` and `[]` matches, in their order (glob(3)).
  static func paths(matching pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(pattern.systemPath, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { index in
      found.gl_pathv[index].map { String(systemName: $0) }
    }
  }

  /// Waits, unless the reader of a pipe has closed it. Then it returns false at once.
  static func wait(milliseconds: Int32, whileOpen handle: Int32) -> Bool {
    var pipe = pollfd(fd: handle, events: 0, revents: 0)
    guard poll(&pipe, 1, milliseconds) > 0 else { return true }
    if Int32(pipe.revents) & (POLLERR | POLLHUP) != 0 { return false }
    // The system cannot tell for this kind of file.
    poll(nil, 0, milliseconds)
    return true
  }

  static let closedPipe = EPIPE

  static func message(for code: Int32) -> String {
    SQLiteError.words(forSystemError: code)
  }

  static var lastMessage: String { message(for: errno) }
}
