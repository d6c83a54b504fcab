/// A finding about a script: the problem, its place, and advice.
///
/// Diagnostics are values, and many are collected in one run. A problem of the machine or of a database is a thrown
/// error, never a diagnostic.
package struct Diagnostic: Sendable, Hashable {
  /// The severity of a diagnostic.
  package enum Severity: String, Sendable, Hashable, CaseIterable {
    /// The script cannot run, or does harm.
    case error
    /// The script runs, but probably does not do what its author wants.
    case warning
    /// Worth knowing.
    case info
  }

  /// A second place that explains the first.
  package struct Related: Sendable, Hashable {
    /// The place.
    package var span: SourceSpan
    /// The message for the place.
    package var message: String

    /// Creates a related place.
    package init(span: SourceSpan, message: String) {
      self.span = span
      self.message = message
    }
  }

  /// The kind of finding, in kebab-case, named for the problem: `version-gap`.
  package var id: String

  /// The severity.
  package var severity: Severity

  /// The problem in one line that makes sense on its own.
  package var message: String

  /// The place.
  package var span: SourceSpan

  /// A short text at the caret, if there is any.
  package var label: String?

  /// The reason why it matters, if the message does not say it.
  package var why: String?

  /// Advice in the imperative.
  package var help: String?

  /// Other places that explain it.
  package var related: [Related]

  /// The correction of the file, if it is certain.
  package var fixIt: FixIt?

  var reported: ReportedMistake?

  /// Creates a diagnostic. Very long texts are shortened in the middle.
  package init(
    _ id: String, _ severity: Severity, _ message: String, at span: SourceSpan,
    label: String? = nil, why: String? = nil, help: String? = nil, related: [Related] = [],
    fixIt: FixIt? = nil
  ) {
    self.id = id
    self.severity = severity
    self.message = message.shortened()
    self.span = span
    self.label = label?.shortened()
    self.why = why?.shortened()
    self.help = help?.shortened()
    self.related = related
    self.fixIt = fixIt
  }
}

extension Diagnostic.Severity {
  /// Whether its severity is at least that of another one.
  package func isAtLeast(_ other: Self) -> Bool {
    switch (self, other) {
    case (.error, _), (.warning, .warning), (.warning, .info), (.info, .info): true
    default: false
    }
  }
}

extension Diagnostic {
  /// The order of a report, the same on every machine: by file name, place and ID.
  package static func inReportOrder(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
    let key = { (diagnostic: Diagnostic) in
      (diagnostic.span.file.name, diagnostic.span.range.lowerBound, diagnostic.id)
    }
    return key(left) < key(right)
  }
}

extension [Diagnostic] {
  /// Whether one of them keeps a script from running.
  package var hasErrors: Bool { contains { $0.severity == .error } }
}
