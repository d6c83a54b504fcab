import SQLScripts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The limits of the process (`ulimit`).
extension System {
  /// A migration with a backup has these files open: the database, its journal, the copy and its journal, two lock
  /// files and a folder.
  private static let filesOfJob = 8

  /// Returns how many of `wanted` databases can be open at once with the files and threads that the process may have;
  /// at least one.
  static func room(forJobs wanted: Int) -> Int {
    var jobs = wanted
    #if canImport(Glibc)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    var limit = rlimit()
    // Half of the first job's files are the standard streams and the lock of the bundle.
    if getrlimit(files, &limit) == 0 {
      jobs = min(jobs, max(1, Int(clamping: limit.rlim_cur) / filesOfJob - 1))
    }
    return 1 + WorkerThread.room(for: jobs - 1)
  }

  /// Runs the command on a thread with a stack of the usual size if `ulimit -s` gives the main thread little.
  static func withFullStack(_ body: @escaping @Sendable () -> Void) {
    #if canImport(Glibc)
      let stack = __rlimit_resource_t(RLIMIT_STACK.rawValue)
    #else
      let stack = RLIMIT_STACK
    #endif
    var limit = rlimit()
    guard getrlimit(stack, &limit) == 0, limit.rlim_cur < 4 << 20,
      let thread = try? WorkerThread(body)
    else { return body() }
    // The thread handles Ctrl-C.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    thread.join()
  }
}
