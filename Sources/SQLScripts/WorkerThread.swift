#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread that may fail to start: the system can run out of threads (`ulimit -u`, a container at its limit, too
/// little address space). In that case Dispatch waits forever, and without a free descriptor it ends the process.
package struct WorkerThread: @unchecked Sendable {
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  private let thread: pthread_t

  /// Starts a thread that runs `body`.
  ///
  /// - Returns: nil if the thread could not be started. `body` does not run in that case.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let work = Unmanaged.passRetained(Work(body))
    #if canImport(Darwin)
      var made: pthread_t?
      let result = pthread_create(&made, nil, { Self.run($0) }, work.toOpaque())
    #else
      var made = pthread_t()
      let result = pthread_create(&made, nil, { Self.run($0) }, work.toOpaque())
    #endif
    guard result == 0 else {
      work.release()
      return nil
    }
    #if canImport(Darwin)
      guard let made else { return nil }
    #endif
    thread = made
  }

  private static func run(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
    return nil
  }

  /// Waits until `body` has ended. Call it at most once.
  package func join() {
    pthread_join(thread, nil)
  }

  /// Lets the thread run to its end without being joined.
  package func detach() {
    pthread_detach(thread)
  }
}
