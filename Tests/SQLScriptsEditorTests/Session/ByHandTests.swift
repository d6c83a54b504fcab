import SQLScriptsEditor
import SQLScriptsReporting
import TestSupport
import Testing

/// Later steps that do not fit a step that was typed or moved.
struct ByHandTests {
  /// What a form writes that adds the required column `vip`.
  private static let rebuild = [
    "CREATE TABLE \"new_user\" (id INTEGER PRIMARY KEY, name TEXT, vip TEXT NOT NULL)",
    """
    INSERT OR ABORT INTO "new_user" ("id", "name", "vip")
    SELECT "id", "name", ('x') FROM "user"
    """,
    "DROP TABLE \"user\"", "ALTER TABLE \"new_user\" RENAME TO \"user\"",
  ]

  /// A page with updates 2, 3 and so on, after the table “user”.
  private func page(_ updates: [String]...) throws -> Page {
    var files = ["sql_default.plist": EditorSessionTests.start]
    for (index, statements) in updates.enumerated() {
      files["sql_update_\(index + 2).json"] =
        JSONText.array(statements.map { .string($0) }).compact + "\n"
    }
    return try Page(files)
  }

  private func later(_ page: Page) async throws -> JSONText {
    try #require(await page.call(now: "later").body)
  }

  private func edit(_ page: Page, _ edit: JSONText) async throws {
    let reply = try await page.edit(edit)
    #expect(reply.status == 200, "\(reply.body?.compact ?? "")")
  }

  private func text(_ page: Page, of id: Int64) async throws -> String {
    try await page.version(id)["items"].values.compactMap { $0["sql"].text }
      .joined(separator: "\n")
  }

  @Test func `a later rebuild is adapted to a column that was typed`() async throws {
    let page = try page(["SELECT 1"], Self.rebuild)
    // What is typed is sent several times.
    try await edit(
      page, ["kind": "insert", "script": 2, "before": 2, "sql": ["ALTER TABLE user ADD"]])
    for sql in ["ALTER TABLE user ADD COLUMN ci TEXT", "ALTER TABLE user ADD COLUMN city TEXT"] {
      try await edit(page, ["kind": "set", "script": 2, "item": 2, "sql": .string(sql)])
    }
    let later = try await later(page)
    #expect(later["adaptable"] == true && later["steps"].values.count == 1, "\(later.compact)")
    #expect(later["steps"][0]["lost"] == ["the column “city” in “user” is gone again"])
    try await edit(page, ["kind": "adapt"])
    #expect(try await text(page, of: 3).contains("city"))
    #expect(try await text(page, of: 2).contains("ADD COLUMN city"))
    // One undo takes back all that was typed.
    try await edit(page, ["kind": "undo"])
    #expect(try await page.document()["editor"]["unsaved"].values.isEmpty)
  }

  @Test func `a later step that fails because of changed SQL is named`() async throws {
    let page = try page(
      ["ALTER TABLE user ADD COLUMN age INTEGER", "SELECT 1"], ["UPDATE user SET name = ''"])
    try await edit(
      page,
      ["kind": "set", "script": 2, "item": 1, "sql": "ALTER TABLE user ADD COLUMN a INTEGER"])
    #expect(try await later(page)["steps"].values.isEmpty)
    try await edit(page, ["kind": "set", "script": 2, "item": 2, "sql": "DROP TABLE user"])
    let broken = try await later(page)
    #expect(broken["adaptable"] == false && broken["steps"][0]["kind"] == "fails")
  }

  @Test func `a step that is moved before a rebuild is not lost`() async throws {
    let page = try page(Self.rebuild + ["ALTER TABLE user ADD COLUMN city TEXT", "SELECT 1"])
    try await edit(page, ["kind": "move", "script": 2, "items": [5], "before": 1])
    let later = try await later(page)
    #expect(later["adaptable"] == true, "\(later.compact)")
    #expect(later["steps"][0]["items"] == [2, 3, 4, 5])
    #expect(later["steps"][0]["lost"] == ["the column “city” in “user” is gone again"])
    try await edit(page, ["kind": "adapt"])
    let after = try await page.version(2)["items"].values.compactMap { $0["sql"].text }
    #expect(after[0].contains("ADD COLUMN city") && after.dropFirst().joined().contains("city"))
    #expect(try await page.version(2)["findings"].values.allSatisfy { $0["severity"] != "error" })
  }

