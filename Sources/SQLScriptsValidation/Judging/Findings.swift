import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

/// The findings of the rules. ID and severity come from the rule, which supplies the range and the words.
package struct Findings {
  package private(set) var diagnostics: [Diagnostic] = []

  /// Findings that repeat another one, by their index among the diagnostics.
  private(set) var repeatable: [Int: OncePerScript] = [:]

  /// A finding that is reported only once in a script.
  struct OncePerScript: Hashable {
    var rule: String
    var file: ObjectIdentifier
    var about: SQLName
  }

  private var reported: Set<OncePerScript> = []

  /// How to repair what a finding is about, by the finding's message. A message names the object.
  private(set) var repairs: [String: Repair] = [:]

  /// The rules that authors ignore somewhere in the scripts read so far.
  var allowedRules: Set<String> = []

  /// The columns whose values earlier updates have stored elsewhere, each with its table.
  var copiedColumns: Set<[SQLName]> = []

  /// The rule that is running.
  var rule = ""
  var severity = Diagnostic.Severity.warning

  /// Where rules ask SQLite what an expression gives.
  var scratch = ScratchSQL()

  private var correctionCount = 0
  private var corrected: (place: SourceSpan, correction: CharacterCorrection?)?

  /// Further corrections wait for the next run, because a bulk script can have a million statements.
  var correctionLimit = 2000

  package init() {}

  /// The correction of a statement's characters. Several rules ask for it in turn.
  mutating func correction(of statement: RehearsedStatement) -> CharacterCorrection? {
    let place = statement.span
    if let corrected, corrected.place == place { return corrected.correction }
    guard correctionCount < correctionLimit else { return nil }
    correctionCount += 1
    let correction = CharacterCorrection(statement)
    corrected = (place, correction)
    return correction
  }

  /// Whether a rule that reports something once has to report it here: the first time, and again if the first
  /// place may be ignored. Which one remains is known when all suppressions have been read.
  mutating func reportsFirst(_ about: SQLName, in script: Script) -> Bool {
    let once = OncePerScript(
      rule: rule, file: ObjectIdentifier(script.document.source), about: about)
    guard reported.insert(once).inserted || allowedRules.contains(rule) else { return false }
    repeatable[diagnostics.count] = once
    return true
  }

  /// Removes the findings since an index that are not wanted.
  mutating func filter(from start: Int, _ isWanted: (Diagnostic) -> Bool) {
    var kept: [Diagnostic] = []
    for (index, diagnostic) in diagnostics.enumerated().dropFirst(start) {
      let once = repeatable.removeValue(forKey: index)
      guard isWanted(diagnostic) else { continue }
      if let once { repeatable[start + kept.count] = once }
      kept.append(diagnostic)
    }
    diagnostics.replaceSubrange(start..., with: kept)
  }

  /// Removes the corrections of the findings since an index.
  mutating func removeFixIts(from start: Int) {
    for index in diagnostics.indices.dropFirst(start) { diagnostics[index].fixIt = nil }
  }

  /// Reports a finding.
  ///
  /// - Parameters:
  ///   - message: what is wrong, in one line that makes sense on its own.
  ///   - label: the text at the caret.
  ///   - why: a reason that the message does not contain.
  ///   - help: what to do, in the imperative.
  ///   - fixIt: the correction of the file, if it is certain.
  ///   - repair: what a later update can create again, if the script has been released.
  package mutating func report(
    _ message: String, at span: SourceSpan, label: String? = nil, why: String? = nil,
    help: String? = nil, related: [Diagnostic.Related] = [], severity: Diagnostic.Severity? = nil,
    fixIt: FixIt? = nil, repair: Repair? = nil
  ) {
    if let repair { repairs[message] = repair }
    diagnostics.append(
      Diagnostic(
        rule, severity ?? self.severity, message, at: span, label: label, why: why, help: help,
        related: related, fixIt: fixIt))
  }
}
