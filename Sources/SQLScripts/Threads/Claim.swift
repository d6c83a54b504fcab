import SQLScriptsDatabase

/// Connects a call that waits for the database with the task that started it.
struct Claim: Sendable {
  /// Cancels the work of the call when the task is canceled.
  let cancellation: MigrationCancellation

  /// Whether the task still waits. From then on it waits until the call ends.
  private let takesHold: @Sendable () -> Bool

  init(_ cancellation: MigrationCancellation, takesHold: @escaping @Sendable () -> Bool) {
    self.cancellation = cancellation
    self.takesHold = takesHold
  }

  /// Whether the task was canceled.
  var isCancelled: Bool { cancellation.isCancelled }

  /// Call it before anything is changed, when there is nothing left to wait for.
  ///
  /// - Throws: `CancellationError` if the task was canceled. It has already continued, and assumes that nothing was
  ///   changed.
  func begin() throws {
    guard takesHold() else { throw CancellationError() }
  }
}