  @Test(arguments: [["SELECT 1"], []])
  func `a column that is typed before a rebuild is not lost`(between: [String]) async throws {
    let page = try page(between + Self.rebuild + ["SELECT 2"])
    try await edit(
      page, ["kind": "insert", "script": 2, "before": 1, "sql": ["ALTER TABLE user ADD"]])
    try await edit(
      page,
      ["kind": "set", "script": 2, "item": 1, "sql": "ALTER TABLE user ADD COLUMN city TEXT"])
    let later = try await later(page)
    #expect(later["adaptable"] == true && later["steps"].values.count == 1, "\(later.compact)")
    let first = between.count + 2
    #expect(later["steps"][0]["items"] == .array((first..<first + 4).map { .int($0) }))
    try await edit(page, ["kind": "adapt"])
    let after = try await page.version(2)["items"].values.compactMap { $0["sql"].text }
    #expect(after.count == between.count + 6)
    #expect(after[0].contains("ADD COLUMN city") && after.dropFirst().joined().contains("city"))
    #expect(try await page.version(2)["findings"].values.allSatisfy { $0["severity"] != "error" })
  }

  @Test func `a step that is typed into a rebuild splits it`() async throws {
    let page = try page(Self.rebuild)
    try await edit(
      page,
      [
        "kind": "insert", "script": 2, "before": 3,
        "sql": ["ALTER TABLE user RENAME COLUMN name TO label"],
      ])
    #expect(try await later(page)["adaptable"] == false)
  }

  @Test func `a description that is typed meanwhile does not divide what is typed`() async throws {
    let page = try page(["SELECT 1"], Self.rebuild)
    try await edit(
      page,
      ["kind": "insert", "script": 2, "before": 2, "sql": ["ALTER TABLE user ADD COLUMN ci TEXT"]])
    try await edit(page, ["kind": "describe", "script": 2, "description": "words"])
    try await edit(
      page,
      ["kind": "set", "script": 2, "item": 2, "sql": "ALTER TABLE user ADD COLUMN city TEXT"])
    let later = try await later(page)
    #expect(later["steps"][0]["lost"] == ["the column “city” in “user” is gone again"])
    try await edit(page, ["kind": "adapt"])
    #expect(try await text(page, of: 3).contains("city"))
    #expect(try await page.version(2)["description"] == "words")
  }

  @Test func `the steps after an earlier change are not looked at, and that is no conflict`()
    async throws
  {
    let page = try page(["SELECT 1"], Self.rebuild)
    let before = try await page.document()["editor"]["revision"]
    try await edit(
      page,
      ["kind": "insert", "script": 2, "before": 2, "sql": ["ALTER TABLE user ADD COLUMN a TEXT"]])
    let reply = await page.call("later", ["revision": before])
    #expect(reply.status == 200 && reply.body == .null)
  }

  @Test func `a step that needs a moved one is named`() async throws {
    let page = try page(
      ["ALTER TABLE user ADD COLUMN age INTEGER", "UPDATE user SET age = 1", "SELECT 1"],
      ["SELECT 2"])
    try await edit(page, ["kind": "move", "script": 2, "items": [1], "before": 4])
    let later = try await later(page)
    #expect(later["adaptable"] == false)
    #expect(later["steps"][0]["kind"] == "fails" && later["steps"][0]["items"] == [1])
  }

  @Test func `a move after which all is as before needs nothing`() async throws {
    let page = try page(
      ["ALTER TABLE user ADD COLUMN age INTEGER", "CREATE TABLE x (y)", "SELECT 1"], ["SELECT 2"])
    for (items, before) in [([1], 3), ([2, 3], 1), ([3], 1)] {
      try await edit(
        page,
        [
          "kind": "move", "script": 2, "items": .array(items.map { .int($0) }),
          "before": .int(before),
        ])
      #expect(try await later(page)["steps"].values.isEmpty)
    }
    // Another edit, or one of another tab, is no part of it.
    try await edit(page, ["kind": "describe", "script": 2, "description": "words"])
    #expect(try await later(page)["steps"].values.isEmpty)
    #expect(try await page.edit(["kind": "adapt"]).status == 422)
  }
}
