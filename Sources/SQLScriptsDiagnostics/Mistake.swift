/// A mistake that a reader finds, as a case with what was found.
///
/// An app gets the place and the message. What to do about it is said by the rooms for developers, for each case.
package protocol Mistake: Sendable {
  /// The id of the diagnostic, in kebab-case.
  var id: String { get }

  /// How bad it is; an error unless a case says otherwise.
  var severity: Diagnostic.Severity { get }

  /// What is wrong: one line that makes sense on its own.
  var message: String { get }
}

extension Mistake {
  package var severity: Diagnostic.Severity { .error }
}

/// The mistake behind a diagnostic. It has no part in comparisons: the diagnostic says all that differs.
struct MistakeBehind: Sendable, Hashable {
  let mistake: any Mistake

  static func == (left: Self, right: Self) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

extension Diagnostic {
  /// Makes the diagnostic of a mistake, without advice.
  package init(_ mistake: some Mistake, at span: SourceSpan) {
    self.init(mistake.id, mistake.severity, mistake.message, at: span)
    behind = MistakeBehind(mistake: mistake)
  }

  /// The mistake that a reader found; nil for the finding of a rule.
  package var mistake: (any Mistake)? { behind?.mistake }
}
