import SQLScriptsEditor
import SQLScriptsReporting
import TestSupport
import Testing

/// Numbers in calls that nothing has, and with which counting would overflow.
struct ExtremeNumberTests {
  private static let numbers: [Int64] = [
    .min, .min + 1, -1, 0, 3, 200_000_000, 1 << 31, .max - 1, .max,
  ]

  /// Calls with one number, or with one at every place of a number.
  private static func calls(_ number: Int64, _ revision: JSONText) -> [(String, JSONText)] {
    let number = JSONText.integer(number)
    let finding: JSONText = ["id": "no-such-rule", "offset": number]
    let drop: JSONText = ["kind": "dropTable", "table": "a"]
    let answer: JSONText = ["question": "missingValue user.x", "answer": number, "value": "1"]
    let add: JSONText = [
      "kind": "changeTable", "table": "user",
      "columns": [
        ["was": "id", "name": "id", "type": "whole", "key": true],
        ["name": "x", "type": "text", "required": true],
      ],
    ]
    let edits: [JSONText] = [
      ["kind": "set", "script": 2, "item": number, "sql": "SELECT 1"],
      ["kind": "insert", "script": 2, "before": number, "sql": ["SELECT 1"]],
      ["kind": "remove", "script": 2, "items": [number]],
      ["kind": "remove", "script": 2, "items": [1, number]],
      ["kind": "move", "script": 2, "items": [number], "before": 1],
      ["kind": "move", "script": 2, "items": [1], "before": number],
      ["kind": "describe", "script": number, "description": "x"],
      ["kind": "removeRequirement", "script": 2, "query": number],
      ["kind": "setText", "script": number, "text": "x"],
      ["kind": "removeScript", "script": number],
      ["kind": "fix", "script": 2, "finding": finding],
      ["kind": "suggestion", "script": 2, "finding": finding, "choice": 0],
      ["kind": "suggestion", "script": number, "finding": finding, "choice": number],
      ["kind": "suggestion", "finding": finding, "choice": number],
      ["kind": "ignore", "script": 2, "finding": finding, "reason": "x"],
    ]
    let made = edits.map { edit -> (String, JSONText) in
      ("edit", ["revision": revision, "own": [number], "edit": edit])
    }
    let later: [(String, JSONText)] = [
      ("edit", ["revision": number, "edit": edits[2]]),
      ("steps", ["revision": number, "script": 2]),
      ("steps", ["revision": revision, "script": number]),
      ("form/read", ["revision": revision, "script": 2, "items": [number]]),
      ("form/read", ["revision": revision, "script": 2, "items": [1, number]]),
      ("form/read", ["revision": revision, "script": 2, "items": [number, 1]]),
      ("form/read", ["revision": revision, "script": number, "items": [1]]),
      ("form", ["revision": revision, "script": 2, "items": [1, number], "change": drop]),
      ("form", ["revision": revision, "script": number, "change": drop]),
      ("form", ["revision": revision, "script": number, "newUpdate": true, "change": drop]),
      ("form", ["revision": revision, "script": 2, "change": add, "answers": [answer]]),
      ("later", ["revision": number]), ("save/preview", ["revision": number]),
      ("save", ["revision": number]), ("reload", ["revision": number]),
      ("rivals", ["revision": revision, "finding": finding]),
      ("difference", ["revision": revision, "script": number]),
      ("release/preview", ["revision": number]),
      ("release", ["revision": revision, "versions": [number]]),
      ("try", ["revision": number]),
    ]
    return made + later
  }

  private static func page() throws -> Page {
    try Page([
      "sql_default.json": "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]\n",
      "sql_update_2.json":
        "{\"require\": [\"SELECT 1 FROM user\"], \"statements\": [\"CREATE TABLE a (b)\"]}\n",
    ])
  }

  @Test(arguments: numbers)
  func `a number that nothing has is refused, and nothing ends`(_ number: Int64) async throws {
    let page = try Self.page()
    let before = try await page.document()["versions"]
    let revision = try await page.document()["editor"]["revision"]
    for (name, body) in Self.calls(number, revision) {
      let reply = await page.call(name, body)
      if Int32(exactly: number) == nil { #expect(reply.status != 500, "\(name) \(body.compact)") }
      #expect(try await page.document()["versions"].values.count == 2)
    }
    if number < 0 || Int32(exactly: number) == nil {
      #expect(try await page.document()["versions"] == before)
    }
  }

  @Test func `the form of a step whose numbers are wrong adds no other step`() async throws {
    let page = try Self.page()
    let reply = try await page.call(
      now: "form",
      [
        .init("script", 2), .init("items", [1, .integer(.max)]), .init("apply", true),
        .init("change", ["kind": "dropTable", "table": "user"]),
      ])
    #expect(reply.status == 400)
    #expect(try await page.version(2)["items"].values.count == 1)
  }
}
