import SQLScriptsReporting
import TestSupport
import Testing

/// The corrections that the page offers for files that cannot be read.
struct FormatSuggestionTests {
  private static let sql = "DELETE FROM user WHERE id = 1"

  @Test(arguments: [
    ("[\"@,\n\"@\"\n]", "[\"@\",\n\"@\"\n]", "Close the string here"),
    ("[\n\"@\n]\n", "[\n\"@\"\n]\n", "Close the string here"),
    ("[\n@\",\n\"@\"\n]", "[\n\"@\",\n\"@\"\n]", "Open the string here"),
    ("[\n@,\n\"@\"\n]", "[\n\"@\",\n\"@\"\n]", "Put the statement in double quotes"),
    ("[\n\"@”,\n\"@\"\n]", "[\n\"@\",\n\"@\"\n]", "Write a straight quote for ”"),
    ("[\"@\"\n}", "[\"@\"\n]", "Write “]”"),
    ("[\"@\"\n", "[\"@\"\n]\n", "Write “]” at the end"),
    ("[\"@\"", "[\"@\"\n]", "Write “]” at the end"),
    ("[\r\n\"@\"\r\n", "[\r\n\"@\"\r\n]\r\n", "Write “]” at the end"),
    (
      "[\"INSERT INTO user VALUES (1, 'it's', 4)\" \"@\"]",
      "[\"INSERT INTO user VALUES (1, 'it's', 4)\", \"@\"]", "Add a comma"
    ),
    ("[[\"@ OR 'a \" \"b'\"]]", "[[\"@ OR 'a b'\"]]", "Join the two texts"),
    (
      "{\n  \"statements\": [\n    \"@\"\n",
      "{\n  \"statements\": [\n    \"@\"\n  ]\n}\n",
      "Write “]” and “}” at the end"
    ),
    ("{\"statements\": [\"@\"}", "{\"statements\": [\"@\"]}", "Write “]” before this"),
    ("{\"statements\" [\"@\"]}", "{\"statements\": [\"@\"]}", "Write “:”"),
    ("{\"statements: [\n\"@\"]}", "{\"statements\": [\n\"@\"]}", "Close the string here"),
    ("{\"statements\": \"@\"}", "{\"statements\": [\"@\"]}", "Put “statements” into a list"),
    (
      "{\"statements\": [\"@\"], \"verify\": \"SELECT 1 WHERE 0\"}",
      "{\"statements\": [\"@\"], \"verify\": [\"SELECT 1 WHERE 0\"]}", "Put “verify” into a list"
    ),
    ("[\"@\", 42]", "[\"@\"]", "Delete this item"),
    ("[\n  null,\n  \"@\"\n]\n", "[\n  \"@\"\n]\n", "Delete this item"),
    ("[\"@\", true, \"@\"]", "[\"@\", \"@\"]", "Delete this item"),
    (
      "{\"author\": \"Ann\", \"statements\": [\"@\"]}", "{ \"statements\": [\"@\"]}",
      "Delete “author” and its value"
    ),
    (
      "{\"description\": 42, \"statements\": [\"@\"]}",
      "{\"description\": \"42\", \"statements\": [\"@\"]}", "Make 42 a text"
    ),
    (
      "[{\"sql\": \"@\", \"note\": true}]", "[{\"sql\": \"@\", \"note\": \"true\"}]",
      "Make true a text"
    ),
    (
      "{\"tags\": [\"a\", [\"b\"]], \"statements\": [\"@\"]}", "{ \"statements\": [\"@\"]}",
      "Delete “tags” and its value"
    ),
    (
      "{\"statements\": [\"@\"],\n\"history\": {\"by\": \"Ann\"}}", "{\"statements\": [\"@\"]}",
      "Delete “history” and its value"
    ),
    (
      "{\"later\": [\"@\"], \"statements\": [\"SELECT 1\"]}", "{ \"statements\": [\"SELECT 1\"]}",
      "Delete “later” and its value"
    ),
    (
      "{\"author\": \"Update by Ann\", \"statements\": [\"@\"]}", "{ \"statements\": [\"@\"]}",
      "Delete “author” and its value"
    ),
    (
      "{\"author\": \"With love, Ann\", \"statements\": [\"@\"]}", "{ \"statements\": [\"@\"]}",
      "Delete “author” and its value"
    ),
  ])
  func `a slip in JSON has a button that corrects it`(
    wrong: String, right: String, button: String
  ) async throws {
    let text = try await Page.repaired(
      "sql_update_2.json", wrong.replacing("@", with: Self.sql), as: button)
    #expect(text == right.replacing("@", with: Self.sql))
  }

