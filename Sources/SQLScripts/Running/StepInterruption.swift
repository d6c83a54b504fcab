/// The reason why a step stopped before its end.
package enum StepInterruption: Error {
  /// It failed. Steps after it are not run (law 14).
  case failure(MigrationFailure.Reason)
  /// It has to run again from its start, after a check that is now known to be needed.
  case again
  /// The delegate stopped the script.
  case abandoned
}
