#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Finds the processes that have a file open.
///
/// An idle connection holds no lock on a database with a rollback journal, so SQLite cannot tell. Linux lists the open
/// files of all processes that the user may inspect. Other systems have no such list for apps, so no process is found
/// there.
package enum OpenFiles {
  /// The processes that still have the file open after the timeout, including this one, as “name (number)”.
  ///
  /// Some have it open for a moment only: a program that starts another one shares its open files until the other has
  /// begun.
  package static func users(of file: DatabaseFile, busyTimeout: Milliseconds) -> [String] {
    let begin = Milliseconds.now
    while true {
      let users = users(of: file)
      if users.isEmpty || Milliseconds.since(begin) >= Double(busyTimeout.count) { return users }
      usleep(10_000)
    }
  }

  /// Whether the file is open exactly once, according to all processes that the user may inspect.
  static func isOpenOnce(_ file: DatabaseFile) -> Bool { handles(of: file) == [getpid()] }

  private static func users(of file: DatabaseFile) -> [String] {
    #if os(Linux)
      var seen: Set<Int32> = []
      return handles(of: file).filter { seen.insert($0).inserted }.map { process in
        process == getpid() ? "this process" : "\(name(of: process)) (\(process))"
      }
    #else
      return []
    #endif
  }

  /// The processes that have the file open, once for each time.
  private static func handles(of file: DatabaseFile) -> [Int32] {
    #if os(Linux)
      var wanted = stat()
      guard stat(file.path.systemPath, &wanted) == 0 else { return [] }
      return numbers(in: "/proc").flatMap { process in
        numbers(in: "/proc/\(process)/fd").filter { handle in
          var found = stat()
          // stat only, because opening and closing it would drop this process's locks on it.
          return stat("/proc/\(process)/fd/\(handle)", &found) == 0
            && found.st_ino == wanted.st_ino && found.st_dev == wanted.st_dev
        }.map { _ in process }
      }
    #else
      return []
    #endif
  }

  #if os(Linux)
    private static func numbers(in folder: String) -> [Int32] {
      let names = (try? DatabaseFile(folder + "/.").neighbors()) ?? []
      return names.compactMap { Int32($0) }
    }

    private static func name(of process: Int32) -> String {
      guard let file = fopen("/proc/\(process)/comm", "r") else { return "a process" }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = fread(&bytes, 1, bytes.count, file)
      return String(decoding: bytes[..<count].prefix { $0 != 10 }, as: UTF8.self)
    }
  #endif
}
