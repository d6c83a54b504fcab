/// News about a script that a person wrote: what is wrong, where, and what to do.
///
/// Diagnostics are values and are collected, many in one run. What goes wrong with the machine or a
/// database is a thrown error, never a diagnostic.
public struct Diagnostic: Sendable, Hashable {
  /// How bad it is.
  public enum Severity: String, Sendable, Hashable, CaseIterable {
    /// The script does not run, or does harm.
    case error
    /// The script runs, and probably does not do what its author means.
    case warning
    /// Worth knowing.
    case info
  }

  /// A second place that explains the first.
  public struct Related: Sendable, Hashable {
    /// The place.
    public var span: SourceSpan
    /// What is there.
    public var message: String

    /// Makes a related place.
    public init(span: SourceSpan, message: String) {
      self.span = span
      self.message = message
    }
  }

  /// Names the kind of finding, in kebab-case, for the bad thing itself: "allow `version-gap`".
  public var id: String

  /// How bad it is.
  public var severity: Severity

  /// What is wrong: one line that makes sense on its own, in the reader's words.
  public var message: String

  /// Where it is.
  public var span: SourceSpan

  /// What to say at the caret, if anything.
  public var label: String?

  /// Why it matters, where that teaches something.
  public var why: String?

  /// What to do about it: an order.
  public var help: String?

  /// Other places that belong to it.
  public var related: [Related]

  /// How the file is corrected, where that is certain.
  public var fixIt: FixIt?

  var behind: MistakeBehind?

  /// Makes a diagnostic. Texts of more than a screen lose their middle.
  public init(
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
  /// Whether it is as bad as another, or worse.
  package func isAtLeast(_ other: Self) -> Bool {
    switch (self, other) {
    case (.error, _), (.warning, .warning), (.warning, .info), (.info, .info): true
    default: false
    }
  }
}

extension Diagnostic {
  /// The order of a report: by file name, place, then id, the same on every machine.
  package static func inReportOrder(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
    let key = { (diagnostic: Diagnostic) in
      (diagnostic.span.file.name, diagnostic.span.range.lowerBound, diagnostic.id)
    }
    return key(left) < key(right)
  }
}
