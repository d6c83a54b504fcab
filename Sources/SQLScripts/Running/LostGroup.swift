/// What SQLite threw away of a run, and how the run goes on after that (laws 29 and 31).
///
/// A run leaves `none` at most once: nothing is repeated without end.
enum LostGroup {
  /// Nothing. Consecutive scripts share transactions.
  case none
  /// A group of scripts, because of a step. Those before it run again, one transaction each. The step does not: an
  /// interrupt would not come twice.
  case because(of: MigrationPlan.Step, MigrationFailure.Reason)
  /// A group whose commit ended in an error, until somebody looks whether it took effect.
  case inDoubt(StepGroup)
  /// A group of scripts, which run again, one transaction each.
  case settled

  /// Whether consecutive scripts still share transactions.
  var isNone: Bool { if case .none = self { true } else { false } }

  /// Whether a step is known that fails, once those before it are committed.
  var hasCause: Bool { if case .because = self { true } else { false } }

  /// Why a step is not run again; nil if it is.
  func reason(against step: MigrationPlan.Step) -> MigrationFailure.Reason? {
    if case .because(of: step, let reason) = self { reason } else { nil }
  }

  /// Ends a doubt, after somebody has looked.
  mutating func settle() {
    if case .inDoubt = self { self = .settled }
  }
}
