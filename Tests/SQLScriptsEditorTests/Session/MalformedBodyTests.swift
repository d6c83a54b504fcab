import SQLScriptsEditor
import SQLScriptsReporting
import TestSupport
import Testing

/// Bodies that the page never sends. Each gets the same answer, and changes nothing.
struct MalformedBodyTests {
  private static let names = [
    "edit", "form", "form/read", "steps", "later", "save", "save/preview", "reload", "rivals",
    "release", "release/preview", "try",
  ]

  private static let bodies: [[UInt8]] =
    [
      "", " ", "{", "[", "[]", "}", "null", "1", "\"x\"", "{}", "{]", "{\"revision\"",
      "{\"revision\":",
      "{\"revision\": 0", "{\"revision\": 0,}", "{\"revision\": 0} x", "{'revision': 0}",
      "{revision: 0}", "{\"revision\": \"0\"}", "{\"revision\": [0]}", "{\"revision\": {}}",
      "{\"revision\": null}", "{\"revision\": -1}", "{\"revision\": 0.5}", "{\"revision\": 1e3}",
      "{\"revision\": 99999999999999999999999}", "{\"revision\": 00}", "{\"revision\": NaN}",
      "{\"revision\": 0, \"a\": \"\\x\"}", "{\"revision\": 0, \"a\": \"\n\"}",
      String(repeating: "{\"a\":", count: 100_000), String(repeating: "[", count: 100_000),
      "{\"revision\": 0, \"a\": \(String(repeating: "[", count: 5000))"
        + "\(String(repeating: "]", count: 5000))}",
    ].map { Array($0.utf8) }
    + [
      [0xFF, 0xFE, 0x7B, 0], [0x7B, 0], [0], [0xC3],
      Array("{\"revision\": 0, \"a\": \"".utf8) + [0xC3, 0x28] + Array("\"}".utf8),
      Array("{\"revision\": 0, \"a\": \"".utf8) + [0xED, 0xA0, 0x80] + Array("\"}".utf8),
    ]

  private static func page() throws -> Page {
    try Page([
      "sql_default.json": "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]\n",
      "sql_update_2.json": "[\"CREATE TABLE a (b)\"]\n",
    ])
  }

