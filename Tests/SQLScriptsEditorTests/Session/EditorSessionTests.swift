import SQLScripts
import SQLScriptsEditor
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation
import TestSupport
import Testing

struct EditorSessionTests {
  static let start = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <array>
      <!-- the users -->
      <string>CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)</string>
    </array>
    </plist>

    """
  private static let update = """
    [
      "ALTER TABLE user ADD COLUMN age INTEGER",
      "UPDATE user SET age = 0 WHERE age IS NULL"
    ]

    """
  private static let files = [
    "sql_default.plist": start, "sql_update_2.json": update,
  ]

  @Test func `an empty folder can be opened, and gets a default script`() async throws {
    let page = try Page([:])
    #expect(try await page.document()["versions"].values.isEmpty)
    try await page.edit(["kind": "newScript", "description": "the first tables", "format": .null])
    try await page.edit([
      "kind": "insert", "script": 0, "before": 1,
      "sql": ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
    ])
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_default.plist").contains("<string>CREATE TABLE user"))
    #expect(try Self.findings(page).isEmpty)
  }

  @Test func `a folder that does not exist is refused`() throws {
    #expect(throws: ScriptBundleError.self) {
      _ = try EditorSession(folder: "/nonexistent/folder", data: nil)
    }
  }

  @Test func `only the edited statement of a file changes`() async throws {
    let page = try Page(Self.files)
    let reply = try await page.edit([
      "kind": "set", "script": 2, "item": 2, "sql": "UPDATE user SET age = 1 WHERE age IS NULL",
    ])
    #expect(reply.status == 200)
    #expect(try page.file("sql_update_2.json") == Self.update)
    #expect(try await page.save().status == 200)
    #expect(
      try page.file("sql_update_2.json")
        == Self.update.replacing("SET age = 0", with: "SET age = 1"))
    #expect(try page.file("sql_default.plist") == Self.start)
  }

  @Test func `everything since the page was opened can be undone`() async throws {
    let page = try Page(Self.files)
    try await page.edit(["kind": "remove", "script": 2, "items": [1]])
    try await page.edit(["kind": "newScript", "description": "more", "format": .null])
    #expect(try await page.document()["editor"]["unsaved"].values.count == 2)
    for _ in 1...2 { try await page.edit(["kind": "undo"]) }
    let editor = try await page.document()["editor"]
    #expect(editor["unsaved"].values.isEmpty)
    #expect(editor["canUndo"] == false)
    try await page.edit(["kind": "redo"])
    #expect(try await page.version(2)["items"].values.count == 1)
  }

  @Test func `a page that shows an old state cannot edit`() async throws {
    let page = try Page(Self.files)
    _ = try await page.document()
    let edit: JSONText = [
      "revision": 0, "edit": ["kind": "remove", "script": 2, "items": [1]],
    ]
    #expect(await page.call("edit", edit).status == 200)
    let second = await page.call("edit", edit)
    #expect(second.status == 409)
    #expect(second.body?["error"]["code"] == "stale-revision")
    // The same page may have changed them.
    #expect(second.body?["error"]["message"].text?.contains("tab") == false)
    #expect(try await page.version(2)["items"].values.count == 1)
  }

  @Test func `a released script stays as it is`() async throws {
    let page = try Page(Self.files)
    try page.release()
    let other = try Page(page.folder)
    let edits: [JSONText] = [
      ["kind": "set", "script": 2, "item": 1, "sql": "SELECT 1"],
      ["kind": "remove", "script": 2, "items": [1]], ["kind": "removeScript", "script": 2],
      ["kind": "describe", "script": 0, "description": "x"],
      ["kind": "setText", "script": 2, "text": "[]"],
    ]
    for edit in edits {
      let reply = try await other.edit(edit)
      #expect(reply.status == 409 && reply.body?["error"]["code"] == "released", "\(edit.compact)")
    }
    #expect(try await other.document()["editor"]["unsaved"].values.isEmpty)
  }

  @Test func `a file that another program changed is not overwritten`() async throws {
    let page = try Page(Self.files)
    try await page.edit(["kind": "remove", "script": 2, "items": [2]])
    let theirs = Self.update.replacing("age = 0", with: "age = 7")
    try page.folder.write(theirs, to: "sql_update_2.json")
    let refused = try await page.save()
    #expect(refused.status == 409)
    let file = try #require(await page.conflicts().first)
    #expect(file["theirs"].text == theirs)
    #expect(file["mine"].text?.contains("ADD COLUMN") == true)
    #expect(try page.file("sql_update_2.json") == theirs)
    #expect(try await page.save(overwrite: true).status == 200)
    #expect(try page.file("sql_update_2.json") != theirs)
  }

  @Test func `reading the folder again can be undone`() async throws {
    let page = try Page(Self.files)
    try await page.edit(["kind": "remove", "script": 2, "items": [2]])
    try page.folder.write("[]\n", to: "sql_update_2.json")
    let revision = try await page.document()["editor"]["revision"]
    #expect(await page.call("reload", ["revision": revision]).status == 200)
    #expect(try await page.version(2)["items"].values.isEmpty)
    try await page.edit(["kind": "undo"])
    #expect(try await page.version(2)["items"].values.count == 1)
  }

  @Test func `a file that cannot be read is shown as text, and can be corrected`() async throws {
    let page = try Page([
      "sql_default.plist": Self.start, "sql_update_2.json": "[\"DELETE FROM user WHERE id = 1\"",
    ])
    let version = try await page.version(2)
    #expect(version["text"].text?.hasPrefix("[") == true)
    #expect(!version["findings"].values.isEmpty)
    let text = "[\"DELETE FROM user WHERE id = 1\"]\n"
    try await page.edit(["kind": "setText", "script": 2, "text": .string(text)])
    #expect(try await page.version(2)["items"].values.count == 1)
    // Whoever goes on typing has the same field.
    #expect(
      try await page.edit(["kind": "setText", "script": 2, "text": .string(text + "\n")]).status
        == 200)
    try await page.edit(["kind": "undo"])
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2.json") == text)
    let refused = try await page.edit(["kind": "setText", "script": 2, "text": .string("[]")])
    #expect(refused.status == 422)
    #expect(refused.body?["error"]["message"] == "the steps of this file can be edited one by one")
  }

  @Test func `a finding is ignored with a reason, or corrected`() async throws {
    let page = try Page([
      "sql_default.plist": Self.start, "sql_update_2.json": "[\"DELETE FROM user\", ]\n",
    ])
    let comma = try #require(
      await page.version(2)["findings"].values.first { $0["fix"] != .null })
    try await page.edit(["kind": "fix", "script": 2, "finding": Self.name(comma)])
    let finding = try #require(
      await page.version(2)["findings"].values.first { $0["id"] == "delete-without-where" })
    try await page.edit([
      "kind": "ignore", "script": 2, "finding": Self.name(finding), "reason": "only a cache */ x",
    ])
    let left = try await page.version(2)["findings"].values.compactMap { $0["id"].text }
    #expect(!left.contains("delete-without-where") && !left.contains("json-trailing-comma"))
    #expect(try await page.save().status == 200)
    #expect(
      try page.file("sql_update_2.json").hasPrefix("[\"/* sqlscripts: ignore[delete-without-where]")
    )
    #expect(try Self.findings(page).isEmpty)
  }

  @Test func `a required column on a table with rows is a question`() async throws {
    let page = try Page(Self.files)
    let column: JSONText = ["name": "email", "type": "text", "required": true]
    let table = { (columns: [JSONText]) -> JSONText in
      ["kind": "changeTable", "table": "user", "columns": .array(columns)]
    }
    let id: JSONText = ["was": "id", "name": "id", "type": "whole", "key": true]
    let name: JSONText = ["was": "name", "name": "name", "type": "text"]
    let age: JSONText = ["was": "age", "name": "age", "type": "whole"]
    var call: [JSONText.Member] = [
      .init("revision", try await page.document()["editor"]["revision"]), .init("script", 2),
      .init("change", table([id, name, age, column])), .init("apply", true),
    ]
    let first = await page.call("form", .object(call))
    let question = try #require(first.body?["questions"].values.first)
    let place = question["answers"].values.firstIndex { $0["needs"] != .null }
    call.append(
      .init(
        "answers",
        .array([
          [
            "question": question["id"], "answer": .int(try #require(place)),
            "value": "nobody@example.com",
          ]
        ])))
    #expect(await page.call("form", .object(call)).status == 200)
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2.json").contains("nobody@example.com"))
    #expect(try Self.findings(page).allSatisfy { !$0.contains("error") })
  }

  @Test(arguments: [
    "", "[]", "{}", "{\"revision\": 0}", "{\"revision\": 0, \"edit\": {}}",
    "{\"revision\": 0, \"edit\": {\"kind\": \"set\", \"script\": \"2\", \"item\": 1, \"sql\": \"\"}}",
    "{\"revision\": 0, \"edit\": {\"kind\": \"move\", \"script\": 2, \"items\": [9], \"before\": -1}}",
    "{\"revision\": 0, \"edit\": {\"kind\": \"set\", \"script\": 99, \"item\": 1, \"sql\": \"\"}}",
    "{\"revision\": 0, \"edit\": {\"kind\": \"insert\", \"script\": 2, \"before\": 99999999999999999999, \"sql\": [\"x\"]}}",
    "{\"revision\": 0, \"edit\": {\"kind\": \"set\", \"script\": \"../../etc/passwd\", \"item\": 1, \"sql\": \"\"}}",
  ])
  func `a call that makes no sense changes nothing`(body: String) async throws {
    let page = try Page(Self.files)
    _ = try await page.document()
    for name in ["edit", "form", "save/preview", "nothing", "../edit"] {
      let reply = await page.session.respond(
        to: EditorCall(.post, name, body: Array(body.utf8)))
      #expect(name == "save/preview" && body.contains("revision") || reply.status >= 400)
    }
    #expect(try await page.document()["editor"]["unsaved"].values.isEmpty)
  }

  private static func name(_ finding: JSONText) -> JSONText {
    ["id": finding["id"], "offset": finding["offset"]]
  }

  /// What `validate` finds in the folder.
  private static func findings(_ page: Page) throws -> [String] {
    Validator(ScriptLibrary(try ScriptBundle(directory: page.folder.path))).validate().diagnostics
      .filter { $0.severity != .info }.map { "\($0.severity) \($0.id)" }
  }
}

extension EditorSessionTests {
  @Test func `a check that a form wrote can be removed`() async throws {
    let update = """
      {
        "require": [
          "SELECT 1 FROM user WHERE name = ''",
          "SELECT 1 FROM user WHERE name IS NULL"
        ],
        "statements": ["ALTER TABLE user ADD COLUMN age INTEGER"]
      }

      """
    let page = try Page(["sql_default.plist": Self.start, "sql_update_2.json": update])
    #expect(try await page.version(2)["require"].values.count == 2)
    try await page.edit(["kind": "removeRequirement", "script": 2, "query": 1])
    #expect(try await page.save().status == 200)
    let line = "    \"SELECT 1 FROM user WHERE name = ''\",\n"
    #expect(try page.file("sql_update_2.json") == update.replacing(line, with: ""))
    #expect(
      try await page.edit(["kind": "removeRequirement", "script": 2, "query": 9]).status == 422)
  }
}
