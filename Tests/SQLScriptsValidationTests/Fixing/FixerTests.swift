import SQLScripts
import SQLScriptsAdvice
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsValidation
import Testing

struct FixerTests {
  private func fix(
    _ scripts: InMemoryScript..., isReleased: @escaping (ScriptFile) -> Bool = { _ in false }
  ) -> Fixer.Outcome {
    Fixer(ScriptBundle(scripts: scripts), isReleased: isReleased).run()
  }

  /// The default script's text afterwards, after a second run found nothing more to do.
  private func fixed(_ text: String, as format: String) -> String {
    let name = "sql_default.\(format)"
    let outcome = fix(.file(named: name, text: text))
    guard let correction = outcome.corrections.first else { return text }
    let again = fix(.file(named: name, bytes: correction.after))
    #expect(again.corrections.isEmpty, "\(text)")
    return String(decoding: correction.after, as: UTF8.self)
  }

  @Test(arguments: [
    ("[\"SELECT 1\",]", "[\"SELECT 1\"]"), ("{\"statements\":: []}", "{\"statements\": []}"),
    ("[\"SELECT 1\";\n]", "[\"SELECT 1\"\n]"),
    ("[{'sql': 'SELECT 1'}]", "[{\"sql\": \"SELECT 1\"}]"),
    ("[\"SELECT 1\";,\n\"SELECT 2\"]", "[\"SELECT 1\",\n\"SELECT 2\"]"),
    ("[\"SELECT 1\":\n\"SELECT 2\"]", "[\"SELECT 1\",\n\"SELECT 2\"]"),
    ("{\"statements\"; []}", "{\"statements\": []}"),
    (
      "{“version\": 1, \"statements\": [\"SELECT 1\"]}",
      "{\"version\": 1, \"statements\": [\"SELECT 1\"]}"
    ),
    ("[\n“SELECT 1\",\n\"SELECT 2\"]", "[\n\"SELECT 1\",\n\"SELECT 2\"]"),
    ("{\"version\": \"2\", \"statements\": []}", "{\"version\": 2, \"statements\": []}"),
    ("[,\"SELECT 1\",,\n\"SELECT 2\"]", "[\"SELECT 1\",\n\"SELECT 2\"]"),
    ("[\"SELECT 1\" , \n]\n", "[\"SELECT 1\"  \n]\n"),
    ("{\"statements\":[],}", "{\"statements\":[]}"),
    (
      "[\"CREATE TABLE a (b)\"\r\n\"DROP TABLE a\"]\r\n",
      "[\"CREATE TABLE a (b)\",\r\n\"DROP TABLE a\"]\r\n"
    ),
    ("{\"version\": 2\n\"statements\": []}", "{\"version\": 2,\n\"statements\": []}"),
    ("[[\"CREATE TABLE a (\"\n\"b)\"]]", "[[\"CREATE TABLE a (\",\n\"b)\"]]"),
    ("\u{FEFF}[]", "[]"),
    ("{version: 1, \"statements\": []}", "{\"version\": 1, \"statements\": []}"),
    ("{\"transaction\": True,\"statements\": []}", "{\"transaction\": true,\"statements\": []}"),
    ("{\"version\"：1,\n\"statements\"： []}", "{\"version\":1,\n\"statements\": []}"),
    ("[“SELECT 'é'”]", "[\"SELECT 'é'\"]"), ("[“SELECT 1 \"a\"”]", "[\"SELECT 1 \\\"a\\\"\"]"),
    ("{“statements”: [„SELECT 1“]}", "{\"statements\": [\"SELECT 1\"]}"),
    ("['SELECT 1']", "[\"SELECT 1\"]"), ("{'statements': []}", "{\"statements\": []}"),
    ("[\"SELECT\n  1\r\n, 2\"]", "[\"SELECT\\n  1\\n, 2\"]"),
    ("[\"SELECT\t1\"]", "[\"SELECT\\t1\"]"),
    ("[\"SELECT \\'a\\'\"]", "[\"SELECT 'a'\"]"),
    (
      "[\n  \"CREATE TABLE \"a\" (b)\",\n  \"DROP TABLE \"a\" \"]\n",
      "[\n  \"CREATE TABLE \\\"a\\\" (b)\",\n  \"DROP TABLE \\\"a\\\" \"]\n"
    ),
    ("[\n  // all\n  # of\n  \"SELECT 1\"\n]", "[\n  \"-- all\\n-- of\\nSELECT 1\"\n]"),
    ("[\r\n\t/* \"a\" */\r\n\t\"SELECT 1\"]", "[\r\n\t\"/* \\\"a\\\" */ SELECT 1\"]"),
  ])
  func `JSON is corrected`(before: String, after: String) {
    #expect(fixed(before, as: "json") == after)
  }

