/// Why a step stopped before its end.
enum StepStop: Error {
  /// It failed. Steps after it are not run (law 14).
  case failure(MigrationFailure.Reason)
  /// It is to be run again from its start, now that it is known what to look at beforehand.
  case again
}
