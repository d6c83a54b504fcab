/// A mistake that a reader found, as an enum case with details.
///
/// An app only gets the place and the message. `SQLScriptsAdvice` has the advice for each case.
package protocol Mistake: Sendable {
  /// The id of the diagnostic, in kebab-case.
  var id: String { get }

  /// The severity. It is an error unless a case says otherwise.
  var severity: Diagnostic.Severity { get }

  /// The problem in one line that makes sense on its own.
  var message: String { get }
}

extension Mistake {
  package var severity: Diagnostic.Severity { .error }
}

/// The mistake that a diagnostic reports. It is ignored in comparisons, because the diagnostic contains all differences.
struct ReportedMistake: Sendable, Hashable {
  let mistake: any Mistake

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

extension Diagnostic {
  /// Creates the diagnostic of a mistake, without advice.
  package init(_ mistake: some Mistake, at span: SourceSpan) {
    self.init(mistake.id, mistake.severity, mistake.message, at: span)
    reported = ReportedMistake(mistake: mistake)
  }

  /// The mistake that a reader found; nil if a rule reported the diagnostic.
  package var mistake: (any Mistake)? { reported?.mistake }
}
