import Dispatch
import SQLScriptsDatabase

/// Stops migrations from outside: from another thread, a button, a signal (law 23).
///
/// ```swift
/// let cancellation = MigrationCancellation()
/// migrator.options.cancellation = cancellation
/// // on another thread:
/// cancellation.cancel()
/// ```
///
/// The statement that runs is interrupted. Its script is rolled back, the scripts before it are kept, and
/// the migration throws a `MigrationFailure` with the reason `cancelled`. The next migration goes on from
/// there, with another cancellation or after `reset()`.
public final class MigrationCancellation: Sendable {
  private struct State {
    var isCancelled = false
    var watched: [ObjectIdentifier: Connection.Interrupter] = [:]
  }

  private static let queue = DispatchQueue(label: "SQLScripts.MigrationCancellation")

  private let state = Lock(State())

  /// A cancellation for one migration, or for several that are to stop together.
  public init() {}

  /// Whether `cancel` was called.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Stops the migrations that use this cancellation, and those that will. Returns at once.
  public func cancel() {
    state.withLock { $0.isCancelled = true }
    interrupt()
  }

  /// Lets migrations run again with this cancellation: a launch that was canceled is tried again.
  ///
  /// To be called when the migration that was canceled has ended, and not before.
  public func reset() {
    state.withLock { $0.isCancelled = false }
  }

  /// SQLite forgets an interrupt that comes between two statements. A progress handler would not, but on a
  /// borrowed connection it would replace the caller's, which nobody can put back (law 26).
  private func interrupt() {
    let isDone = state.withLock { state in
      guard state.isCancelled else { return true }
      for interrupter in state.watched.values { interrupter.interrupt() }
      return state.watched.isEmpty
    }
    if !isDone { Self.queue.asyncAfter(deadline: .now() + .milliseconds(2)) { self.interrupt() } }
  }

  /// Interrupts what runs on the connection from now on, if it is cancelled.
  func watch(_ connection: Connection) {
    state.withLock { $0.watched[ObjectIdentifier(connection)] = connection.interrupter }
  }

  /// Leaves the connection alone: once this returns, no interrupt comes any more.
  func unwatch(_ connection: Connection) {
    state.withLock { $0.watched[ObjectIdentifier(connection)] = nil }
  }
}
