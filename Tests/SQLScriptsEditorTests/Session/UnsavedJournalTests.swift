import Foundation
import SQLScriptsEditor
import SQLScriptsReporting
import TestSupport
import Testing

/// Unsaved changes that outlive the editor.
@Suite struct UnsavedJournalTests {
  private static let files = [
    "sql_default.json": "[\n  \"CREATE TABLE user (id INTEGER PRIMARY KEY)\"\n]\n"
  ]
  private let state = "state/deeper"

  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in Self.files { try folder.write(text, to: name) }
    return folder
  }

  private func page(_ folder: TemporaryFolder, _ state: TemporaryFolder) throws -> Page {
    try Page(folder, journals: state.path + "/" + self.state)
  }

  private func journals(_ state: TemporaryFolder) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: state.path + "/" + self.state)) ?? []
  }

  private func insert(_ page: Page, _ sql: String) async throws {
    let edit: JSONText = [
      "kind": "insert", "script": 0, "before": 2, "sql": .array([.string(sql)]),
    ]
    #expect(try await page.edit(edit).status == 200)
  }

  private func unsaved(_ page: Page) async throws -> [JSONText] {
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

  @Test func `what another program has written meanwhile is a conflict`() async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    try await insert(try page(folder, state), "CREATE TABLE tag (id INTEGER)")
    let theirs = "[\n  \"CREATE TABLE theirs (id INTEGER PRIMARY KEY)\"\n]\n"
    try folder.write(theirs, to: "sql_default.json")
    let next = try page(folder, state)
    #expect(try await next.version(0)["items"].values.count == 2)
    #expect(try await next.save().status == 409)
    #expect(try String(contentsOfFile: folder.path("sql_default.json"), encoding: .utf8) == theirs)
    #expect(try await next.call(now: "reload").status == 200)
    #expect(try await next.version(0)["items"].values.count == 1)
    #expect(journals(state).isEmpty)
  }

  @Test func `new, deleted and renamed scripts are kept`() async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    let page = try page(folder, state)
    try await page.edit(["kind": "newScript", "description": "more"])
    #expect(try await unsaved(try self.page(folder, state)) == [2])
    try await page.edit(["kind": "removeScript", "script": 2])
    try await page.edit(["kind": "removeScript", "script": 0])
    #expect(try await self.page(folder, state).document()["versions"].values.isEmpty)
  }

  @Test(arguments: [
    "", "x", "SQLScripts unsaved changes 1\n9 9 9\n", "SQLScripts unsaved changes 1\n-1 -1 -1\n",
  ])
  func `a damaged journal changes nothing`(text: String) async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    let page = try page(folder, state)
    try await insert(page, "CREATE TABLE tag (id INTEGER)")
    let path = state.path + "/" + self.state + "/" + (try #require(journals(state).first))
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
    #expect(try await unsaved(try self.page(folder, state)).isEmpty)
  }

  @Test(arguments: ["../evil.json", "/tmp/evil.json", "evil.json", "sqlscripts.json"])
  func `a journal names no file that is not a script of the folder`(name: String) async throws {
    let (folder, state) = (try folder(), try TemporaryFolder())
    let page = try page(folder, state)
    try await insert(page, "CREATE TABLE tag (id INTEGER)")
    let path = state.path + "/" + self.state + "/" + (try #require(journals(state).first))
    let text = "SQLScripts unsaved changes 1\n\(name.utf8.count) -1 2\n\(name)[]"
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
    let next = try self.page(folder, state)
    #expect(try await unsaved(next).isEmpty)
    #expect(try await next.document()["editor"]["recovered"] == false)
  }
}
