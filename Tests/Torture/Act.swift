import SQLScripts

/// What is under way when the disk fails or the power goes.
final class Act: MigrationObserver, @unchecked Sendable {
  /// The version that was said to be committed last. One thread migrates and reads this.
  private(set) var committed: Int64?
  /// Whether all was said to be done.
  private(set) var isDone = false
  /// Stops it from outside.
  let cancellation = MigrationCancellation()
  /// Nobody else is there unless a part starts others.
  var busyTimeout = Duration.milliseconds(200)
  /// Called after each statement.
  var onStatement: () -> Void = {}
  private let onPromise: (Promise) -> Void

  init(onPromise: @escaping (Promise) -> Void = { _ in }) {
    self.onPromise = onPromise
  }

  func observe(_ event: MigrationEvent) {
    switch event {
    case .statementDone: onStatement()
    case .stepCommitted(let step):
      committed = step.version
      onPromise(promise)
    default: break
    }
  }

  func run(_ situation: Situation, in folder: Folder) throws {
    try situation.act(folder, self)
    isDone = true
    onPromise(promise)
  }

  /// What was promised so far.
  var promise: Promise { Promise(committed: committed, isDone: isDone) }

  struct Promise: Hashable {
    var committed: Int64?
    var isDone = false
  }
}
