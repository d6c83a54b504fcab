import SQLScriptsEditor
import SQLScriptsReporting
import SQLScriptsValidation
import TestSupport
import Testing

/// Later steps that are written anew after a step before them was changed or deleted.
struct AdaptingTests {
  private static let files = ["sql_default.plist": EditorSessionTests.start]

  /// A page with an update that has steps of forms, with the numbers of their statements.
  private func page(_ changes: [(JSONText, JSONText)]) async throws -> (Page, [[Int]]) {
    let page = try Page(Self.files)
    try await page.edit(["kind": "newScript", "description": "x", "format": "json"])
    var groups: [[Int]] = []
    for (change, answers) in changes {
      let count = try await page.version(2)["items"].values.count
      #expect(try await form(page, change, answers).status == 200)
      groups.append(Array(count + 1...(try await page.version(2)["items"].values.count)))
    }
    return (page, groups)
  }

  /// What does not fit the last change.
  private func later(_ page: Page) async throws -> JSONText {
    try #require(await page.call(now: "later").body)
  }

  private func form(
    _ page: Page, _ change: JSONText, _ answers: JSONText = [], items: [Int]? = nil
  ) async throws -> EditorReply {
    await page.call(
      "form",
      [
        "revision": try await page.document()["editor"]["revision"], "script": 2, "apply": true,
        "change": change, "answers": answers,
        "items": items.map { .array($0.map { .int($0) }) } ?? .null,
      ])
  }

  private func column(_ name: String, _ type: String = "text") -> JSONText {
    ["name": .string(name), "type": .string(type), "required": true]
  }

  private let id: JSONText = ["was": "id", "name": "id", "type": "whole", "key": true]
  private let name: JSONText = ["was": "name", "name": "name", "type": "text"]
  private let vip: JSONText = [
    "was": "vip", "name": "vip", "type": "text", "required": true,
  ]

  private func user(_ columns: JSONText...) -> JSONText {
    ["kind": "changeTable", "table": "user", "name": "user", "columns": .array(columns)]
  }

  private func fill(_ column: String) -> JSONText {
    [["question": .string("missingValue user.\(column)"), "answer": 0, "value": "x"]]
  }

  /// The statements of the update as one text.
  private func text(_ page: Page) async throws -> String {
    try await page.version(2)["items"].values.compactMap { $0["sql"].text }
      .joined(separator: "\n")
  }

  private func errors(_ page: Page) async throws -> [String] {
    try await page.version(2)["findings"].values.filter { $0["severity"].text == "error" }
      .compactMap { $0["message"].text }
  }

  @Test func `a rebuild after a deleted one does only its own work afterwards`() async throws {
    let (page, groups) = try await page([
      (user(id, name, column("vip")), fill("vip")),
      (user(id, name, vip, column("street")), fill("street")),
    ])
    let before = try await text(page)
    try await page.edit([
      "kind": "remove", "script": 2, "items": .array(groups[0].map { .int($0) }),
    ])
    #expect(try await later(page)["adaptable"] == true)
    #expect(try await page.edit(["kind": "adapt"]).status == 200)
    let after = try await text(page)
    #expect(!after.contains("vip") && after.contains("street"))
    #expect(try await errors(page).isEmpty)
    try await page.edit(["kind": "undo"])
    #expect(try await text(page) == before)
  }

  @Test func `a step between those of a deleted one stays`() async throws {
    let (page, groups) = try await page([
      (user(id, name, column("vip")), fill("vip")),
      (user(id, name, vip, column("street")), fill("street")),
    ])
    try await page.edit([
      "kind": "insert", "script": 2, "before": 2, "sql": ["CREATE TABLE keep (a)"],
    ])
    let items = [1] + groups[0].dropFirst().map { $0 + 1 }
    let reply = try await page.edit([
      "kind": "remove", "script": 2, "items": .array(items.map { .int($0) }),
    ])
    #expect(reply.status == 200)
    #expect(try await later(page)["adaptable"] == true)
    #expect(try await page.edit(["kind": "adapt"]).status == 200)
    let after = try await text(page)
    #expect(after.contains("CREATE TABLE keep (a)"))
    #expect(after.contains("street") && !after.contains("vip"))
    #expect(try await errors(page).isEmpty)
  }

