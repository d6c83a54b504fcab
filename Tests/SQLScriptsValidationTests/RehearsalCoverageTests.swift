import SQLScripts
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// What a validation says about what it proved, and what it did not.
struct RehearsalCoverageTests {
  private func validate(_ files: (String, String)...) -> Validation {
    let scripts = files.map { InMemoryScript.file(named: $0.0, text: $0.1) }
    return Validator(ScriptLibrary(ScriptBundle(scripts: scripts))).validate()
  }

  private let start = ("sql_default.sql", "CREATE TABLE a (b INTEGER);")

  @Test func `tables with rows and conditions are counted`() {
    let found = validate(
      start,
      (
        "sql_update_2.json",
        #"[{ "onlyIf": "SELECT count(*) FROM a WHERE b > 99", "sql": "DELETE FROM a WHERE b > 99" }]"#
      ))
    #expect(found.coverage.filledTables == ["a"])
    #expect(found.coverage.emptyTables == [])
    #expect(found.coverage.conditionsBothWays == 1)
    #expect(found.coverage.notRun == [])
    #expect(found.proof?.updatedVersions == [1])
    #expect(
      found.coverageWords
        == "Covered: rows in 1 table, 1 onlyIf both ways. Not covered: no real data (try --with-data FILE)."
    )
  }

  @Test func `tables that stay empty are named`() {
    let tables = (1...6).map { "CREATE TABLE t\($0) (a CHECK (a IS NULL AND a IS NOT NULL));" }
    let found = validate(("sql_default.sql", tables.joined(separator: "\n")))
    #expect(found.coverage.emptyTables == ["t1", "t2", "t3", "t4", "t5", "t6"])
    #expect(
      found.coverageWords?.contains("“t1”, “t2”, “t3” and 3 more stayed empty; no real data")
        == true)
  }

  @Test func `virtual tables are counted`() {
    let found = validate(
      ("sql_default.sql", "CREATE TABLE a (b); CREATE VIRTUAL TABLE f USING fts5(b);"))
    #expect(found.coverage.virtualTables == ["f"])
    #expect(found.coverageWords?.contains("1 virtual table") == true)
  }

  @Test func `scripts before a wrong file name are run, and the syntax of the others is checked`() {
    let found = validate(
      start, ("sql_update_2.sql", "ALTER TABLE x ADD COLUMN c;"),
      ("sql_update3.sql", "CREATE TABLE d (e);"), ("sql_update_4.sql", "DELETE FORM d;"),
      ("sql_update_5.sql", "DELETE FROM d WHERE e IS NULL;"))
    #expect(
      Set(found.diagnostics.filter { $0.severity == .error }.map(\.id))
        == ["unknown-file-name", "version-gap", "no-such-table", "keyword-typo"])
    #expect(found.coverage.ran == ["sql_default.sql", "sql_update_2.sql"])
    #expect(found.coverage.notRun.map(\.script) == ["sql_update_4.sql", "sql_update_5.sql"])
    #expect(found.summary.hasSuffix(": 2 of them could not be run"))
    #expect(found.coverageWords == "Not run: sql_update_4.sql and sql_update_5.sql.")
  }

  @Test func `scripts after one that cannot be read are checked for their syntax`() {
    let found = validate(
      start, ("sql_update_2.json", "[ \"SELECT 1\" "), ("sql_update_3.sql", "DELETE FORM a;"))
    #expect(found.diagnostics.map(\.id).contains("keyword-typo"))
    #expect(
      found.coverage.notRun == [
        .init(script: "sql_update_2.json", reason: .unreadable),
        .init(script: "sql_update_3.sql", reason: .unknownSchema),
      ])
  }

  @Test func `errors that stop no script leave none out`() {
    let found = validate(start, ("sql_update_2.sql", "ALTER TABLE x ADD COLUMN c;"))
    #expect(found.summary == "1 error in 2 scripts: all of them were checked")
    #expect(found.coverageWords == nil)
  }
}
