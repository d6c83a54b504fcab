import Dispatch
import SQLScripts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension System {
  private static let interrupts = Lock((sources: [any DispatchSourceSignal](), first: Int32?.none))

  /// Calls `body` at the first Ctrl-C or `kill`. The second ends the process at once.
  static func onInterrupt(_ body: @escaping @Sendable () -> Void) {
    // Not a global one: --jobs may keep all their threads busy.
    let queue = DispatchQueue(label: "sqlscripts.interrupts")
    let sources = [SIGINT, SIGTERM].map { number -> any DispatchSourceSignal in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
        interrupts.withLock { $0.first = $0.first ?? number }
        body()
      }
      signal(number, SIG_IGN)
      source.resume()
      return source
    }
    interrupts.withLock { $0.sources = sources }
  }

  /// Ends the process the way that the signal would have, if there was one: who started it is to know.
  static func endIfInterrupted() {
    guard let number = interrupts.withLock({ $0.first }) else { return }
    signal(number, SIG_DFL)
    allowInterrupts()
    kill(getpid(), number)
  }
}
