import Dispatch
import SQLScriptsDatabase

/// Stops migrations from another thread, a button or a signal (law 23).
///
/// ```swift
/// let cancellation = MigrationCancellation()
/// migrator.options.cancellation = cancellation
/// // on another thread:
/// cancellation.cancel()
/// ```
///
/// The running statement is interrupted and its script is rolled back. Earlier scripts stay committed, and the
/// migration throws a `MigrationFailure` with the reason `cancelled`. The next migration continues from there, with
/// another cancellation or after `reset()`.
public final class MigrationCancellation: Sendable {
  private struct State {
    var isCancelled = false
    var watched: [ObjectIdentifier: Connection.Interrupter] = [:]
  }

  private static let queue = DispatchQueue(label: "SQLScripts.MigrationCancellation")

  private let state = Lock(State())

  /// Creates a cancellation for one migration, or for several that stop together.
  public init() {}

  /// Whether `cancel` was called.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Stops all current and future migrations that use this cancellation. Returns at once.
  public func cancel() {
    state.withLock { $0.isCancelled = true }
    interrupt()
  }

  /// Allows migrations to run again with this cancellation, for example to retry a canceled launch.
  ///
  /// Call it only after the canceled migration has ended.
  public func reset() {
    state.withLock { $0.isCancelled = false }
  }

  /// SQLite forgets an interrupt that arrives between two statements. A progress handler would not, but on a borrowed
  /// connection it would replace the caller's, which cannot be restored (law 26).
  private func interrupt() {
    let isDone = state.withLock { state in
      guard state.isCancelled else { return true }
      for interrupter in state.watched.values { interrupter.interrupt() }
      return state.watched.isEmpty
    }
    if !isDone { Self.queue.asyncAfter(deadline: .now() + .milliseconds(2)) { self.interrupt() } }
  }

  /// Interrupts whatever runs on the connection from now on, once it is canceled.
  package func watch(_ connection: Connection) {
    state.withLock { $0.watched[ObjectIdentifier(connection)] = connection.interrupter }
    // If it was canceled before, nothing interrupts any more.
    interrupt()
  }

  /// Stops interrupting the connection. No interrupt arrives after this returns.
  package func unwatch(_ connection: Connection) {
    state.withLock { $0.watched[ObjectIdentifier(connection)] = nil }
  }
}