  @Test(arguments: [
    (
      "<array><string>@</string>\n<integer>42</integer>\n</array>",
      "<array><string>@</string>\n</array>", "Delete this item"
    ),
    (
      "<dict><key>statements</key><string>@</string></dict>",
      "<dict><key>statements</key><array><string>@</string></array></dict>",
      "Put “statements” into a list"
    ),
    (
      "<dict><key>description</key><real>1.5</real><key>statements</key><array><string>@</string></array></dict>",
      "<dict><key>description</key><string>1.5</string><key>statements</key><array><string>@</string></array></dict>",
      "Make 1.5 a text"
    ),
    (
      "<dict><key>description</key><true/><key>statements</key><array><string>@</string></array></dict>",
      "<dict><key>description</key><string>true</string><key>statements</key><array><string>@</string></array></dict>",
      "Make true a text"
    ),
  ])
  func `a wrong item or a missing list of a property list has a button that corrects it`(
    wrong: String, right: String, button: String
  ) async throws {
    let written = { (list: String) in
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n\(list)\n</plist>\n"
        .replacing("@", with: "DELETE FROM user WHERE id = 1")
    }
    let start =
      "<plist version=\"1.0\"><array><string>CREATE TABLE user (id INTEGER PRIMARY KEY)</string></array></plist>"
    let page = try Page(["sql_default.plist": start, "sql_update_2.plist": written(wrong)])
    let finding = try await page.version(2)["findings"][0]
    #expect(finding["suggestions"] == .array([.string(button)]))
    _ = try await page.edit([
      "kind": "suggestion", "script": 2, "choice": 0,
      "finding": ["id": finding["id"], "offset": finding["offset"]],
    ])
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2.plist") == written(right))
  }

  @Test(arguments: [
    (
      "[\"INSERT INTO user (name)\" \"VALUES ('x')\"]", "[\"INSERT INTO user (name) VALUES ('x')\"]"
    ),
    (
      "{\"statements\": [\"INSERT INTO user (name) \"\n\"SELECT 'x'\"]}",
      "{\"statements\": [\"INSERT INTO user (name) SELECT 'x'\"]}"
    ),
    ("[\"DELETE FROM user\"\n\" WHERE id = 1\"]", "[\"DELETE FROM user WHERE id = 1\"]"),
    ("[\"DELETE FROM \" +\n \"user\", \"SELECT 1\"]", "[\"DELETE FROM user\", \"SELECT 1\"]"),
    ("[\"ALTER TABLE user\"\n\"DROP COLUMN name\"]", "[\"ALTER TABLE user DROP COLUMN name\"]"),
    (
      "[\"CREATE TRIGGER t AFTER INSERT ON user BEGIN\\n\" \"SELECT 1; END\"]",
      "[\"CREATE TRIGGER t AFTER INSERT ON user BEGIN\\n SELECT 1; END\"]"
    ),
    (
      "[\"SELECT 1 FROM \\\"user\\\" UNION\" \"SELECT 2\"]",
      "[\"SELECT 1 FROM \\\"user\\\" UNION SELECT 2\"]"
    ),
  ])
  func `two parts of a statement are joined, and get no comma`(
    wrong: String, right: String
  ) async throws {
    let text = try await Page.repaired("sql_update_2.json", wrong, as: "Join the two texts")
    #expect(text == right)
  }

  @Test(arguments: [
    ("[\"DELETE FROM user\" \"SELECT 1\"]", "[\"DELETE FROM user\", \"SELECT 1\"]"),
    ("[[\"DELETE FROM\" \"user\"]]", "[[\"DELETE FROM\", \"user\"]]"),
    (
      "{\"allowsRowLoss\": [\"user\" \"pet\"], \"statements\": []}",
      "{\"allowsRowLoss\": [\"user\", \"pet\"], \"statements\": []}"
    ),
  ])
  func `two statements, lines or names get a comma`(wrong: String, right: String) async throws {
    #expect(try await Page.repaired("sql_update_2.json", wrong, as: "Add a comma") == right)
  }

  @Test(arguments: [
    "<dict>description</key><string>x</string><key>statements</key><array><string>@</string></array></dict>",
    "<array><string>@</string><Dict><key>sql</key><string>@</string></dict><string>@</string></array>",
  ])
  func `a correction that makes more mistakes is not offered`(wrong: String) async throws {
    let text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n\(wrong)\n</plist>\n"
    let file = "sql_update_2.plist"
    let start = "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]"
    let wrong = ["sql_default.json": start, file: text.replacing("@", with: Self.sql)]
    // Whether the formats differ is known once everything is checked.
    let mistakes = { (version: JSONText) in
      version["findings"].values.filter { $0["severity"].text == "error" }
    }
    let findings = mistakes(try await Page(wrong).version(2))
    #expect(!findings.isEmpty)
    for finding in findings where !finding["suggestions"].values.isEmpty {
      let page = try Page(wrong)
      try await page.edit([
        "kind": "suggestion", "script": 2, "choice": 0,
        "finding": ["id": finding["id"], "offset": finding["offset"]],
      ])
      #expect(mistakes(try await page.version(2)).count < findings.count)
    }
  }

