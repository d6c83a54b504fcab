#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread of one's own, or none: the system may have no more to give (`ulimit -u`, a container at its limit, too
/// little address space). Dispatch waits forever for a thread then, and ends the process where it finds no descriptor.
package struct WorkerThread: @unchecked Sendable {
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  private let thread: pthread_t

  /// Begins to run `body` on a new thread.
  ///
  /// - Returns: nil if there is no thread; `body` is not run then.
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

  /// Waits until `body` has ended. To be called once.
  package func join() {
    pthread_join(thread, nil)
  }

  /// Lets the thread run without anybody who waits for it.
  package func detach() {
    pthread_detach(thread)
  }
}
