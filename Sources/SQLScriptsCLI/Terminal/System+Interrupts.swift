import SQLScripts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension System {
  private static let firstInterrupt = Lock(Int32?.none)

  private static var interruptSignals: sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    sigaddset(&signals, SIGTERM)
    return signals
  }

  /// Calls `body` at the first Ctrl-C or `kill`. The second ends the process at once. If no thread can wait for
  /// signals, the first also ends it.
  static func onInterrupt(_ body: @escaping @Sendable () -> Void) {
    var signals = interruptSignals
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    // Threads that start from now on do not receive them either.
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waiting = try? WorkerThread {
      var signals = interruptSignals
      var number: Int32 = 0
      while sigwait(&signals, &number) != 0 {}
      firstInterrupt.withLock { $0 = number }
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      body()
      while true { pause() }
    }
    guard let waiting else { return allowInterrupts() }
    waiting.detach()
  }

  /// Unblocks Ctrl-C for a command that does not end by itself, even if the parent process had blocked signals.
  static func allowInterrupts() {
    var signals = interruptSignals
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Ends the process as the signal would have, if there was one, so that the parent process knows.
  static func endIfInterrupted() {
    guard let number = firstInterrupt.withLock({ $0 }) else { return }
    allowInterrupts()
    kill(getpid(), number)
  }
}
