import SQLScriptsDiagnostics

/// What people read about a rule: with `explain`, on its page, and as the tests that hold it.
package struct RuleDocumentation: Sendable {
  /// A bundle that shows the rule, wrong or right. All of it is run.
  package struct Example: Sendable {
    /// Statements of the default script, which are there before and are no part of the point.
    package var before: [String]
    /// The statements of `sql_update_2`. In a wrong one, « and » stand around the place that the rule
    /// points at.
    package var statements: [String]
    /// The settings file, where the rule needs one.
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
  /// What happens to users if nothing is done.
  package var why: String
  package var wrong: [Example]
  package var right: [Example]
  /// Whether an author may allow it with a reason. Not what the rehearsal proves to fail.
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