  @Test(arguments: [
    (
      "{\"foreignKeys\": \"cheked\", \"statements\": []}",
      "{\"foreignKeys\": \"checked\", \"statements\": []}", "json"
    ),
    (
      "{\"transaction\": \"ture\", \"statements\": []}",
      "{\"transaction\": true, \"statements\": []}", "json"
    ),
    (
      "{\"transaction\": \"FALSE\", \"statements\": []}",
      "{\"transaction\": false, \"statements\": []}", "json"
    ),
    (
      "<plist><dict><key>transaction</key><string>False</string><key>statements</key><array/></dict></plist>",
      "<plist><dict><key>transaction</key><false/><key>statements</key><array/></dict></plist>",
      "plist"
    ),
    (
      "<plist><dict><key>foreignKeys</key><string>chekced</string><key>statements</key><array/></dict></plist>",
      "<plist><dict><key>foreignKeys</key><string>checked</string><key>statements</key><array/></dict></plist>",
      "plist"
    ),
    (
      "-- foreignKeys: chcked\r\n-- transacton: false\r\nSELECT 1;\r\n",
      "-- foreignKeys: checked\r\n-- transaction: false\r\nSELECT 1;\r\n", "sql"
    ),
    // Other ways to say it.
    (
      "{\"transaction\": \"YES\", \"statements\": []}",
      "{\"transaction\": true, \"statements\": []}", "json"
    ),
    (
      "{\"transaction\": 1, \"statements\": []}", "{\"transaction\": true, \"statements\": []}",
      "json"
    ),
    (
      "{\"foreignKeys\": true, \"statements\": []}",
      "{\"foreignKeys\": \"checked\", \"statements\": []}", "json"
    ),
    ("{\"version\": 1.0, \"statements\": []}", "{\"version\": 1, \"statements\": []}", "json"),
    (
      "<plist><dict><key>version</key><real>1</real><key>statements</key><array/></dict></plist>",
      "<plist><dict><key>version</key><integer>1</integer><key>statements</key><array/></dict></plist>",
      "plist"
    ),
    (
      "{\"foreignKeys\": false, \"statements\": []}",
      "{\"foreignKeys\": false, \"statements\": []}", "json"
    ),
    // Nobody knows which one is meant.
    (
      "{\"foreignKeys\": \"nchecked\", \"statements\": []}",
      "{\"foreignKeys\": \"nchecked\", \"statements\": []}", "json"
    ),
    ("-- foreignKeys: off\nSELECT 1;\n", "-- foreignKeys: off\nSELECT 1;\n", "sql"),
    (
      "{\"foreignKeys\": 1, \"statements\": []}", "{\"foreignKeys\": 1, \"statements\": []}", "json"
    ),
  ])
  func `misspelled values and header lines are corrected`(
    before: String, after: String, format: String
  ) {
    let header = format == "plist" ? "<?xml version=\"1.0\"?><!DOCTYPE plist>" : ""
    #expect(fixed(header + before, as: format) == header + after)
  }

  @Test(arguments: ["false", "true"])
  func `a constant without its slash gets it`(word: String) {
    let text = { (tag: String) in
      "<?xml version=\"1.0\"?>\n<plist version=\"1.0\"><dict><key>transaction</key>\(tag)"
        + "<key>statements</key><array/></dict></plist>\n"
    }
    #expect(fixed(text("<\(word)>"), as: "plist") == text("<\(word)/>"))
  }

