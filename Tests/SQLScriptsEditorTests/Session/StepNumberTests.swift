import SQLScriptsReporting
import TestSupport
import Testing

@testable import SQLScriptsEditor

/// Edits whose numbers are those of an earlier state.
struct StepNumberTests {
  /// Statements 1 to 6, after which the table shows what ran.
  private static func page() throws -> Page {
    let statements = (1...6).map { "\"CREATE TABLE t\($0) (id INTEGER PRIMARY KEY)\"" }
    return try Page([
      "sql_default.json": "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]\n",
      "sql_update_2.json": "[\(statements.joined(separator: ", "))]\n",
    ])
  }

  private static func numbers(_ page: Page) async throws -> [Int] {
    try await page.version(2)["items"].values.compactMap { item in
      item["sql"].text?.split(separator: " ")[2].dropFirst().first?.wholeNumberValue
    }
  }

  private static let edits: [JSONText] = [
    ["kind": "remove", "script": 2, "items": [2]],
    ["kind": "remove", "script": 2, "items": [2, 5]],
    ["kind": "move", "script": 2, "items": [5, 6], "before": 1],
    ["kind": "move", "script": 2, "items": [1], "before": 7],
    ["kind": "move", "script": 2, "items": [1, 2], "before": 4],
    [
      "kind": "insert", "script": 2, "before": 3,
      "sql": ["CREATE TABLE t8 (id)", "CREATE TABLE t9 (id)"],
    ],
    ["kind": "set", "script": 2, "item": 3, "sql": "CREATE TABLE t3 (key INTEGER PRIMARY KEY)"],
    ["kind": "describe", "script": 2, "description": "tables"],
    ["kind": "describe", "script": 0, "description": "a user"],
  ]

  @Test(arguments: edits)
  func `a step is deleted wherever it is by then`(first: JSONText) async throws {
    for number in 1...6 {
      let page = try Self.page()
      let revision = try await page.document()["editor"]["revision"]
      try await page.edit(first)
      let before = try await Self.numbers(page)
      let reply = await page.call(
        "edit",
        [
          "revision": revision,
          "edit": ["kind": "remove", "script": 2, "items": [.int(number)]],
        ])
      if first["kind"] == "set", first["item"] == .int(number) {
        #expect(reply.status == 422)
        #expect(try await Self.numbers(page) == before)
        continue
      }
      #expect(reply.status == (before.contains(number) ? 200 : 409))
      #expect(try await Self.numbers(page) == before.filter { $0 != number })
    }
  }

