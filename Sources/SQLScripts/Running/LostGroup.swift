/// The part of a run that SQLite rolled back by itself, and how the run continues (laws 29 and 31).
///
/// The state leaves `none` at most once per run, so nothing is repeated forever.
enum LostGroup {
  /// Nothing was lost. Consecutive scripts share transactions.
  case none
  /// A group of scripts was lost because of a step. The scripts before the step run again, one transaction each. The
  /// step does not, because an interrupt would not happen twice.
  case because(of: MigrationPlan.Step, MigrationFailure.Reason)
  /// The commit of a group failed, and nobody has checked yet whether it took effect.
  case inDoubt(StepGroup)
  /// A group of scripts was lost. They run again, one transaction each.
  case settled

  /// Whether consecutive scripts still share transactions.
  var isNone: Bool { if case .none = self { true } else { false } }

  /// Whether a step is known to fail after the steps before it are committed.
  var hasCause: Bool { if case .because = self { true } else { false } }

  /// The reason why a step does not run again; nil if it does.
  func reason(against step: MigrationPlan.Step) -> MigrationFailure.Reason? {
    if case .because(of: step, let reason) = self { reason } else { nil }
  }

  /// Ends the doubt after the database was read.
  mutating func settle() {
    if case .inDoubt = self { self = .settled }
  }
}
