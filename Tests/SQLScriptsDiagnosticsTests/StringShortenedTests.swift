import SQLScriptsDiagnostics
import Testing

struct StringShortenedTests {
  @Test(arguments: ["a", "é", "中", "😀", "e\u{301}", "\r\n"])
  func `a long text is cut in the middle, and no scalar is cut in two`(_ piece: String) {
    for count in [0, 1, 5, 29, 30, 31, 1_000] {
      let text = String(repeating: piece, count: count)
      let short = text.shortened(to: 30)
      if text.utf8.count <= 30 {
        #expect(Array(short.utf8) == Array(text.utf8))
      } else {
        #expect(short.utf8.count <= 40 && short.unicodeScalars.contains("…"))
        #expect(!short.unicodeScalars.contains("\u{FFFD}"))
        #expect(text.utf8.starts(with: short.utf8.prefix(16)))
      }
    }
  }

  @Test func `no text of a diagnostic fills more than a screen`() {
    let long = String(repeating: "long ", count: 1_000_000)
    let span = SourceSpan(ofFile: "a.sql")
    let diagnostic = Diagnostic(
      "some-rule", .error, long, at: span, label: long, why: long, help: long)
    for text in [diagnostic.message, diagnostic.label, diagnostic.why, diagnostic.help] {
      #expect((text?.utf8.count ?? 0) < 1_920)
    }
  }
}
