import SQLScriptsEditor
import SQLScriptsFiles
import SQLScriptsReporting
import TestSupport
import Testing

/// What pages are told about changes.
struct PatchTests {
  private static let files = [
    "sql_default.json": "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]\n",
    "sql_update_2.json": "[\"ALTER TABLE user ADD COLUMN age INTEGER\"]\n",
  ]

  /// What a page shows that only listens.
  private struct Shown {
    var state: JSONText
    var versions: [JSONText]
    var tables: [JSONText]

    init(_ document: JSONText) {
      state = document["editor"]["state"]
      (versions, tables) = (document["versions"].values, document["tables"].values)
    }

    mutating func apply(_ patch: JSONText) {
      #expect(patch["from"] == state)
      #expect(patch["editor"]["state"] == patch["state"])
      state = patch["state"]
      let all = patch["versions"].values + versions
      versions = patch["order"].values.compactMap { id in all.first { $0["id"] == id } }
      guard case .integer(let first) = patch["tables"]["from"] else { return }
      #expect(Int(first) <= tables.count)
      tables = tables.prefix(Int(first)) + patch["tables"]["add"].values
    }
  }

  @Test func `each patch continues the one before it, and together they lead to the document`()
    async throws
  {
    let page = try Page(Self.files)
    var shown = Shown(try await page.document())
    var events = await page.session.events().makeAsyncIterator()
    let first = await events.next()
    #expect(first == ["event": "state", "state": shown.state])
    for number in 0..<30 {
      // The settings change while an edit is checked, too, because the session looks at the folder every second.
      if number % 5 == 0 {
        try page.folder.write("{\"version\": \(number + 7)}\n", to: "sqlscripts.json")
      }
      let reply = try await page.edit([
        "kind": "insert", "script": 2, "before": 1,
        "sql": [.string("CREATE TABLE t\(number) (id INTEGER PRIMARY KEY, number INTEGER)")],
      ])
      #expect(reply.status == 200)
      if number % 3 == 0 { try await page.edit(["kind": "undo"]) }
      if number % 7 == 0 {
        try await page.edit(["kind": "newScript", "description": "", "format": .null])
        #expect(try await page.save().status == 200)
      }
      try await Task.sleep(for: .milliseconds(60))
    }
    var document = try await page.document()
    while document["editor"]["checking"] == true {
      try await Task.sleep(for: .milliseconds(20))
      document = try await page.document()
    }
    while shown.state != document["editor"]["state"], let event = await events.next() {
      if event["event"] == "patch" { shown.apply(event["patch"]) }
    }
    #expect(shown.versions == document["versions"].values)
    #expect(shown.tables == document["tables"].values)
  }

  @Test func `the answer to an edit says which state it continues`() async throws {
    let page = try Page(Self.files)
    let before = try await page.document()["editor"]
    let reply = try await page.edit(["kind": "remove", "script": 2, "items": [1]])
    #expect(reply.body?["from"] == before["state"])
    #expect(reply.body?["state"] != before["state"])
    let saved = try await page.save()
    #expect(saved.body?["editor"]["unsaved"] == [])
    #expect(saved.body?["from"] != saved.body?["state"])
  }
}
