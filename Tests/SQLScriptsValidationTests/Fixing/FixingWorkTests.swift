import SQLScripts
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

  /// The number of times that a script of statements is validated, each of which fails once it is corrected.
  private func validations(failing count: Int) -> (count: Int, outcome: Fixer.Outcome) {
    let statements = String(repeating: "INSRT INTO a (b) VALUES (NULL);\n", count: count)
    let text = "CREATE TABLE a (b NOT NULL);\n\(statements)INSERT INTO a (b) VALUES ('it's');\n"
    let bundle = ScriptBundle(scripts: [.file(named: "sql_default.sql", text: text)])
    let calls = Calls()
    let fixer = Fixer(
      bundle,
      validate: { bundle in
        calls.count += 1
        return Validator(ScriptLibrary(bundle)).validate()
      })
    let outcome = fixer.run()
    return (calls.count, outcome)
  }

  private final class Calls: @unchecked Sendable {
    var count = 0
  }

  @Test(arguments: [3, 60])
  func `statements that cannot be corrected are rehearsed a few times`(failing: Int) throws {
    let (count, outcome) = validations(failing: failing)
    #expect(count < 30, "\(count) validations")
    let after = try #require(outcome.corrections.first).after
    #expect(String(decoding: after, as: UTF8.self).contains("'it''s'"))
    #expect(outcome.refusals.map(\.statements) == [failing])
  }

  @Test func `a place is found again after two rounds of edits`() {
    let file = SourceFile(name: "a", bytes: Array("ab cd ef".utf8))
    var trail = EditTrail()
    trail.add([
      FixIt.Edit(SourceSpan(file: file, range: 3..<5), with: "12345"),
      FixIt.Edit(SourceSpan(file: file, range: 0..<1), with: ""),
    ])
    // The text is “b 12345 ef”.
    trail.add([FixIt.Edit(SourceSpan(file: file, range: 0..<1), with: "bbb")])
    #expect(trail.origin(of: 0) == 0)
    #expect(trail.origin(of: 6) == 3)
    #expect(trail.origin(of: 10) == 6)
  }
}
