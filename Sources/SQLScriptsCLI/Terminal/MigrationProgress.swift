import SQLScripts

/// Shows how far the migration of one database is.
final class MigrationProgress: MigrationObserver {
  private let bar: ProgressBar
  private let step = Lock((number: 1, of: 1))

  init(_ bar: ProgressBar) {
    self.bar = bar
  }

  func observe(_ event: MigrationEvent) {
    switch event {
    case .stepStarted(let step, let number, let total):
      self.step.withLock { $0 = (number, max(total, 1)) }
      bar.show(Double(number - 1) / Double(max(total, 1)), step.script.name)
    case .statementDone(let step, let count, let total):
      let place = self.step.withLock { $0 }
      let done = Double(place.number - 1) + Double(count) / Double(max(total, 1))
      bar.show(done / Double(place.of), step.script.name)
    case .finished: bar.clear()
    case .planned, .stepCommitted, .stepsRepeated: break
    }
  }
}
