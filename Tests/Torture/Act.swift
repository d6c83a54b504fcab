import SQLScripts

/// What is under way when the disk fails or the power goes.
final class Act: MigrationObserver, @unchecked Sendable {
  /// The version that was said to be committed last. One thread migrates and reads this.
  private(set) var committed: Int64?
  /// Whether all was said to be done.
  private(set) var isDone = false
  private let log: DiskLog?

  init(log: DiskLog? = nil) {
    self.log = log
  }

  func observe(_ event: MigrationEvent) {
    guard case .stepCommitted(let step) = event else { return }
    committed = step.version
    log?.mark(self)
  }

  func run(_ situation: Situation, in folder: Folder) throws {
    try situation.act(folder, self)
    isDone = true
    log?.mark(self)
  }

  /// What was promised so far.
  var promise: Promise { Promise(committed: committed, isDone: isDone) }

  struct Promise: Hashable {
    var committed: Int64?
    var isDone = false
  }
}
