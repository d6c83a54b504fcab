import SQLScriptsEditor
import SQLScriptsReporting
import Testing

/// What a form says before it deletes values.
struct FormLossTests {
  private static let files = [
    "sql_default.json": """
    ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL, nick TEXT)",
     "INSERT INTO user (name, nick) VALUES ('Ann', 'a')", "INSERT INTO user (name) VALUES ('Bob')",
     "INSERT INTO user (name) VALUES ('Cem')"]
    """,
    "sql_update_2.json": """
    ["CREATE TABLE log (id INTEGER PRIMARY KEY, note TEXT, text TEXT)"]
    """,
  ]

  private func losses(_ change: JSONText) async throws -> [String] {
    let page = try Page(Self.files)
    let reply = await page.call(
      "form",
      [
        "revision": try await page.document()["editor"]["revision"], "script": 2,
        "change": change,
      ])
    return try #require(reply.body)["losses"].values.compactMap(\.text)
  }

  private func table(_ name: String, _ columns: (String, String)...) -> JSONText {
    let columns = columns.map { name, type -> JSONText in
      [
        "was": .string(name), "name": .string(name), "type": .string(type),
        "key": .bool(name == "id"), "required": .bool(name == "name"),
      ]
    }
    return [
      "kind": "changeTable", "table": .string(name), "name": .string(name),
      "columns": .array(columns),
    ]
  }

  @Test func `a column is lost with its values`() async throws {
    let losses = try await losses(table("user", ("id", "whole"), ("name", "text")))
    #expect(losses == ["the values of “nick” are lost (in 1 of 3 sample rows)"])
  }

  @Test func `a table is lost with its rows`() async throws {
    let losses = try await losses(["kind": "dropTable", "table": "user"])
    #expect(losses == ["all rows of “user” are lost (3 sample rows)"])
  }

  @Test func `what the update itself has added has no values to lose`() async throws {
    #expect(try await losses(["kind": "dropTable", "table": "log"]).isEmpty)
    #expect(try await losses(table("log", ("id", "whole"), ("note", "text"))).isEmpty)
  }
}
