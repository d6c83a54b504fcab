import SQLScriptsDiagnostics

/// What people are told about a mistake beyond its place and its message.
struct Advice {
  var label: String?
  var why: String?
  var help: String?
  var related: [Diagnostic.Related] = []
  var fixIt: FixIt?
}

/// A mistake of a reader about which there is advice.
protocol AdvisedMistake: Mistake {
  /// The advice for it, where it was found at a place.
  func advice(at span: SourceSpan) -> Advice
}

extension Diagnostic {
  /// The diagnostic with all that people are told: readers, which are a part of apps, say only what is wrong and where.
  package func advised() -> Diagnostic {
    guard let mistake = mistake as? any AdvisedMistake else { return self }
    let advice = mistake.advice(at: span)
    return Diagnostic(
      id, severity, message, at: span, label: advice.label, why: advice.why, help: advice.help,
      related: advice.related, fixIt: advice.fixIt)
  }
}

extension [Diagnostic] {
  /// The diagnostics with all that people are told.
  package func advised() -> [Diagnostic] { map { $0.advised() } }
}
