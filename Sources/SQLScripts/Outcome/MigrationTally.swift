/// How much of a migration is done: a count that is kept with its events, in order (law 23).
///
/// ```swift
/// var tally = MigrationTally()
/// for try await event in migrator.events() {
///   tally.count(event)
///   bar.value = tally.fraction
/// }
/// ```
public struct MigrationTally: Sendable, Hashable {
  /// The step that runs, from one; 0 before the first.
  public private(set) var step = 0

  /// How many steps the migration has.
  public private(set) var steps = 0

  /// The file name of the script that runs; nil before the first.
  public private(set) var script: String?

  /// How many items of that script are done.
  public private(set) var items = 0

  /// How many items that script has; 0 until the first of them is done.
  public private(set) var itemsOfScript = 0

  private var isFinished = false

  /// A count that stands at nothing.
  public init() {}

  /// How much is done, from 0 to 1. Each script counts the same, and in a script each item.
  public var fraction: Double {
    if isFinished { return 1 }
    guard steps > 0, step > 0 else { return 0 }
    let part = itemsOfScript > 0 ? Double(items) / Double(itemsOfScript) : 0
    return min(1, (Double(step - 1) + part) / Double(steps))
  }

  /// Counts what happened.
  public mutating func count(_ event: MigrationEvent) {
    switch event {
    case .planned(let plan): steps = plan.steps.count
    case .stepStarted(let step, let number, let total):
      (self.step, steps) = (number, total)
      (script, items, itemsOfScript) = (step.script.name, 0, 0)
    case .statementDone(let step, let count, let total):
      // A script that is run again is one that was counted before.
      guard step.script.name == script else { return }
      (items, itemsOfScript) = (max(items, count), total)
    case .stepCommitted, .stepsRepeated: break
    case .finished: isFinished = true
    }
  }
}
