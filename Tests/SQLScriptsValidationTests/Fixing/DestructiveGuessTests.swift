import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation
import Testing

/// Guesses after which a statement deletes or changes all rows, or drops something.
struct DestructiveGuessTests {
  private let before = "CREATE TABLE a (id INTEGER PRIMARY KEY, b);\nINSERT INTO a VALUES (1, 2);\n"

  private func fixed(_ statement: String) -> String? {
    let script = InMemoryScript.file(named: "sql_default.sql", text: before + statement + ";\n")
    let outcome = Fixer(ScriptBundle(scripts: [script])).run()
    return outcome.corrections.first.map {
      String(decoding: $0.after.dropFirst(before.utf8.count).dropLast(2), as: UTF8.self)
    }
  }

  @Test(arguments: [
    "DELTE FROM a", "UPDAET a SET b = 1", "DORP TABLE a", "DROP TABEL a", "DELETE FORM a",
    "UPDATE a SETT b = 1", "DELTE FROM a RETURNING (SELECT 1 WHERE 0)",
    "WITH c AS (SELECT 1 WHERE 0) DELTE FROM a",
    "CREATE TRIGGER t AFTER INSERT ON a BEGIN\n  DELTE FROM a;\nEND",
  ])
  func `such a guess is not applied`(statement: String) {
    #expect(fixed(statement) == nil)
  }

  @Test(arguments: [
    ("DELTE FROM a WHERE id = 7", "DELETE FROM a WHERE id = 7"),
    ("CRAETE TABLE c (id)", "CREATE TABLE c (id)"),
    ("ISNERT INTO a VALUES (3, 4)", "INSERT INTO a VALUES (3, 4)"),
  ])
  func `another guess is applied`(before: String, after: String) {
    #expect(fixed(before) == after)
  }

  @Test func `the author can apply it`() throws {
    let script = InMemoryScript.file(named: "sql_default.sql", text: before + "delte from a;\n")
    var suggestions: [FixIt] = []
    let library = ScriptLibrary(ScriptBundle(scripts: [script]))
    var scripts: [RehearsedScript] = []
    let validation = Validator(library).validate { script, _ in scripts.append(script) }
    for finding in validation.diagnostics where finding.id == "keyword-typo" {
      #expect(finding.fixIt == nil)
      suggestions += scripts.compactMap { $0.suggestion(for: finding) }
    }
    #expect(suggestions.map(\.message) == ["Write delete"])
  }
}
