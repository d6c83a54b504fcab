import SQLScriptsReporting
import TestSupport
import Testing

@testable import SQLScriptsEditor

/// Changes that the user takes back without Undo, and edits that change nothing.
struct UndoneByHandTests {
  /// Files that are written as the editor would not write them.
  private static let files = [
    ("json", "[\"CREATE TABLE a (b)\", \"DROP TABLE a\"]"),
    (
      "json",
      "{\"statements\":[\"CREATE TABLE \\u0061 (b)\",[\"DROP\",\"TABLE a\"]],\n\"description\":\"\"}\n"
    ),
    (
      "json",
      "{\r\n  \"description\": \"w\\u00f6rds\", \"statements\": [\"SELECT 1\", \"SELECT 2\"]}"
    ),
    (
      "plist",
      "<plist version=\"1.0\"><array>\n<string>CREATE TABLE a (b)</string>\n<string><![CDATA[SELECT 1 < 2]]></string></array></plist>"
    ),
    (
      "plist",
      "<plist version=\"1.0\">\n<dict>\n\t<key>statements</key><array><string>SELECT &#49;</string><string>SELECT 2</string></array>\n\t<key>description</key>\n\t<string>w&#246;rds</string>\n</dict>\n</plist>\n"
    ),
    ("sql", "-- description:   words\n\nSELECT 1;\n-- two\nSELECT 2"),
    ("sql", "\u{FEFF}SELECT 1; -- one\r\nSELECT 2 -- two"),
    ("sql", "-- description: words\r\n-- description: more\r\nSELECT 1;\r\nSELECT 2;\r\n"),
  ]

  private func page(_ file: (ending: String, text: String)) throws -> (Page, String) {
    let name = "sql_default.\(file.ending)"
    return (try Page([name: file.text]), name)
  }