  private static func expectRefusal(_ reply: EditorReply, _ body: String) {
    #expect(reply.status == 400, "\(body.prefix(200))")
    #expect(reply.body?["error"]["code"] == "bad-request", "\(body.prefix(200))")
    #expect(
      reply.body?["error"]["message"]
        == "the page sent something that the editor does not understand; reload the page")
  }

  @Test(arguments: names)
  func `a body that is not what the page sends is refused`(_ name: String) async throws {
    let page = try Self.page()
    let before = try await page.document()
    for body in Self.bodies {
      let reply = await page.session.respond(to: EditorCall(.post, name, body: body))
      Self.expectRefusal(reply, String(decoding: body, as: UTF8.self))
    }
    #expect(try await page.document()["versions"] == before["versions"])
  }

  /// Correct calls, of which each member is left out or has another type.
  private static let calls: [(String, JSONText, optional: Set<String>)] = [
    ("edit", ["kind": "set", "script": 2, "item": 1, "sql": "SELECT 1"], []),
    ("edit", ["kind": "insert", "script": 2, "before": 1, "sql": ["SELECT 1"]], []),
    ("edit", ["kind": "remove", "script": 2, "items": [1], "confirmed": true], ["confirmed"]),
    ("edit", ["kind": "move", "script": 2, "items": [1], "before": 1], []),
    ("edit", ["kind": "describe", "script": 2, "description": "x"], []),
    ("edit", ["kind": "removeRequirement", "script": 2, "query": 1], []),
    ("edit", ["kind": "setText", "script": 2, "text": "x"], []),
    ("edit", ["kind": "newScript", "description": "x", "format": "json"], ["format"]),
    ("edit", ["kind": "fix", "script": 2, "finding": ["id": "x", "offset": 1]], []),
    (
      "edit", ["kind": "ignore", "script": 2, "finding": ["id": "x", "offset": 1], "reason": "x"],
      []
    ),
    ("edit", ["kind": "suggestion", "script": 2, "finding": ["id": "x"], "choice": 0], ["script"]),
    ("form/read", ["script": 2, "items": [1]], []),
    ("release", ["versions": [2], "again": 2], ["again"]),
    ("release/preview", ["again": 2], ["again"]),
    ("save", ["overwriting": ["x"]], ["overwriting"]),
    (
      "form",
      [
        "script": 2, "change": ["kind": "dropTable", "table": "a"], "answers": [], "items": [1],
        "newUpdate": false, "apply": true,
      ], ["answers", "items", "newUpdate", "apply"]
    ),
  ]

  @Test(arguments: calls)
  func `a member that is missing or has another type is refused`(
    _ call: (name: String, body: JSONText, optional: Set<String>)
  ) async throws {
    let page = try Self.page()
    let revision = try await page.document()["editor"]["revision"]
    guard case .object(let members) = call.body else { return }
    for (index, member) in members.enumerated() {
      let wrong: [JSONText?] = [nil, .object([]), .double(1.5), [[1]], false, "\u{7}", 7]
      for value in wrong {
        // Another value of the right type may be wrong as well, but is understood.
        if let value, Self.isSameType(value, member.value) { continue }
        if value == nil, call.optional.contains(member.key) { continue }
        var changed = members
        changed[index...index] = value.map { [.init(member.key, $0)] } ?? []
        let body: JSONText =
          call.name == "edit"
          ? ["revision": revision, "edit": .object(changed)]
          : .object([.init("revision", revision)] + changed)
        Self.expectRefusal(await page.call(call.name, body), body.compact)
      }
    }
    #expect(try await page.document()["editor"]["unsaved"].values.isEmpty)
  }

  private static func isSameType(_ one: JSONText, _ other: JSONText) -> Bool {
    switch (one, other) {
    case (.string, .string), (.bool, .bool): true
    case (.integer, .integer): true
    default: false
    }
  }

  @Test(
    arguments: [
      ["kind": "createTable", "name": "t", "columns": 1],
      ["kind": "createTable", "name": "t", "columns": [["name": "a"]]],
      ["kind": "createTable", "name": "t", "columns": [["name": "a", "type": "no"]]],
      [
        "kind": "createTable", "name": "t",
        "columns": [["name": "a", "type": "text", "default": 5]],
      ],
      [
        "kind": "createTable", "name": "t",
        "columns": [["name": "a", "type": "text", "unique": "x"]],
      ],
      [
        "kind": "createTable", "name": "t",
        "columns": [
          ["name": "a", "type": "text", "belongsTo": ["table": "user", "onDelete": "x"]]
        ],
      ],
      ["kind": "changeTable", "table": "a"], ["kind": "addIndex", "table": "a", "columns": [1]],
      ["kind": "addIndex", "table": "a", "columns": ["b"], "unique": 1],
      ["kind": "fillValues", "table": "a", "column": "b", "to": ["value": 1], "where": "all"],
      ["kind": "deleteRows", "table": "a", "where": "none"],
      ["kind": "addRow", "table": "a", "values": ["b"]],
      ["kind": "addRow", "table": "a", "values": ["b": ["value": 1]]],
    ] as [JSONText])
  func `a form that is not understood adds nothing`(_ change: JSONText) async throws {
    let page = try Self.page()
    let reply = try await page.call(
      now: "form", [.init("script", 2), .init("change", change), .init("apply", true)])
    Self.expectRefusal(reply, change.compact)
    #expect(try await page.document()["editor"]["unsaved"].values.isEmpty)
  }

  @Test func `half of a character is called one that a script cannot contain`() async throws {
    let page = try Self.page()
    _ = try await page.document()
    let body =
      "{\"revision\": 0, \"edit\": {\"kind\": \"describe\", \"script\": 2, \"description\": \"\\ud800\"}}"
    let reply = await page.session.respond(to: EditorCall(.post, "edit", body: Array(body.utf8)))
    #expect(reply.status == 422)
    #expect(reply.body?["error"]["message"].text?.contains("a character") == true)
  }
}
