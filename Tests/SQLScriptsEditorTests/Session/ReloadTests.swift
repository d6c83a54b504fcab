import SQLScriptsReporting
import TestSupport
import Testing

/// What undoing does after another program has changed the folder and the page has read it again.
struct ReloadTests {
  private static let files = [
    "sql_default.json": "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]\n",
    "sql_update_2.json": "[\"CREATE TABLE a (b)\"]\n",
    "sql_update_3.json": "[\"CREATE TABLE c (d)\"]\n",
  ]
  private static let theirs = "[\"CREATE TABLE theirs (d)\"]\n"

  private static func edit(_ script: Int) -> JSONText {
    ["kind": "insert", "script": .int(script), "before": 2, "sql": ["CREATE TABLE mine (e)"]]
  }

  private func reload(_ page: Page) async throws {
    let revision = try await page.document()["editor"]["revision"]
    #expect(await page.call("reload", ["revision": revision]).status == 200)
  }

  @Test func `undoing a reload changes no file that only another program has changed`() async throws
  {
    let page = try Page(Self.files)
    try await page.edit(Self.edit(2))
    try page.folder.write(Self.theirs, to: "sql_update_3.json")
    try page.folder.write(Self.theirs, to: "sql_update_4.json")
    try await reload(page)
    try await page.edit(["kind": "undo"])
    #expect(try await page.document()["editor"]["unsaved"].values == [2])
    #expect(try await page.document()["versions"].values.count == 4)
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2.json").contains("mine"))
    for name in ["sql_update_3.json", "sql_update_4.json"] {
      #expect(try page.file(name) == Self.theirs)
    }
  }

  @Test(arguments: [true, false])
  func `undoing past a reload conflicts with what it brought`(isSaved: Bool) async throws {
    let page = try Page(Self.files)
    try await page.edit(Self.edit(3))
    if isSaved { #expect(try await page.save().status == 200) }
    try page.folder.write(Self.theirs, to: "sql_update_3.json")
    try await reload(page)
    try await page.edit(["kind": "undo"])
    let revision = try await page.document()["editor"]["revision"]
    let preview = await page.call("save/preview", ["revision": revision])
    #expect(preview.body?["conflicts"][0]["theirs"].text == Self.theirs)
    #expect(try await page.save().body?["error"]["code"] == "conflict")
    #expect(try page.file("sql_update_3.json") == Self.theirs)
    #expect(try await page.save(overwrite: true).status == 200)
    #expect(try page.file("sql_update_3.json").contains("mine") == !isSaved)
    // The user has decided, so going on to the other side is no conflict.
    try await page.edit(["kind": "redo"])
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_3.json") == Self.theirs)
  }

  @Test func `a reload without unsaved changes is not a step`() async throws {
    let page = try Page(Self.files)
    try await page.edit(Self.edit(2))
    try await page.edit(["kind": "undo"])
    try page.folder.write(Self.theirs, to: "sql_update_3.json")
    try await reload(page)
    #expect(try await page.document()["editor"]["canUndo"] == false)
    #expect(try await page.edit(["kind": "redo"]).status == 200)
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2.json").contains("mine"))
    #expect(try page.file("sql_update_3.json") == Self.theirs)
  }

  @Test func `a step that another program has taken back already is skipped`() async throws {
    let page = try Page(Self.files)
    for script in [2, 3] { try await page.edit(Self.edit(script)) }
    #expect(try await page.save().status == 200)
    let before = try #require(Self.files["sql_update_3.json"])
    try page.folder.write(before, to: "sql_update_3.json")
    try await reload(page)
    try await page.edit(["kind": "undo"])
    #expect(try await page.document()["editor"]["unsaved"].values == [2])
    #expect(try await page.document()["editor"]["canUndo"] == false)
  }
}
