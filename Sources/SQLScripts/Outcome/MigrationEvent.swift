/// What happens while a database is migrated, in order.
public enum MigrationEvent: Sendable {
  /// The plan is decided. Nothing has been changed.
  case planned(MigrationPlan)
  /// A step begins: its number in the plan, from one.
  case stepStarted(MigrationPlan.Step, number: Int, of: Int)
  /// An item of the step's script was run, of so many.
  case statementDone(MigrationPlan.Step, count: Int, of: Int)
  /// The step is committed. With group commit several become true at once (law 29).
  case stepCommitted(MigrationReport.Step)
  /// The step, or the whole group that it belongs to, was rolled back and runs again (laws 17, 29 and 31).
  case stepsRepeated
  /// All is done; the only event where nothing had to be.
  case finished(MigrationReport)
}
