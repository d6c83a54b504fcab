import SQLScriptsEditor
import SQLScriptsReporting
import TestSupport
import Testing

/// Later steps about something that has another name now, and steps that only have the same old name.
struct AdaptedNameTests {
  private static let user = "CREATE TABLE user (\n  id INTEGER PRIMARY KEY,\n  name TEXT\n)"
  private static let tmp = "CREATE TABLE tmp (\n  id INTEGER PRIMARY KEY,\n  note TEXT\n)"

  /// The statements of the updates from 2 on after the form of the first step was changed and the later steps adapted.
  private func adapted(_ updates: [[String]], _ change: JSONText) async throws -> [[String]] {
    var files = ["sql_default.json": JSONText.array([.string(Self.user)]).compact + "\n"]
    for (index, statements) in updates.enumerated() {
      files["sql_update_\(index + 2).json"] =
        JSONText.array(statements.map { .string($0) }).compact + "\n"
    }
    let page = try Page(files)
    let reply = try await page.call(
      now: "form",
      [
        .init("script", 2), .init("items", [1]), .init("change", change), .init("answers", []),
        .init("apply", true),
      ])
    #expect(reply.status == 200)
    if try await page.call(now: "later").body?["adaptable"] == true {
      #expect(try await page.edit(["kind": "adapt"]).status == 200)
    }
    let document = try await page.document()
    #expect(document["summary"]["errors"] == 0)
    return document["versions"].values.dropFirst().map { version in
      version["items"].values.compactMap { $0["sql"].text }
        .map { String($0.split(separator: " (")[0].filter { $0 != "\"" }) }
    }
  }

  private func creating(_ table: String, _ column: String = "note") -> JSONText {
    [
      "kind": "createTable", "name": .string(table),
      "columns": [
        ["name": "id", "type": "whole", "key": true],
        ["name": .string(column), "type": "text"],
      ],
    ]
  }

  @Test func `a table with another name is still dropped`() async throws {
    let after = try await adapted([[Self.tmp, "DROP TABLE tmp"]], creating("scratch"))
    #expect(after == [["CREATE TABLE scratch", "DROP TABLE scratch"]])
  }

  @Test func `a renamed table with another new name is still dropped by a later script`()
    async throws
  {
    let after = try await adapted(
      [["ALTER TABLE user RENAME TO person"], ["DROP TABLE person"]],
      [
        "kind": "changeTable", "table": "user", "name": "people",
        "columns": [
          ["was": "id", "name": "id", "type": "whole", "key": true],
          ["was": "name", "name": "name", "type": "text"],
        ],
      ])
    #expect(after == [["ALTER TABLE user RENAME TO people"], ["DROP TABLE people"]])
  }

  @Test func `an index whose name follows its column is still dropped`() async throws {
    let after = try await adapted(
      [[Self.tmp, "CREATE INDEX tmp_note ON tmp (note)"], ["DROP INDEX tmp_note"]],
      creating("tmp", "remark"))
    #expect(
      after == [
        ["CREATE TABLE tmp", "CREATE INDEX tmp_remark ON tmp"], ["DROP INDEX tmp_remark"],
      ])
  }

  @Test func `an index of other columns is still dropped`() async throws {
    let after = try await adapted(
      [["CREATE INDEX user_name ON user (name)"], ["DROP INDEX user_name"]],
      ["kind": "addIndex", "table": "user", "columns": ["name", "id"]])
    #expect(after == [["CREATE INDEX user_name_id ON user"], ["DROP INDEX user_name_id"]])
  }

  @Test func `steps about another table that gets the old name later stay`() async throws {
    let after = try await adapted(
      [
        [
          Self.tmp, "UPDATE tmp SET note = 'a'", "DROP TABLE tmp", Self.tmp,
          "UPDATE tmp SET note = 'b'", "DELETE FROM tmp",
        ]
      ], creating("scratch"))
    #expect(
      after == [
        [
          "CREATE TABLE scratch", "UPDATE scratch SET note = 'a'", "DROP TABLE scratch",
          "CREATE TABLE tmp", "UPDATE tmp SET note = 'b'", "DELETE FROM tmp",
        ]
      ])
  }

  @Test func `steps about another column that gets the old name later stay`() async throws {
    let after = try await adapted(
      [
        ["ALTER TABLE user ADD COLUMN nick TEXT"],
        [
          "ALTER TABLE user DROP COLUMN nick", "ALTER TABLE user ADD COLUMN nick TEXT",
          "UPDATE user SET nick = 'z'",
        ],
      ],
      [
        "kind": "changeTable", "table": "user", "name": "user",
        "columns": [
          ["was": "id", "name": "id", "type": "whole", "key": true],
          ["was": "name", "name": "name", "type": "text"], ["name": "alias", "type": "text"],
        ],
      ])
    #expect(
      after == [
        ["ALTER TABLE user ADD COLUMN alias TEXT"],
        [
          "ALTER TABLE user DROP COLUMN alias", "ALTER TABLE user ADD COLUMN nick TEXT",
          "UPDATE user SET nick = 'z'",
        ],
      ])
  }
}
