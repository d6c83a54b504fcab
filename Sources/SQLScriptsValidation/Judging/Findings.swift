import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

/// What the rules have found. Id and severity are the rule's; a rule gives the place and the words.
package struct Findings {
  package private(set) var diagnostics: [Diagnostic] = []

  /// What says the same as another one, by its place among the diagnostics.
  private(set) var sayings: [Int: Saying] = [:]

  /// A finding that is told once, though much in a script may call for it.
  struct Saying: Hashable {
    var rule: String
    var file: ObjectIdentifier
    var about: SQLName
  }

  private var said: Set<Saying> = []

  /// The rules that authors allow somewhere in the scripts that were read until now.
  var allowedRules: Set<String> = []

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

  /// Whether a rule that tells something once has to tell it here, too: the first time, and where the place that
  /// comes first may be allowed. Which one is told in the end is known when all that is allowed has been read.
  mutating func says(_ about: SQLName, in script: Script) -> Bool {
    let saying = Saying(
      rule: rule, file: ObjectIdentifier(script.document.source), about: about)
    guard said.insert(saying).inserted || allowedRules.contains(rule) else { return false }
    sayings[diagnostics.count] = saying
    return true
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
