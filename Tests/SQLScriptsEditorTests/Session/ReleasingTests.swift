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
    for await event in events where event["event"] == "disk" && event["files"] != [] {
      #expect(
        event["files"] == [
          [
            "file": "sql_update_3.json", "state": "added", "breaksRelease": false,
            "replacedBy": .null,
          ]
        ])
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
    #expect(try await page.call(now: "release").status == 400)
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

extension ReleasingTests {
  /// A page whose released update was changed by another program.
  private static func changed(_ text: String?) async throws -> Page {
    let page = try Page(Self.files)
    try page.release()
    try await reload(page)
    if let text {
      try page.folder.write(text, to: "sql_update_2.json")
    } else {
      try TestFile.delete(page.folder.path("sql_update_2.json"))
    }
    try await reload(page)
    return page
  }

  private static func reload(_ page: Page) async throws {
    #expect(try await page.call(now: "reload").status == 200)
  }

  private static func take(
    _ choice: Int, _ finding: JSONText, in script: JSONText, _ page: Page
  ) async throws {
    let name: JSONText = ["id": finding["id"], "offset": script == .null ? 0 : finding["offset"]]
    try await page.edit([
      "kind": "suggestion", "script": script, "choice": .int(choice), "finding": name,
    ])
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2.json") == Self.files["sql_update_2.json"])
    #expect(try await page.edit(Self.edit).body?["error"]["code"] == "released")
  }

  @Test func `a released text that was changed while the page was open can be restored`()
    async throws
  {
    let page = try await Self.changed("[\"SELECT 1\"]\n")
    let finding = try await page.version(2)["findings"][0]
    #expect(finding["suggestions"] == ["Restore the released text"])
    try await Self.take(0, finding, in: 2, page)
  }

