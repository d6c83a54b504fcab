import SQLScriptsDiagnostics

/// What the rules have found. Id and severity are the rule's; a rule gives the place and the words.
package struct Findings {
  package private(set) var diagnostics: [Diagnostic] = []

  /// The rule that is asked now.
  var rule = ""
  var severity = Diagnostic.Severity.warning

  private var correctionCount = 0
  private var corrected: (place: SourceSpan, correction: CharacterCorrection?)?

  /// More corrections are for the next run: a bulk script can have a million statements.
  private static let manyCorrections = 2000

  package init() {}

  /// How the characters of a statement are corrected; several rules ask, one after the other.
  mutating func correction(of statement: RehearsedStatement) -> CharacterCorrection? {
    let place = statement.span
    if let corrected, corrected.place == place { return corrected.correction }
    guard correctionCount < Self.manyCorrections else { return nil }
    correctionCount += 1
    let correction = CharacterCorrection(statement)
    corrected = (place, correction)
    return correction
  }

  /// Reports a finding.
  ///
  /// - Parameters:
  ///   - message: what is wrong, in one line that makes sense on its own.
  ///   - label: what to say at the caret.
  ///   - why: what happens if nothing is done, where that teaches something.
  ///   - help: what to do: an order.
  ///   - fixIt: how the file is corrected, where that is certain.
  package mutating func report(
    _ message: String, at span: SourceSpan, label: String? = nil, why: String? = nil,
    help: String? = nil, related: [Diagnostic.Related] = [], severity: Diagnostic.Severity? = nil,
    fixIt: FixIt? = nil
  ) {
    diagnostics.append(
      Diagnostic(
        rule, severity ?? self.severity, message, at: span, label: label, why: why, help: help,
        related: related, fixIt: fixIt))
  }
}
