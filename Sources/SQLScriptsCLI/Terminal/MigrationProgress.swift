import SQLScripts

/// Shows the progress of migrating one database.
final class MigrationProgress: MigrationObserver {
  private let bar: ProgressBar
  private let tally = Lock(MigrationTally())

  init(_ bar: ProgressBar) {
    self.bar = bar
  }

  func observe(_ event: MigrationEvent) {
    let now = tally.withLock { tally in
      tally.count(event)
      return tally
    }
    switch event {
    case .stepStarted, .statementDone: bar.show(now.fraction, now.script ?? "")
    case .finished: bar.clear()
    case .planned, .stepCommitted, .stepsRepeated: break
    }
  }
}
