import SQLScriptsDiagnostics

/// The part of a finding that affects its rendering.
struct ShownText: Hashable {
  private let words: [String?]
  private let extent: [Int]
  private let line: [UInt8]

  init(of diagnostic: Diagnostic) {
    let span = diagnostic.span
    words =
      [
        diagnostic.id, span.file.name, diagnostic.message, diagnostic.label, diagnostic.why,
        diagnostic.help,
      ] + diagnostic.related.map(\.message)
      + (diagnostic.fixIt?.edits.map(\.replacement) ?? [])
    let range = span.file.line(around: span.range.lowerBound)
    // A long line is cut.
    extent = [range.count, span.range.lowerBound - range.lowerBound, span.range.count].map {
      $0 / 16
    }
    let line = span.file.bytes[range]
    self.line = line.allSatisfy { (0x20..<0x7F).contains($0) } ? [] : Array(line)
  }
}
