import SQLScripts
import SQLScriptsFiles
import SQLScriptsReporting
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What other programs do while scripts are edited.
struct SavingTests {
  private static let files = [
    "sql_default.json": "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]\n",
    "sql_update_2.json": "[\"ALTER TABLE user ADD COLUMN age INTEGER\"]\n",
  ]

  private static let edit: JSONText = [
    "kind": "set", "script": 2, "item": 1, "sql": "ALTER TABLE user ADD COLUMN year INTEGER",
  ]

  @Test func `a script that is released while it is edited is not saved`() async throws {
    let page = try Page(Self.files)
    try await page.edit(Self.edit)
    try page.release()
    let reply = try await page.save()
    #expect(reply.status == 409)
    #expect(reply.body?["error"]["code"] == "released")
    #expect(try page.file("sql_update_2.json") == Self.files["sql_update_2.json"])
  }

  @Test func `what a script did before does not depend on unsaved changes of earlier ones`()
    async throws
  {
    let page = try Page(Self.files)
    try await page.edit([
      "kind": "set", "script": 0, "item": 1, "sql": "CREATE TABLE person (id INTEGER PRIMARY KEY)",
    ])
    try await page.edit([
      "kind": "set", "script": 2, "item": 1, "sql": "ALTER TABLE person ADD COLUMN year INTEGER",
    ])
    let files = try await page.call(now: "save/preview").body?["files"].values ?? []
    #expect(files.count == 2)
    let before = files.first { $0["file"] == "sql_update_2.json" }.map { "\($0["before"])" } ?? ""
    #expect(before.contains("Adds the column") && !before.contains("no such table"), "\(before)")
  }

  @Test func `a link out of the folder is not written through`() async throws {
    let page = try Page(Self.files)
    let outside = try TemporaryFolder()
    try outside.write(Self.files["sql_update_2.json"] ?? "", to: "other.json")
    try await page.edit(Self.edit)
    try TestFile.delete(page.folder.path("sql_update_2.json"))
    #expect(symlink(outside.path("other.json"), page.folder.path("sql_update_2.json")) == 0)
    for overwrite in [false, true] {
      let reply = try await page.save(overwrite: overwrite)
      #expect(reply.status == 507)
      #expect(reply.body?["error"]["message"].text?.contains("link") == true)
    }
    #expect(
      try TestFile.read(outside.path("other.json")) == Self.files["sql_update_2.json"])
  }

  @Test func `a folder in the place of a script is told in words`() async throws {
    let page = try Page(Self.files)
    try await page.edit(Self.edit)
    try TestFile.delete(page.folder.path("sql_update_2.json"))
    try TestFile.makeFolder(page.folder.path("sql_update_2.json"))
    let reply = try await page.save(overwrite: true)
    #expect(reply.status == 507)
    #expect(try await page.document()["editor"]["unsaved"].values.count == 1)
  }

  @Test func `what another program has done the same way is saved already`() async throws {
    for isDeleted in [true, false] {
      let page = try Page(Self.files)
      if isDeleted {
        try await page.edit(["kind": "removeScript", "script": 2])
        try TestFile.delete(page.folder.path("sql_update_2.json"))
      } else {
        try await page.edit(Self.edit)
        let mine = Self.files["sql_update_2.json"]?.replacing("age", with: "year")
        try page.folder.write(try #require(mine), to: "sql_update_2.json")
      }
      #expect(try await page.save().status == 200)
      #expect(try await page.document()["editor"]["unsaved"].values.isEmpty)
    }
  }

  @Test func `the preview has both sides of what another program has changed`() async throws {
    let page = try Page(Self.files)
    try await page.edit(Self.edit)
    let theirs = try #require(Self.files["sql_update_2.json"]?.replacing("age", with: "month"))
    try page.folder.write(theirs, to: "sql_update_2.json")
    let revision = try await page.document()["editor"]["revision"]
    let preview = await page.call("save/preview", ["revision": revision])
    let conflict = try #require(preview.body?["conflicts"].values.first)
    #expect(conflict["theirs"].text == theirs)
    #expect(conflict["mine"].text?.contains("year") == true)
  }

  @Test func `a file that is not UTF-8 is refused with its place and the way out`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.files["sql_default.json"] ?? "", to: "sql_default.json")
    let latin1 = Array("[\n\"SELECT 'gr".utf8) + [0xFC] + Array("n'\"]\n".utf8)
    try TestFile.write(latin1, to: folder.path("sql_update_2.json"))
    let page = try Page(folder)
    for edit: JSONText in [Self.edit, ["kind": "setText", "script": 2, "text": "[]"]] {
      let message = try await page.edit(edit).body?["error"]["message"].text
      #expect(message?.contains("is not UTF-8 (line 2, column 12)") == true, "\(message ?? "")")
      #expect(message?.contains("save it as UTF-8") == true)
    }
  }

  @Test func `a database that does not exist is refused at the start`() throws {
    let page = try Page(Self.files)
    #expect(throws: (any Error).self) {
      _ = try Page(page.folder, data: page.folder.path("missing.sqlite"))
    }
  }
}

