import SQLScriptsReporting
import TestSupport
import Testing

@testable import SQLScriptsEditor

/// Steps that are changed in the forms that make them.
struct StepFormTests {
  private static let files = [
    "sql_default.plist": EditorSessionTests.start,
    "sql_update_2.json": """
    [
      { "sql": "ALTER TABLE \\"user\\" ADD COLUMN age INTEGER DEFAULT 1", "note": "why" },
      "/* sqlscripts: ignore[full-table-update] on purpose */ UPDATE user SET age = 3 WHERE name = 'Ann'",
      "CREATE INDEX own ON user (name)"
    ]

    """,
  ]

  private func steps(_ page: Page, in script: Int64 = 2) async throws -> [[Int]] {
    let reply = await page.call(
      "steps",
      [
        "revision": try await page.document()["editor"]["revision"], "script": .integer(script),
      ])
    return try #require(reply.body)["steps"].values.map { $0.values.map { Int($0.compact) ?? 0 } }
  }

  private func read(_ page: Page, _ items: [Int]) async throws -> JSONText {
    let reply = await page.call(
      "form/read",
      [
        "revision": try await page.document()["editor"]["revision"], "script": 2,
        "items": .array(items.map { .int($0) }),
      ])
    return try #require(reply.body)
  }

  private func apply(
    _ page: Page, _ items: [Int], _ change: JSONText, _ answers: JSONText = [], apply: Bool = true
  ) async throws -> EditorReply {
    await page.call(
      "form",
      [
        "revision": try await page.document()["editor"]["revision"], "script": 2,
        "items": .array(items.map { .int($0) }), "change": change, "answers": answers,
        "apply": .bool(apply),
      ])
  }

  @Test func `only steps that a form makes exactly can be changed in it`() async throws {
    let page = try Page(Self.files)
    #expect(try await steps(page) == [[1], [2]])
    try await page.edit([
      "kind": "set", "script": 2, "item": 1,
      "sql": "ALTER TABLE user ADD COLUMN age INTEGER CHECK (age > 0)",
    ])
    #expect(try await steps(page) == [[2]])
    let refused = try await read(page, [1])
    #expect(refused["error"]["message"].text == "no form can express this step; edit its SQL")
    try page.release()
    let other = try Page(page.folder)
    #expect(try await steps(other) == [])
  }

