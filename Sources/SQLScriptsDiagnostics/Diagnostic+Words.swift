extension Diagnostic {
  /// Everything that a person reads of a diagnostic, except its place. Diagnostics with the same words are one problem
  /// at several places.
  package struct Words: Hashable, Sendable {
    private var id: String
    private var severity: Severity
    private var texts: [String?]
    private var related: [Related]

    fileprivate init(_ diagnostic: Diagnostic) {
      id = diagnostic.id
      severity = diagnostic.severity
      texts = [diagnostic.message, diagnostic.label, diagnostic.why, diagnostic.help]
      related = diagnostic.related
    }
  }

  package var words: Words { Words(self) }
}