  @Test func `an apostrophe in a .sql file is doubled although its string swallows statements`() {
    let text = { (word: String) in
      "CREATE TABLE a (b);\nINSERT INTO a VALUES (\(word));\nINSERT INTO a VALUES ('x');\n"
    }
    #expect(fixed(text("'it's'"), as: "sql") == text("'it''s'"))
  }

  @Test(arguments: [
    // A guess would turn off a protection.
    ("{\"transaction\": \"fase\", \"statements\": []}", "json"),
    ("{\"foreignKeys\": \"unchecke\", \"statements\": []}", "json"),
    ("-- foreignKeys: uncheked\nSELECT 1;\n", "sql"),
    ("-- transaction: flase\nSELECT 1;\n", "sql"),
    // The key is there already, or twice misspelled.
    ("-- descripton: a\n-- description: b\nSELECT 1;\n", "sql"),
    ("-- description: b\n\n-- descripton: a\nSELECT 1;\n", "sql"),
    ("-- descripton: a\n-- desciption: b\nSELECT 1;\n", "sql"),
    // A comment would be lost.
    (
      "<?xml version=\"1.0\"?><!DOCTYPE plist><plist><dict><key>foreignKeys</key>"
        + "<string>cheked<!-- why --></string><key>statements</key><array/></dict></plist>", "plist"
    ),
  ])
  func `a guess that could do harm is left to the author`(text: String, format: String) {
    #expect(fixed(text, as: format) == text)
  }

  @Test(arguments: [
    // The rest of the line may be one statement or two.
    "[\"INSERT INTO a \"\n\"SELECT 1\"]", "{\"statements\": [\"INSERT INTO a \"\n\"SELECT 1\"]}",
    "[\"ALTER TABLE a \"\n\"DROP COLUMN b\"]", "[\"SELECT 1\" \"SELECT 2\"]", "[\"a = \"\"\"]",
    "[\"VALUES (\"a\", \"b\")\"]", "['SELECT 'a'']", "[‘SELECT 1’]", "[\"SELECT 1]",
    "[\"SELECT 1\"",
    // A comment about the item before it, or about nothing.
    "[\"SELECT 1\", // one\n\"SELECT 2\"]", "[\n// nothing\n]", "{\n// x\n\"statements\": []}",
    "{\"statements\": [], \"allowsRowLoss\": [\n// x\n\"a\"]}",
    "[\"SELECT '\\d'\"]", "[\"SELECT 1\"] x", "{\"statements\":}", "[\"SELECT \u{1}1\"]",
  ])
  func `ambiguous JSON is not changed`(text: String) {
    #expect(fixed(text, as: "json") == text)
  }

