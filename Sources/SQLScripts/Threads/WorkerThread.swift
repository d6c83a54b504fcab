import SQLScriptsDatabase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
#if canImport(ObjectiveC)
  import ObjectiveC
#endif

/// A thread that may fail to start, because the system can run out of threads (`ulimit -u`, a container at its limit)
/// or of address space (`ulimit -v`). In the first case Dispatch would wait forever, and without a free descriptor it
/// ends the process. In the second the thread would start, and Swift ends the process at the next failed allocation.
package struct WorkerThread: @unchecked Sendable {
  private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  /// The usual size of a main thread's stack. On some systems other threads have a sixteenth of it, and `ulimit -s` can
  /// make it even smaller.
  private static let stackSize = 8 << 20

  /// The memory that a typical migration or rehearsal needs in addition to its stack.
  private static let memory = 16 << 20

  /// The address space that glibc reserves for the allocations of a thread. glibc can do without it. If it need not,
  /// other threads have less.
  private static let arena = 64 << 20

  private let thread: pthread_t

  /// Starts a thread that runs `body`.
  ///
  /// - Throws: the reason why no thread could be started. `body` does not run in that case.
  package init(_ body: @escaping @Sendable () -> Void) throws(SQLiteError) {
    guard Self.hasRoom(for: Self.stackSize + Self.memory) else { throw Self.error(ENOMEM) }
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, Self.stackSize)
    #if canImport(Darwin)
      pthread_attr_set_qos_class_np(&attributes, QOS_CLASS_USER_INITIATED, 0)
    #endif
    #if canImport(Glibc)
      var made = pthread_t()
    #else
      var made: pthread_t?
    #endif
    let work = Unmanaged.passRetained(Work(body))
    let code = pthread_create(&made, &attributes, { Self.start($0) }, work.toOpaque())
    guard code == 0 else {
      work.release()
      throw Self.error(code)
    }
    #if canImport(Glibc)
      thread = made
    #else
      guard let made else { throw Self.error(EAGAIN) }
      thread = made
    #endif
  }

  private static func start(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
    #if canImport(ObjectiveC)
      autoreleasepool { work.body() }
    #else
      work.body()
    #endif
    return nil
  }

  /// Returns how many of `wanted` threads the address space has room for, in addition to the current one.
  ///
  /// Call it before the first of them starts.
  package static func room(for wanted: Int) -> Int {
    var count = max(0, wanted)
    while count > 0, !hasRoom(for: count * (stackSize + arena + memory) + memory) { count -= 1 }
    return count
  }

  private static func hasRoom(for size: Int) -> Bool {
    // Untouched pages cost nothing, but count against the limits of the process.
    let flags = MAP_PRIVATE | MAP_ANON | MAP_NORESERVE
    let place = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let place, place != UnsafeMutableRawPointer(bitPattern: -1) else { return false }
    munmap(place, size)
    return true
  }

  private static func error(_ code: Int32) -> SQLiteError {
    let reason = SQLiteError.words(forSystemError: code)
    return SQLiteError(
      code: .noMemory, message: "could not start a thread for the database: \(reason)")
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
