import Foundation
import SQLScriptsDiagnostics
import SQLScriptsReporting

/// Properties of every finding in every output format.
enum ShownClaims {
  /// Findings that were already rendered, because that takes longer than reading the file.
  nonisolated(unsafe) private static var shown: Set<ShownText> = []

  static func hold(_ diagnostics: [Diagnostic], in files: [SourceFile]) {
    for diagnostic in diagnostics { places(of: diagnostic, in: files) }
    if shown.count > 100_000 { shown.removeAll() }
    // A file may have a hundred findings, and the others are rendered like these.
    let diagnostics = diagnostics.prefix(4).filter { shown.insert(ShownText(of: $0)).inserted }
    guard !diagnostics.isEmpty else { return }
    lines(of: diagnostics)
    json(of: diagnostics)
    log(of: diagnostics)
    report(of: diagnostics)
  }

  private static func places(of diagnostic: Diagnostic, in files: [SourceFile]) {
    let fixes = diagnostic.fixIt?.edits.map(\.span) ?? []
    for span in [diagnostic.span] + diagnostic.related.map(\.span) + fixes {
      guard !span.file.isNameOnly else { continue }
      claim(files.contains(span.file), "a finding is about a file that there is: \(diagnostic.id)")
      let size = span.file.bytes.count
      claim(
        span.range.lowerBound >= 0 && span.range.upperBound <= size,
        "a place lies in the file: \(diagnostic.id)")
      claim(span.start.line > 0 && span.start.column > 0, "lines and columns count from one")
      claim(
        (span.start.line, span.start.column) <= (span.end.line, span.end.column),
        "a place ends after it starts")
    }
    claim(!diagnostic.id.isEmpty && !diagnostic.message.isEmpty, "a finding has words")
  }

  private static func lines(of diagnostics: [Diagnostic]) {
    let folder = WorkingFolder("/tmp/bundle")
    for diagnostic in diagnostics {
      let lines = [
        ConciseRenderer().text(diagnostic), XcodeRenderer(folder: folder).text(diagnostic),
        GitHubRenderer().text(diagnostic),
      ]
      for line in lines {
        isSafe(line)
        claim(!line.contains("\n"), "a finding is one line: \(diagnostic.id)")
      }
    }
    isSafe(Painter.plain.text(HumanRenderer().lines(ShownDiagnostics(diagnostics))))
  }

  private static func json(of diagnostics: [Diagnostic]) {
    for text in [JSONText.array(diagnostics.map(\.json))].flatMap({ [$0.compact, $0.pretty] }) {
      isSafe(text)
      let read = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [[String: Any]]
      claim(read?.count == diagnostics.count, "what is written as JSON is JSON")
      for (object, diagnostic) in zip(read ?? [], diagnostics) {
        claim(
          object["message"] as? String == diagnostic.message
            && object["file"] as? String == diagnostic.span.file.name,
          "JSON holds what was said: \(diagnostic.id)")
      }
    }
  }

  private static func log(of diagnostics: [Diagnostic]) {
    let renderer = SARIFRenderer(
      toolVersion: "1.0.0", rules: [], folder: WorkingFolder("/tmp/bundle"))
    let text = renderer.document(diagnostics).compact
    isSafe(text)
    claim(
      (try? JSONSerialization.jsonObject(with: Data(text.utf8))) != nil, "a SARIF log is JSON")
  }

  private static func report(of diagnostics: [Diagnostic]) {
    let text = JUnitRenderer(failOn: .warning).text(diagnostics, files: [])
    isSafe(text)
    claim(XML.isWellFormed(Array(text.utf8)), "a JUnit report is XML")
  }

  /// Whether the text contains no terminal controls and no direction marks.
  private static func isSafe(_ text: String) {
    for scalar in text.unicodeScalars where scalar.value >= 0x7F || scalar.value < 0x20 {
      let isSteering = scalar.properties.generalCategory == .control && scalar != "\n"
      claim(
        !isSteering && !scalar.properties.isBidiControl,
        "no control character is shown: U+\(String(scalar.value, radix: 16))")
    }
  }
}
