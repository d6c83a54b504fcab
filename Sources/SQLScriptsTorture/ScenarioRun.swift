import SQLScripts

/// The state of a run that is interrupted by a fault or a power cut.
package final class ScenarioRun: MigrationObserver, @unchecked Sendable {
  /// The last version that was reported as committed. One thread migrates and reads this.
  package private(set) var committed: Int64?
  /// Whether everything was reported as done.
  package private(set) var isDone = false
  /// Stops it from outside.
  package let cancellation = MigrationCancellation()
  /// Nobody else uses the database unless a part starts other processes.
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

  package func perform(_ scenario: Scenario, in folder: Folder) throws {
    try scenario.body(folder, self)
    isDone = true
    onPromise(promise)
  }

  /// The commits that were reported so far.
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
