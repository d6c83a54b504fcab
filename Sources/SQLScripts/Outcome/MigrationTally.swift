/// The progress of a migration, computed from its events in order (law 23).
///
/// ```swift
/// var tally = MigrationTally()
/// for try await event in migrator.events() {
///   tally.count(event)
///   bar.value = tally.fraction
/// }
/// ```
public struct MigrationTally: Sendable, Hashable {
  /// The number of the running step, from one; 0 before the first.
  public private(set) var step = 0

  /// The number of steps of the migration.
  public private(set) var steps = 0

  /// The file name of the running script; nil before the first.
  public private(set) var script: String?

  /// The number of finished items of that script.
  public private(set) var items = 0

  /// The number of items of that script; 0 until the first item is finished.
  public private(set) var itemsOfScript = 0

  private var isFinished = false

  /// Creates a tally before the first event.
  public init() {}

  /// The progress from 0 to 1. Each script has the same weight, and each item within a script.
  public var fraction: Double {
    if isFinished { return 1 }
    guard steps > 0, step > 0 else { return 0 }
    let part = itemsOfScript > 0 ? Double(items) / Double(itemsOfScript) : 0
    return min(1, (Double(step - 1) + part) / Double(steps))
  }

  /// Updates the progress with an event.
  public mutating func count(_ event: MigrationEvent) {
    switch event {
    case .planned(let plan): steps = plan.steps.count
    case .stepStarted(let step, let number, let total):
      (self.step, steps) = (number, total)
      (script, items, itemsOfScript) = (step.script.name, 0, 0)
    case .statementDone(let step, let count, let total):
      // A script that runs again was already counted.
      guard step.script.name == script else { return }
      (items, itemsOfScript) = (max(items, count), total)
    case .stepCommitted, .stepsRepeated: break
    case .finished: isFinished = true
    }
  }
}
