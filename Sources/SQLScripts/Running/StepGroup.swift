import SQLScriptsDatabase

/// The scripts that share one transaction (law 29).
struct StepGroup {
  /// The version that was read under the lock.
  var installed: Int64 = 0

  /// The finished steps that are not committed.
  var steps: [MigrationReport.Step] = []

  /// The version that is adopted in this transaction.
  var adopted: Int64?

  /// The running step; nil between steps.
  var running: MigrationPlan.Step?

  /// Whether all its steps are finished, so that an error is not about a script.
  var isFinishing = false

  /// Whether the running step has a savepoint.
  var hasOpenSavepoint = false

  /// Whether the group is committed only after the last step.
  var staysOpen = false

  private let limit: Int
  private let start = Milliseconds.now

  /// - Parameter limit: the age in milliseconds after which the group takes no more scripts.
  init(limit: Int) {
    self.limit = limit
  }

  /// The installed version after the last of its steps. An update that was merged late does not lower it.
  var version: Int64 { max(installed, adopted ?? 0, steps.map(\.version).max() ?? 0) }

  /// The versions that the commit records: those of the steps, or the adopted one.
  var recorded: [Int64] {
    steps.isEmpty ? adopted.map { [$0] } ?? [] : steps.map(\.version)
  }

  /// Whether a rollback would lose nothing.
  var isEmpty: Bool { steps.isEmpty && adopted == nil }

  var isFull: Bool { !staysOpen && (limit == 0 || Milliseconds.since(start) >= Double(limit)) }
}
