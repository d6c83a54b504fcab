/// An event of a migration. A migration that succeeds ends with `finished`.
public enum MigrationEvent: Sendable {
  /// The plan is made. Nothing has been changed.
  case planned(MigrationPlan)
  /// A step begins: its number in the plan, from one.
  case stepStarted(MigrationPlan.Step, number: Int, of: Int)
  /// An item of the step's script has run: its number from one, and the number of items.
  case statementDone(MigrationPlan.Step, count: Int, of: Int)
  /// The step is committed. With group commit several steps are committed at once (law 29).
  case stepCommitted(MigrationReport.Step)
  /// The step, or the whole group that it belongs to, was rolled back and runs again (laws 17, 29 and 31).
  case stepsRepeated
  /// The migration is finished. It is the only event if there was nothing to do.
  case finished(MigrationReport)
}
