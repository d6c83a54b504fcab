import SQLScriptsEditor
import SQLScriptsReporting
import Testing

/// Forms for a table that the same script creates, which has no rows on any device.
struct EmptyTableTests {
  private static func files(_ update: String) -> [String: String] {
    [
      "sql_default.json": #"["CREATE TABLE user (id INTEGER PRIMARY KEY)"]"#,
      "sql_update_2.json": "[\(update)]",
    ]
  }

  private static let create = #""CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT)""#

  private static func addRequired(to table: String, _ page: Page) async throws -> EditorReply {
    let known: JSONText =
      table != "user"
      ? [
        ["was": "id", "name": "id", "type": "whole", "key": true],
        ["was": "name", "name": "name", "type": "text"],
      ] : [["was": "id", "name": "id", "type": "whole", "key": true]]
    let new: JSONText = ["name": "code", "type": "text", "required": true]
    return try await page.call(
      now: "form",
      [
        .init("script", 2), .init("apply", true),
        .init(
          "change",
          [
            "kind": "changeTable", "table": .string(table), "name": .string(table),
            "columns": .array(known.values + [new]),
          ]),
      ])
  }

  @Test func `a required column asks for no value`() async throws {
    let page = try Page(Self.files(Self.create))
    let reply = try await Self.addRequired(to: "pet", page)
    #expect(reply.body?["questions"].values.count == 0)
    let version = try await page.version(2)
    #expect(
      version["items"][1]["sql"].text == #"ALTER TABLE "pet" ADD COLUMN code TEXT NOT NULL"#)
    #expect(version["findings"].values.isEmpty)
    // The form opens again.
    let steps = try await page.call(now: "steps", [.init("script", 2)])
    #expect(steps.body?["steps"].compact == "[[1],[2]]")
  }

  @Test(
    arguments: [
      ("pet", #", "INSERT INTO pet (name) VALUES ('Rex')""#),
      ("cat", #", "ALTER TABLE pet RENAME TO cat""#), ("user", ""),
    ])
  func `a table that may have rows is asked about`(table: String, rest: String) async throws {
    let page = try Page(Self.files(Self.create + rest))
    let reply = try await Self.addRequired(to: table, page)
    #expect(reply.body?["questions"].values.count == 1)
  }
}
