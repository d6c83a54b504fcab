import SQLScriptsDatabase

/// The scripts that share one transaction (law 29).
struct StepGroup {
  /// The version that was found under the lock.
  var installed: Int64 = 0

  /// The steps that are done and not committed.
  var steps: [MigrationReport.Step] = []

  /// The version that was adopted in this transaction.
  var adopted: Int64?

  /// The step that runs; nil between steps.
  var running: MigrationPlan.Step?

  /// Whether all its steps are done: what fails now is no script.
  var isFinishing = false

  /// Whether the step that runs has a savepoint to go back to.
  var hasOpenSavepoint = false

  /// Whether the group is committed only after the last step.
  var staysOpen = false

  private let limit: Int
  private let start = Milliseconds.now

  /// - Parameter limit: the age in milliseconds from which on the group takes no more scripts.
  init(limit: Int) {
    self.limit = limit
  }

  /// The installed version after the last of its steps: an update that was merged late does not take it
  /// back.
  var version: Int64 { max(installed, adopted ?? 0, steps.map(\.version).max() ?? 0) }

  /// Whether there is nothing in it that a rollback would lose.
  var isEmpty: Bool { steps.isEmpty && adopted == nil }

  var isFull: Bool { !staysOpen && (limit == 0 || Milliseconds.since(start) >= Double(limit)) }
}
