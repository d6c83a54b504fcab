import SQLScriptsDiagnostics

/// What people are shown of a report: of each rule the first findings in a file, and how many more there
/// are.
///
/// The first ones say what is wrong. Thousands of them bury the others, and the summary.
package struct ShownDiagnostics: Sendable {
  package enum Part: Sendable, Hashable {
    case finding(Diagnostic)
    /// So many findings of a rule in a file are not shown.
    case more(count: Int, id: String, file: String)
  }

  package private(set) var parts: [Part] = []

  /// Whether something is not shown.
  package private(set) var isShortened = false

  /// So many findings of a rule are shown of each file.
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
