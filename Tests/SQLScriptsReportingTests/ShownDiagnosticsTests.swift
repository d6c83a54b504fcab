import SQLScriptsDiagnostics
import Testing

@testable import SQLScriptsReporting

struct ShownDiagnosticsTests {
  private func findings(_ count: Int, _ id: String, in name: String) -> [Diagnostic] {
    let file = SourceFile(name: name, bytes: Array(repeating: 0x61, count: count))
    return (0..<count).map {
      Diagnostic(id, .error, "Wrong \(name) \($0)", at: SourceSpan(file: file, range: $0..<$0 + 1))
    }
  }

  /// The number of findings that are shown, and the note about the others.
  private func report(_ diagnostics: [Diagnostic]) -> [String] {
    let shown = ShownDiagnostics(diagnostics.sorted(by: Diagnostic.inReportOrder))
    let lines = Painter.plain.text(HumanRenderer().lines(shown)).split(separator: "\n")
    let others = lines.filter { $0.hasPrefix("and ") }.map(String.init)
    #expect(shown.isShortened == !others.isEmpty)
    return ["\(lines.count { $0.hasPrefix("error") })"] + others
  }

  @Test func `a few findings are shown completely`() {
    #expect(report([]) == ["0"])
    #expect(report(findings(50, "a", in: "f")) == ["50"])
    #expect(report(findings(50, "a", in: "f") + findings(50, "b", in: "f")) == ["100"])
    #expect(report(findings(50, "a", in: "f") + findings(50, "a", in: "g")) == ["100"])
  }

  @Test func `the first of thousands of findings are shown, and the others are counted`() {
    let few = findings(2, "b", in: "f") + findings(3, "a", in: "g")
    let found = report(findings(10_000, "a", in: "f") + few)
    #expect(found == ["55", "and 9950 more of a in f"])
  }

  @Test func `each rule and each file has its own count`() {
    let found = report(
      findings(60, "b", in: "f") + findings(51, "a", in: "f") + findings(70, "a", in: "g"))
    #expect(
      found == ["150", "and 1 more of a in f", "and 10 more of b in f", "and 20 more of a in g"])
  }

  private func repeated(_ count: Int, in names: String...) -> [Diagnostic] {
    names.flatMap { name in
      let file = SourceFile(name: name, bytes: Array(repeating: 0x61, count: count))
      return (0..<count).map {
        Diagnostic("a", .error, "Wrong", at: SourceSpan(file: file, range: $0..<$0 + 1))
      }
    }
  }

  @Test func `a problem that repeats is shown once, with its other places`() {
    let shown = ShownDiagnostics(repeated(2, in: "f", "g"))
    #expect(!shown.isShortened)
    #expect(
      Painter.plain.text(HumanRenderer().lines(shown)) == """
        error[a]: Wrong
         --> f:1:1
          |
        1 | aa
          | ^
          |
          = also: at 3 other places: f:1:2, g:1:1, g:1:2


        """)
    #expect(
      Painter.plain.text(HumanRenderer().lines(ShownDiagnostics(repeated(2, in: "f"))))
        .contains("= also: at 1 other place: f:1:2\n"))
  }

  @Test func `thousands of other places are counted`() {
    let shown = ShownDiagnostics(repeated(2000, in: "f"))
    #expect(shown.parts.count == 1)
    #expect(shown.isShortened)
    #expect(
      Painter.plain.text(HumanRenderer().lines(shown))
        .contains("also: at 1999 other places: f:1:2, f:1:3, f:1:4, f:1:5, f:1:6 and 1994 more\n"))
  }

  @Test func `problems with different words are shown separately`() {
    var findings = repeated(3, in: "f")
    findings[1].help = "Do it."
    findings[2].severity = .warning
    #expect(ShownDiagnostics(findings).parts.count == 3)
  }

  @Test func `a name cannot start a line of output`() {
    let found = report(findings(51, "a", in: "f\n\u{1B}[2J"))
    #expect(found == ["50", "and 1 more of a in f <U+001B>[2J"])
  }
}
