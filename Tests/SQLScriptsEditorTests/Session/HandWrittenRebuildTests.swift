import SQLScriptsEditor
import SQLScriptsReporting
import Testing

/// Later steps that copy a table by hand, after a step before them has changed its columns.
struct HandWrittenRebuildTests {
  private static let add = "ALTER TABLE user ADD COLUMN text TEXT"

  /// No form makes a CHECK.
  private static func rebuild(
    _ columns: String = "id, name, text", from values: String = "id, name, trim(text)"
  ) -> [String] {
    [
      "CREATE TABLE copy (id INTEGER PRIMARY KEY, name TEXT CHECK (name <> ''), -- kept\n  text TEXT)",
      "INSERT INTO copy\(columns.isEmpty ? "" : " (\(columns))")\n  SELECT \(values) FROM user WHERE id > 0",
      "DROP TABLE user", "ALTER TABLE copy RENAME TO user",
    ]
  }

  private func page(_ rebuild: [String] = rebuild()) throws -> Page {
    let scripts = [[Self.add], rebuild].map { statements in
      JSONText.array(statements.map { .string($0) }).compact + "\n"
    }
    return try Page([
      "sql_default.plist": EditorSessionTests.start, "sql_update_2.json": scripts[0],
      "sql_update_3.json": scripts[1],
    ])
  }

  private func adapted(_ page: Page) async throws -> [String] {
    #expect(try await page.call(now: "later").body?["adaptable"] == true)
    #expect(try await page.edit(["kind": "adapt"]).status == 200)
    let findings = try await page.version(3)["findings"].values
    #expect(!findings.contains { $0["severity"] == "error" })
    return try await page.version(3)["items"].values.compactMap { $0["sql"].text }
  }

  private func change(_ page: Page, to columns: JSONText) async throws {
    let id: JSONText = ["was": "id", "name": "id", "type": "whole", "key": true]
    let name: JSONText = ["was": "name", "name": "name", "type": "text"]
    let reply = await page.call(
      "form",
      [
        "revision": try await page.document()["editor"]["revision"], "script": 2, "apply": true,
        "change": [
          "kind": "changeTable", "table": "user", "name": "user",
          "columns": .array([id, name] + columns.values),
        ], "answers": [], "items": [1],
      ])
    #expect(reply.status == 200)
  }

  @Test func `a removed column is copied no more`() async throws {
    let page = try page()
    try await page.edit(["kind": "remove", "script": 2, "items": [1]])
    let statements = try await adapted(page)
    #expect(
      statements[0].hasPrefix(
        "CREATE TABLE copy (id INTEGER PRIMARY KEY, name TEXT CHECK (name <> '')"))
    #expect(!statements[0].contains("text"))
    #expect(
      statements[1] == "INSERT INTO copy (id, name)\n  SELECT id, name FROM user WHERE id > 0")
    #expect(statements[2...] == Self.rebuild()[2...])
  }

  @Test func `a comment after the column before a removed one stays`() async throws {
    let page = try page(Self.rebuild().map { $0.replacing("text", with: "note") })
    let sql = "ALTER TABLE user ADD note TEXT"
    try await page.edit(["kind": "set", "script": 2, "item": 1, "sql": .string(sql)])
    try await page.edit(["kind": "remove", "script": 2, "items": [1]])
    #expect(
      try await adapted(page)[0]
        == "CREATE TABLE copy (id INTEGER PRIMARY KEY, name TEXT CHECK (name <> '') -- kept\n)")
  }

  @Test func `a renamed column keeps its type and what is computed of it`() async throws {
    let page = try page(Self.rebuild(from: "id, name, CAST(text AS text)"))
    try await change(page, to: [["name": "body", "type": "text"]])
    let statements = try await adapted(page)
    #expect(statements[0].contains("\"body\" TEXT)"))
    #expect(
      statements[1]
        == "INSERT INTO copy (id, name, body)\n  SELECT id, name, CAST(body AS text) FROM user WHERE id > 0"
    )
  }

  @Test(arguments: ["id, name, text", ""])
  func `an added column is copied, too`(columns: String) async throws {
    let page = try page(Self.rebuild(columns))
    try await change(
      page, to: [["name": "text", "type": "text"], ["name": "order", "type": "whole"]])
    let statements = try await adapted(page)
    #expect(statements[0].contains("\"order\" INTEGER"))
    #expect(statements[1].contains("SELECT id, name, trim(text), \"order\" FROM user"))
    #expect(statements[1].contains("copy (") == !columns.isEmpty)
  }

  @Test func `all columns are copied in the order that they have`() async throws {
    let page = try page(Self.rebuild("", from: "*"))
    try await page.edit(["kind": "remove", "script": 2, "items": [1]])
    #expect(try await adapted(page)[1] == Self.rebuild("", from: "*")[1])
    let other = try self.page(Self.rebuild("id, text, name", from: "*"))
    try await other.edit(["kind": "remove", "script": 2, "items": [1]])
    #expect(try await other.call(now: "later").body?["adaptable"] == false)
  }

  @Test func `a step that computes another column of a removed one is told, with the column`()
    async throws
  {
    let page = try page(Self.rebuild("id, name", from: "id, text"))
    try await page.edit(["kind": "remove", "script": 2, "items": [1]])
    let later = try #require(await page.call(now: "later").body)
    #expect(later["adaptable"] == false)
    #expect(later["steps"][0]["script"] == 3 && later["steps"][0]["items"] == [1, 2, 3, 4])
    #expect(later["steps"][0]["uses"] == [["table": "user", "column": "text"]])
  }
}
