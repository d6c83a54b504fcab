import SQLScriptsDiagnostics

/// Advice about a mistake, in addition to its range and message.
struct Advice {
  var label: String?
  var why: String?
  var help: String?
  var related: [Diagnostic.Related] = []
  var fixIt: FixIt?
  /// A likely correction that the author has to confirm.
  var suggestion: FixIt?
}

/// A mistake for which there is advice.
protocol AdvisedMistake: Mistake {
  /// The advice for the mistake at a range.
  func advice(at span: SourceSpan) -> Advice
}

extension Diagnostic {
  /// A likely correction that the author has to confirm. Ask a diagnostic of a reader, before it is advised.
  package var suggestion: FixIt? { (mistake as? any AdvisedMistake)?.advice(at: span).suggestion }

  /// The diagnostic with its advice. Readers are part of apps, so they only say what is wrong and where.
  package func advised() -> Diagnostic {
    guard let mistake = mistake as? any AdvisedMistake else { return self }
    let advice = mistake.advice(at: span)
    return Diagnostic(
      id, severity, message, at: span, label: advice.label, why: advice.why, help: advice.help,
      related: advice.related, fixIt: advice.fixIt)
  }
}

extension [Diagnostic] {
  /// The diagnostics with their advice.
  package func advised() -> [Diagnostic] { map { $0.advised() } }
}
