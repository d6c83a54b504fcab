import SQLScriptsEditor
import SQLScriptsFiles
import SQLScriptsReporting
import SQLScriptsValidation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Scripts that are released from the page.
struct ReleasingTests {
  private static let files = [
    "sql_default.json": "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]\n",
    "sql_update_2.json": "[\"ALTER TABLE user ADD COLUMN age INTEGER\"]\n",
  ]

  private static let edit: JSONText = [
    "kind": "set", "script": 2, "item": 1, "sql": "ALTER TABLE user ADD COLUMN year INTEGER",
  ]

  @Test func `a release records the scripts as the command does, and locks them`() async throws {
    let page = try Page(Self.files)
    #expect(try await page.call(now: "release/preview").body?["versions"] == [0, 2])
    let reply = try await Self.release(page, [0, 2])
    #expect(reply.status == 200)
    #expect(reply.body?["versions"].values.map { $0["released"] } == [true, true])
    let lock = try page.file(LockFile.fileName)
    try page.release()
    #expect(try page.file(LockFile.fileName) == lock)
    #expect(try await page.edit(Self.edit).body?["error"]["code"] == "released")
    #expect(try await page.call(now: "release/preview").body?["error"]["code"] == "refused")
  }

  @Test func `only what is new is released, and undoing does not unlock it`() async throws {
    let page = try Page(Self.files)
    try page.release()
    try await page.edit(["kind": "newScript", "description": "more", "format": .null])
    try await page.edit([
      "kind": "insert", "script": 3, "before": 1,
      "sql": ["CREATE TABLE tag (id INTEGER PRIMARY KEY)"],
    ])
    #expect(try await page.save().status == 200)
    let script = try page.file("sql_update_3_more.json")
    #expect(try await page.call(now: "release/preview").body?["versions"] == [3])
    #expect(try await Self.release(page, [3]).status == 200)
    #expect(try await page.document()["editor"]["canUndo"] == false)
    #expect(try await page.edit(["kind": "undo"]).body?["error"]["code"] == "released")
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_3_more.json") == script)
    #expect(try page.file(LockFile.fileName).contains("\n3 update sql_update_3_more.json "))
  }

  @Test func `a release is not taken for a change by another program`() async throws {
    let page = try Page(Self.files)
    let events = await page.session.events()
    #expect(try await Self.release(page, [0, 2]).status == 200)
    try page.folder.write("[\"SELECT 1\"]\n", to: "sql_update_3.json")
    for await event in events where event["event"] == "disk" {
      #expect(event["files"] == ["sql_update_3.json"])
      break
    }
    #expect(try await page.version(2)["findings"].values.isEmpty)
  }

  @Test func `changes that are not saved, errors and strange files refuse it in words`()
    async throws
  {
    let page = try Page(Self.files)
    try await page.edit(Self.edit)
    try await Self.expect(page, "not saved")
    try await page.edit(["kind": "undo"])
    try page.folder.write("[\"SELECT 1\"]\n", to: "sql_update_2.json")
    try await Self.expect(page, "“sql_update_2.json” was changed by another program")
    try page.folder.write("[\"CREATE TABLE user (id)\"]\n", to: "sql_update_2.json")
    try await Self.expect(try Page(page.folder), "1 error")
    #expect(!TestFile.exists(page.folder.path(LockFile.fileName)))
  }

  private static func release(_ page: Page, _ versions: JSONText) async throws -> EditorReply {
    try await page.call(now: "release", [.init("versions", versions)])
  }

  private static func expect(_ page: Page, _ words: String) async throws {
    for reply in [
      try await page.call(now: "release/preview"), try await release(page, [0, 2]),
    ] {
      #expect(reply.status == 422)
      let message = reply.body?["error"]["message"].text ?? ""
      #expect(message.contains(words), "\(message)")
    }
  }

  @Test func `what the user has not seen is not released`() async throws {
    let page = try Page(Self.files)
    #expect(try await Self.release(page, [2]).status == 409)
    #expect(try await page.call(now: "release").status == 422)
    let stale: JSONText = ["revision": 7, "versions": [0, 2]]
    #expect(await page.call("release", stale).body?["error"]["code"] == "stale-revision")
    #expect(!TestFile.exists(page.folder.path(LockFile.fileName)))
  }

  @Test func `the lock file is not written through a link out of the folder`() async throws {
    let (outside, page) = (try TemporaryFolder(), try Page(Self.files))
    try page.release()
    let lock = try page.file(LockFile.fileName)
    try outside.write(lock, to: "other.lock")
    try TestFile.delete(page.folder.path(LockFile.fileName))
    #expect(symlink(outside.path("other.lock"), page.folder.path(LockFile.fileName)) == 0)
    try page.folder.write("[\"CREATE TABLE tag (id INTEGER)\"]\n", to: "sql_update_3.json")
    #expect(try await Self.release(try Page(page.folder), [3]).status == 507)
    #expect(try TestFile.read(outside.path("other.lock")) == lock)
  }
}
