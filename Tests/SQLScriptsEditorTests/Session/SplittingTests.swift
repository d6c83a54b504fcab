import SQLScriptsReporting
import Testing

@testable import SQLScriptsEditor

/// Several statements that are typed as one step.
struct SplittingTests {
  private static let name = "sql_update_2.sql"

  private func page() throws -> Page {
    try Page([
      "sql_default.sql": "CREATE TABLE a (b);\n",
      Self.name: "ALTER TABLE a ADD c;\n-- the end\nALTER TABLE a ADD d;\n",
    ])
  }

  @Test func `a refused text comes back as the steps that it would be`() async throws {
    let page = try page()
    let text = "ALTER TABLE a ADD e; -- and\nALTER TABLE a ADD f;"
    let parts: JSONText = ["ALTER TABLE a ADD e; -- and", "ALTER TABLE a ADD f"]
    for edit in [
      ["kind": "set", "script": 2, "item": 1, "sql": .string(text)],
      ["kind": "insert", "script": 2, "before": 3, "sql": [.string(text)]],
    ] as [JSONText] {
      let reply = try await page.edit(edit)
      #expect(reply.status == 422)
      #expect(reply.body?["error"]["statements"] == parts)
    }
    let reply = try await page.edit(["kind": "split", "script": 2, "item": 1, "sql": parts])
    #expect(reply.status == 200)
    #expect(try await page.save().status == 200)
    #expect(
      try page.file(Self.name)
        == "ALTER TABLE a ADD e; -- and\nALTER TABLE a ADD f;\n-- the end\nALTER TABLE a ADD d;\n")
  }

  @Test(arguments: [
    [], ["SELECT 1"], ["SELECT 1", ""], ["SELECT 1; SELECT 2", "SELECT 3"],
    ["SELECT 'a", "SELECT 3"],
  ])
  func `only several statements can replace a step`(parts: [String]) async throws {
    let page = try page()
    let sql = JSONText.array(parts.map { .string($0) })
    let reply = try await page.edit(["kind": "split", "script": 2, "item": 1, "sql": sql])
    #expect([400, 422].contains(reply.status))
    #expect(try await page.document()["editor"]["unsaved"] == [])
  }
}
