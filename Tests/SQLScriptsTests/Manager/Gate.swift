import Dispatch
import SQLScripts

/// Blocks a thread until a test opens the gate, and reports when the thread has arrived.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let arrival: AsyncStream<Void>
  private let announcement: AsyncStream<Void>.Continuation

  init() {
    (arrival, announcement) = AsyncStream<Void>.makeStream()
  }

  /// Waits until the gate is open.
  func wait() {
    announcement.finish()
    semaphore.wait()
    semaphore.signal()
  }

  /// Opens the gate for all threads.
  func open() {
    semaphore.signal()
  }

  /// Returns when a thread waits at the gate.
  func entered() async {
    for await _ in arrival {}
  }
}