  @Test func `later steps follow a table and a column that get another name`() async throws {
    let wrong: JSONText = [
      "kind": "createTable", "name": "mesage",
      "columns": [
        ["name": "id", "type": "whole", "key": true], ["name": "txt", "type": "text"],
      ],
    ]
    let (page, groups) = try await page([
      (wrong, []),
      (["kind": "addIndex", "table": "mesage", "columns": ["txt"]], []),
      (["kind": "addRow", "table": "mesage", "values": ["txt": ["value": "hello"]]], []),
      (["kind": "addRow", "table": "mesage", "values": ["txt": ["value": "bye"]]], []),
      (
        [
          "kind": "changeTable", "table": "mesage", "name": "mesage",
          "columns": [
            ["was": "id", "name": "id", "type": "whole", "key": true],
            ["was": "txt", "name": "txt", "type": "text", "required": true],
          ],
        ],
        [["question": "missingValue mesage.txt", "answer": 0, "value": "none"]]
      ),
    ])
    let right: JSONText = [
      "kind": "createTable", "name": "message",
      "columns": [
        ["name": "id", "type": "whole", "key": true], ["name": "text", "type": "text"],
      ],
    ]
    let reply = try await form(page, right, items: groups[0])
    #expect(reply.status == 200)
    #expect(try await later(page)["adaptable"] == true)
    #expect(try await page.edit(["kind": "adapt"]).status == 200)
    let after = try await text(page)
    #expect(!after.contains("mesage") && !after.contains("txt"))
    #expect(after.contains("INSERT INTO message (text) VALUES ('hello')"))
    #expect(after.contains("INSERT INTO message (text) VALUES ('bye')"))
    #expect(try await errors(page).isEmpty)
  }

  @Test func `a step about what is gone cannot be adapted`() async throws {
    let (page, groups) = try await page([
      (user(id, name, column("vip")), fill("vip")),
      (["kind": "addIndex", "table": "user", "columns": ["vip"]], []),
    ])
    let reply = try await page.edit([
      "kind": "remove", "script": 2, "items": .array(groups[0].map { .int($0) }),
    ])
    #expect(reply.status == 200)
    #expect(try await later(page)["adaptable"] == false)
    #expect(try await page.edit(["kind": "adapt"]).status == 422)
  }

  // MARK: Steps that take a change back

  private static let score = "ALTER TABLE user ADD COLUMN score INTEGER DEFAULT 1"

  /// What a form writes that adds the required column `vip`, and repeats all others.
  private static func rebuild(_ score: String) -> [String] {
    let columns = "id INTEGER PRIMARY KEY, name TEXT, score INTEGER \(score), vip TEXT NOT NULL"
    return [
      "CREATE TABLE \"new_user\" (\(columns))",
      """
      INSERT OR ABORT INTO "new_user" ("id", "name", "score", "vip")
      SELECT "id", "name", "score", ('x') FROM "user"
      """,
      "DROP TABLE \"user\"", "ALTER TABLE \"new_user\" RENAME TO \"user\"",
    ]
  }

  private static func bundle(_ scripts: [[String]]) throws -> Page {
    var files = files
    for (index, statements) in scripts.enumerated() {
      files["sql_update_\(index + 2).json"] =
        JSONText.array(statements.map { .string($0) }).compact + "\n"
    }
    return try Page(files)
  }

  /// Gives the column of the first step another default value, or more.
  private func change(
    _ page: Page, default value: String = "2", _ name: String = "score", required: Bool = false
  ) async throws {
    let score: JSONText = [
      "name": .string(name), "type": "whole", "default": ["value": .string(value)],
      "required": .bool(required),
    ]
    #expect(try await form(page, user(id, self.name, score), items: [1]).status == 200)
  }

  private func statements(_ page: Page, of id: Int64) async throws -> String {
    try await page.version(id)["items"].values.compactMap { $0["sql"].text }
      .joined(separator: "\n")
  }

