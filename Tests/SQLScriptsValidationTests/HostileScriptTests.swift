import Foundation
import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import TestSupport
import Testing

@testable import SQLScriptsValidation

/// Scripts that do harm, on purpose or by mistake: they cost little, and cannot access anything outside the scratch
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
    // The fuzzer begins with the texts of tests, and it runs them without limits.
    "SELECT printf('%.*c', \(900_000_000), 'x')",
    "CREATE INDEX large ON user (length(hex(zeroblob(400000000))))",
  ])
  func `a value that would exhaust memory is a finding`(_ statement: String) {
    #expect(validate("[\"\(statement)\"]").map(\.id) == ["runs-too-long"])
  }

  @Test func `a database that would exhaust memory is a finding`() {
    let found = validate(
      """
      ["INSERT INTO user (name) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) \
      SELECT zeroblob(100000000) FROM n"]
      """)
    #expect(found.map(\.id) == ["runs-too-long"])
  }

  @Test func `no check keeps many copies of a large database`() throws {
    let rows =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 60) SELECT zeroblob(1000000) FROM n"
    for (count, isKept) in [(1, true), (60, false)] {
      let bundle = ScriptBundle(scripts: [
        .default(["CREATE TABLE photo (data BLOB)"]),
        .update(2, ["INSERT INTO photo (data) " + rows.replacing("60", with: "\(count)")]),
      ])
      let memory = RehearsalMemory()
      let library = ScriptLibrary(bundle)
      let file = try #require(bundle.scripts.last)
      memory.focus(on: [file.name])
      #expect(Validator(library).validate(memory: memory).diagnostics == [])
      let route = try bundle.scripts.map { try library.script($0) }
      let state = memory.state(before: 2, of: route, .none)
      #expect((state?.files.count == 2) == isKept)
    }
  }

  @Test func `values of rows are kept for both sides of a script, and only small ones`() {
    let text = { (count: Int) in "printf('%.*c', \(count), 'x')" }
    let insert = { (value: String) in "INSERT INTO photo (name) VALUES (\(value))" }
    let large = "INSERT INTO photo (name) SELECT \(text(500_000)) FROM (VALUES (1), (2), (3))"
    var scripts: [InMemoryScript] = [
      .default(["CREATE TABLE photo (id INTEGER PRIMARY KEY, name TEXT)"]),
      .update(2, [insert("'a'")]), .update(3, [insert(text(5_000_000))]),
      .update(4, ["DELETE FROM photo WHERE length(name) > 1000000"]),
      .update(5, [insert("'b'")]), .update(6, [large]),
    ]
    for version: Int64 in 7...30 {
      scripts.append(.update(version, ["UPDATE photo SET name = name || 'x' WHERE id > 3"]))
    }
    var kept: [Int64: [Bool]] = [:]
    var total = 0
    _ = Validator(ScriptLibrary(ScriptBundle(scripts: scripts))).validate { script, _ in
      guard let rows = script.rows[SQLName("photo")] else { return }
      let values = [rows.valuesBefore, rows.valuesAfter].map { $0[SQLName("name")] ?? [] }
      kept[script.script.version] = values.map { !$0.isEmpty }
      for case .text(let text) in values.joined() { total += text.utf8.count }
    }
    let all = [true, true]
    let none = [false, false]
    #expect((2...7).map { kept[$0] } == [all, none, none, all, all, all])
    #expect(kept[30] == none)
    #expect(total <= 32 << 20)
  }

  @Test func `a huge schema is not built three times, and the outcome says so`() {
    let columns = (1...1500).map { "\"ALTER TABLE user ADD c\($0)\"" }.joined(separator: ",")
    let bundle = ScriptBundle(scripts: [
      .default(["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]),
      .file(named: "sql_update_2.json", text: "[\(columns)]"), .update(3, ["SELECT 1"]),
    ])
    let validation = Validator(ScriptLibrary(bundle)).validate()
    let found = validation.diagnostics.filter { $0.id == "fails-with-rows" }
    #expect(found.map(\.severity) == [.info])
    #expect(found.first?.span.file.name == "sql_update_2.json")
    #expect(validation.summary.contains("rehearsed without sample rows"))
  }

  @Test func `endless statements are stopped earlier and earlier`() {
    let endless =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    let start = ContinuousClock.now
    let found = validate(
      "[\(Array(repeating: "\"\(endless)\"", count: 200).joined(separator: ","))]")
    let findings = found.filter { $0.id == "runs-too-long" }
    #expect(findings.count == 200)
    #expect(findings.first?.message.hasPrefix("stopped after 2 seconds: this") == true)
    #expect(findings.dropFirst().first?.message.hasPrefix("stopped after 1 second: this") == true)
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test(arguments: [
    "ATTACH 'x.db' AS x", "VACUUM INTO 'x.db'", "DELETE FROM user", "SELECT load_extension('x')",
  ])
  func `a condition can only query`(_ query: String) {
    let found = validate(
      "[{ \"sql\": \"DELETE FROM user WHERE id = 1\", \"onlyIf\": \"\(query)\" }]")
    #expect(found.contains { $0.severity == .error })
  }

  @Test func `views that multiply are found before SQLite compiles them`() {
    let views = (1...40).map {
      "CREATE VIEW v\($0) AS SELECT a.id FROM v\($0 - 1) AS a JOIN \"V\($0 - 1)\" AS b ON a.id = b.id"
    }
    let statements = ["CREATE VIEW v0 AS SELECT id FROM user"] + views
    let text = statements.map { "\"\($0.split(separator: "\"").joined(separator: "\\\""))\"" }
    let found = validate("[\(text.joined(separator: ","))]")
    // One for the first view. The views that read it could not be created anyway.
    #expect(found.map(\.id) == ["runs-too-long"])
    #expect(
      found.first?.message == "this statement expands to more than 1000 queries and was not run")
    // The ninth expands to 512 queries of the table, and as many of each view between.
    #expect(found.first?.span.start.column == text.prefix(9).reduce(3) { $0 + $1.count + 1 })
  }

  @Test(arguments: ["", "MATERIALIZED ", "not /**/ materialized "])
  func `queries of a WITH that multiply are found, too`(_ hint: String) {
    let steps = (1...40).map {
      "q\($0) (id) AS \(hint)(SELECT id FROM q\($0 - 1) UNION SELECT id FROM q\($0 - 1))"
    }
    let query =
      "WITH q0 AS (SELECT id FROM user), \(steps.joined(separator: ", ")) SELECT * FROM q40"
    #expect(
      validate("[\"DELETE FROM user WHERE id IN (\(query))\"]").map(\.id) == ["runs-too-long"])
    // Finding the error in a statement compiles parts of it.
    #expect(validate("[\"DELETE FRMO user WHERE id IN (\(query))\"]").count == 1)
  }

  @Test func `SQLite's limit stops columns that multiply`() {
    let columns = (1...40).map { "c\($0) AS (c\($0 - 1) + c\($0 - 1))" }
    let found = validate(
      """
      ["CREATE TABLE sum (c0, \(columns.joined(separator: ", ")))", "INSERT INTO sum (c0) VALUES (1)", \
      "UPDATE user SET name = (SELECT c40 FROM sum) WHERE id = 1"]
      """)
    #expect(found.map(\.id) == ["runs-too-long"])
  }

  @Test func `many views alone are allowed`() {
    let tables = (0..<60).map { "\"CREATE TABLE t\($0) (id INTEGER PRIMARY KEY, v0)\"" }
    let all = (0..<60).map { "SELECT id FROM t\($0)" }.joined(separator: " UNION ALL ")
    let views = (1...30).map { "\"CREATE VIEW v\($0) AS SELECT id FROM v\($0 - 1) WHERE id > 1\"" }
    let text = tables + ["\"CREATE VIEW v0 AS \(all)\""] + views
    #expect(validate("[\(text.joined(separator: ","))]").map(\.id) == [])
  }

  @Test(arguments: ["‘", "“a” ", "“a,b” c，", "'“a” "])
  func `many typographic quotes are a few findings`(_ quotes: String) {
    let many = String(repeating: quotes, count: 20_000)
    let found = validate("[\"SELECT \(many)\"]")
    #expect(found.count { $0.severity == .error } > 0)
    #expect(found.count <= 2 * CharacterCorrection.manyFindings)
  }

  @Test(arguments: ["“a” ", "“a，” c， ", "'“a” "])
  func `the work for typographic quotes grows linearly`(_ quotes: String) throws {
    let small = try work(for: String(repeating: quotes, count: 2000))
    let large = try work(for: String(repeating: quotes, count: 32_000))
    // Quadratic work would be 256 times as much.
    #expect(large < small * 64)
  }

  /// The seconds of processor time of this thread that the characters of a statement take.
  private func work(for text: String) throws -> Double {
    let bundle = ScriptBundle(scripts: [.file(named: "sql_update_1.sql", text: "SELECT \(text)")])
    let script = try #require(try bundle.read(bundle.updates[0]).script)
    var seconds = 0.0
    ScriptReplay.eachUnrun(of: script) { statement in
      var findings = Findings()
      let start = ProcessorTime.now
      SmartQuotes().check(statement, &findings)
      FullwidthPunctuation().check(statement, &findings)
      seconds += ProcessorTime.now - start
    }
    return seconds
  }
}
