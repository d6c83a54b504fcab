import Foundation
import SQLScripts
import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsReporting
import SQLScriptsValidation
import Testing

struct ValidatorTests {
  private func validate(
    _ scripts: InMemoryScript..., settings: String? = nil, lock: String? = nil,
    targets: Targets? = nil
  ) -> Validation {
    let bundle = ScriptBundle(
      scripts: scripts, settings: settings.map { Array($0.utf8) },
      lock: lock.map { Array($0.utf8) })
    return Validator(ScriptLibrary(bundle), targets: targets).validate()
  }

  @Test func `valid scripts are rehearsed to the end`() {
    let validation = validate(
      .default(["CREATE TABLE a (b)"]), .update(2, ["ALTER TABLE a ADD COLUMN c"]))
    #expect(validation.diagnostics == [])
    #expect(validation.proof?.version == 2)
    #expect(
      validation.summary.hasPrefix(
        "2 scripts passed: new database and updates from 1 rehearsed with sample rows on SQLite 3"
      ))
  }

  @Test func `a default script alone is a bundle`() {
    let validation = validate(.default([], version: 7))
    #expect(validation.proof?.version == 7)
    #expect(validation.summary.hasPrefix("1 script passed: new database rehearsed on SQLite 3"))
  }

  @Test func `the summary gives the versions from which updates were rehearsed`() {
    let late = validate(.default([], version: 3), .update(4, []), .update(5, []), .update(6, []))
    #expect(late.summary.contains(": new database and updates from 3–5 rehearsed"))
    let updatesOnly = validate(.update(1, []), .update(2, []), .update(3, []))
    #expect(updatesOnly.summary.contains(": new database and updates from 1–2 rehearsed"))
    let allInDefault = validate(.default([], version: 2), .update(2, []))
    #expect(allInDefault.summary.contains(": new database rehearsed on"))
    let warned = validate(.default(["CREATE TABLE a (b)"]), .update(2, [";"]))
    #expect(warned.summary.hasPrefix("1 warning in 2 scripts: new database and updates from 1 "))
    #expect(warned.hasFindings(atLeast: .warning))
    #expect(!warned.hasFindings(atLeast: .error))
  }

  @Test func `a failing statement is a finding at its place`() throws {
    let validation = validate(.default(["CREATE TABLE a (b)", "INSERT INTO c VALUES (1)"]))
    let finding = try #require(validation.diagnostics.first)
    #expect(validation.diagnostics.count == 1)
    #expect(finding.id == "no-such-table")
    #expect(finding.span.start.line == 2)
    #expect(validation.proof == nil)
  }

  @Test func `every layer reports, and the rehearsal continues as far as the scripts can be read`()
  {
    let validation = validate(
      .default(["CREATE TABLE a (b)"]), .update(2, ["SELECT x FROM a"]),
      .file(named: "sql_update_3.json", text: "[ 1, ]"),
      .update(5, ["CREATE TABLE d (e)"]))
    let ids = Set(validation.diagnostics.map(\.id))
    #expect(ids.isSuperset(of: ["no-such-column", "json-trailing-comma", "version-gap"]))
  }

  @Test func `the scripts before a gap are rehearsed, and the gap is one finding`() {
    let sound = validate(.default([]), .update(3, ["CREATE TABLE a (b)"]))
    #expect(sound.diagnostics.map(\.id) == ["version-gap"])
    let broken = validate(.default(["nonsense"]), .update(3, ["CREATE TABLE a (b)"]))
    #expect(Set(broken.diagnostics.map(\.id)) == ["syntax-error", "version-gap"])
  }

  @Test func `a script name that would never run stops the rehearsal`() {
    let validation = validate(
      .default(["CREATE TABLE a (b)"]), .file(named: "sql_update2.json", text: "[]"))
    #expect(validation.diagnostics.map(\.id) == ["unknown-file-name"])
    #expect(validation.proof == nil)
  }

  @Test func `law 17: orphans are a finding about their script`() {
    let validation = validate(
      .default([
        "CREATE TABLE a (id INTEGER PRIMARY KEY)", "CREATE TABLE b (a REFERENCES a (id))",
      ]),
      .update(2, ["INSERT INTO b (a) VALUES (7)"]))
    let errors = validation.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.id) == ["foreign-key-violation"])
    #expect(errors.first?.span.file.name == "sql_update_2.json")
  }

  @Test func `law 18: a view that cannot be used is a finding about its script`() {
    let validation = validate(
      .default(["CREATE TABLE a (b, c)", "CREATE VIEW v AS SELECT c FROM a"]),
      .update(
        2,
        [
          "CREATE TABLE a2 (b)", "INSERT INTO a2 (b) SELECT b FROM a", "DROP TABLE a",
          "ALTER TABLE a2 RENAME TO a",
        ]))
    let errors = validation.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.id) == ["broken-view"])
  }

  @Test func `the scripts cannot create a new database`() {
    let validation = validate(.update(2, ["CREATE TABLE a (b)"]))
    #expect(validation.diagnostics.map(\.id) == ["impossible-plan"])
  }

  @Test func `settings that cannot be used are reported, and scripts are still read`() {
    let validation = validate(
      .default(["x"]), .file(named: "sql_update_2.json", text: "{"), settings: "[]")
    #expect(validation.isWithoutSettings)
    #expect(validation.diagnostics.count >= 2)
    #expect(validation.proof == nil)
  }

  @Test func `a default script of a later version and the updates to it are two paths`() {
    let table = "CREATE TABLE a (b TEXT, c TEXT)"
    let whole = validate(
      .default([table], version: 2), .update(1, ["CREATE TABLE a (b TEXT)"]),
      .update(2, ["ALTER TABLE a ADD COLUMN c TEXT"]), .update(3, ["CREATE INDEX i ON a (c)"]))
    #expect(whole.diagnostics == [])
    #expect(whole.comparedVersion == 2)
    #expect(whole.summary.contains("; new and migrated databases are the same at version 2"))
    let rest = validate(
      .default([table], version: 3), .update(2, ["ALTER TABLE a ADD COLUMN c TEXT"]),
      .update(3, ["UPDATE a SET b = old"]), .update(4, ["CREATE INDEX i ON a (c)"]))
    #expect(rest.diagnostics == [])
    #expect(rest.comparedVersion == 3)
    let other = validate(
      .default([table], version: 2), .update(2, ["ALTER TABLE a ADD COLUMN d TEXT"]))
    #expect(other.diagnostics.map(\.id) == ["fresh-and-upgraded-differ"])
    #expect(other.comparedVersion == nil)
  }

  @Test func `an update that nothing leads to any more is still read`() {
    let validation = validate(
      .default(["CREATE TABLE a (b, c)"], version: 3), .update(2, ["DROP TABLE z"]),
      .update(3, ["CREATE TABL z (x)", "SELECT 'a", "UPDATE a SET zz = 1"]))
    #expect(validation.diagnostics.map { $0.span.start.line } == [1, 2])
    #expect(validation.diagnostics.allSatisfy { $0.severity == .error })
  }

  @Test func `settings decide how the two paths are judged`() {
    for (level, count) in [("off", 0), ("info", 1)] {
      let validation = validate(
        .default(["CREATE TABLE a (b)"], version: 2), .update(2, ["ALTER TABLE a ADD COLUMN c"]),
        settings: #"{ "rules": { "fresh-and-upgraded-differ": "\#(level)" } }"#)
      #expect(validation.diagnostics.count == count)
      #expect(validation.diagnostics.allSatisfy { $0.severity == .info })
    }
  }

  @Test func `targets are from the settings or from the caller`() {
    let scripts: [InMemoryScript] = [
      .default(["CREATE TABLE a (b INTEGER, c INTEGER)"]),
      .update(2, ["CREATE VIEW v AS SELECT max(b) FILTER (WHERE c > 0) AS b FROM a"]),
    ]
    let settings = #"{ "targets": { "android": 30, "iOS": "16" } }"#
    let found = validate(scripts[0], scripts[1], settings: settings)
    #expect(found.diagnostics.map(\.id) == ["requires-newer-sqlite"])
    #expect(found.target?.name == "Android 11 (API 30)")
    let targets = Targets.reading(commandLine: "iOS:15").targets
    let fine = validate(scripts[0], scripts[1], settings: settings, targets: targets)
    #expect(fine.diagnostics == [])
    #expect(fine.summary.hasSuffix("; the oldest target is iOS 15 with SQLite 3.36"))
    let wrong = validate(scripts[0], settings: #"{ "targets": { "Android": 30 } }"#)
    #expect(wrong.diagnostics.map(\.id) == ["unknown-target"])
  }

  @Test func `released scripts are compared with the lock, whatever the settings say`() {
    let lock = "1 default sql_default.json xxh64:0123456789abcdef\n"
    let off = #"{ "rules": { "released-script-changed": "off" } }"#
    let changed = validate(.default(["CREATE TABLE a (b)"]), settings: off, lock: lock)
    #expect(changed.diagnostics.map(\.id) == ["released-script-changed"])
    #expect(changed.proof?.version == 1)
    let broken = validate(.file(named: "sql_default.json", text: "["), lock: lock)
    #expect(!broken.diagnostics.contains { $0.id.hasPrefix("released") })
    let noLock = validate(.default([]), lock: String(repeating: "x\n", count: 1000))
    #expect(noLock.diagnostics.map(\.id) == ["damaged-lock-file"])
  }

  @Test func `findings are in report order`() {
    let validation = validate(
      .file(named: "sql_update_3.json", text: "{"), .file(named: "sql_update_2.json", text: "{"),
      .default([]))
    let files = validation.diagnostics.map(\.span.file.name)
    #expect(files == files.sorted())
    #expect(files.count >= 2)
  }

  @Test func `law 19: a script outside a transaction is rehearsed, too`() {
    let validation = validate(
      .file(
        named: "sql_default.json",
        text: #"{ "transaction": false, "statements": ["CREATE TABLE a (b)", "VACUUM"] }"#))
    #expect(validation.count(of: .error) == 0)
    #expect(validation.proof?.version == 1)
  }
}

/// Typical bundles in which one mistake hides another.
struct SeveralMistakesTests {
  private func lines(_ scripts: InMemoryScript...) -> [String] {
    Validator(ScriptLibrary(ScriptBundle(scripts: scripts))).validate().diagnostics
      .filter { $0.severity != .info }.map { ConciseRenderer().line($0).plain }
  }

  @Test func `every construct of another database in a table is found`() {
    let found = lines(
      .file(
        named: "sql_default.sql",
        text: "CREATE TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, s ENUM('a'), d DATETIME "
          + "DEFAULT NOW()) ENGINE=InnoDB"))
    #expect(
      found.map { $0.split(separator: "“")[1].split(separator: "”")[0] }
        == ["AUTO_INCREMENT", "ENUM", "NOW", "ENGINE"])
  }

  @Test func `laws 1 and 3: a script may write the version, but the runner's version wins`() {
    let found = Validator(
      ScriptLibrary(
        ScriptBundle(scripts: [
          .default([
            "CREATE TABLE db_version (db_version_num INTEGER)", "INSERT INTO db_version VALUES (1)",
          ]),
          .update(2, ["UPDATE db_version SET db_version_num = 2"]),
        ]))
    ).validate()
    #expect(found.diagnostics.map(\.id) == ["version-table-written"])
    #expect(found.diagnostics.first?.severity == .info)
    #expect(found.proof?.version == 2)
    let made = Validator(
      ScriptLibrary(
        ScriptBundle(scripts: [
          .default(["CREATE TABLE t (a)"]), .update(2, ["DELETE FROM db_version_history"]),
        ]))
    ).validate()
    #expect(made.diagnostics.map(\.id) == ["version-table-written"])
    #expect(made.diagnostics.first?.severity == .error)
    #expect(made.proof == nil)
  }

  private static let allowedInsert = """
    {"statements": [
      "INSERT INTO t VALUES (1)",
      {"sql": "INSERT INTO t VALUES (2)", "ignore": {"insert-without-columns": "one column"}},
      "INSERT INTO t VALUES (3) /* sqlscripts: ignore[insert-without-columns] one column */"
    ]}
    """

  @Test(arguments: [
    // If the first is not ignored, it is reported, and the suppressions of the others count as used.
    (allowedInsert, ["insert-without-columns 2"]),
    (
      allowedInsert.replacing(
        #""INSERT INTO t VALUES (1)","#, with: #""INSERT INTO t (a) VALUES (1)","#), []
    ),
    // An ignored finding does not hide the others.
    (
      allowedInsert.replacing(
        #"VALUES (3) /* sqlscripts: ignore[insert-without-columns] one column */""#,
        with: #"VALUES (3)", "INSERT INTO t VALUES (4)""#
      ).replacing(#""INSERT INTO t VALUES (1)","#, with: ""),
      ["insert-without-columns 4"]
    ),
    (
      allowedInsert.replacing("one column\"}", with: "a\", \"drop-table\": \"b\"}"),
      ["insert-without-columns 2", "unused-suppression 3"]
    ),
    // It also applies to the queries that belong to the item.
    (
      #"""
      {"statements": ["SELECT a FROM t WHERE 0", {"sql": "ALTER TABLE t ADD COLUMN b",
        "onlyIf": "SELECT count(*) = 0 FROM t WHERE a IN (1, NULL)", "ignore": {"null-in-list": "a"}}],
       "verify": [{"sql": "SELECT a FROM t WHERE a NOT IN (1, NULL)", "ignore": {"null-in-list": "a"}},
        {"sql": "SELECT a FROM t WHERE a > 1", "ignore": {"null-in-list": "a"}}]}
      """#,
      ["no-effect 1", "schema-depends-on-rows 1", "unused-suppression 4"]
    ),
  ])
  func
    `a finding that is reported once is reported where it is not ignored, and the suppression counts as used`(
      update: String, findings: [String]
    )
  {
    let bundle = ScriptBundle(scripts: [
      .default(["CREATE TABLE t (a)"]), .file(named: "sql_update_2.json", text: update),
    ])
    let found = Validator(ScriptLibrary(bundle)).validate()
    #expect(found.diagnostics.map { "\($0.id) \($0.span.start.line)" } == findings)
  }

  @Test func `if the scripts have no beginning, only their syntax is checked`() {
    #expect(
      lines(.update(2, ["ALTER TABLE a ADD COLUMN b"]), .update(3, ["SELECT (1"]))
        == [
          "sql_update_2.json: error: no script creates a new database: there is no sql_default, and the first "
            + "update is 2. Add sql_default, or number the updates from 1. [impossible-plan]",
          "sql_update_3.json:1:10: error: unclosed parenthesis. Write the missing “)”. [unclosed-bracket]",
        ])
  }

  @Test func `a name that exists is not suggested`() {
    let bundle = ScriptBundle(scripts: [
      .default(["CREATE TABLE t (a)"]), .update(2, ["ALTER TABLE t ADD COLUMN b"]),
      .file(named: "sql_update_02.json", text: "[]"), .file(named: "SQL_Default.json", text: "[]"),
      .file(named: "sql_update_03.json", text: "[]"),
    ])
    #expect(
      bundle.diagnostics.advised().map(\.help) == [
        "Delete it or “sql_default.json”: there can be only one default script.",
        "Give it the next number, or delete it: “sql_update_2.json” already has this number.",
        "Rename it to “sql_update_3.json”.",
      ])
  }
}

extension SeveralMistakesTests {
  private func ids(_ statement: String) -> [String] {
    Validator(
      ScriptLibrary(
        ScriptBundle(scripts: [.default(["CREATE TABLE t (a)"]), .update(2, [statement])]))
    ).validate().diagnostics.map(\.id)
  }

  @Test func `a comment ignores the finding before it if nothing follows`() {
    #expect(ids("DELETE FROM t -- sqlscripts: ignore[delete-without-where] a cache") == [])
    #expect(ids("DELETE FROM t; /* sqlscripts: ignore[delete-without-where] a cache */") == [])
    // It belongs to the second statement.
    #expect(
      ids("DELETE FROM t; /* sqlscripts: ignore[delete-without-where] a cache */ DELETE FROM t")
        .filter { $0 == "delete-without-where" }.count == 1)
  }

  @Test func `a reason may contain a semicolon`() {
    let comment = "sqlscripts: ignore[delete-without-where] a cache; see /2"
    #expect(ids("/* \(comment) */ DELETE FROM t") == [])
    #expect(ids("-- \(comment); ;\nDELETE FROM t") == [])
    #expect(
      ids("DELETE FROM t WHERE a = 1; /* \(comment) */ DELETE FROM t") == ["multiple-statements"])
    #expect(
      ids("SELECT 1 /* \(comment) */; DELETE FROM t").filter { $0 == "delete-without-where" }.count
        == 1)
  }

  @Test func `a comment that almost ignores a finding is reported`() {
    #expect(
      ids("DELETE FROM t -- ignore[delete-without-where] a cache")
        == ["delete-without-where", "unknown-suppression"])
    #expect(ids("DELETE FROM t WHERE a = 1 -- ignore what is old") == [])
  }

  @Test func `a date without quotes is also found where SQLite stops at it`() {
    let found = lines(
      .file(named: "sql_default.sql", text: "CREATE TABLE t (d DEFAULT 2020-01-01)"))
    #expect(
      found == [
        "sql_default.sql:1:27: error: “2020-01-01” is a string without quotes. Write '2020-01-01'. [syntax-error]"
      ])
  }
}
