import SQLScriptsReporting

/// What a form leads to.
enum FormOutcome: Sendable {
  /// Questions, or the statements that it would make.
  case shown(JSONText)
  /// The changed script, and the statement to show.
  case made(StepChange, item: Int)
}
