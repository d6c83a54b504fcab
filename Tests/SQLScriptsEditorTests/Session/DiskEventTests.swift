import SQLScriptsReporting
import TestSupport
import Testing

/// What pages learn of files that another program has changed.
struct DiskEventTests {
  private static let files = [
    "sql_default.json": "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]\n",
    "sql_update_2.json": "[\"CREATE TABLE a (b)\"]\n",
    "sql_update_3.json": "[\"CREATE TABLE c (d)\"]\n",
  ]

  /// Waits until a page is told these changes, as “state file”. It may be told of the first of two files before.
  private func expect(_ changes: [String], _ events: inout AsyncStream<JSONText>.Iterator) async {
    while let event = await events.next() {
      guard event["event"] == "disk" else { continue }
      let found = event["files"].values.map {
        "\($0["state"].text ?? "") \($0["file"].text ?? "")"
          + ($0["breaksRelease"] == true ? ", released" : "")
      }
      if found == changes { return }
    }
    Issue.record("the page was not told: \(changes)")
  }

  @Test(.timeLimit(.minutes(10)))
  func `pages learn what was done with each file, and when it was taken back`() async throws {
    let page = try Page(Self.files)
    _ = try await page.document()
    var events = await page.session.events().makeAsyncIterator()
    await expect([], &events)
    try page.folder.write("[]\n", to: "sql_update_2.json")
    await expect(["changed sql_update_2.json"], &events)
    try TestFile.delete(page.folder.path("sql_update_3.json"))
    await expect(["changed sql_update_2.json", "deleted sql_update_3.json"], &events)
    for name in ["sql_update_2.json", "sql_update_3.json"] {
      try page.folder.write(try #require(Self.files[name]), to: name)
    }
    await expect([], &events)
    try page.folder.write("[]\n", to: "sql_update_4.json")
    await expect(["added sql_update_4.json"], &events)
    // A page that opens later learns it, too.
    var others = await page.session.events().makeAsyncIterator()
    await expect(["added sql_update_4.json"], &others)
    let revision = try await page.document()["editor"]["revision"]
    #expect(await page.call("reload", ["revision": revision]).status == 200)
    await expect([], &events)
    await expect([], &others)
  }

  @Test(.timeLimit(.minutes(10)))
  func `pages learn that another program has changed what users have`() async throws {
    let page = try Page(Self.files)
    try page.release()
    _ = try await page.document()
    var events = await page.session.events().makeAsyncIterator()
    // The same statement is the same release.
    try page.folder.write("[ \"CREATE TABLE a (b)\" ]\n", to: "sql_update_2.json")
    await expect(["changed sql_update_2.json"], &events)
    try page.folder.write("[]\n", to: "sql_update_2.json")
    await expect(["changed sql_update_2.json, released"], &events)
    try TestFile.delete(page.folder.path("sql_update_2.json"))
    await expect(["deleted sql_update_2.json, released"], &events)
    // A colleague's release, with its lock file, is no mistake.
    try page.folder.write("[\"CREATE TABLE e (f)\"]\n", to: "sql_update_2.json")
    try page.release()
    await expect(["changed sql_update_2.json"], &events)
  }

  @Test(.timeLimit(.minutes(10)))
  func `saving leaves what is still changed`() async throws {
    let page = try Page(Self.files)
    try await page.edit([
      "kind": "insert", "script": 2, "before": 2, "sql": ["CREATE TABLE mine (e)"],
    ])
    var events = await page.session.events().makeAsyncIterator()
    await expect([], &events)
    for name in ["sql_update_2.json", "sql_update_3.json"] {
      try page.folder.write("[]\n", to: name)
    }
    await expect(["changed sql_update_2.json", "changed sql_update_3.json"], &events)
    #expect(try await page.save(overwrite: true).status == 200)
    await expect(["changed sql_update_3.json"], &events)
  }
}
