import SQLScripts
import SQLScriptsFiles
import SQLScriptsValidation
import Testing

/// Corrections of statements that lack a word or a quote.
struct MissingWordCorrectionTests {
  private func fixed(_ text: String, as format: String) -> String {
    let script = InMemoryScript.file(named: "sql_default.\(format)", text: text)
    let outcome = Fixer(ScriptBundle(scripts: [script])).run()
    return outcome.corrections.first.map { String(decoding: $0.after, as: UTF8.self) } ?? text
  }

  @Test func `INTO and FROM are written unless all rows would be deleted`() {
    let before = "CREATE TABLE a (id);\nINSERT a VALUES (1);\nDELETE a WHERE id = 2;\nDELETE a;\n"
    let after =
      "CREATE TABLE a (id);\nINSERT INTO a VALUES (1);\nDELETE FROM a WHERE id = 2;\nDELETE a;\n"
    #expect(fixed(before, as: "sql") == after)
  }

  @Test func `many apostrophes in an SQL file take no more validations than few`() {
    func validations(_ count: Int) -> Int {
      let script = { (quote: String) in
        "CREATE TABLE a (id);\n"
          + (0..<count).map { "INSERT INTO a VALUES ('it\(quote)s \($0)');\n" }.joined()
      }
      let text = script("'")
      var runs = 0
      let bundle = ScriptBundle(scripts: [.file(named: "sql_default.sql", text: text)])
      let fixer = Fixer(
        bundle,
        validate: { bundle, limit in
          runs += 1
          return Validator(ScriptLibrary(bundle), failureLimit: limit).validate()
        })
      let outcome = fixer.run()
      let after = outcome.corrections.first.map { String(decoding: $0.after, as: UTF8.self) }
      #expect(after == script("''"))
      return runs
    }
    #expect(validations(16) == validations(256))
  }
}
