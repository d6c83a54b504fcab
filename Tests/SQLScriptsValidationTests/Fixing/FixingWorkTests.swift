import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

struct FixingWorkTests {
  /// The number of bytes that are read to correct the format of a list with full-width commas.
  private func bytesRead(mistakes: Int) -> Int {
    let rows = Array(repeating: "\"DELETE FROM user WHERE id = 1\"，\n", count: mistakes)
    let bytes = Array("[\n\(rows.joined())\"SELECT 1\"]\n".utf8)
    let name = "sql_update_2.json"
    let file = ScriptFile(
      kind: .update(2), format: .json, name: name, displayName: name, content: .bytes(bytes))
    var draft = Draft(
      file: file, source: SourceFile(name: file.name, bytes: bytes), isReleased: false)
    var read = 0
    draft.correctFormat {
      read += $0.count
      return ScriptBundle(scripts: [])
        .read(file, in: $0, maximum: Draft.maximumMistakes).diagnostics
    }
    #expect(draft.corrected.count == mistakes)
    return read
  }

  @Test func `twice as many mistakes in a file take twice the work`() {
    let (half, whole) = (bytesRead(mistakes: 1000), bytesRead(mistakes: 2000))
    #expect(whole < half * 2 + 100)
  }
}
