import Foundation
import SQLScriptsReporting
import TestSupport
import Testing

@testable import SQLScriptsEditor

/// Unsaved changes that outlive the editor.
@Suite struct UnsavedJournalTests {
  static let files = [
    "sql_default.json": "[\n  \"CREATE TABLE user (id INTEGER PRIMARY KEY)\"\n]\n",
    // The folder is the same as long as one of them is.
    "sql_update_2.json": "[\"CREATE TABLE place (id INTEGER PRIMARY KEY)\"]\n",
  ]
  let state = "state/deeper"

  func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in Self.files { try folder.write(text, to: name) }
    return folder
  }

  func page(_ folder: TemporaryFolder, _ state: TemporaryFolder) throws -> Page {
    try Page(folder, journals: state.path + "/" + self.state)
  }

  func journals(_ state: TemporaryFolder) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: state.path + "/" + self.state)) ?? []
  }

  func insert(_ page: Page, _ sql: String) async throws {
    let edit: JSONText = [
      "kind": "insert", "script": 0, "before": 2, "sql": .array([.string(sql)]),
    ]
    #expect(try await page.edit(edit).status == 200)
  }

  func unsaved(_ page: Page) async throws -> [JSONText] {
    try await page.document()["editor"]["unsaved"].values
  }

  @Test func `without unsaved changes there is no journal`() async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    let page = try page(folder, state)
    _ = try await page.document()
    #expect(journals(state).isEmpty)
    try await insert(page, "CREATE TABLE tag (id INTEGER)")
    #expect(journals(state).count == 1)
    #expect(try await page.save().status == 200)
    #expect(journals(state).isEmpty)
  }

  @Test func `only its user can read a journal`() async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    let page = try page(folder, state)
    try await insert(page, "CREATE TABLE tag (id INTEGER)")
    let parent = state.path + "/" + self.state
    let name = try #require(journals(state).first)
    let mode = { (path: String) in
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(try mode(parent + "/" + name) == 0o600)
    #expect(try mode(parent) == 0o700)
    // Somebody else may have written it then.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: parent + "/" + name)
    #expect(try await unsaved(try self.page(folder, state)).isEmpty)
  }

  @Test func `the next editor has what the last one did not save`() async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    try await insert(try page(folder, state), "CREATE TABLE tag (id INTEGER)")
    let next = try page(folder, state)
    #expect(try await next.document()["editor"]["recovered"] == true)
    #expect(try await unsaved(next) == [0])
    #expect(try await next.version(0)["items"].values.count == 2)
    #expect(
      try String(contentsOfFile: folder.path("sql_default.json"), encoding: .utf8)
        == Self.files["sql_default.json"])
    try await next.edit(["kind": "undo"])
    #expect(try await unsaved(next).isEmpty)
    #expect(journals(state).isEmpty)
    try await next.edit(["kind": "redo"])
    #expect(try await next.save().status == 200)
    #expect(
      try String(contentsOfFile: folder.path("sql_default.json"), encoding: .utf8).contains("tag"))
    #expect(try await next.document()["editor"]["recovered"] == false)
  }

  func journal(_ state: TemporaryFolder) throws -> String {
    state.path + "/" + self.state + "/" + (try #require(journals(state).first))
  }

  private func write(_ text: String, to path: String) throws {
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  /// With an unsaved change that an earlier editor has left.
  func left() async throws -> (folder: TemporaryFolder, state: TemporaryFolder) {
    let (folder, state) = (try folder(), try TemporaryFolder())
    try await insert(try page(folder, state), "CREATE TABLE tag (id INTEGER)")
    return (folder, state)
  }

  static let theirs = "[\n  \"CREATE TABLE theirs (id INTEGER PRIMARY KEY)\"\n]\n"

  @Test(arguments: [theirs, nil])
  func `a conflict stays one at each start`(theirs: String?) async throws {
    let (folder, state) = try await left()
    if let theirs {
      try folder.write(theirs, to: "sql_default.json")
    } else {
      try FileManager.default.removeItem(atPath: folder.path("sql_default.json"))
    }
    for _ in 0..<3 {
      let next = try page(folder, state)
      #expect(try await next.conflicts().count == 1)
      #expect(try await next.save().status == 409)
    }
    #expect(try await page(folder, state).save(overwrite: true).status == 200)
    #expect(journals(state).isEmpty)
  }

  @Test func `a conflict that undoing a reload has made stays one`() async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    let page = try page(folder, state)
    try await insert(page, "CREATE TABLE tag (id INTEGER)")
    try folder.write(Self.theirs, to: "sql_default.json")
    #expect(try await page.call(now: "reload").status == 200)
    try await page.edit(["kind": "undo"])
    #expect(try await page.conflicts().count == 1)
    for _ in 0..<2 { #expect(try await self.page(folder, state).conflicts().count == 1) }
  }

  @Test func `undo after a recovery leads to the disk, and redo back to the conflict`()
    async throws
  {
    let (folder, state) = try await left()
    try folder.write(Self.theirs, to: "sql_default.json")
    let next = try page(folder, state)
    try await next.edit(["kind": "undo"])
    #expect(try await unsaved(next).isEmpty)
    #expect(try await next.document().compact.contains("CREATE TABLE theirs"))
    #expect(try await next.document()["editor"]["canUndo"] == false)
    try await next.edit(["kind": "redo"])
    #expect(try await next.conflicts().count == 1)
    #expect(try await next.document().compact.contains("CREATE TABLE tag"))
  }

  @Test(arguments: ["link", "folder", "size"])
  func `changes of a file that cannot be read wait for it`(obstacle: String) async throws {
    let (folder, state) = try await left()
    let (path, aside) = (folder.path("sql_default.json"), folder.path("aside"))
    try FileManager.default.moveItem(atPath: path, toPath: aside)
    switch obstacle {
    case "link":
      try state.write("[]", to: "outside.json")
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: state.path("outside.json"))
    case "folder":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    default:
      try folder.write("", to: "sql_default.json")
      #expect(truncate(path, 6 << 20) == 0)
    }
    let edit: JSONText = ["kind": "set", "script": 2, "item": 1, "sql": "CREATE TABLE c (d)"]
    #expect(try await page(folder, state).edit(edit).status == 200)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: aside, toPath: path)
    let next = try page(folder, state)
    #expect(try await next.version(0)["items"].values.count == 2)
    #expect(try await unsaved(next) == [0, 2])
    #expect(try await next.conflicts().isEmpty)
  }

  @Test func `a reload shows the changes of a file that could not be read before`() async throws {
    let (folder, state) = try await left()
    let (path, aside) = (folder.path("sql_default.json"), folder.path("aside"))
    try FileManager.default.moveItem(atPath: path, toPath: aside)
    try folder.write("", to: "sql_default.json")
    #expect(truncate(path, 6 << 20) == 0)
    let page = try page(folder, state)
    #expect(try await unsaved(page).isEmpty)
    #expect(try await page.document()["editor"]["recovered"] == false)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: aside, toPath: path)
    #expect(try await page.call(now: "reload").status == 200)
    #expect(try await unsaved(page) == [0])
    #expect(try await page.document()["editor"]["recovered"] == true)
    #expect(try await page.call(now: "save/preview").body?["files"][0]["before"] != .null)
  }

  @Test func `a change that was saved elsewhere does not come back`() async throws {
    let (folder, state) = try await left()
    let page = try page(folder, state)
    #expect(try await page.save().status == 200)
    let mine = try page.file("sql_default.json")
    try await page.edit(["kind": "undo"])
    #expect(try await unsaved(page) == [0])
    // As a tool for versions does.
    try folder.write(Self.files["sql_default.json"] ?? "", to: "sql_default.json")
    #expect(try await unsaved(try self.page(folder, state)).isEmpty)
    #expect(journals(state).isEmpty)
    try folder.write(mine, to: "sql_default.json")
    #expect(try await unsaved(try self.page(folder, state)).isEmpty)
  }

  @Test func `the changes are written again before it is said that they are kept`() async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    let page = try page(folder, state)
    #expect(await page.session.keepUnsavedChanges() == nil)
    try await insert(page, "CREATE TABLE tag (id INTEGER)")
    #expect(await page.session.keepUnsavedChanges() == .shown)
    try FileManager.default.removeItem(atPath: state.path("state"))
    #expect(await page.session.keepUnsavedChanges() == .shown)
    #expect(journals(state).count == 1)
    try FileManager.default.removeItem(atPath: state.path("state"))
    try state.write("", to: "state")
    #expect(await page.session.keepUnsavedChanges() == .lost)
    #expect(try await page.document()["editor"]["kept"] == false)
  }

  /// As on a file system without access rights, where the journal would not be read.
  @Test func `a file that others can read is not taken for a private one`() throws {
    let state = try TemporaryFolder()
    for (mode, size) in [(0o600, 2), (0o644, nil), (0o666, nil)] as [(mode_t, Int?)] {
      try state.write("[]", to: "file")
      #expect(chmod(state.path("file"), mode) == 0)
      let handle = open(state.path("file"), O_RDONLY)
      #expect(JournalFile.ownSize(handle) == size)
      close(handle)
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `a pipe in the place of a journal does not stop the editor`() async throws {
    let (folder, state) = try await left()
    let path = try journal(state)
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    let page = try page(folder, state)
    #expect(try await unsaved(page).isEmpty)
    try await insert(page, "CREATE TABLE tag (id INTEGER)")
    #expect(try await unsaved(try self.page(folder, state)) == [0])
  }

  @Test func `a folder that others can write to has no journals`() async throws {
    let (folder, state) = try await left()
    #expect(chmod(state.path + "/" + self.state, 0o777) == 0)
    let page = try page(folder, state)
    #expect(try await unsaved(page).isEmpty)
    try await insert(page, "CREATE TABLE other (id INTEGER)")
    #expect(try await page.document()["editor"]["kept"] == false)
    #expect(await page.session.keepUnsavedChanges() == .lost)
    #expect(chmod(state.path + "/" + self.state, 0o700) == 0)
    #expect(try await self.page(folder, state).document().compact.contains("TABLE tag"))
  }

  @Test func `what a killed editor was writing is deleted`() async throws {
    let (folder, state) = try await left()
    let name = try #require(journals(state).first)
    let drafts = [".\(name.prefix(40)).ab12cd.tmp", ".\(name.prefix(39))x.ab12cd.tmp"]
    for draft in drafts { try state.write("x", to: self.state + "/" + draft) }
    #expect(try await unsaved(try page(folder, state)) == [0])
    #expect(Set(journals(state)) == [name, drafts[1]])
  }

  @Test func `a journal of more than 64 MB is not read`() async throws {
    let (folder, state) = try await left()
    let path = try journal(state)
    #expect(truncate(path, 64 << 20 + 1) == 0)
    #expect(try await unsaved(try page(folder, state)).isEmpty)
    #expect(journals(state).count == 1)
    #expect(try journal(state).hasSuffix(".unreadable"))
  }

  @Test func `saving leads with what a recovered change changes`() async throws {
    let (folder, state) = try await left()
    let shown = try await page(folder, state).call(now: "save/preview").body?["files"][0]
    #expect(shown?["state"] == "changed")
    #expect(shown?["before"]["items"].values.count == 1)
  }

  @Test func `a renumbered script is told as one after a recovery`() async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    try folder.write("[\"CREATE TABLE t (a)\"]\n", to: "sql_update_3.json")
    try folder.write("[]\n", to: "sql_update_2.json")
    let page = try page(folder, state)
    #expect(try await page.edit(["kind": "removeScript", "script": 2]).status == 200)
    let files = { (page: Page) in
      try await page.call(now: "save/preview").body?["files"].values.map {
        [$0["file"], $0["state"], $0["oldName"], $0["newName"]]
      }
    }
    let shown = try await files(page)
    #expect(shown?.contains { $0[2] == "sql_update_3.json" } == true)
    #expect(try await files(try self.page(folder, state)) == shown)
  }

  @Test func `the page knows of changes that are newer than the recovered ones`() async throws {
    let (folder, state) = try await left()
    let next = try page(folder, state)
    #expect(try await next.document()["editor"]["hasNewer"] == false)
    try await insert(next, "CREATE TABLE other (id INTEGER)")
    #expect(try await next.document()["editor"]["hasNewer"] == true)
    try await next.edit(["kind": "undo"])
    #expect(try await next.document()["editor"]["hasNewer"] == false)
  }

  @Test func `a change is kept before it is checked`() async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    let page = try page(folder, state)
    _ = try await page.document()
    let before = await page.session.revision
    let numbers = "n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000)"
    let slow = "CREATE TABLE tag AS WITH RECURSIVE \(numbers) SELECT count(*) AS c FROM n"
    async let edited: Void = insert(page, slow)
    // The session makes the change and keeps it without letting anybody else in.
    while await page.session.revision == before { try await Task.sleep(for: .milliseconds(1)) }
    #expect(!journals(state).isEmpty)
    try await edited
  }

  @Test func `what another program has written meanwhile is a conflict`() async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    try await insert(try page(folder, state), "CREATE TABLE tag (id INTEGER)")
    try folder.write(Self.theirs, to: "sql_default.json")
    let next = try page(folder, state)
    #expect(try await next.version(0)["items"].values.count == 2)
    #expect(try await next.save().status == 409)
    #expect(try next.file("sql_default.json") == Self.theirs)
    #expect(try await next.call(now: "reload").status == 200)
    #expect(try await next.version(0)["items"].values.count == 1)
    #expect(journals(state).isEmpty)
  }

  @Test func `new, deleted and renamed scripts are kept`() async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    let page = try page(folder, state)
    try await page.edit(["kind": "newScript", "description": "more"])
    #expect(try await unsaved(try self.page(folder, state)) == [3])
    try await page.edit(["kind": "removeScript", "script": 3])
    try await page.edit(["kind": "removeScript", "script": 2])
    try await page.edit(["kind": "removeScript", "script": 0])
    #expect(try await self.page(folder, state).document()["versions"].values.isEmpty)
  }

  @Test(arguments: [
    "", "x", "SQLScripts unsaved changes 1\n9 9 9 9\n",
    "SQLScripts unsaved changes 1\n\n-1 -1 -1 -1\n",
    "SQLScripts unsaved changes 1\n\n1 -1 0\na",
    "SQLScripts unsaved changes 1\n1\na", "SQLScripts unsaved changes 1\n1 -1\na",
    "SQLScripts unsaved changes 2\n",
  ])
  func `a damaged journal changes nothing, and is not overwritten`(text: String) async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    let page = try page(folder, state)
    try await insert(page, "CREATE TABLE tag (id INTEGER)")
    try write(text, to: try journal(state))
    let next = try self.page(folder, state)
    #expect(try await unsaved(next).isEmpty)
    try await insert(next, "CREATE TABLE other (id INTEGER)")
    let other = try #require(journals(state).first { $0.hasSuffix(".unreadable") })
    #expect(try TestFile.read(state.path + "/" + self.state + "/" + other) == text)
    #expect(journals(state).count == 2)
  }

  @Test(arguments: ["../evil.json", "/tmp/evil.json", "evil.json", "sqlscripts.json"])
  func `a journal names no file that is not a script of the folder`(name: String) async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    let page = try page(folder, state)
    try await insert(page, "CREATE TABLE tag (id INTEGER)")
    let mark = try #require(EditorFolder(folder.path).marks["sql_update_2.json"])
    let names = "17 \(mark.utf8.count)\nsql_update_2.json\(mark)"
    let text = "SQLScripts unsaved changes 1\n\(names)\(name.utf8.count) -1 2 -1\n\(name)[]"
    try write(text, to: try journal(state))
    let next = try self.page(folder, state)
    #expect(try await unsaved(next).isEmpty)
    #expect(try await next.document()["editor"]["recovered"] == false)
  }
}
