import SQLScriptsEditor
import SQLScriptsReporting
import TestSupport
import Testing

/// The queries of `require` that forms write, and the steps that need them.
struct RowCheckTests {
  private static let files = [
    "sql_default.plist": EditorSessionTests.start,
    "sql_update_2.json": """
    {
      "require": ["SELECT 1 FROM user WHERE name = 'own'"],
      "statements": ["ALTER TABLE user ADD COLUMN age INTEGER"]
    }

    """,
  ]

  @Test func `a step that is deleted takes its check with it, and one undo brings back both`()
    async throws
  {
    let page = try Page(Self.files)
    #expect(try await Self.makeUnique("name", page).status == 200)
    #expect(try await page.version(2)["require"].values.count == 2)
    try await page.edit(["kind": "remove", "script": 2, "items": [1]])
    #expect(try await page.version(2)["require"].values.count == 2)
    try await page.edit(["kind": "undo"])
    try await page.edit(["kind": "remove", "script": 2, "items": [2]])
    #expect(
      try await page.version(2)["require"].values.compactMap(\.text) == [
        "SELECT 1 FROM user WHERE name = 'own'"
      ])
    try await page.edit(["kind": "undo"])
    #expect(try await page.version(2)["require"].values.count == 2)
    #expect(try await page.version(2)["items"].values.count == 2)
  }

  @Test func `a check stays as long as another step needs it`() async throws {
    let page = try Page(Self.files)
    #expect(try await Self.makeUnique("name", page).status == 200)
    try await page.edit([
      "kind": "insert", "script": 2, "before": 3,
      "sql": ["CREATE UNIQUE INDEX user_name_too ON user (name)"],
    ])
    try await page.edit(["kind": "remove", "script": 2, "items": [2]])
    #expect(try await page.version(2)["require"].values.count == 2)
    try await page.edit(["kind": "remove", "script": 2, "items": [2]])
    #expect(try await page.version(2)["require"].values.count == 1)
  }

  @Test func `only a step that changes what the check reads is in the way of it`() async throws {
    let page = try Page(Self.files)
    try await page.edit([
      "kind": "insert", "script": 2, "before": 2, "sql": ["CREATE INDEX user_name ON user (name)"],
    ])
    let refused = try await Self.makeUnique("age", page)
    #expect(refused.status == 422)
    #expect(refused.body?["error"]["newUpdate"] == 3)
    #expect(try await Self.makeUnique("name", page).status == 200)
    try await page.edit(["kind": "newScript", "description": "", "format": .null])
    #expect(try await Self.makeUnique("age", page, in: 3).status == 200)
  }

  @Test(
    arguments: [
      ("UPDATE user SET name = 'user ' || id", 422), ("INSERT INTO user (name) VALUES ('x')", 422),
      ("DELETE FROM user WHERE name IS NULL", 422), ("UPDATE user SET age = 3", 200),
    ] as [(String, Int)])
  func `rows that an earlier step changes cannot be checked before it`(
    sql: String, status: Int
  ) async throws {
    let page = try Page(Self.files)
    try await page.edit(["kind": "insert", "script": 2, "before": 2, "sql": [.string(sql)]])
    #expect(try await Self.makeUnique("name", page).status == status)
  }

  @Test func `a form that goes into a new update leaves nothing unless it is applied`() async throws
  {
    let page = try Page(Self.files)
    try await page.edit([
      "kind": "insert", "script": 2, "before": 2, "sql": ["CREATE INDEX user_name ON user (name)"],
    ])
    #expect(try await Self.makeUnique("age", page).status == 422)
    let shown = try await Self.makeUnique("age", page, inNewUpdate: true, isApplied: false)
    #expect(shown.body?["sentences"].values.count == 1)
    #expect(shown.body?["require"].values.count == 1)
    #expect(try await page.document()["versions"].values.count == 2)
    let applied = try await Self.makeUnique("age", page, inNewUpdate: true)
    #expect(applied.body?["select"] == 3)
    #expect(try await page.version(3)["require"].values.count == 1)
    #expect(try await page.version(3)["items"].values.count == 1)
    // The update and its step are one change.
    try await page.edit(["kind": "undo"])
    #expect(try await page.document()["versions"].values.count == 2)
    let earlier = try await Self.makeUnique("age", page, in: 0, inNewUpdate: true)
    #expect(
      earlier.body?["error"]["message"].text
        == "another update was added meanwhile; close this form and open it again")
  }

  private static func makeUnique(
    _ column: String, _ page: Page, in script: Int64 = 2, inNewUpdate: Bool = false,
    isApplied: Bool = true
  ) async throws -> EditorReply {
    let body: [JSONText.Member] = [
      .init("revision", try await page.document()["editor"]["revision"]),
      .init("script", .integer(script)), .init("apply", .bool(isApplied)),
      .init("newUpdate", .bool(inNewUpdate)),
      .init(
        "change",
        [
          "kind": "addIndex", "table": "user", "columns": [.string(column)], "unique": true,
        ]),
    ]
    let first = await page.call("form", .object(body))
    guard first.status == 200 else { return first }
    let question = try #require(first.body?["questions"].values.first)
    let stop = question["answers"].values.firstIndex { $0["suggestion"] == .null } ?? -1
    let answers: JSONText = [["question": question["id"], "answer": .int(stop)]]
    return await page.call("form", .object(body + [.init("answers", answers)]))
  }
}