  @Test func `a later script that takes a change back is adapted, although nothing fails`()
    async throws
  {
    let page = try Self.bundle([[Self.score], Self.rebuild("DEFAULT 1")])
    try await change(page)
    #expect(try await statements(page, of: 3).contains("DEFAULT 1"))
    let later = try await later(page)
    #expect(later["adaptable"] == true)
    let step = later["steps"][0]
    #expect(step["script"] == 3 && step["items"] == [1, 2, 3, 4] && step["kind"] == "undoes")
    #expect(step["lost"] == ["the column “score” in “user” is as it was before your change"])
    #expect(try await page.edit(["kind": "adapt"]).status == 200)
    #expect(try await statements(page, of: 2).contains("DEFAULT 2"))
    #expect(try await statements(page, of: 3).contains("score INTEGER DEFAULT 2"))
    try await page.edit(["kind": "undo"])
    #expect(try await statements(page, of: 2).contains("DEFAULT 1"))
    #expect(try await statements(page, of: 3).contains("DEFAULT 1"))
    #expect(try await page.document()["editor"]["canUndo"] == false)
  }

  @Test func `what a later step changes on purpose is not taken back`() async throws {
    let page = try Self.bundle([[Self.score], Self.rebuild("DEFAULT 5")])
    try await change(page)
    #expect(try await later(page)["steps"].values.isEmpty)
  }

  @Test func `a later step keeps its own change of the same column`() async throws {
    let score: JSONText = ["name": "score", "type": "whole", "default": ["value": "1"]]
    let required: JSONText = [
      "was": "score", "name": "score", "type": "whole", "default": ["value": "1"],
      "required": true,
    ]
    let (page, _) = try await page([
      (user(id, name, score), []),
      (
        user(id, name, required),
        [["question": "missingValue user.score", "answer": 0, "value": "7"]]
      ),
    ])
    #expect(try await text(page).contains("score INTEGER NOT NULL DEFAULT 1"))
    try await change(page)
    #expect(try await later(page)["adaptable"] == true)
    try await page.edit(["kind": "adapt"])
    #expect(try await text(page).contains("score INTEGER NOT NULL DEFAULT 2"))
  }

  @Test func `a released script that takes a change back stays as it is`() async throws {
    let page = try Self.bundle([[Self.score], Self.rebuild("DEFAULT 1")])
    try page.release()
    let lock = try page.file(LockFile.fileName)
    try page.folder.write(
      lock.split(separator: "\n").filter { !$0.contains("sql_update_2") }
        .joined(separator: "\n") + "\n", to: LockFile.fileName)
    let other = try Page(page.folder)
    try await change(other)
    let later = try await later(other)
    #expect(later["adaptable"] == false)
    #expect(later["steps"][0]["released"] == true && later["steps"][0]["kind"] == "undoes")
    #expect(try await other.edit(["kind": "adapt"]).status == 422)
  }

  @Test func `the script after a released one is adapted`() async throws {
    let page = try Self.bundle([
      [Self.score], ["CREATE TABLE other (id INTEGER PRIMARY KEY)"], Self.rebuild("DEFAULT 1"),
    ])
    try page.release()
    let lock = try page.file(LockFile.fileName)
    try page.folder.write(
      lock.split(separator: "\n")
        .filter { !$0.contains("sql_update_2") && !$0.contains("sql_update_4") }
        .joined(separator: "\n") + "\n", to: LockFile.fileName)
    let other = try Page(page.folder)
    try await change(other)
    #expect(try await later(other)["adaptable"] == true)
    #expect(try await other.edit(["kind": "adapt"]).status == 200)
    #expect(try await statements(other, of: 4).contains("DEFAULT 2"))
    #expect(try await statements(other, of: 3) == "CREATE TABLE other (id INTEGER PRIMARY KEY)")
  }

  @Test func `a script that is released before it is adapted stays as it is`() async throws {
    let page = try Self.bundle([[Self.score], Self.rebuild("DEFAULT 1")])
    let events = await page.session.events()
    try await change(page)
    #expect(try await later(page)["adaptable"] == true)
    let before = try await statements(page, of: 3)
    try page.release()
    // The first event with a check is that of the release.
    for await event in events where event["event"] == "patch" {
      if event["patch"]["versions"].values.contains(where: { $0["released"] == true }) { break }
    }
    #expect(try await page.edit(["kind": "adapt"]).body?["error"]["code"] == "released")
    #expect(try await statements(page, of: 3) == before)
  }