  @Test func `a step changes in its place, with its note and its comment, as one undo entry`()
    async throws
  {
    let page = try Page(Self.files)
    let form = try await read(page, [1])
    #expect(form["tables"].values.map { $0["name"].text } == ["user"])
    #expect(form["tables"][0]["columns"].values.count == 2)
    #expect(form["change"]["columns"][2]["default"] == ["value": "1"])
    let change = form["change"].changingLast { $0.with("default", ["value": "7"]) }
    #expect(try await apply(page, [1], change).status == 200)
    let other = try await read(page, [2])["change"].with("to", ["value": "4"])
    #expect(try await apply(page, [2], other).status == 200)
    #expect(try await page.save().status == 200)
    #expect(
      try page.file("sql_update_2.json")
        == Self.files["sql_update_2.json"]?.replacing("DEFAULT 1", with: "DEFAULT 7")
        .replacing("age = 3", with: "age = 4"))
    try await page.edit(["kind": "undo"])
    try await page.edit(["kind": "undo"])
    #expect(try await page.document()["editor"]["canUndo"] == false)
    #expect(
      try await page.version(2)["items"][0]["sql"].text
        == #"ALTER TABLE "user" ADD COLUMN age INTEGER DEFAULT 1"#)
  }

  @Test func `a form that changes nothing leaves the script alone`() async throws {
    let page = try Page(Self.files)
    let reply = try await apply(page, [1], try await read(page, [1])["change"])
    #expect(reply.body?["message"].text == "nothing to do: the table is already like this")
    #expect(try await page.document()["editor"]["canUndo"] == false)
  }

  @Test func `a changed step has the questions and the check of a new one`() async throws {
    let page = try Page(Self.files)
    let change = try await read(page, [1])["change"].changingLast {
      $0.with("default", .null).with("required", true)
    }
    let asked = try await apply(page, [1], change)
    let question = try #require(asked.body?["questions"][0])
    #expect(question["id"].text == "missingValue user.age")
    let stop: JSONText = [["question": question["id"], "answer": 1]]
    #expect(try await apply(page, [1], change, stop).status == 200)
    let version = try await page.version(2)
    #expect(version["require"].values.count == 1)
    let step = Array(1...version["items"].values.count - 2)
    #expect(step.count > 1)
    #expect(try await steps(page).contains(step))
    let form = try await read(page, step)
    #expect(
      form["answers"] == [["question": question["id"], "answer": 1, "value": .null, "sql": .null]])
    let fill: JSONText = [["question": question["id"], "answer": 0, "value": "5"]]
    #expect(try await apply(page, step, form["change"], fill).status == 200)
    #expect(try await page.version(2)["require"].values.isEmpty)
    #expect(try await read(page, step)["answers"][0]["value"].text == "5")
  }

  @Test func `a step includes the indexes that came with it`() async throws {
    let page = try Page(Self.files)
    let columns: JSONText = [
      ["name": "id", "type": "whole", "key": true],
      [
        "name": "user_id", "type": "whole",
        "belongsTo": ["table": "user", "onDelete": "delete"],
      ],
    ]
    let reply = await page.call(
      "form",
      [
        "revision": try await page.document()["editor"]["revision"], "script": 2, "apply": true,
        "change": ["kind": "createTable", "name": "message", "columns": columns],
      ])
    #expect(reply.status == 200)
    #expect(try await steps(page) == [[1], [2], [4, 5], [5]])
    let change: JSONText = ["kind": "createTable", "name": "letter", "columns": columns]
    #expect(try await apply(page, [4, 5], change).status == 200)
    let items = try await page.version(2)["items"].values
    #expect(items.count == 5)
    #expect(items.last?["sql"].text == "CREATE INDEX letter_user_id ON letter (user_id)")
  }

  @Test
  func `a table whose index was moved away keeps its form, which leaves the index where it is`()
    async throws
  {
    var files = Self.files
    files["sql_update_2.json"] = """
      [
        "CREATE TABLE letter (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES \\"user\\" (id))",
        "UPDATE \\"user\\" SET name = 'a'",
        "CREATE INDEX letter_user_id ON letter (user_id)"
      ]

      """
    let page = try Page(files)
    #expect(try await steps(page).contains([1]))
    let form = try await read(page, [1])
    #expect(form["change"]["kind"].text == "createTable")
    let added: JSONText = [["name": "text", "type": "text"]]
    let change = form["change"].with(
      "columns", .array(form["change"]["columns"].values + added.values))
    #expect(try await apply(page, [1], change).status == 200)
    let items = try await page.version(2)["items"].values.compactMap { $0["sql"].text }
    #expect(items.count == 3)
    #expect(items[0].contains("text TEXT"))
    #expect(items[2] == "CREATE INDEX letter_user_id ON letter (user_id)")
    // With another name of the table, the index is the one that later steps are adapted to.
    let renamed = try await read(page, [1])["change"].with("name", "message")
    #expect(try await apply(page, [1], renamed).status == 200)
    #expect(try await page.version(2)["items"].values.count == 3)
  }

  @Test func `a step of rows that fails can be changed in its form`() async throws {
    var files = Self.files
    files["sql_update_2.json"] = """
      [
        "INSERT INTO \\"user\\" (id, name) VALUES (1, 'a')",
        "INSERT INTO \\"user\\" (id, name) VALUES (1, 'b')"
      ]

      """
    let page = try Page(files)
    #expect(try await steps(page) == [[1], [2]])
    let change = try await read(page, [2])["change"]
    let preview = try await apply(
      page, [2], change.with("values", ["id": ["value": "1"], "name": ["value": "c"]]), apply: false
    )
    #expect(preview.body?["problems"].values.count == 1)
    let mended = try await apply(
      page, [2], change.with("values", ["id": ["value": "2"], "name": ["value": "c"]]), apply: false
    )
    #expect(mended.body?["problems"].values.isEmpty == true)
  }

  @Test func `rows of one sentence can be changed one by one`() async throws {
    var files = Self.files
    files["sql_update_2.json"] = """
      [
        "INSERT INTO user (name) VALUES ('Ann')", "INSERT INTO user (name) VALUES ('Bob')"
      ]

      """
    let page = try Page(files)
    #expect(try await page.version(2)["sentences"].values.count == 1)
    #expect(try await steps(page) == [[1], [2]])
  }

  @Test func `forms are read with new settings`() async throws {
    var files = Self.files
    files["sql_update_2.json"] = """
      [
        "ALTER TABLE \\"user\\" ADD COLUMN age INTEGER DEFAULT 1",
        "ALTER TABLE \\"user\\" DROP COLUMN \\"age\\""
      ]

      """
    let page = try Page(files)
    #expect(try await steps(page) == [[1], [2]])
    let revision = try await page.document()["editor"]["revision"]
    // Its SQLite has no DROP COLUMN, so a form rebuilds the table.
    try page.folder.write("{ \"targets\": { \"android\": 30 } }", to: "sqlscripts.json")
    await page.session.noticeCompanions()
    _ = await page.session.completeCheck()
    #expect(try await page.document()["editor"]["revision"] == revision)
    #expect(try await steps(page) == [[1]])
  }

  @Test func `a preview is only about the changed step`() async throws {
    let page = try Page(Self.files)
    let preview = try await apply(page, [1], try await read(page, [1])["change"], apply: false)
    #expect(preview.body?["sentences"].values.count == 1)
    let wrong = try await apply(page, [2, 9], ["kind": "dropTable", "table": "user"])
    #expect(wrong.status == 422)
  }
}

extension JSONText {
  fileprivate func with(_ key: String, _ value: JSONText) -> JSONText {
    guard case .object(let members) = self else { return self }
    return .object(members.map { $0.key == key ? .init(key, value) : $0 })
  }

  /// A change of a table with another last column.
  fileprivate func changingLast(_ change: (JSONText) -> JSONText) -> JSONText {
    var columns = self["columns"].values
    columns.append(change(columns.removeLast()))
    return with("columns", .array(columns))
  }
}
