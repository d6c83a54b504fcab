import SQLScripts
import SQLScriptsFiles
import SQLScriptsValidation
import Testing

/// Corrections of files whose last lines lack an end, and of statements that lack a word.
struct ClosedCorrectionTests {
  private func fixed(_ text: String, as format: String) -> String {
    let script = InMemoryScript.file(named: "sql_default.\(format)", text: text)
    let outcome = Fixer(ScriptBundle(scripts: [script])).run()
    return outcome.corrections.first.map { String(decoding: $0.after, as: UTF8.self) } ?? text
  }

  @Test(arguments: [
    ("[\"CREATE TABLE a (id)\"\n", "[\"CREATE TABLE a (id)\"\n]\n"),
    (
      "{\"statements\": [\"CREATE TABLE a (id)\"]\n",
      "{\"statements\": [\"CREATE TABLE a (id)\"]\n}\n"
    ),
    (
      "{\n  \"statements\": [\n    \"CREATE TABLE a (id)\"",
      "{\n  \"statements\": [\n    \"CREATE TABLE a (id)\"\n  ]\n}"
    ),
  ])
  func `the brackets that are missing at the end of JSON are written`(
    before: String, after: String
  ) {
    #expect(fixed(before, as: "json") == after)
  }

  @Test(arguments: [
    // A statement may be missing.
    "[\"CREATE TABLE a (id)\",\n",
    // The inner list may have lost its end.
    "[[\"CREATE TABLE a\", \"(id)\", \"CREATE TABLE b (id)\"]\n",
  ])
  func `a list that may lack more than its end is not closed`(text: String) {
    #expect(fixed(text, as: "json") == text)
  }

  @Test func `the tag that is missing at the end of a property list is written`() {
    let list = "<array>\n<string>CREATE TABLE a (id)</string>\n"
    let start = "<plist version=\"1.0\">\n"
    let whole = "\(start)\(list)</array>\n</plist>\n"
    #expect(fixed("\(start)\(list)</array>\n", as: "plist") == whole)
    #expect(fixed("\(start)\(list)</plist>\n", as: "plist") == whole)
    // Statements may be missing as well.
    #expect(fixed("\(start)\(list)", as: "plist") == "\(start)\(list)")
  }

  @Test func `INTO and FROM are written unless all rows would be deleted`() {
    let before = "CREATE TABLE a (id);\nINSERT a VALUES (1);\nDELETE a WHERE id = 2;\nDELETE a;\n"
    let after =
      "CREATE TABLE a (id);\nINSERT INTO a VALUES (1);\nDELETE FROM a WHERE id = 2;\nDELETE a;\n"
    #expect(fixed(before, as: "sql") == after)
  }

  @Test func `NO in a property list is false`() {
    let script = { (value: String) in
      "<plist version=\"1.0\"><dict><key>transaction</key>\(value)<key>statements</key>"
        + "<array><string>CREATE TABLE a (id)</string></array></dict></plist>"
    }
    #expect(fixed(script("<string>NO</string>"), as: "plist") == script("<false/>"))
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