  @Test func `a later step without a form is told, not changed`() async throws {
    var rebuild = Self.rebuild("DEFAULT 1")
    rebuild[0] = rebuild[0].replacing("NOT NULL", with: "NOT NULL CHECK (length(vip) > 0)")
    let page = try Self.bundle([[Self.score], rebuild])
    try await change(page)
    let later = try await later(page)
    #expect(later["adaptable"] == false)
    #expect(later["steps"][0]["kind"] == "undoes" && later["steps"][0]["adaptable"] == false)
  }

  @Test func `a deleted column is not brought back by a later script`() async throws {
    let page = try Self.bundle([[Self.score], Self.rebuild("DEFAULT 1")])
    try await page.edit(["kind": "remove", "script": 2, "items": [1]])
    #expect(try await later(page)["adaptable"] == true)
    try await page.edit(["kind": "adapt"])
    #expect(try await !statements(page, of: 3).contains("score"))
    #expect(try await statements(page, of: 3).contains("vip"))
  }

  @Test func `a later script follows a new name, also that of its own index`()
    async throws
  {
    let page = try Self.bundle([
      [Self.score], ["CREATE INDEX user_score ON user (score)", "DROP INDEX user_score"],
    ])
    try await change(page, default: "1", "points")
    #expect(try await later(page)["adaptable"] == true)
    try await page.edit(["kind": "adapt"])
    let after = try await statements(page, of: 3)
    #expect(after.contains("(points)") && after.contains("DROP INDEX \"user_points\""))
    #expect(try await page.version(3)["findings"].values.allSatisfy { $0["severity"] != "error" })
  }

  @Test func `a later script that loses a new column is adapted`() async throws {
    let page = try Self.bundle([[Self.score], Self.rebuild("DEFAULT 1")])
    let score: JSONText = [
      "was": "score", "name": "score", "type": "whole", "default": ["value": "1"],
    ]
    let city: JSONText = ["name": "city", "type": "text"]
    #expect(try await form(page, user(id, name, score, city)).status == 200)
    #expect(try await !statements(page, of: 3).contains("city"))
    let later = try await later(page)
    #expect(
      later["adaptable"] == true
        && later["steps"][0]["lost"] == ["the column “city” in “user” is gone again"])
    try await page.edit(["kind": "adapt"])
    #expect(try await statements(page, of: 2).contains("ADD COLUMN city"))
    #expect(try await statements(page, of: 3).contains("city TEXT"))
    try await page.edit(["kind": "undo"])
    #expect(try await page.document()["editor"]["canUndo"] == false)
  }

  @Test func `a later script follows a new name that a new step gives`() async throws {
    let page = try Self.bundle([[Self.score], ["CREATE INDEX user_score ON user (score)"]])
    let points: JSONText = [
      "was": "score", "name": "points", "type": "whole", "default": ["value": "1"],
    ]
    #expect(try await form(page, user(id, name, points)).status == 200)
    #expect(try await later(page)["steps"][0]["kind"] == "fails")
    try await page.edit(["kind": "adapt"])
    #expect(try await statements(page, of: 3).contains("(points)"))
    #expect(try await page.version(3)["findings"].values.allSatisfy { $0["severity"] != "error" })
  }

  @Test func `nothing later needs a step that is added to the last script`() async throws {
    let page = try Self.bundle([[Self.score]])
    let score: JSONText = [
      "was": "score", "name": "points", "type": "whole", "default": ["value": "1"],
    ]
    #expect(try await form(page, user(id, name, score)).status == 200)
    let later = try await later(page)
    #expect(later["adaptable"] == false && later["steps"].values.isEmpty)
  }

  @Test func `rows that change make no later step unfit`() async throws {
    let page = try Self.bundle([
      ["INSERT INTO user (name) VALUES ('Ann')"], [Self.score],
    ])
    try await page.edit(["kind": "remove", "script": 2, "items": [1]])
    #expect(try await later(page)["steps"].values.isEmpty)
  }
}
