import Foundation
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Scripts that mean harm, or do it by mistake: they cost little, and reach nothing outside the scratch
/// databases.
@Suite struct HostileScriptTests {
  private func validate(_ text: String) -> [Diagnostic] {
    let bundle = ScriptBundle(scripts: [
      .default(["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]),
      .file(named: "sql_update_2.json", text: text),
    ])
    return Validator(ScriptLibrary(bundle)).validate().diagnostics
  }

  @Test(arguments: [
    "INSERT INTO user (name) VALUES (zeroblob(1000000000))",
    "UPDATE user SET name = hex(zeroblob(100000000))",
    "CREATE INDEX large ON user (length(hex(zeroblob(400000000))))",
  ])
  func `a value that would fill the memory is a finding`(_ statement: String) {
    #expect(validate("[\"\(statement)\"]").map(\.id) == ["runs-too-long"])
  }

  @Test func `a database that would fill the memory is a finding`() {
    let found = validate(
      """
      ["INSERT INTO user (name) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
      SELECT zeroblob(100000000) FROM n"]
      """)
    #expect(found.map(\.id) == ["runs-too-long"])
  }

  @Test func `endless statements are stopped sooner and sooner`() {
    let endless =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    let start = ContinuousClock.now
    let found = validate(
      "[\(Array(repeating: "\"\(endless)\"", count: 200).joined(separator: ","))]")
    #expect(found.count { $0.id == "runs-too-long" } == 200)
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test(arguments: [
    "ATTACH 'x.db' AS x", "VACUUM INTO 'x.db'", "DELETE FROM user", "SELECT load_extension('x')",
  ])
  func `a condition can do no more than ask`(_ query: String) {
    let found = validate(
      "[{ \"sql\": \"DELETE FROM user WHERE id = 1\", \"onlyIf\": \"\(query)\" }]")
    #expect(found.contains { $0.severity == .error })
  }

  @Test(arguments: ["‘", "“a” ", "“a,b” c，", "'“a” "])
  func `many typographic quotes are a few findings`(_ quotes: String) {
    let many = String(repeating: quotes, count: 20_000)
    let found = validate("[\"SELECT \(many)\"]")
    #expect(found.count { $0.severity == .error } > 0)
    #expect(found.count <= 2 * CharacterCorrection.manyFindings)
  }

  @Test(arguments: ["“a” ", "“a，” c， ", "'“a” "])
  func `the work for typographic quotes grows as their number does`(_ quotes: String) throws {
    let small = try work(for: String(repeating: quotes, count: 2000))
    let large = try work(for: String(repeating: quotes, count: 32_000))
    // Quadratic work would be 256 times as much.
    #expect(large < small * 64)
  }

  /// The seconds of processor time, of this thread, that are spent on the characters of a statement.
  private func work(for text: String) throws -> Double {
    let bundle = ScriptBundle(scripts: [.file(named: "sql_update_1.sql", text: "SELECT \(text)")])
    let script = try #require(try bundle.read(bundle.updates[0]).script)
    var seconds = 0.0
    ScriptReplay.eachUnrun(of: script) { statement in
      var findings = Findings()
      let start = Self.processorTime
      SmartQuotes().check(statement, &findings)
      FullwidthPunctuation().check(statement, &findings)
      seconds += Self.processorTime - start
    }
    return seconds
  }

  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
