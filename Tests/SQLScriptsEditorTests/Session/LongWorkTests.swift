import SQLScriptsEditor
import SQLScriptsReporting
import TestSupport
import Testing

/// Work that takes long, next to which the session goes on answering.
struct LongWorkTests {
  /// Many rebuilds of one table, each of which adds a column.
  private static func page(steps: Int) async throws -> Page {
    let page = try Page(["sql_default.plist": EditorSessionTests.start])
    try await page.edit(["kind": "newScript", "description": "x", "format": "json"])
    var statements: [String] = []
    for number in 1...steps {
      let names = (1...number).map { "c\($0)" }
      let columns = names.map { ", \($0) TEXT NOT NULL" }.joined()
      let known = names.dropLast().map { ", \"\($0)\"" }.joined()
      statements += [
        "CREATE TABLE \"new_user\" (id INTEGER PRIMARY KEY, name TEXT\(columns))",
        "INSERT OR ABORT INTO \"new_user\" (\"id\", \"name\"\(known), \"c\(number)\")\nSELECT \"id\", \"name\"\(known), ('x') FROM \"user\"",
        "DROP TABLE \"user\"", "ALTER TABLE \"new_user\" RENAME TO \"user\"",
      ]
    }
    try await page.edit([
      "kind": "insert", "script": 2, "before": 1, "sql": .array(statements.map { .string($0) }),
    ])
    return page
  }

  /// How long a call waits for the session at most, while it does something else, and how long that takes.
  @available(macOS 15, *)
  private static func wait(
    _ page: Page, while action: () async throws -> Void
  ) async throws -> (longest: Duration, whole: Duration) {
    let (clock, session, threads) = (ContinuousClock(), page.session, OwnThreads())
    let waiter = Task.detached(executorPreference: threads) {
      var longest = Duration.zero
      while !Task.isCancelled {
        let asked = clock.now
        _ = await session.hasUnsavedChanges
        longest = max(longest, clock.now - asked)
        await Task.yield()
      }
      return longest
    }
    let start = clock.now
    try await withTaskExecutorPreference(threads) { try await action() }
    let whole = clock.now - start
    waiter.cancel()
    return (await waiter.value, whole)
  }

  @available(macOS 15, *)
  @Test func `the session answers while it looks at the steps after a deleted one`() async throws {
    let page = try await Self.page(steps: 12)
    let (longest, whole) = try await Self.wait(page) {
      let deleted = try await page.edit([
        "kind": "remove", "script": 2, "items": [1, 2, 3, 4],
      ])
      #expect(deleted.status == 200)
      #expect(try await page.call(now: "later").body?["adaptable"] == true)
    }
    #expect(longest < whole / 2)
  }

  @available(macOS 15, *)
  @Test func `the session answers while it looks for the steps that forms can change`() async throws
  {
    let page = try await Self.page(steps: 12)
    let (longest, whole) = try await Self.wait(page) {
      let steps = try await page.call(now: "steps", [.init("script", 2)])
      #expect(steps.body?["steps"].values.count == 12)
    }
    #expect(longest < whole / 2)
  }
}
