import SQLScriptsDatabase

/// What a call that waits for the database asks of the task that wants it.
struct Claim: Sendable {
  /// Tells what the task has begun that the task is canceled.
  let cancellation: MigrationCancellation

  /// Whether the task still waits, and from now on waits for the end.
  private let takesHold: @Sendable () -> Bool

  init(_ cancellation: MigrationCancellation, takesHold: @escaping @Sendable () -> Bool) {
    self.cancellation = cancellation
    self.takesHold = takesHold
  }

  /// Whether the task was canceled.
  var isCancelled: Bool { cancellation.isCancelled }

  /// To be called before anything is changed, when there is nothing left to wait for.
  ///
  /// - Throws: `CancellationError` if the task was canceled. It has gone on, and believes that nothing is
  ///   changed.
  func begin() throws {
    guard takesHold() else { throw CancellationError() }
  }
}