  @Test func `what differs from the released text is shown if that text is known`() async throws {
    let page = try await Self.changed("[\"SELECT 1\"]\n")
    let script: [JSONText.Member] = [.init("script", 2)]
    let lines = try await page.call(now: "difference", script).body?["diff"].values ?? []
    let released = Self.files["sql_update_2.json"] ?? ""
    for (kind, text) in [("-", released), ("+", "[\"SELECT 1\"]\n")] {
      #expect(
        lines.filter { $0["kind"] == .string(kind) }.map { $0["text"] }
          == text.split(separator: "\n").map { .string(String($0)) })
    }
    let other = try Page(page.folder)
    let unknown = try await other.call(now: "difference", script)
    #expect(unknown.status == 200 && unknown.body?["diff"] == .null)
    let none = try await other.call(now: "difference", [.init("script", 9)])
    #expect(none.status == 400)
  }

  @Test func `released texts are known again after the lock file was gone for a moment`()
    async throws
  {
    let page = try Page(Self.files)
    try page.release()
    try await Self.reload(page)
    let lock = try page.file(LockFile.fileName)
    try TestFile.delete(page.folder.path(LockFile.fileName))
    try await Self.reload(page)
    try page.folder.write(lock, to: LockFile.fileName)
    try page.folder.write("[\"SELECT 1\"]\n", to: "sql_update_2.json")
    try await Self.reload(page)
    let finding = try await page.version(2)["findings"][0]
    #expect(finding["suggestions"] == ["Restore the released text"])
  }

  @Test func `a released script that was deleted while the page was open can be restored`()
    async throws
  {
    let page = try await Self.changed(nil)
    let finding = try await page.document()["findings"][0]
    #expect(finding["id"] == "released-script-removed")
    #expect(finding["suggestions"] == ["Restore the released text"])
    try await Self.take(0, finding, in: .null, page)
  }

  @Test func `steps that were added to a released script become a new update`() async throws {
    let page = try await Self.changed(
      "[\"ALTER TABLE user ADD COLUMN age INTEGER\", \"CREATE TABLE tag (id INTEGER)\"]\n")
    let finding = try await page.version(2)["findings"][0]
    #expect(
      finding["suggestions"] == [
        "Restore the released text, and move the added step into a new update",
        "Restore the released text",
      ])
    try await Self.take(0, finding, in: 2, page)
    #expect(try page.file("sql_update_3.json").contains("CREATE TABLE tag (id INTEGER)"))
    #expect(try await page.version(2)["findings"].values.isEmpty)
  }

  @Test(arguments: [false, true])
  func `unsaved steps of a script that is released meanwhile move to a new update`(
    startsAgain: Bool
  ) async throws {
    let (files, journals) = (try TemporaryFolder(), try TemporaryFolder())
    for (name, text) in Self.files { try files.write(text, to: name) }
    var page = try Page(files, journals: journals.path)
    try await page.edit([
      "kind": "insert", "script": 2, "before": 2, "sql": ["CREATE TABLE tag (id INTEGER)"],
    ])
    try page.release()
    if startsAgain { page = try Page(files, journals: journals.path) }
    #expect(try await page.save().body?["error"]["code"] == "released")
    // Waits for the check of everything.
    _ = try await page.call(now: "release/preview")
    let finding = try await page.version(2)["findings"].values.first {
      $0["id"] == "released-script-changed"
    }
    #expect(
      finding?["suggestions"] == [
        "Restore the released text, and move the added step into a new update",
        "Restore the released text",
      ])
    for choice in [1, 0] {
      try await page.edit([
        "kind": "suggestion", "script": 2, "choice": .int(choice),
        "finding": ["id": "released-script-changed", "offset": finding?["offset"] ?? .null],
      ])
      #expect(try await page.document()["editor"]["unsaved"] == (choice == 0 ? [3] : []))
      guard choice == 1 else { continue }
      #expect(try await page.edit(["kind": "undo"]).status == 200)
      _ = try await page.call(now: "release/preview")
    }
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2.json") == Self.files["sql_update_2.json"])
    #expect(try page.file("sql_update_3.json").contains("CREATE TABLE tag (id INTEGER)"))
  }

  @Test func `the lock file keeps the text of the default script`() async throws {
    let page = try Page(Self.files)
    try page.release()
    try page.folder.write("[\"CREATE TABLE user (id)\"]\n", to: "sql_default.json")
    let other = try Page(page.folder)
    let finding = try await other.version(0)["findings"].values.first {
      $0["id"] == "released-script-changed"
    }
    #expect(finding?["suggestions"] == ["Restore the released text"])
    try await other.edit([
      "kind": "suggestion", "script": 0, "choice": 0,
      "finding": ["id": "released-script-changed", "offset": finding?["offset"] ?? .null],
    ])
    #expect(try await other.save().status == 200)
    #expect(try page.file("sql_default.json") == Self.files["sql_default.json"])
  }

  @Test func `a release that no user has can be recorded again, without the drafts`() async throws {
    let page = try Page(Self.files)
    try page.release()
    let old = try page.file(LockFile.fileName)
    try page.folder.write("[\"SELECT 1\"]\n", to: "sql_update_3.json")
    try page.folder.write("[\"CREATE TABLE tag (id INTEGER)\"]\n", to: "sql_update_2.json")
    let other = try Page(page.folder)
    #expect(try await other.version(2)["findings"][0]["suggestions"].values.isEmpty)
    #expect(try await other.call(now: "release/preview").status == 422)
    let again: [JSONText.Member] = [.init("again", 2)]
    #expect(try await other.call(now: "release/preview", again).body?["versions"] == [2])
    let reply = try await other.call(now: "release", again + [.init("versions", [2])])
    #expect(reply.status == 200)
    #expect(try await other.version(2)["released"] == true)
    #expect(try await other.version(2)["findings"].values.isEmpty)
    #expect(try await other.version(3)["released"] == false)
    let (lines, now) = (old.split(separator: "\n"), try page.file(LockFile.fileName))
    #expect(lines.count { !now.split(separator: "\n").contains($0) } == 1)
    #expect(try await other.call(now: "release/preview", again).body?["error"]["code"] == "refused")
    #expect(try await other.call(now: "release/preview").body?["versions"] == [3])
  }

  @Test func `of several changed releases, the one that was asked for is recorded`() async throws {
    let page = try Page(Self.files)
    try page.release()
    try page.folder.write(
      "[\"CREATE TABLE user (id INTEGER PRIMARY KEY, nick)\"]\n", to: "sql_default.json")
    try page.folder.write("[\"CREATE TABLE tag (id INTEGER)\"]\n", to: "sql_update_2.json")
    let other = try Page(page.folder)
    for again: Int64 in [0, 2] {
      let body: [JSONText.Member] = [.init("again", .integer(again))]
      #expect(
        try await other.call(now: "release", body + [.init("versions", [.integer(again)])]).status
          == 200)
      #expect(try await other.version(again)["released"] == true)
      #expect(try await other.version(2)["released"] == .bool(again == 2))
    }
    // Together, they are what one release of all would record.
    let lock = try page.file(LockFile.fileName)
    try page.release()
    #expect(try page.file(LockFile.fileName) == lock)
  }
}
