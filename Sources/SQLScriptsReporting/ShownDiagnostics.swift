import SQLScriptsDiagnostics

/// The part of a report that people see: the first findings of each rule in a file, and the number of the others.
///
/// Thousands of findings of one rule would hide the others and the summary.
package struct ShownDiagnostics: Sendable {
  package enum Part: Sendable, Hashable {
    case finding(Diagnostic)
    /// The number of hidden findings of a rule in a file.
    case more(count: Int, id: String, file: String)
  }

  package private(set) var parts: [Part] = []

  /// Whether some findings are hidden.
  package private(set) var isShortened = false

  /// The number of findings of a rule that are shown per file.
  package static let manyOfARule = 50

  private var file = ""
  private var counts: [String: Int] = [:]

  /// - Parameter diagnostics: in report order.
  package init(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics {
      if diagnostic.span.file.name != file { endFile() }
      file = diagnostic.span.file.name
      let count = counts[diagnostic.id, default: 0] + 1
      counts[diagnostic.id] = count
      if count <= Self.manyOfARule { parts.append(.finding(diagnostic)) }
    }
    endFile()
  }

  private mutating func endFile() {
    for (id, count) in counts.sorted(by: { $0.key < $1.key }) where count > Self.manyOfARule {
      parts.append(.more(count: count - Self.manyOfARule, id: id, file: file))
      isShortened = true
    }
    counts = [:]
  }
}
