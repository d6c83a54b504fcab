import SQLScripts

/// What is under way when the disk fails or the power goes.
package final class Act: MigrationObserver, @unchecked Sendable {
  /// The version that was said to be committed last. One thread migrates and reads this.
  package private(set) var committed: Int64?
  /// Whether all was said to be done.
  package private(set) var isDone = false
  /// Stops it from outside.
  package let cancellation = MigrationCancellation()
  /// Nobody else is there unless a part starts others.
  package var busyTimeout = Duration.milliseconds(200)
  /// Called after each statement.
  package var onStatement: () -> Void = {}
  private let onPromise: (Promise) -> Void

  package init(onPromise: @escaping (Promise) -> Void = { _ in }) {
    self.onPromise = onPromise
  }

  package func observe(_ event: MigrationEvent) {
    switch event {
    case .statementDone: onStatement()
    case .stepCommitted(let step):
      committed = step.version
      onPromise(promise)
    default: break
    }
  }

  package func run(_ situation: Situation, in folder: Folder) throws {
    try situation.act(folder, self)
    isDone = true
    onPromise(promise)
  }

  /// What was promised so far.
  package var promise: Promise { Promise(committed: committed, isDone: isDone) }

  package struct Promise: Hashable {
    package var committed: Int64?
    package var isDone = false

    package init(committed: Int64? = nil, isDone: Bool = false) {
      self.committed = committed
      self.isDone = isDone
    }
  }
}