extension SavingTests {
  @Test func `undoing does not change what was released meanwhile`() async throws {
    let page = try Page(Self.files)
    try await page.edit(Self.edit)
    #expect(try await page.save().status == 200)
    let released = try page.file("sql_update_2.json")
    try page.release()
    let revision = try await page.document()["editor"]["revision"]
    #expect(await page.call("reload", ["revision": revision]).status == 200)
    #expect(try await page.document()["editor"]["canUndo"] == false)
    #expect(try await page.edit(["kind": "undo"]).body?["error"]["code"] == "released")
    #expect(try await page.edit(Self.edit).body?["error"]["code"] == "released")
    #expect(try page.file("sql_update_2.json") == released)
  }

  @Test func `unsaved changes of a script released meanwhile can be redone, but not saved`()
    async throws
  {
    let page = try Page(Self.files)
    try await page.edit(Self.edit)
    try await page.edit([
      "kind": "set", "script": 2, "item": 1, "sql": "ALTER TABLE user ADD COLUMN month INTEGER",
    ])
    try page.release()
    #expect(try await page.save().body?["error"]["code"] == "released")
    for _ in 1...2 { #expect(try await page.edit(["kind": "undo"]).status == 200) }
    let editor = try await page.document()["editor"]
    #expect(editor["unsaved"].values.isEmpty)
    #expect(editor["canUndo"] == false)
    for _ in 1...2 { #expect(try await page.edit(["kind": "redo"]).status == 200) }
    #expect(try await page.document()["editor"]["releasedMeanwhile"] == [2])
    #expect(try await page.save().body?["error"]["code"] == "released")
    // Dropped, brought back, and dropped again.
    #expect(try await page.call(now: "reload").status == 200)
    #expect(try await page.edit(["kind": "undo"]).status == 200)
    #expect(try await page.document()["editor"]["unsaved"] == [2])
    #expect(try await page.edit(["kind": "redo"]).status == 200)
    #expect(try await page.document()["editor"]["releasedMeanwhile"].values.isEmpty)
    #expect(try await page.edit(["kind": "newScript", "description": "next"]).status == 200)
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2.json") == Self.files["sql_update_2.json"])
  }

  @Test func `scripts that came with a reload are released from the start`() async throws {
    let page = try Page(Self.files)
    _ = try await page.document()
    for number in 3...6 {
      try page.folder.write("[\"CREATE TABLE t\(number) (a)\"]\n", to: "sql_update_\(number).json")
    }
    try page.release()
    let revision = try await page.document()["editor"]["revision"]
    let reply = await page.call("reload", ["revision": revision])
    #expect(reply.body?["order"].values.count == 6)
    #expect(reply.body?["versions"].values.filter { $0["released"] == true }.count == 6)
    for number in 2...6 {
      let edit: JSONText = [
        "kind": "set", "script": .int(number), "item": 1, "sql": "SELECT 1",
      ]
      #expect(try await page.edit(edit).body?["error"]["code"] == "released")
    }
  }

  @Test func `a released script that somebody changed can be repaired`() async throws {
    let page = try Page(Self.files)
    try page.release()
    let good = try #require(Self.files["sql_update_2.json"])
    try page.folder.write(good.replacing("age", with: "year"), to: "sql_update_2.json")
    let other = try Page(page.folder)
    let edit: JSONText = [
      "kind": "set", "script": 2, "item": 1, "sql": "ALTER TABLE user ADD COLUMN age INTEGER",
    ]
    #expect(try await other.edit(edit).status == 200)
    #expect(try await other.save().status == 200)
    #expect(try page.file("sql_update_2.json") == good)
  }

  @Test func `a deletion that conflicts can be made after all`() async throws {
    let page = try Page(Self.files)
    try await page.edit(["kind": "removeScript", "script": 2])
    try page.folder.write("[]\n", to: "sql_update_2.json")
    #expect(try await page.save().status == 409)
    #expect(try await page.save(overwrite: true).status == 200)
    #expect(!TestFile.exists(page.folder.path("sql_update_2.json")))
  }

  @Test func `only what another program had written when it was shown is overwritten`()
    async throws
  {
    let page = try Page(Self.files)
    try await page.edit(Self.edit)
    for theirs in ["month", nil, "week", "day"] {
      let shown = try await page.conflicts()
      if let theirs {
        let text = try #require(Self.files["sql_update_2.json"]?.replacing("age", with: theirs))
        try page.folder.write(text, to: "sql_update_2.json")
      } else {
        try TestFile.delete(page.folder.path("sql_update_2.json"))
      }
      #expect(try await page.save(overwriting: shown).body?["error"]["code"] == "conflict")
    }
    #expect(try page.file("sql_update_2.json").contains("day"))
    let shown = try await page.conflicts()
    #expect(shown.first?["theirs"].text?.contains("day") == true)
    #expect(try await page.save(overwriting: shown).status == 200)
    #expect(try page.file("sql_update_2.json").contains("year"))
  }

  @Test func `a file that changed after the comparison is not overwritten with the compared one`()
    async throws
  {
    var files = Self.files
    files["sql_update_3.json"] = "[\"CREATE TABLE a (b)\"]\n"
    let page = try Page(files)
    try await page.edit(Self.edit)
    try await page.edit(["kind": "set", "script": 3, "item": 1, "sql": "CREATE TABLE c (d)"])
    try page.folder.write("[]\n", to: "sql_update_2.json")
    let shown = try await page.conflicts()
    try page.folder.write("[\"CREATE TABLE theirs (b)\"]\n", to: "sql_update_3.json")
    #expect(try await page.save(overwriting: shown).status == 409)
    #expect(try page.file("sql_update_2.json") == "[]\n")
    #expect(try page.file("sql_update_3.json").contains("theirs"))
  }

  @Test func `the preview shows the lines of a file with other line ends`() async throws {
    let page = try Page(["sql_default.sql": "CREATE TABLE a (b);\r\n\r\nCREATE TABLE c (d);\r\n"])
    try await page.edit(["kind": "set", "script": 0, "item": 2, "sql": "CREATE TABLE e (d)"])
    let revision = try await page.document()["editor"]["revision"]
    let preview = await page.call("save/preview", ["revision": revision])
    let lines = try #require(preview.body?["files"][0]["diff"].values)
    #expect(lines.compactMap { $0["kind"].text } == ["@", " ", " ", "-", "+"])
  }

  @Test func `new settings count for the next edit`() async throws {
    var files = Self.files
    files["sql_update_3.json"] = "[\"DELETE FROM user\", \"SELECT 1\"]\n"
    let page = try Page(files)
    #expect(try await Self.rules(page).contains("delete-without-where"))
    try page.folder.write(
      "{ \"rules\": { \"delete-without-where\": \"off\" } }", to: "sqlscripts.json")
    let revision = try await page.document()["editor"]["revision"]
    #expect(await page.call("reload", ["revision": revision]).status == 200)
    let reply = try await page.edit([
      "kind": "describe", "script": 3, "description": "anything",
    ])
    let findings = reply.body?["versions"][0]["findings"].values ?? []
    #expect(!findings.contains { $0["id"] == "delete-without-where" })
  }

  private static func rules(_ page: Page) async throws -> [String] {
    try await page.version(3)["findings"].values.compactMap { $0["id"].text }
  }

  @Test func `many edits leave one complete check`() async throws {
    let page = try Page(Self.files)
    for number in 0..<30 {
      let sql: JSONText = .string("ALTER TABLE user ADD COLUMN c\(number) INTEGER")
      #expect(
        try await page.edit(["kind": "set", "script": 2, "item": 1, "sql": sql]).status == 200)
    }
    var isChecking = true
    while isChecking { isChecking = try await page.document()["editor"]["checking"] == true }
    #expect(try await page.version(2)["sentences"][0]["text"].text?.contains("c29") == true)
  }
}
