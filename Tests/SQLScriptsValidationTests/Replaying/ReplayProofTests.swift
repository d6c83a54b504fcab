import SQLScripts
import SQLScriptsFiles
import SQLScriptsValidation
import Testing

struct ReplayProofTests {
  private func library(_ scripts: [(name: String, text: String)]) -> ScriptLibrary {
    ScriptLibrary(ScriptBundle(scripts: scripts.map { .file(named: $0.name, text: $0.text) }))
  }

  private func proof(
    _ before: [(name: String, text: String)], _ after: [(name: String, text: String)]
  ) -> ReplayProof {
    ReplayProof(library(before), library(after))
  }

  @Test func `identical statements need no comparison of rows, whatever their format`() {
    let sql = [
      ("sql_default.sql", "CREATE TABLE a (x);\n\n-- b\nCREATE INDEX i ON a (x);"),
      ("sql_update_2.sql", "INSERT INTO a VALUES (1), (random());\nDELETE FROM a\n;"),
    ]
    let json = [
      ("sql_default.json", "[\"CREATE TABLE a (x)\", \"CREATE INDEX i ON a (x)\"]"),
      (
        "sql_update_2.json", "[\"INSERT INTO a VALUES (1), (random())\", \"DELETE FROM a\"]"
      ),
    ]
    let proof = proof(sql, json)
    #expect(proof.differences == [])
    #expect(proof.after.routes.map { $0.checkpoints.map(\.version) } == [[1, 2]])
    #expect(proof.after.routes[0].checkpoints.allSatisfy { $0.state == nil })
    #expect(proof.hasRun(.default) && proof.hasRun(.update(2)))
  }

  @Test func `a difference that a later version undoes is found`() {
    let last = ("sql_update_3.sql", "DELETE FROM a;")
    let table = ("sql_default.sql", "CREATE TABLE a (x);")
    let proof = proof(
      [table, ("sql_update_2.sql", "INSERT INTO a VALUES (1);"), last],
      [table, ("sql_update_2.sql", "INSERT INTO a VALUES ('1');"), last])
    #expect(proof.differences == ["at version 2, “a” would have other values in its 1 row"])
  }

  @Test(arguments: [
    (
      "SELECT 1;\n SELECT 2; END", "SELECT 1;  SELECT 2; END", "…SELECT 1;  SELECT",
      "…SELECT 1;\\n SELECT"
    ),
    ("SELECT 'é'; END", "SELECT 'e\u{301}'; END", "SELECT 'e\\u{301}'", "SELECT '\\u{E9}'"),
  ])
  func `a difference in stored values is found`(
    before: String, after: String, new: String, old: String
  ) throws {
    let trigger = "CREATE TRIGGER r AFTER INSERT ON a BEGIN "
    let table = ("sql_default.sql", "CREATE TABLE a (x);")
    let proof = proof(
      [table, ("sql_update_2.sql", trigger + before)],
      [table, ("sql_update_2.sql", trigger + after)])
    let words = try #require(proof.differences.first)
    #expect(words.contains(new.replacing("…", with: "")), "\(words)")
    #expect(words.contains(old.replacing("…", with: "")), "\(words)")
  }

  @Test func `updates below the version of the default script run if they can create a database`() {
    let scripts = [
      ("sql_default.json", "{ \"version\": 2, \"statements\": [\"CREATE TABLE a (x, y)\"] }"),
      ("sql_update_1.json", "[\"CREATE TABLE a (x)\"]"),
      ("sql_update_2.json", "[\"ALTER TABLE a ADD COLUMN y\"]"),
      ("sql_update_3.json", "[\"DROP TABLE a\"]"),
    ]
    let replay = Replay(library(scripts))
    #expect(replay.isWhole)
    for script in [ScriptFile.Kind.default, .update(1), .update(2), .update(3)] {
      #expect(replay.hasRun(script))
    }
  }

  @Test func `an update that no script leads to has not run, although its version was reached`() {
    let replay = Replay(
      library([
        ("sql_default.json", "{ \"version\": 7, \"statements\": [\"CREATE TABLE a (x)\"] }"),
        ("sql_update_7.json", "[\"CREATE TABLE a (x)\"]"),
      ]))
    #expect(replay.isWhole)
    #expect(replay.hasRun(.default))
    #expect(!replay.hasRun(.update(7)))
  }

  @Test(arguments: [
    (
      "CREATE TRIGGER r AFTER UPDATE ON a WHEN new.x > new.end BEGIN DELETE FROM a; END; SELECT 1",
      2, true
    ),
    ("CREATE TRIGGER r AFTER UPDATE ON a BEGIN SELECT new.end; DELETE FROM b; END;", 1, true),
    (";; SELECT ';' /* ; */; -- ;\n", 1, true), ("SELECT 'open; SELECT 2", 1, false),
    ("CREATE TRIGGER r AFTER UPDATE ON a BEGIN SELECT 1; SELECT 2", 1, false), ("-- a", 0, true),
    ("SELECT 1 -- a", 1, true), ("SELECT 1 /* a", 1, false),
  ])
  func `statements end where SQLite ends them`(text: String, count: Int, isWhole: Bool) {
    var text = text
    var found: [Bool] = []
    text.withUTF8 { StatementBytes.each(in: $0) { _, isWhole in found.append(isWhole) } }
    #expect(found.count == count)
    #expect((found.last ?? true) == isWhole)
  }

  @Test(arguments: [
    (" -- a\nSELECT 1 -- b\n;", "SELECT 1"), ("CREATE TABLE a (x) ;", "CREATE TABLE a (x)"),
    ("CREATE TABLE a (x) /* b */;", "CREATE TABLE a (x) /* b */"),
    ("CREATE TABLE a (x) STRICT ;", "CREATE TABLE a (x) STRICT "),
    ("CREATE INDEX i ON a (x)\n", "CREATE INDEX i ON a (x)\n"),
    ("ALTER TABLE a ADD x -- b", "ALTER TABLE a ADD x -- b"), ("-- a", ""),
  ])
  func `a statement is identified by what SQLite can store`(text: String, known: String) {
    var text = text
    let range = text.withUTF8 { StatementBytes.known(of: $0) }
    #expect(String(decoding: Array(text.utf8)[range], as: UTF8.self) == known)
  }
}
