/// Why a step stopped before its end.
package enum StepStop: Error {
  /// It failed. Steps after it are not run (law 14).
  case failure(MigrationFailure.Reason)
  /// It has to run again from its start, now that it is known what to look at before it.
  case again
  /// The delegate has seen enough of the script.
  case abandoned
}
