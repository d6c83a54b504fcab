import SQLScriptsDiagnostics
import SQLScriptsFiles
import TestSupport
import Testing

@testable import SQLScriptsEditor

struct FormatCorrectionsTests {
  /// How often a file is read, and how much of it, to judge the corrections of its mistakes.
  private struct Work {
    var readings = 0
    var bytes = 0
    var offered = 0
    let mistakes: [Diagnostic]
    let size: Int

    init(_ text: String) throws {
      let name = "sql_update_2.json"
      let file = try #require(ScriptFile(named: name, Array(text.utf8)))
      let source = SourceFile(name: name, bytes: Array(text.utf8))
      let bundle = ScriptBundle(scripts: [])
      var (readings, bytes) = (0, 0)
      let corrections = FormatCorrections(file, source) {
        readings += 1
        bytes += $0.count
        return bundle.read(file, in: $0)
      }
      mistakes = bundle.read(file, in: source).diagnostics
      (self.readings, self.bytes, size) = (readings, bytes, source.count)
      offered = mistakes.count { corrections[$0] != nil }
    }
  }

  /// A list with statements without their quotes.
  private func list(mistakes: Int, bytes: Int = 0) -> String {
    let rows = Array(repeating: "DELETE FROM user WHERE id = 1,\n", count: mistakes)
    let rest = Array(repeating: "\"SELECT 1\",\n", count: bytes / 12)
    return "[\n\(rows.joined())\(rest.joined())\"SELECT 1\"]\n"
  }

  @Test(arguments: [0, 1, 99, 100, 101, 150])
  func `each mistake of a small file gets its button, however many there are`(
    mistakes: Int
  ) throws {
    let work = try Work(list(mistakes: mistakes))
    #expect(work.mistakes.count == min(mistakes, ScriptBundle.maximumMistakes))
    #expect(work.offered == work.mistakes.count)
    #expect(work.readings == 1 + work.mistakes.count)
  }

  @Test func `a large file is not read again for each mistake`() throws {
    let half = FormatCorrections.maximumBytes / 8
    let (small, large) = (
      try Work(list(mistakes: 150, bytes: half)), try Work(list(mistakes: 150, bytes: half * 2))
    )
    for work in [small, large] {
      #expect(work.offered > 0)
      #expect(work.bytes <= work.size + FormatCorrections.maximumBytes + work.offered * 2)
    }
    #expect(large.offered < small.offered)
  }
}
