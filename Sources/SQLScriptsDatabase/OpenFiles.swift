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
  package static func users(of file: DatabaseFile, busyTimeout: Milliseconds) -> [String] {
    names(of: Wait(timeout: busyTimeout).users(of: file) { $0.isEmpty })
  }

  /// Whether the file is open exactly once, according to all processes that the user may inspect.
  static func isOpenOnce(_ file: DatabaseFile) -> Bool {
    // Short, because the caller has a lock.
    let wait = Wait(timeout: Milliseconds(0), startTimeout: Milliseconds(2_000))
    return wait.users(of: file) { $0 == [getpid()] } == [getpid()]
  }

  /// Waits for processes to close a file.
  struct Wait {
    let timeout: Milliseconds
    /// How long a process may take to begin its program.
    ///
    /// A process that starts another one shares its open files until the other has begun its program. On a busy computer
    /// this takes a while, and it says nothing about who uses the file, so a short timeout must not count.
    var startTimeout = Milliseconds(10_000)
    var pause: () -> Void = { usleep(10_000) }
    var mayBeStarting: (Int32) -> Bool = OpenFiles.mayBeStarting

    /// The processes that have the file open, once for each time, as soon as they are `wanted` or after the timeout.
    func users(of file: DatabaseFile, until wanted: ([Int32]) -> Bool) -> [Int32] {
      let begin = Milliseconds.now
      while true {
        let handles = OpenFiles.handles(of: file)
        if wanted(handles) { return handles }
        let starting = Set(handles.filter(mayBeStarting))
        // A process that has begun its program or ended meanwhile did not look like a starting one, but has closed it.
        let later = OpenFiles.handles(of: file)
        if wanted(later) { return later }
        let isForStarting = wanted(
          later.filter { handles.contains($0) && !starting.contains($0) })
        let limit = isForStarting ? max(timeout, startTimeout) : timeout
        if Milliseconds.since(begin) >= Double(limit.count) { return later }
        pause()
      }
    }
  }

  /// Whether a process has the program of its parent, as before it begins its own. A process that was split off to do
  /// part of the work looks the same.
  private static func mayBeStarting(_ process: Int32) -> Bool {
    #if os(Linux)
      guard process != getpid(), let parent = OpenFiles.parent(of: process) else { return false }
      var (own, parents) = (stat(), stat())
      return stat("/proc/\(process)/exe", &own) == 0 && stat("/proc/\(parent)/exe", &parents) == 0
        && own.st_ino == parents.st_ino && own.st_dev == parents.st_dev
    #else
      return false
    #endif
  }

  private static func names(of processes: [Int32]) -> [String] {
    #if os(Linux)
      var seen: Set<Int32> = []
      return processes.filter { seen.insert($0).inserted }.map { process in
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
      guard let bytes = line("/proc/\(process)/comm") else { return "a process" }
      return String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
    }

    /// The parent is the second word after the name, which is in parentheses and may contain any character.
    private static func parent(of process: Int32) -> Int32? {
      guard let bytes = line("/proc/\(process)/stat"),
        let end = bytes.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      let words = bytes[(end + 1)...].split(separator: UInt8(ascii: " "), maxSplits: 2)
      return words.count > 1 ? Int32(String(decoding: words[1], as: UTF8.self)) : nil
    }

    private static func line(_ path: String) -> [UInt8]? {
      guard let file = fopen(path, "r") else { return nil }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 512)
      let count = fread(&bytes, 1, bytes.count, file)
      return Array(bytes[..<count])
    }
  #endif
}
