import SQLScriptsDiagnostics

/// The part of a report that people see: each problem once with its other places, the first problems of each rule in a
/// file, and the number of the others.
///
/// A problem that repeats, or thousands of findings of one rule, would hide the others and the summary.
package struct ShownDiagnostics: Sendable {
  package enum Part: Sendable, Hashable {
    /// A problem, and the other places that have it.
    case finding(Diagnostic, others: [SourceSpan])
    /// The number of hidden problems of a rule in a file.
    case more(count: Int, id: String, file: String)
  }

  package private(set) var parts: [Part] = []

  /// Whether some findings or places are hidden.
  package private(set) var isShortened = false

  /// The number of problems of a rule that are shown per file.
  package static let manyOfARule = 50

  /// The number of other places that are listed.
  static let manyPlaces = 5

  private var file = ""
  private var counts: [String: Int] = [:]

  /// - Parameter diagnostics: in report order.
  package init(_ diagnostics: [Diagnostic]) {
    var places: [Diagnostic.Words: [SourceSpan]] = [:]
    for diagnostic in diagnostics { places[diagnostic.words, default: []].append(diagnostic.span) }
    for diagnostic in diagnostics {
      if diagnostic.span.file.name != file { endFile() }
      file = diagnostic.span.file.name
      // The first place shows the others.
      guard let all = places.removeValue(forKey: diagnostic.words) else { continue }
      let count = counts[diagnostic.id, default: 0] + 1
      counts[diagnostic.id] = count
      guard count <= Self.manyOfARule else { continue }
      parts.append(.finding(diagnostic, others: Array(all.dropFirst())))
      if all.count > Self.manyPlaces + 1 { isShortened = true }
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