  @Test(arguments: [
    ("sql_update_2.json", "[{\"sql\": \"@\", \"note\": \"needed }, \"@\"]"),
    ("sql_update_2.json", "{\"statements\": [\"@\"],\n\"verify\": [\"SELECT 1 WHERE 0]}\n"),
    ("sql_update_2.json", "[\"@\",\n“@\",\n\"@\"]"),
    ("sql_update_2.json", "[[\"@,\n[\"@\", \"@\"]]"),
    ("sql_update_2.plist", "<array>< string>@</string><string>@</string></array>"),
  ])
  func `no bracket, quote or tag becomes a part of a text`(
    file: String, wrong: String
  ) async throws {
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n"
    let text = file.hasSuffix(".plist") ? "\(head)\(wrong)\n</plist>\n" : wrong
    let files = ["sql_default.json": "[]", file: text.replacing("@", with: Self.sql)]
    for finding in try await Page(files).version(2)["findings"].values
    where !finding["suggestions"].values.isEmpty {
      let page = try Page(files)
      try await page.edit([
        "kind": "suggestion", "script": 2, "choice": 0,
        "finding": ["id": finding["id"], "offset": finding["offset"]],
      ])
      #expect(try await page.save().status == 200)
      let changed = try page.file(file)
      for part in ["}\"", "]\"", "/string></", "><string>D", "\"“", "\\n["] {
        #expect(!changed.contains(part), "\(finding["suggestions"].compact): \(changed)")
      }
    }
  }

  @Test func `no text is made of null`() async throws {
    let text = "{\"description\": null, \"statements\": [\"SELECT 1\"]}"
    let page = try Page(["sql_default.json": "[]", "sql_update_2.json": text])
    #expect(try await page.version(2)["findings"][0]["suggestions"] == .array([]))
  }

  @Test(arguments: [
    "[\"INSERT INTO user (name) -- the name\" \"VALUES ('x')\"]",
    "[\"DELETE FROM user\" \"user\"]",
  ])
  func `nothing is offered for two texts if neither is likely`(wrong: String) async throws {
    let page = try Page(["sql_default.json": "[]", "sql_update_2.json": wrong])
    #expect(try await page.version(2)["findings"][0]["suggestions"] == .array([]))
  }

  @Test(arguments: [
    (
      "<array>\n<string>@</string>\n</plist>\n",
      "<array>\n<string>@</string>\n</array>\n</plist>\n",
      "Write </array> before this"
    ),
    (
      "<array>\n<string>@</string>\n</dict>\n</plist>",
      "<array>\n<string>@</string>\n</array>\n</plist>",
      "Write </array>"
    ),
    (
      "<array>\n<string>@</string>\n</array>\n",
      "<array>\n<string>@</string>\n</array>\n</plist>\n",
      "Write “</plist>” at the end"
    ),
    (
      "<array>\n<string>UPDATE user SET name = '<string>'</string>\n</array>\n</plist>",
      "<array>\n<string>UPDATE user SET name = '&lt;string&gt;'</string>\n</array>\n</plist>",
      "Write &lt;string&gt;"
    ),
    (
      "<array>\n<sting>@</sting>\n</array>\n</plist>",
      "<array>\n<string>@</string>\n</array>\n</plist>", "Write <string>"
    ),
    (
      "<array>\n<string>@</array>\n</plist>", "<array>\n<string>@</string></array>\n</plist>",
      "Close the text"
    ),
    (
      "<array>\n<string>@</key>\n</array>\n</plist>",
      "<array>\n<string>@</string>\n</array>\n</plist>",
      "Write </string>"
    ),
    (
      "<array>\n@</string>\n</array>\n</plist>", "<array>\n<string>@</string>\n</array>\n</plist>",
      "Write <string> before the text"
    ),
    (
      "<array>\n@\n</array>\n</plist>", "<array>\n<string>@</string>\n</array>\n</plist>",
      "Put the statement between <string> and </string>"
    ),
    (
      "<array>\n<string>@</string\n</array>\n</plist>",
      "<array>\n<string>@</string>\n</array>\n</plist>",
      "Write “>”"
    ),
  ])
  func `a slip in a property list has a button that corrects it`(
    wrong: String, right: String, button: String
  ) async throws {
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<plist version=\"1.0\">\n"
    let text = try await Page.repaired(
      "sql_update_2.plist", head + wrong.replacing("@", with: Self.sql), as: button)
    #expect(text == head + right.replacing("@", with: Self.sql))
  }
}
