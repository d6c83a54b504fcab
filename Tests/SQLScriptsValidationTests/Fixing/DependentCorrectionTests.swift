import SQLScripts
import SQLScriptsFiles
import SQLScriptsValidation
import Testing

/// Corrections that need one in another script, which is refused.
struct DependentCorrectionTests {
  private func correct(_ scripts: [(name: String, text: String)]) -> [String: String] {
    let start = ("sql_default.sql", "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT);\n")
    let files = ([start] + scripts).map { InMemoryScript.file(named: $0, text: $1) }
    return Dictionary(
      Fixer(ScriptBundle(scripts: files)).run().corrections.map {
        ($0.file.name, String(decoding: $0.after, as: UTF8.self))
      }, uniquingKeysWith: { $1 })
  }

  @Test(arguments: [
    ("ALTER TABLE user ADD COLUMN ni\u{200B}ck TEXT;\n", "UPDATE user SET ni\u{200B}ck = 'x';\n"),
    ("CREATE TABLE pe\u{200B}t (id, name);\n", "INSERT INTO pe\u{200B}t (name) VALUES ('Rex');\n"),
    ("CREATE TABLE “pet” (id, name);\n", "INSERT INTO “pet” (name) VALUES ('Rex');\n"),
  ])
  func `a statement that ran does not fail because the correction of another is refused`(
    second: String, third: String
  ) {
    #expect(
      correct([("sql_update_2.sql", second), ("sql_update_3.sql", third)]).isEmpty)
    // Another error of the same kind does not hide it.
    let others = "UPDATE user SET nme = 'y' WHERE id = 1;\nINSERT INTO pets VALUES (1);\n"
    #expect(
      correct([("sql_update_2.sql", second), ("sql_update_3.sql", third + others)]).isEmpty)
  }

  @Test func `the other mistakes of a script are corrected if one correction is refused`() {
    let insert = "INSERT INTO pe\u{200B}t (name) VALUES ('Rex');\n"
    let corrected = correct([
      ("sql_update_2.sql", "CREATE TABLE pe\u{200B}t (id, name);\n"),
      ("sql_update_3.sql", insert + "ALTER TABEL user ADD COLUMN a TEXT;\n"),
    ])
    #expect(
      corrected == ["sql_update_3.sql": insert + "ALTER TABLE user ADD COLUMN a TEXT;\n"])
  }

  @Test func `a script that could not be read keeps what fits the others`() {
    let corrected = correct([
      ("sql_update_2.sql", "ALTER TABLE user ADD COLUMN ni\u{200B}ck TEXT;\n"),
      ("sql_update_3.json", "[ \"UPDATE user SET ni\u{200B}ck = 'x' WHERE id = 1\", ]"),
    ])
    #expect(
      corrected == [
        "sql_update_3.json": "[ \"UPDATE user SET ni\u{200B}ck = 'x' WHERE id = 1\" ]"
      ])
  }

  @Test func `both are corrected if neither is refused`() {
    let corrected = correct([
      ("sql_update_2.sql", "CREATE TABEL pet (id, name);\n"),
      ("sql_update_3.sql", "INSERT INTO pet (name) VALUSE ('Rex');\n"),
    ])
    #expect(corrected.count == 2)
  }
}
