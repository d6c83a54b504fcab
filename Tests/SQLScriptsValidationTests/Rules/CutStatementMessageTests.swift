import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import Testing

@testable import SQLScriptsValidation

/// Advice that must lead to a correct script in one go.
struct CutStatementMessageTests {
  private func findings(_ text: String, as format: String) -> [Diagnostic] {
    let script = InMemoryScript.file(named: "sql_default.\(format)", text: text)
    return Validator(ScriptLibrary(ScriptBundle(scripts: [script]))).validate().diagnostics
      .filter { $0.severity != .info }
  }

  @Test(arguments: [
    ("[\"CREATE TABLE a (id INTEGER,\", \"name TEXT)\"]", "one"),
    ("[\"CREATE TABLE a (\", \"id INTEGER,\", \"name TEXT\", \")\"]", "3 items"),
    ("[\"CREATE TABLE a (id)\", \"INSERT INTO a (id)\", \"VALUES (1)\"]", "one"),
  ])
  func `a statement in several items has one finding`(text: String, rest: String) {
    #expect(
      findings(text, as: "json").map { $0.help }
        == ["Join this item and the next \(rest) into one item."])
  }

  @Test(arguments: [
    ("UPDATE TABLE a SET name = 'x' WHERE id = 1", "Remove “TABLE”."),
    ("DELETE TABLE a WHERE id = 1", "Write FROM."),
    ("INSERT INTO TABLE a VALUES (1, 'x')", "Remove “TABLE”."),
    ("INSRT INTO a VALUES (1, 'it's')", "If this is an apostrophe, write it twice"),
    ("INSERT INTO a VALUES (1, 'James'')", "Write ' only once after “James”"),
  ])
  func `a statement has the advice that corrects it`(statement: String, help: String) {
    let found = findings("[\"CREATE TABLE a (id, name)\", \"\(statement)\"]", as: "json")
    #expect(found.count == 1)
    #expect(found.first?.help?.hasPrefix(help) == true)
  }

  @Test func `names in the statement of an advice are quoted`() {
    let scripts: [InMemoryScript] = [
      .default(["CREATE TABLE \"my list\" (id)"]),
      .update(2, ["ALTER TABLE \"my list\" ADD COLUMN \"made at\" TEXT DEFAULT NOW()"]),
    ]
    let found = Validator(ScriptLibrary(ScriptBundle(scripts: scripts))).validate().diagnostics
    let statement = "UPDATE \"my list\" SET \"made at\" = CURRENT_TIMESTAMP"
    #expect(found.contains { $0.help?.hasSuffix(statement) ?? false })
  }

  @Test func `a LEFT JOIN finds the rows without a partner`() {
    let text = """
      CREATE TABLE p (id INTEGER PRIMARY KEY);
      CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER);
      CREATE TABLE log (c INTEGER);
      INSERT INTO p VALUES (1);
      INSERT INTO c VALUES (1, 1);
      INSERT INTO log (c) SELECT c.id FROM c LEFT JOIN p ON p.id = c.p WHERE p.id IS NULL;
      """
    #expect(!findings(text, as: "sql").contains { $0.id == MatchesNothing.id })
  }

  @Test func `a path with control characters is reported in JSON`() {
    let text = #"["CREATE TABLE a (name)", "INSERT INTO a VALUES ('C:\temp')"]"#
    #expect(findings(text, as: "json").map(\.id) == [BackslashInText.id])
    let right = #"["CREATE TABLE a (name)", "INSERT INTO a VALUES ('C:\\temp'), ('Q:\nWho?')"]"#
    #expect(findings(right, as: "json") == [])
  }

  @Test func `a byte of another encoding in a UTF-8 file has to be typed again`() {
    let bytes = Array("CREATE TABLE a (name);\nINSERT INTO a VALUES ('Å', '".utf8) + [0xEB]
    let text = bytes + Array("');\n".utf8)
    let script = InMemoryScript.file(named: "sql_default.sql", bytes: text)
    let found = Validator(ScriptLibrary(ScriptBundle(scripts: [script]))).validate().diagnostics
    #expect(found.map(\.help) == ["Type “ë” again here."])
  }
}