  private func text(_ name: String, _ page: Page) async throws -> String {
    String(decoding: try #require(await page.session.history.present[name]), as: UTF8.self)
  }

  private func describe(_ words: String, _ page: Page) async throws {
    let edit: JSONText = ["kind": "describe", "script": 0, "description": .string(words)]
    #expect(try await page.edit(edit).status == 200)
  }

  @Test(arguments: files)
  func `a description that is typed and taken back leaves no trace`(file: (String, String))
    async throws
  {
    let (page, name) = try page(file)
    let words = try await page.version(0)["description"].text ?? ""
    for typed in ["n", "ne", "new", "", "other", words] { try await describe(typed, page) }
    #expect(try await text(name, page) == file.1)
    #expect(try await page.document()["editor"]["unsaved"].values.isEmpty)
    // Other changes may lie before it, and are kept.
    try await page.edit(["kind": "insert", "script": 0, "before": 2, "sql": ["SELECT 7"]])
    for typed in ["new", "", words] { try await describe(typed, page) }
    #expect(try await text(name, page).contains("SELECT 7"))
    try await page.edit(["kind": "remove", "script": 0, "items": [2]])
    #expect(try await text(name, page) == file.1)
  }

  @Test(arguments: files)
  func `steps that are changed and changed back leave no trace`(file: (String, String))
    async throws
  {
    let (page, name) = try page(file)
    let items = try await page.version(0)["items"].values.map { $0["sql"] }
    let edits: [JSONText] = [
      ["kind": "set", "script": 0, "item": 2, "sql": "SELECT '<ä>'"],
      ["kind": "set", "script": 0, "item": 2, "sql": items[1]],
      ["kind": "move", "script": 0, "items": [2], "before": 1],
      ["kind": "move", "script": 0, "items": [2], "before": 1],
      ["kind": "remove", "script": 0, "items": [1]],
      ["kind": "insert", "script": 0, "before": 1, "sql": [items[0]]],
    ]
    for edit in edits { #expect(try await page.edit(edit).status == 200, "\(edit.compact)") }
    // The comments of a deleted step go with it. They are no part of the text that the page shows.
    let others = [
      "\u{FEFF}SELECT 1; -- one\r\nSELECT 2 -- two": "\u{FEFF}SELECT 1;\nSELECT 2 -- two",
      "-- description: words\r\n-- description: more\r\nSELECT 1;\r\nSELECT 2;\r\n":
        "-- description: words\r\nSELECT 1;\r\nSELECT 2;\r\n",
    ]
    #expect(try await text(name, page) == others[file.1] ?? file.1)
  }

  /// What another program writes into a file after the first save, and reads as the same script.
  private static let others = [
    (
      "plist",
      "<plist version=\"1.0\"><array><string>SELECT 1</string><string>SELECT 2</string></array></plist>",
      "<plist version=\"1.0\">\n<array>\n<!-- theirs -->\n<string>SELECT 3</string>\n<string>SELECT 2</string>\n</array>\n</plist>\n"
    ),
    (
      "json", "[\"SELECT 1\", \"SELECT 2\"]\n", "[\n    \"SELECT 3\",\n    \"SELECT 2\"\n]\n"
    ),
    ("sql", "SELECT 1;\nSELECT 2;\n", "SELECT 3;\n-- theirs\nSELECT 2;\n"),
    // A comment that is deleted, moved, or one of two.
    ("sql", "-- one\n\nSELECT 1;\nSELECT 2;\n", "SELECT 3;\nSELECT 2;\n"),
    ("sql", "SELECT 1;\n-- one\nSELECT 2;\n", "-- one\n\nSELECT 3;\nSELECT 2;\n"),
    ("sql", "SELECT 1;\n-- one\nSELECT 2;\n", "SELECT 3;\n-- one\n-- one\nSELECT 2;\n"),
  ]

  @Test(arguments: others)
  func `what another program has written stays`(file: (String, String, String)) async throws {
    let (page, name) = try page((file.0, file.1))
    let set = { (sql: String) in
      try await page.edit(["kind": "set", "script": 0, "item": 1, "sql": .string(sql)]).status
    }
    #expect(try await set("SELECT 3") == 200)
    #expect(try await page.save().status == 200)
    try page.folder.write(file.2, to: name)
    #expect(try await page.call(now: "reload").status == 200)
    #expect(try await set("SELECT 1") == 200)
    #expect(
      try await text(name, page) == file.2.replacing("SELECT 3", with: "SELECT 1"))
    #expect(try await page.save().status == 200)
    // From here on, its text is the one that is known.
    for words in ["new", ""] { try await describe(words, page) }
    #expect(try page.file(name) == file.2.replacing("SELECT 3", with: "SELECT 1"))
    #expect(try await page.document()["editor"]["unsaved"].values.isEmpty)
  }

  @Test(arguments: [
    (
      "plist",
      "<plist version=\"1.0\"><array>\n<string>SELECT 1</string>\n<!-- two -->\n<string>SELECT 2</string>\n</array></plist>"
    ),
    ("sql", "SELECT 1;\n-- two\nSELECT 2;\n"),
    ("sql", "SELECT 1;\n-- two\nSELECT 2;\n-- two\nSELECT 3;\n"),
  ])
  func `a comment that is deleted with its step does not come back`(file: (String, String))
    async throws
  {
    let (page, name) = try page(file)
    try await page.edit(["kind": "remove", "script": 0, "items": [2]])
    try await page.edit(["kind": "insert", "script": 0, "before": 2, "sql": ["SELECT 2"]])
    let before = file.1.ranges(of: "two").count
    #expect(try await text(name, page).ranges(of: "two").count == before - 1)
  }

  @Test(arguments: [true, false])
  func `a new script has nothing of one whose name it gets`(saves: Bool) async throws {
    let page = try Page([
      "sql_default.sql": "CREATE TABLE a (b);\n", "sql_update_2.sql": "-- dead\nSELECT 1;\n",
    ])
    try await page.edit(["kind": "removeScript", "script": 2])
    if saves { #expect(try await page.save().status == 200) }
    try await page.edit(["kind": "newScript", "description": "", "format": "sql"])
    try await page.edit(["kind": "insert", "script": 2, "before": 1, "sql": ["SELECT 1"]])
    #expect(try await text("sql_update_2.sql", page).contains("SELECT 1"))
    #expect(try await !text("sql_update_2.sql", page).contains("dead"))
  }

  @Test(arguments: [true, false])
  func `a renumbered script has nothing of the one before it`(saves: Bool) async throws {
    let page = try Page([
      "sql_default.sql": "CREATE TABLE a (b);\n", "sql_update_2.sql": "-- dead\n",
      "sql_update_3.sql": "SELECT 1;\n",
    ])
    #expect(try await page.edit(["kind": "removeScript", "script": 2]).status == 200)
    if saves { #expect(try await page.save().status == 200) }
    #expect(try await page.edit(["kind": "remove", "script": 2, "items": [1]]).status == 200)
    #expect(try await !text("sql_update_2.sql", page).contains("dead"))
  }

  @Test func `a comment that is typed behind a step stays`() async throws {
    let page = try Page(["sql_default.sql": "SELECT 1;\n"])
    try await page.edit(["kind": "set", "script": 0, "item": 1, "sql": "SELECT 1 -- one"])
    #expect(try await text("sql_default.sql", page).contains("-- one"))
  }

  @Test func `a correction of the text is not taken back by a later edit`() async throws {
    let page = try Page(["sql_default.json": "[\"SELECT 1\", ]\n"])
    let finding = try #require(
      await page.version(0)["findings"].values.first { $0["fix"] != .null })
    try await page.edit([
      "kind": "fix", "script": 0, "finding": ["id": finding["id"], "offset": finding["offset"]],
    ])
    for words in ["new", ""] { try await describe(words, page) }
    let text = try await text("sql_default.json", page)
    #expect(text.contains("\"SELECT 1\"") && !text.contains(","))
  }

  @Test func `an edit that changes nothing is no change`() async throws {
    let page = try Page([
      "sql_default.json": "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]\n",
      "sql_update_2.json":
        "{\"description\": \"d\", \"statements\": [\"ALTER TABLE user ADD COLUMN age INTEGER\"]}\n",
    ])
    let before = try await page.document()["editor"]
    let column: JSONText = ["was": "id", "name": "id", "type": "whole", "key": true]
    let age: JSONText = ["name": "age", "type": "whole", "sqlType": "INTEGER"]
    let change: JSONText = ["kind": "changeTable", "table": "user", "columns": [column, age]]
    for edit: JSONText in [
      ["kind": "undo"], ["kind": "redo"],
      ["kind": "set", "script": 2, "item": 1, "sql": "ALTER TABLE user ADD COLUMN age INTEGER"],
      ["kind": "describe", "script": 2, "description": " d "],
      ["kind": "describe", "script": 0, "description": ""],
      ["kind": "move", "script": 2, "items": [1], "before": 2],
    ] {
      #expect(try await page.edit(edit).status == 200)
      #expect(try await page.document()["editor"] == before, "\(edit.compact)")
    }
    let form = try await page.call(
      now: "form",
      [
        .init("script", 2), .init("items", [1]), .init("change", change), .init("apply", true),
      ])
    #expect(form.status == 200)
    #expect(try await page.document()["editor"] == before)
    // What another tab has seen is still up to date, also after an undo that has nothing left.
    try await page.edit(["kind": "remove", "script": 2, "items": [1]])
    for _ in 1...3 { try await page.edit(["kind": "undo"]) }
    let revision = try await page.document()["editor"]["revision"]
    #expect(revision == 2)
    for _ in 1...3 { try await page.edit(["kind": "redo"]) }
    #expect(try await page.document()["editor"]["revision"] == 3)
  }

  @Test func `what was undone can be redone although the description is kept`() async throws {
    let name = "sql_update_2.sql"
    let page = try Page([
      "sql_default.sql": "CREATE TABLE a (b);\n", name: "ALTER TABLE a ADD c;\n",
    ])
    try await page.edit(["kind": "set", "script": 2, "item": 1, "sql": "ALTER TABLE a ADD d"])
    try await page.edit(["kind": "describe", "script": 2, "description": "D"])
    for _ in 1...2 { try await page.edit(["kind": "undo"]) }
    try await page.edit(["kind": "keepDescription", "script": 2, "description": "D"])
    #expect(try await page.version(2)["items"][0]["sql"] == "ALTER TABLE a ADD c")
    for _ in 1...2 { try await page.edit(["kind": "redo"]) }
    #expect(try await page.save().status == 200)
    #expect(try page.file(name) == "-- description: D\nALTER TABLE a ADD d;\n")
  }
}