  @Test(arguments: [
    ("SELECT 'a & b && c &d'", "SELECT 'a &amp; b &amp;&amp; c &amp;d'"),
    ("SELECT '?a=1&b=2'", "SELECT '?a=1&amp;b=2'"), ("SELECT 1 < 2", "SELECT 1 &lt; 2"),
    ("SELECT 1 <2 AND 3<= 4 AND 5 <> 6", "SELECT 1 &lt;2 AND 3&lt;= 4 AND 5 &lt;> 6"),
    ("SELECT 1 << 2\n", "SELECT 1 &lt;&lt; 2\n"),
  ])
  func `XML characters in a text of a property list are escaped`(
    before: String, after: String
  ) {
    #expect(
      fixed(list("<string>\(before)</string>"), as: "plist") == list("<string>\(after)</string>"))
  }

  @Test(arguments: [
    (
      "<string>SELECT 1\n  <string>SELECT 2</string>",
      "<string>SELECT 1</string>\n  <string>SELECT 2</string>"
    ),
    ("<string>SELECT 1\n", "<string>SELECT 1</string>\n"),
    ("<String>SELECT 1</String>", "<string>SELECT 1</string>"),
    ("<string>SELECT 1</strng>", "<string>SELECT 1</string>"),
    ("<string>SELECT 1</ string>", "<string>SELECT 1</string>"),
    ("< string>SELECT 1</string>", "<string>SELECT 1</string>"),
    ("<string lang=en>SELECT 1</string>", "<string lang=\"en\">SELECT 1</string>"),
  ])
  func `tags of a property list are corrected`(before: String, after: String) {
    #expect(fixed(list(before), as: "plist") == list(after))
  }

  @Test func `typographic quotes in the header of a property list are replaced`() {
    let text = "<?xml version=“1.0” encoding=“UTF-8”?>\n<plist version=“1.0”><array/></plist>\n"
    let straight = text.split(separator: "“").joined(separator: "\"").split(separator: "”")
      .joined(separator: "\"")
    #expect(fixed(text, as: "plist") == straight)
  }

  @Test func `a header with the wrong encoding is corrected`() {
    let text = "<?xml version=\"1.0\" encoding=\"GB2312\"?><plist><array><!-- 你 --></array></plist>"
    #expect(fixed(text, as: "plist").contains("encoding=\"UTF-8\"?><plist>"))
  }

  @Test(arguments: [
    "<string>SELECT 1 &lt 2</string>", "<string>SELECT '&nbsp;'</string>",
    "<string>SELECT '<b>a</b>'</string>", "<string>SELECT '&#0;'</string>",
    "SELECT 1", "<sql>SELECT 1</sql>", "<dict><string>SELECT 1</string></dict>",
  ])
  func `an ambiguous property list is not changed`(inside: String) {
    #expect(fixed(list(inside), as: "plist") == list(inside))
  }

  @Test func `UTF-16 becomes UTF-8 with the matching header`() throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\r\n<plist><array><!-- é😀 --></array></plist>"
    let units = text.utf16.flatMap { unit -> [UInt8] in [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let bytes: [UInt8] = [0xFF, 0xFE] + units
    let outcome = fix(.file(named: "sql_default.plist", bytes: bytes))
    let after = try #require(outcome.corrections.first?.after)
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n"
    #expect(
      String(decoding: after, as: UTF8.self) == head + "<plist><array><!-- é😀 --></array></plist>")
  }

  @Test(arguments: [false, true])
  func `UTF-32 becomes UTF-8`(isBigEndian: Bool) throws {
    let bytes = "\u{FEFF}SELECT 'é😀';\n".unicodeScalars.flatMap { scalar in
      let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: scalar.value >> $0) }
      return isBigEndian ? bytes : bytes.reversed()
    }
    let outcome = fix(.file(named: "sql_default.sql", bytes: bytes))
    let after = try #require(outcome.corrections.first?.after)
    #expect(String(decoding: after, as: UTF8.self) == "SELECT 'é😀';\n")
    // The last character is cut off, or there is none with this number.
    for wrong in [Array(bytes.dropLast(2)), bytes + [0, 0x11, 0x11, 0]] {
      #expect(fix(.file(named: "sql_default.sql", bytes: wrong)).corrections.isEmpty)
    }
  }

  @Test func `plain SQL loses its byte order mark and keeps its line endings`() {
    #expect(fixed("\u{FEFF}SELECT 1;\r\n", as: "sql") == "SELECT 1;\r\n")
  }

  @Test func `mistakes that one reading cannot find together are corrected in one run`() {
    let items = (1...150).map { "<string>SELECT '\($0) & \($0)'</string>\n" }.joined()
    let after = items.split(separator: "&", omittingEmptySubsequences: false).joined(
      separator: "&amp;")
    #expect(fixed(list(items), as: "plist") == list(after))
  }

  @Test func `a misspelled type does not stop other corrections`() throws {
    let outcome = fix(
      .file(
        named: "sql_default.json", text: "[\"CREATE TABLE a (id INTEGER PRIMARY KEY, b TEXT)\"]"),
      .file(
        named: "sql_update_2.json",
        text: "[\"CREATE TABLE c (d INTGER)\", \"UPDATE a SET b = \\\"x\\\" WHERE id = 1\"]"))
    #expect(outcome.refusals.isEmpty)
    let after = try #require(outcome.corrections.first?.after)
    #expect(
      String(decoding: after, as: UTF8.self)
        == "[\"CREATE TABLE c (d INTGER)\", \"UPDATE a SET b = 'x' WHERE id = 1\"]")
  }

  @Test func `a released script is never changed`() {
    let outcome = fix(
      .default([]), .file(named: "sql_update_2.json", text: "\u{FEFF}[\"SELECT 1\"]"),
      .file(named: "sql_update_3.json", text: "[\"SELECT 1\",]"),
      isReleased: { $0.kind == .update(2) })
    #expect(outcome.corrections.map(\.file.name) == ["sql_update_3.json"])
    #expect(outcome.refusals.map(\.reason) == [.released])
  }

  @Test func `the findings of the corrected bundle are returned`() {
    let outcome = fix(
      .default(["CREATE TABLE a (b)"]),
      .file(named: "sql_update_2.json", text: "[\"INSERT INTO a (b) VALUES (1)\",]"))
    #expect(outcome.validation.diagnostics == [])
    #expect(outcome.validation.proof?.version == 2)
    #expect(outcome.corrections.first?.diagnostics.map(\.id) == ["json-trailing-comma"])
  }

  // MARK: Statements

  /// Validates like the validator, and expects each `bad` to be replaced with another word.
  private func fix(_ text: String, replacing bad: String, with word: String) -> Fixer.Outcome {
    let bundle = ScriptBundle(scripts: [
      .default(["CREATE TABLE a (b)"]), .file(named: "sql_update_2.sql", text: text),
    ])
    let fixer = Fixer(
      bundle,
      validate: { bundle, _ in
        var validation = Validator(ScriptLibrary(bundle)).validate()
        guard let file = bundle.updates.first, let script = try? bundle.read(file).script else {
          return validation
        }
        let text = script.document.text
        let wanted = Array(bad.utf8)
        for at in text.indices where text[at...].starts(with: wanted) {
          let range = at..<at + wanted.count
          validation.diagnostics.append(
            Diagnostic(
              "bad-word", .warning, "x", at: script.span(of: range),
              fixIt: script.edit(range, with: word).map { FixIt("x", [$0]) }))
        }
        return validation
      })
    return fixer.run()
  }

  @Test(arguments: [
    // The first string hides the second mistake.
    (
      "INSERT INTO a (b) VALUES ('O'Hara');\nUPDATE a SET b = 'it's' WHERE nope = 1;\n",
      "INSERT INTO a (b) VALUES ('O''Hara');\nUPDATE a SET b = 'it's' WHERE nope = 1;\n"
    ),
    (
      "INSERT INTO a (b) VALUES ('O'Hara');\nUPDTE a SET b = 1;\nINSERT INTO a (b) VALUES ('O'Hara');\n",
      "INSERT INTO a (b) VALUES ('O''Hara');\nUPDTE a SET b = 1;\nINSERT INTO a (b) VALUES ('O''Hara');\n"
    ),
  ])
  func `a mistake that another one hides does not keep that one from being corrected`(
    before: String, after: String
  ) throws {
    let outcome = fix(
      .default(["CREATE TABLE a (b)"]), .file(named: "sql_update_2.sql", text: before))
    let bytes = try #require(outcome.corrections.first?.after)
    #expect(String(decoding: bytes, as: UTF8.self) == after)
  }

  @Test(arguments: [
    ("sql_update_2.json", "{\"description: \"start\", \"statements\": [\"CREATE TABLE t (a)\"]}"),
    ("sql_update_2.json", "[\"CREATE TABLE t (a),\n{\"sql\": \"CREATE TABLE u (a)\"}]"),
    (
      "sql_update_2.plist",
      "<plist version=\"1.0\"><array><string>CREATE TABLE t (a < string>)</string></array></plist>"
    ),
  ])
  func `a script that still cannot be read stays as it is`(name: String, text: String) {
    #expect(fix(.file(named: name, text: text)).corrections.isEmpty)
  }

  @Test func `the settings have no fix, because only scripts are corrected`() throws {
    let validation = Validator(
      ScriptLibrary(
        ScriptBundle(
          scripts: [.default(["CREATE TABLE a (b)"])],
          settings: Array("{\"numbering\": \"sequental\"}".utf8)))
    ).validate()
    let finding = try #require(validation.diagnostics.first)
    #expect(finding.help == "Write “sequential”.")
    #expect(finding.fixIt == nil)
  }

  @Test func `a statement is corrected and rehearsed again`() {
    let outcome = fix("INSERT INTO a (b) VALUES (1 /* x x */);", replacing: "x", with: "y")
    let text = outcome.corrections.first.map { String(decoding: $0.after, as: UTF8.self) }
    #expect(text == "INSERT INTO a (b) VALUES (1 /* y y */);")
    #expect(outcome.validation.diagnostics == [])
  }

  @Test func `a correction that causes an error is not made`() throws {
    let outcome = fix("INSERT INTO a (b) VALUES ('x');", replacing: "INTO", with: "TO")
    #expect(outcome.corrections.isEmpty)
    guard case .bringsError = try #require(outcome.refusals.first).reason else {
      Issue.record("refused for another reason")
      return
    }
    #expect(outcome.validation.diagnostics.map(\.id) == ["bad-word"])
  }

  @Test func `a correction that changes what a script does is not made`() throws {
    let outcome = fix("INSERT INTO a (b) VALUES ('x');", replacing: "x", with: "y")
    #expect(outcome.corrections.isEmpty)
    #expect(
      outcome.refusals.map(\.reason) == [
        .changesResult(["at version 2, “a” would have other values in its 1 row"])
      ])
    #expect(outcome.validation.diagnostics.map(\.id) == ["bad-word"])
  }

  @Test func `a correction is not made if the corrected script does not run`() throws {
    let outcome = fix(
      .default(["CREATE TABLE a (b)"]),
      .file(named: "sql_update_2.json", text: "[\"INSERT INTO a (b) VALUES (1)\",]"),
      .file(named: "sql_update_3.json", text: "[\"DROP TABLE x\"]"),
      .file(named: "sql_update_4.json", text: "[\"SELECT 1\",]"))
    #expect(outcome.corrections.map(\.file.name) == ["sql_update_2.json"])
    #expect(outcome.refusals.map(\.file.name) == ["sql_update_4.json"])
    guard case .notProved = try #require(outcome.refusals.first).reason else {
      Issue.record("refused for another reason")
      return
    }
  }

  @Test(arguments: [
    ("[\"CREATE TABLE a (b)\", \"INSERT INTO a (b) VALUES ('it's')\", \"DROP TABLE x\"]", "it''s"),
    ("[\"CREATE TABLE a (b)\", \"DROP TABLE x\", \"INSERT INTO a (b) VALUES ('it's')\"]", "it''s"),
    (
      "[\"CREATE TABLE a (b NOT NULL)\", \"INSERT INTO a (b) VALUES ('it's')\", "
        + "\"INSRT INTO a (b) VALUES (NULL)\"]", "it''s"
    ),
    ("[\"CREATE TABLE a (b)\",\n\"DROP TABLE x\",]", "x\"]"),
  ])
  func `a statement that cannot be corrected does not keep the others from it`(
    before: String, part: String
  ) {
    let after = fixed(before, as: "json")
    #expect(after.contains(part), "\(after)")
    #expect(after.contains("DROP TABLE x") || after.contains("INSRT"))
  }

  @Test func `a script without a transaction that still fails is not corrected`() {
    let text =
      "{\"transaction\": false, \"statements\": [\"CREATE TABLE a (b)\", "
      + "\"INSERT INTO a (b) VALUES ('it's')\", \"DROP TABLE x\"]}"
    #expect(fixed(text, as: "json") == text)
  }

  @Test func `a correction that does not remove its finding is not made`() throws {
    let outcome = fix("INSERT INTO a (b) VALUES ('x');", replacing: "x", with: "x ")
    #expect(outcome.corrections.isEmpty)
    guard case .leavesFinding = try #require(outcome.refusals.first).reason else {
      Issue.record("refused for another reason")
      return
    }
  }

  private func list(_ inside: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n<array>\n  \(inside)\n"
      + "</array>\n</plist>\n"
  }
}
