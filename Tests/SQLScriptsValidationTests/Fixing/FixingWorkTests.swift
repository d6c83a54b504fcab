import Foundation
import SQLScripts
import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsFiles
import TestSupport
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

  @Test func `a file that needs many readings is corrected as far as they go`() {
    // XML is read until so many tags are open, because each lacks its end.
    let items = String(repeating: "<string>SELECT 1\n", count: 3_200)
    let bytes = Array(
      "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><array>\n\(items)</array></plist>\n".utf8)
    let name = "sql_update_2.plist"
    let file = ScriptFile(
      kind: .update(2), format: .plist, name: name, displayName: name, content: .bytes(bytes))
    var draft = Draft(
      file: file, source: SourceFile(name: file.name, bytes: bytes), isReleased: false)
    var readings = 0
    draft.correctFormat {
      readings += 1
      return ScriptBundle(scripts: [])
        .read(file, in: $0, maximum: Draft.maximumMistakes).diagnostics
    }
    #expect(readings <= Draft.maximumRounds + 1)
    #expect(draft.corrected.count > 2_500)
    #expect(draft.isChanged)
  }

  @Test func `an equal text is compared once, not for each correction`() {
    let bytes = [UInt8](repeating: 0x20, count: 8_000_000)
    let (file, same) = (SourceFile(name: "a", bytes: bytes), SourceFile(name: "a", bytes: bytes))
    let fixIts = (0..<4_000).map {
      FixIt("x", at: SourceSpan(file: same, range: $0..<$0 + 1), with: "x")
    }
    let start = ProcessorTime.now
    let taken = file.bytes(after: fixIts).taken
    let seconds = ProcessorTime.now - start
    #expect(taken.count == fixIts.count)
    // To compare it each time reads 64 GB.
    #expect(seconds < 1, "\(seconds) s")
  }

  @Test func `more mistakes than are reported are corrected in one round`() throws {
    let count = Rehearsal.manyFailures + 100
    let rows = String(repeating: "INSERT INTO a (b) VALUE (1);\n", count: count)
    let bundle = ScriptBundle(scripts: [
      .file(named: "sql_default.sql", text: "CREATE TABLE a (b);\n\(rows)")
    ])
    var limits: [Int] = []
    let fixer = Fixer(
      bundle,
      validate: { bundle, limit in
        limits.append(limit)
        return Validator(ScriptLibrary(bundle), failureLimit: limit).validate()
      })
    let outcome = fixer.run()
    #expect(outcome.corrections.first?.diagnostics.count == count)
    #expect(limits.count == 2, "\(limits)")
  }

  /// The number of times that a script of statements is validated, each of which fails once it is corrected.
  private func validations(failing count: Int) -> (count: Int, outcome: Fixer.Outcome) {
    let statements = String(repeating: "INSRT INTO a (b) VALUES (NULL);\n", count: count)
    let text = "CREATE TABLE a (b NOT NULL);\n\(statements)INSERT INTO a (b) VALUES ('it's');\n"
    let bundle = ScriptBundle(scripts: [.file(named: "sql_default.sql", text: text)])
    let calls = Calls()
    let fixer = Fixer(
      bundle,
      validate: { bundle, limit in
        calls.count += 1
        return Validator(ScriptLibrary(bundle), failureLimit: limit).validate()
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
