import SQLScriptsEditor
import SQLScriptsReporting
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
    try await know(page, groups)
    return (page, groups)
  }

  private func know(_ page: Page, _ groups: [[Int]]) async throws {
    let reply = await page.call(
      "steps",
      [
        "revision": try await page.document()["editor"]["revision"], "script": 2,
        "groups": .array(groups.map { .array($0.map { .int($0) }) }),
      ])
    #expect(reply.body?["steps"].values.count == groups.count)
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
    let reply = try await page.edit([
      "kind": "remove", "script": 2, "items": .array(groups[0].map { .int($0) }),
    ])
    #expect(reply.body?["adaptable"] == true)
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
    #expect(reply.body?["adaptable"] == .null)
    #expect(try await text(page).contains("CREATE TABLE keep (a)"))
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
    #expect(reply.body?["adaptable"] == true)
    #expect(try await page.edit(["kind": "adapt"]).status == 200)
    let after = try await text(page)
    #expect(!after.contains("mesage") && !after.contains("txt"))
    #expect(after.contains("INSERT INTO message (text) VALUES ('hello')"))
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
    #expect(reply.body?["adaptable"] == .null)
    #expect(try await page.edit(["kind": "adapt"]).status == 422)
  }
}
