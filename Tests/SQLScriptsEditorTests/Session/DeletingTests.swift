import SQLScriptsEditor
import SQLScriptsReporting
import TestSupport
import Testing

/// Scripts that are deleted although there are later ones.
struct DeletingTests {
  private static let files = [
    "sql_default.json": "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]\n",
    "sql_update_2.json": "[\"CREATE TABLE a (b)\"]\n",
    "sql_update_3.json": "[]\n",
    "sql_update_4_c.sql": "CREATE TABLE c (d);\n",
    "sql_update_5.json": "[\"CREATE TABLE e (f)\"]\n",
  ]

  private func delete(_ script: Int64, _ page: Page) async throws -> EditorReply {
    try await page.edit(["kind": "removeScript", "script": .integer(script)])
  }

  @Test func `later updates get the number of an update without steps`() async throws {
    let page = try Page(Self.files)
    #expect(try await delete(3, page).status == 200)
    #expect(try await page.document()["versions"].values.map { $0["id"] } == [0, 2, 3, 4])
    #expect(try await page.document()["summary"]["errors"] == 0)
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_3_c.sql") == Self.files["sql_update_4_c.sql"])
    #expect(try page.file("sql_update_4.json") == Self.files["sql_update_5.json"])
    for name in ["sql_update_3.json", "sql_update_4_c.sql", "sql_update_5.json"] {
      #expect(!TestFile.exists(page.folder.path(name)))
    }
    try await page.edit(["kind": "undo"])
    #expect(try await page.save().status == 200)
    for (name, text) in Self.files { #expect(try page.file(name) == text) }
  }

  @Test func `updates with one format take the names of each other`() async throws {
    var files = Self.files
    files["sql_update_4_c.sql"] = nil
    files["sql_update_4.json"] = "[\"CREATE TABLE c (d)\"]\n"
    let page = try Page(files)
    #expect(try await delete(3, page).status == 200)
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_3.json") == files["sql_update_4.json"])
    #expect(try page.file("sql_update_4.json") == files["sql_update_5.json"])
    #expect(!TestFile.exists(page.folder.path("sql_update_5.json")))
  }

  @Test(arguments: [
    "[\"CREATE TABLE g (h)\"]\n", "{ \"require\": [\"SELECT 1 FROM user\"], \"statements\": [] }",
    "{ \"verify\": [\"SELECT 1 FROM user\"], \"statements\": [] }", "not readable",
  ])
  func `an update that does or checks something stays`(_ text: String) async throws {
    var files = Self.files
    files["sql_update_3.json"] = text
    let reply = try await delete(3, Page(files))
    #expect(reply.status == 422)
    #expect(reply.body?["error"]["message"].text?.contains("without steps and checks") == true)
  }

  @Test(arguments: [
    ("sql_default.json", "{\"version\": 5, \"statements\": [VVV]}\n"),
    (
      "sql_default.plist",
      "<plist version=\"1.0\"><dict><key>version</key><integer>5</integer><key>statements</key><array>PPP</array></dict></plist>\n"
    ),
    ("sql_default.sql", "-- A comment.\n--  version :  5 \nSSS"),
  ])
  func `the version that the default script creates follows`(_ name: String, _ text: String)
    async throws
  {
    let tables = ["user (id INTEGER PRIMARY KEY)", "a (b)", "c (d)", "e (f)"]
      .map { "CREATE TABLE \($0)" }
    var files = Self.files
    files["sql_default.json"] = nil
    files[name] =
      text.replacing("VVV", with: tables.map { "\"\($0)\"" }.joined(separator: ", "))
      .replacing("PPP", with: tables.map { "<string>\($0)</string>" }.joined())
      .replacing("SSS", with: tables.map { "\($0);\n" }.joined())
    let page = try Page(files)
    #expect(try await page.document()["summary"]["errors"] == 0)
    let reply = try await delete(3, page)
    #expect(reply.status == 200, "\(reply.body?.compact ?? "")")
    #expect(try await page.document()["summary"]["errors"] == 0)
    #expect(try await page.save().status == 200)
    let saved = try page.file(name)
    #expect(saved.contains("4") && !saved.contains("5"))
    try await page.edit(["kind": "undo"])
    #expect(try await page.save().status == 200)
    #expect(try page.file(name) == files[name])
  }

  @Test func `the default script does not contain the last update any more either`() async throws {
    var files = Self.files
    files["sql_default.json"] =
      "{\"version\": 3, \"statements\": [\"CREATE TABLE user (id INTEGER PRIMARY KEY)\", \"CREATE TABLE a (b)\"]}\n"
    (files["sql_update_4_c.sql"], files["sql_update_5.json"]) = (nil, nil)
    let page = try Page(files)
    #expect(try await delete(3, page).status == 200)
    #expect(try await page.document()["summary"]["errors"] == 0)
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_default.json").contains("\"version\": 2"))
  }

  @Test func `an update that a released default script contains stays`() async throws {
    var files = Self.files
    files["sql_default.json"] =
      "{\"version\": 3, \"statements\": [\"CREATE TABLE user (id INTEGER PRIMARY KEY)\", \"CREATE TABLE a (b)\"]}\n"
    let page = try Page(files)
    try page.release()
    let lock = try page.file("sqlscripts.lock")
    try page.folder.write(
      lock.split(separator: "\n").filter { !$0.contains("sql_update") }
        .joined(separator: "\n") + "\n", to: "sqlscripts.lock")
    let reply = try await delete(3, Page(page.folder))
    #expect(reply.status == 409)
    #expect(
      reply.body?["error"]["message"].text
        == "“sql_default.json” creates version 3 and is released, so this update has to stay")
  }

  @Test func `the default script stays`() async throws {
    var files = Self.files
    files["sql_default.json"] = "[]\n"
    #expect(try await delete(0, Page(files)).status == 422)
  }

  @Test func `a released update keeps its number`() async throws {
    var files = Self.files
    files["sql_update_4_c.sql"] = nil
    files["sql_update_5.json"] = nil
    let page = try Page(files)
    try page.release()
    // Somebody emptied update 2 after its release, and made update 4.
    try page.folder.write("[]\n", to: "sql_update_2.json")
    try page.folder.write("[\"CREATE TABLE c (d)\"]\n", to: "sql_update_4.json")
    let other = try Page(page.folder)
    #expect(
      try await delete(2, other).body?["error"]["message"].text
        == "update 3 is released and keeps its number, so this update has to stay; it does no harm")
    #expect(try await delete(3, other).body?["error"]["code"] == "released")
  }

  @Test func `updates with timestamps keep their numbers`() async throws {
    let page = try Page([
      "sql_default.json": "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]\n",
      "sql_update_20250101120000.json": "[]\n",
      "sql_update_20250202120000.json": "[\"CREATE TABLE a (b)\"]\n",
    ])
    #expect(try await delete(20_250_101_120_000, page).status == 200)
    #expect(
      try await page.document()["versions"].values.map { $0["id"] } == [0, 20_250_202_120_000])
    #expect(try await page.document()["summary"]["errors"] == 0)
  }

  @Test(arguments: ["6.json", ".sql_update_4.json", "sql_update_07.json", "sql-update-8.json"])
  func `nothing is renumbered past a file that may be a later update`(_ name: String) async throws {
    let page = try Page(Self.files)
    try page.folder.write("CREATE TABLE late (a);\n", to: name)
    let other = try Page(page.folder)
    let reply = try await delete(3, other)
    #expect(reply.status == 422)
    #expect(
      reply.body?["error"]["message"].text
        == "the later updates cannot be renumbered because of “\(name)”; rename or delete that file first"
    )
    // What comes before the deleted one keeps its number anyway, and other files are none of its business.
    try TestFile.delete(page.folder.path(name))
    for harmless in [".sql_update_2.json", "sql_update_4_c.sql.orig", "notes.txt"] {
      try page.folder.write("CREATE TABLE early (a);\n", to: harmless)
    }
    #expect(try await delete(3, Page(page.folder)).status == 200)
  }

  // MARK: Released scripts

  private func released(_ change: (Page) throws -> Void) throws -> Page {
    var files = Self.files
    files["sql_update_3.json"] = "[\"CREATE TABLE x (y)\", \"CREATE TABLE z (y)\"]\n"
    let page = try Page(files)
    try page.release()
    try change(page)
    return try Page(page.folder)
  }

  @Test func `what users have is deleted only after a question`() async throws {
    let page = try released { page in
      try page.folder.write("[\"CREATE TABLE e (g)\", \"SELECT 1\"]\n", to: "sql_update_5.json")
    }
    let edits: [JSONText.Member] = [
      .init("step", ["kind": "remove", "script": 5, "items": [1]]),
      .init("update 5", ["kind": "removeScript", "script": 5]),
    ]
    for (words, edit) in edits.map({ ($0.key, $0.value) }) {
      let asked = try await page.edit(edit)
      #expect(asked.status == 409 && asked.body?["error"]["code"] == "confirm")
      #expect(asked.body?["error"]["title"].text?.contains(words) == true)
      #expect(try await page.document()["editor"]["unsaved"].values.isEmpty)
      guard case .object(let members) = edit else { return }
      #expect(try await page.edit(.object(members + [.init("confirmed", true)])).status == 200)
      try await page.edit(["kind": "undo"])
    }
  }

  @Test func `only steps that users have need a question`() async throws {
    let page = try released { page in
      try page.folder.write(
        "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\", \"CREATE TABLE t (a)\", \"CREATE TABLE u (a)\"]\n",
        to: "sql_default.json")
    }
    let remove = { (item: Int) in
      try await page.edit(["kind": "remove", "script": 0, "items": [.int(item)]]).status
    }
    #expect(try await remove(3) == 200)
    try await page.edit([
      "kind": "insert", "script": 0, "before": 1,
      "sql": ["create table user(id integer primary key)"],
    ])
    // Users have it once.
    #expect(try await remove(2) == 200)
    #expect(try await remove(1) == 409)
  }

  @Test(arguments: [" ", "-- gone", "/* a */ -- b\n"])
  func `a step that becomes empty is deleted`(_ sql: String) async throws {
    let page = try released { page in
      try page.folder.write("[\"CREATE TABLE e (f)\", \"SELECT 1\"]\n", to: "sql_update_5.json")
    }
    let edit = { (confirmed: Bool) in
      try await page.edit([
        "kind": "set", "script": 5, "item": 1, "sql": .string(sql), "confirmed": .bool(confirmed),
      ])
    }
    let asked = try await edit(false)
    #expect(asked.status == 409 && asked.body?["error"]["code"] == "confirm")
    #expect(try await edit(true).status == 200)
  }

  @Test func `a repair of what users have needs no question`() async throws {
    let added = try released { page in
      try page.folder.write(
        "[\"CREATE TABLE e (f)\", \"CREATE TABLE more (a)\"]\n", to: "sql_update_5.json")
    }
    #expect(try await added.edit(["kind": "remove", "script": 5, "items": [2]]).status == 200)
    // The released file of this version is another one.
    let twice = try released { page in
      try page.folder.write("[\"CREATE TABLE i (j)\"]\n", to: "sql_update_5_more.json")
    }
    let finding = try #require(await twice.document()["findings"].values.first)
    let suggestion: [JSONText.Member] = [
      .init("kind", "suggestion"), .init("script", .null), .init("choice", 1),
      .init("finding", ["id": finding["id"], "offset": 0]),
    ]
    #expect(try await twice.edit(.object(suggestion)).status == 200)
    // An update that nobody has.
    let new = try released { page in
      try page.folder.write("[\"CREATE TABLE i (j)\"]\n", to: "sql_update_6.json")
    }
    #expect(try await new.edit(["kind": "removeScript", "script": 6]).status == 200)
  }
}
