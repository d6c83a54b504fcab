import SQLScriptsDiagnostics

/// The description of a rule: for `explain`, for its page, and for the tests of its examples.
package struct RuleDocumentation: Sendable {
  /// A bundle that shows a wrong or right use. Tests run all of it.
  package struct Example: Sendable {
    /// The statements of the default script, which only prepare the example.
    package var before: [String]
    /// The statements of `sql_update_2`. In a wrong example, « and » mark the range that the rule points at.
    package var statements: [String]
    /// The settings file, if the rule needs one.
    package var settings: String?

    package init(before: [String] = [], _ statements: String..., settings: String? = nil) {
      self.before = before
      self.statements = statements
      self.settings = settings
    }
  }

  /// What the rule finds, in one sentence.
  package var summary: String
  package var severity: Diagnostic.Severity
  /// What happens to users if the finding is not fixed.
  package var why: String
  package var wrong: [Example]
  package var right: [Example]
  /// Whether an author may ignore the finding with a reason. Not what the rehearsal proves to fail.
  package var canBeAllowed: Bool

  package init(
    summary: String, severity: Diagnostic.Severity, why: String, wrong: [Example],
    right: [Example], canBeAllowed: Bool = true
  ) {
    self.summary = summary
    self.severity = severity
    self.why = why
    self.wrong = wrong
    self.right = right
    self.canBeAllowed = canBeAllowed
  }
}

// The reasons that several rules share.
extension RuleDocumentation {
  static let failsOnEveryDevice =
    "This script fails on every device, so no later update is applied."
  static let deletesUserData = "This deletes user data on every device. It cannot be recovered."
}