  @Test(arguments: edits)
  func `a step goes before the same step`(first: JSONText) async throws {
    for before in [2, 4, 6] {
      let page = try Self.page()
      let revision = try await page.document()["editor"]["revision"]
      try await page.edit(first)
      let start = try await Self.numbers(page)
      let reply = await page.call(
        "edit",
        [
          "revision": revision,
          "edit": ["kind": "move", "script": 2, "items": [3], "before": .int(before)],
        ])
      let now = try await Self.numbers(page)
      #expect(now.sorted() == start.sorted())
      guard reply.status == 200, let place = now.firstIndex(of: 3) else {
        #expect(reply.status == 409 && now == start)
        continue
      }
      #expect(now.filter { $0 != 3 } == start.filter { $0 != 3 })
      if now.contains(before) { #expect(now.dropFirst(place + 1).first == before) }
    }
  }

  @Test func `a step that another page has rewritten is not deleted, wherever it is by then`()
    async throws
  {
    let page = try Self.page()
    let revision = try await page.document()["editor"]["revision"]
    try await page.edit([
      "kind": "set", "script": 2, "item": 3, "sql": "CREATE TABLE t3 (key INTEGER PRIMARY KEY)",
    ])
    let rewritten = try await page.document()["editor"]["revision"]
    try await page.edit(["kind": "move", "script": 2, "items": [3], "before": 1])
    let edit: JSONText = ["kind": "remove", "script": 2, "items": [2, 3]]
    let refused = await page.call("edit", ["revision": revision, "edit": edit])
    #expect(refused.status == 422)
    #expect(refused.body?["error"]["message"].text?.hasPrefix("step 1 was changed") == true)
    #expect(try await Self.numbers(page) == [3, 1, 2, 4, 5, 6])
    let known = await page.call("edit", ["revision": rewritten, "edit": edit])
    #expect(known.status == 200)
    #expect(try await Self.numbers(page) == [1, 4, 5, 6])
  }

  @Test func `a step that the page itself has rewritten is deleted`() async throws {
    let page = try Self.page()
    let revision = try await page.document()["editor"]["revision"]
    try await page.edit([
      "kind": "set", "script": 2, "item": 3, "sql": "CREATE TABLE t3 (key INTEGER PRIMARY KEY)",
    ])
    let own = try await page.document()["editor"]["revision"]
    let reply = await page.call(
      "edit",
      [
        "revision": revision, "own": [own],
        "edit": ["kind": "remove", "script": 2, "items": [3]],
      ])
    #expect(reply.status == 200)
    #expect(try await Self.numbers(page) == [1, 2, 4, 5, 6])
  }

  @Test func `undo undoes what the page showed, or nothing`() async throws {
    let page = try Self.page()
    try await page.edit(["kind": "remove", "script": 2, "items": [2]])
    let revision = try await page.document()["editor"]["revision"]
    try await page.edit(["kind": "set", "script": 2, "item": 1, "sql": "SELECT 1 FROM user"])
    let reply = await page.call("edit", ["revision": revision, "edit": ["kind": "undo"]])
    #expect(reply.status == 409)
    #expect(reply.body?["error"]["code"] == "stale-revision")
  }

  @Test(arguments: edits, ["undo", "redo"])
  func `a step is deleted wherever undoing has put it`(first: JSONText, kind: String) async throws {
    let count = try await { () async throws -> Int in
      let page = try Self.page()
      try await page.edit(first)
      return try await Self.numbers(page).count
    }()
    for number in 1...(kind == "undo" ? count : 6) {
      let page = try Self.page()
      try await page.edit(first)
      if kind == "redo" { try await page.edit(["kind": "undo"]) }
      let revision = try await page.document()["editor"]["revision"]
      let seen = try await Self.numbers(page)[number - 1]
      try await page.edit(["kind": .string(kind)])
      let before = try await Self.numbers(page)
      let reply = await page.call(
        "edit",
        [
          "revision": revision,
          "edit": ["kind": "remove", "script": 2, "items": [.int(number)]],
        ])
      if first["kind"] == "set", first["item"] == .int(number) {
        #expect(reply.status == 422)
        continue
      }
      #expect(reply.status == (before.contains(seen) ? 200 : 409))
      #expect(try await Self.numbers(page) == before.filter { $0 != seen })
    }
  }

  @Test func `a step goes before the same step, also after an undo`() async throws {
    for (place, expected) in [(3, nil), (4, [1, 2, 3, 4, 5, 6]), (6, [1, 2, 4, 5, 3, 6])] {
      let page = try Self.page()
      // 2 1 3 4 5 6
      try await page.edit(["kind": "move", "script": 2, "items": [1], "before": 3])
      let revision = try await page.document()["editor"]["revision"]
      try await page.edit(["kind": "undo"])
      let edit: JSONText = [
        "kind": "move", "script": 2, "items": [3], "before": .int(place),
      ]
      let reply = await page.call("edit", ["revision": revision, "edit": edit])
      #expect(reply.status == (expected == nil ? 409 : 200))
      #expect(try await Self.numbers(page) == expected ?? [1, 2, 3, 4, 5, 6])
    }
  }

  @Test func `of equal steps, nobody knows which one an undo has brought back`() {
    let steps = StepPlaces(from: ["a", "b", "a"], to: ["a", "a", "b", "a"])
    #expect((0...4).map(steps.place(of:)) == [nil, nil, 3, nil, nil])
    #expect((0...5).map(steps.place(before:)) == [nil, 3, 3, 5, 5, nil])
    #expect(steps.place(of: .min) == nil && steps.place(before: .max) == nil)
    let other = StepPlaces(from: ["a", "b", "c"], to: ["a", "d", "c"])
    #expect((1...3).map(other.place(of:)) == [1, 2, 3])
    #expect(StepPlaces(from: [String](), to: []).place(before: 1) == 1)
  }

  @Test func `equal steps are known between the same other ones`() {
    let numbers = { (before: [String], after: [String]) in
      StepPlaces(from: before, to: after).numbers
    }
    #expect(numbers(["a", "a", "b"], ["a", "b", "a"]) == [nil, nil, 2])
    #expect(numbers(["x", "a", "y", "a"], ["y", "a", "x", "a"]) == [3, nil, 1, nil])
    #expect(numbers(["a", "x", "y", "a"], ["a", "y", "x", "a"]) == [nil, 3, 2, nil])
    #expect(numbers(["a", "b", "a"], ["a", "c", "a"]) == [1, 2, 3])
    #expect(numbers(["a", "b", "a", "c"], ["a", "b", "a"]) == [1, 2, 3, nil])
  }

  @Test func `of two steps with the same SQL, the one that the user has seen is deleted`()
    async throws
  {
    let item = { (name: String) in
      "{\"sql\": \"DELETE FROM t WHERE id = 1\", \"onlyIf\": \"SELECT 1 FROM t WHERE n = '\(name)'\"}"
    }
    let page = try Page([
      "sql_default.json": "[\"CREATE TABLE t (id INTEGER PRIMARY KEY, n TEXT)\"]\n",
      "sql_update_2.json":
        "[\(item("one")), \"ALTER TABLE t ADD COLUMN b TEXT\", \(item("two"))]\n",
    ])
    try await page.edit(["kind": "move", "script": 2, "items": [3], "before": 1])
    let revision = try await page.document()["editor"]["revision"]
    try await page.edit(["kind": "undo"])
    let edit: JSONText = ["kind": "remove", "script": 2, "items": [1]]
    #expect(await page.call("edit", ["revision": revision, "edit": edit]).status == 200)
    let left = try await page.version(2)["items"].compact
    #expect(left.contains("'one'") && !left.contains("'two'"))
  }

  @Test(.timeLimit(.minutes(2)))
  func `finding the steps takes a time in proportion to their number`() {
    let steps = Array(0..<100_000)
    let same = StepPlaces(from: steps, to: steps)
    #expect(steps.allSatisfy { same.place(before: $0 + 1) == $0 + 1 })
    let equal = StepPlaces(from: steps.map { $0 % 2 }, to: steps.map { $0 % 2 })
    #expect(equal.numbers.last == steps.count)
  }

  @Test func `after an undo in several scripts, nobody knows where the steps have gone`()
    async throws
  {
    let page = try Self.page()
    try await page.edit(["kind": "newScript", "description": "more"])
    let revision = try await page.document()["editor"]["revision"]
    try await page.edit(["kind": "undo"])
    let edit: JSONText = ["kind": "remove", "script": 2, "items": [2]]
    #expect(await page.call("edit", ["revision": revision, "edit": edit]).status == 409)
    let least = JSONText.integer(.min)
    #expect(await page.call("edit", ["revision": least, "edit": edit]).status == 400)
    #expect(await page.call("edit", ["revision": 99, "edit": edit]).status == 409)
    #expect(try await Self.numbers(page) == [1, 2, 3, 4, 5, 6])
  }
}
