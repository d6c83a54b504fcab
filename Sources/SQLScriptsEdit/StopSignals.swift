import SQLScripts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Ctrl-C, `kill`, and a terminal that is closed.
enum StopSignals {
  private static let numbers = [SIGINT, SIGTERM, SIGHUP]

  private static var signals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    return signals
  }

  /// Blocks them, and no others, in this thread and in those that start later.
  static func block() {
    for number in numbers { signal(number, SIG_DFL) }
    var signals = signals
    pthread_sigmask(SIG_SETMASK, &signals, nil)
  }

  /// Calls `body` at the first of them. The second ends the program at once.
  static func wait(_ body: @escaping @Sendable () -> Void) {
    let waiting = try? WorkerThread {
      var signals = signals
      var number: Int32 = 0
      while sigwait(&signals, &number) != 0 {}
      body()
      // Programs that start others often pass on a Ctrl-C that the terminal has already sent to all.
      poll(nil, 0, 500)
      var pending = sigset_t()
      while sigpending(&pending) == 0, numbers.contains(where: { sigismember(&pending, $0) == 1 }) {
        sigwait(&signals, &number)
      }
      // This thread receives a second one.
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      while true { pause() }
    }
    guard let waiting else {
      var signals = signals
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      return
    }
    waiting.detach()
  }
}
