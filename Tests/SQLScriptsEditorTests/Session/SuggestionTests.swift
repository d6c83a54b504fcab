import SQLScriptsDiagnostics
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

struct SuggestionTests {
  private static let start = """
    ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)", "INSERT INTO user (name) VALUES ('Ann')"]

    """
  private static func script(_ sql: String) -> String { "[\"\(sql)\"]\n" }

  @Test(arguments: ["DATA", "test", "Rate", "CLUB"])
  func `an English word as a type is no misspelled type`(word: String) async throws {
    let sql = "CREATE TABLE tag (id INTEGER PRIMARY KEY, x \(word))"
    let page = try Page(["sql_default.json": Self.start, "sql_update_2.json": Self.script(sql)])
    for finding in try await page.version(2)["findings"].values {
      #expect(finding["suggestions"] == .array([]))
      #expect(finding["severity"] == "info")
    }
  }

  private static let mistakes: [(wrong: String, button: String, right: String)] = [
    ("UPDATE usr SET name = 'x'", "Write user", "UPDATE user SET name = 'x'"),
    ("UPDATE usr SET nmae = usr.id", "Write user", "UPDATE user SET nmae = user.id"),
    ("UPDATE user SET nmae = 'x'", "Write name", "UPDATE user SET name = 'x'"),
    (
      "UPDATE user SET name = 'x WHERE id = 1", "Close the quote after “x”",
      "UPDATE user SET name = 'x' WHERE id = 1"
    ),
    (
      "INSERT INTO user (name) VALUES (NUL)", "Write NULL",
      "INSERT INTO user (name) VALUES (NULL)"
    ),
    (
      "INSERT INTO user (name) VALUES (FULL)", "Write 'FULL'",
      "INSERT INTO user (name) VALUES ('FULL')"
    ),
    (
      "UPDATE user SET name = 'x’ WHERE name = 'y'", "Write a straight quote for ’",
      "UPDATE user SET name = 'x' WHERE name = 'y'"
    ),
    (
      "CREATE TABLE tag (id INTEGER PRIMARY KEY name TEXT)", "Write a comma before “name”",
      "CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT)"
    ),
    (
      "CREATE TABLE tag (id INTEGER name TEXT)", "Write a comma before “name”",
      "CREATE TABLE tag (id INTEGER, name TEXT)"
    ),
    (
      "ALTER TABLE user ADD COLUMN age INTEGER NOT NULL", "Give existing rows the value 0",
      "ALTER TABLE user ADD COLUMN age INTEGER NOT NULL DEFAULT 0"
    ),
    (
      "UPDATE user SET name = 'the dogs' bone' WHERE id = 1", "Write 'the dogs'' bone'",
      "UPDATE user SET name = 'the dogs'' bone' WHERE id = 1"
    ),
    (
      "ALTER TABLE user ADD COLUMN nick VARCAHR(20)", "Write VARCHAR",
      "ALTER TABLE user ADD COLUMN nick VARCHAR(20)"
    ),
    (
      "ALTER TABLE user ADD COLUMN age intger", "Write integer",
      "ALTER TABLE user ADD COLUMN age integer"
    ),
    (
      "ALTER TABLE user ADD COLUMN nick STRING", "Write TEXT",
      "ALTER TABLE user ADD COLUMN nick TEXT"
    ),
    (
      "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES users (id))",
      "Write user", "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id))"
    ),
    (
      "UPDATE user SET name = 'x' WHERE name IS NUL", "Write NULL",
      "UPDATE user SET name = 'x' WHERE name IS NULL"
    ),
    (
      "UPDATE user SET name = 'x' WHERE name IS NOT NULLL", "Write NULL",
      "UPDATE user SET name = 'x' WHERE name IS NOT NULL"
    ),
    (
      "ALTER TABLE user ADD COLUMN nick TEXT DEFAULT NUL", "Write NULL",
      "ALTER TABLE user ADD COLUMN nick TEXT DEFAULT NULL"
    ),
  ]

  @Test(arguments: mistakes)
  func `a mistake is repaired as the button says, and nothing else changes`(
    _ mistake: (wrong: String, button: String, right: String)
  ) async throws {
    let text = try await Page.repaired(
      "sql_update_2.json", Self.script(mistake.wrong), as: mistake.button, after: Self.start)
    #expect(text == Self.script(mistake.right))
  }

  @Test(arguments: [
    ("age INTEGER NOT NULL", "18", "18"), ("nick TEXT NOT NULL", "O'Brien", "'O''Brien'"),
    ("nick TEXT NOT NULL", "", "''"), ("age INTEGER NOT NULL", "x", nil),
  ])
  func `existing rows get the value that was typed`(
    column: String, typed: String, written: String?
  ) async throws {
    let sql = "ALTER TABLE user ADD COLUMN \(column)"
    let page = try Page(["sql_default.json": Self.start, "sql_update_2.json": Self.script(sql)])
    let finding = try await page.version(2)["findings"][0]
    let reply = try await page.edit([
      "kind": "suggestion", "script": 2, "choice": 0, "value": .string(typed),
      "finding": ["id": finding["id"], "offset": finding["offset"]],
    ])
    #expect(reply.status == (written == nil ? 422 : 200))
    let text = written.map { Self.script("\(sql) DEFAULT \($0)") } ?? Self.script(sql)
    if written != nil { #expect(try await page.save().status == 200) }
    #expect(try page.file("sql_update_2.json") == text)
  }

  @Test func `a column that is to be unique is added first, and then its index`() async throws {
    let text = try await Page.repaired(
      "sql_update_2.json", Self.script("ALTER TABLE user ADD COLUMN email TEXT UNIQUE NOT NULL"),
      as: "Write two steps: ALTER TABLE user ADD COLUMN email TEXT NOT NULL; "
        + "CREATE UNIQUE INDEX user_email ON user (email)", after: Self.start)
    #expect(
      text
        == "[\"ALTER TABLE user ADD COLUMN email TEXT NOT NULL\", \"CREATE UNIQUE INDEX user_email ON user (email)\"]\n"
    )
  }

  @Test func `a unique column with a default is not split, because its rows would be alike`()
    async throws
  {
    let sql = "ALTER TABLE user ADD COLUMN email TEXT UNIQUE DEFAULT 'x'"
    let page = try Page(["sql_default.json": Self.start, "sql_update_2.json": Self.script(sql)])
    #expect(try await page.version(2)["findings"][0]["suggestions"] == .array([]))
  }

  @Test(arguments: [
    (["BEGIN", "DROP TABLE user", "COMMIT"], "Delete steps 1 and 3"),
    (["PRAGMA foreign_keys = OFF", "DROP TABLE user"], "Delete this step"),
  ])
  func `a step that is ignored can be deleted`(steps: [String], button: String) async throws {
    let list = "[" + steps.map { "\"\($0)\"" }.joined(separator: ", ") + "]\n"
    let page = try Page(["sql_default.json": Self.start, "sql_update_2.json": list])
    let findings = try await page.version(2)["findings"].values
    let finding = try #require(findings.first { $0["id"] == "ignored-in-transaction" })
    #expect(finding["suggestions"] == .array([.string(button)]))
    _ = try await page.edit([
      "kind": "suggestion", "script": 2, "choice": 0,
      "finding": ["id": finding["id"], "offset": finding["offset"]],
    ])
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2.json") == "[\"DROP TABLE user\"]\n")
  }

  @Test func `a script in another format is converted to that of the first one`() async throws {
    let page = try Page([
      "sql_default.json": Self.start,
      "sql_update_2_nick.plist":
        "<plist version=\"1.0\"><array><string>DROP TABLE user</string></array></plist>\n",
    ])
    let findings = try await page.version(2)["findings"].values
    let finding = try #require(findings.first { $0["id"] == "both-formats-mixed" })
    #expect(
      finding["suggestions"] == .array(["Convert “sql_update_2_nick.plist” to .json"]))
    _ = try await page.edit([
      "kind": "suggestion", "script": 2, "choice": 0,
      "finding": ["id": finding["id"], "offset": finding["offset"]],
    ])
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2_nick.json").contains("DROP TABLE user"))
  }

  @Test func `the page learns the value that a correction gives existing rows`() async throws {
    for (wrong, value) in [
      ("ALTER TABLE user ADD COLUMN age INTEGER NOT NULL", "0"),
      ("ALTER TABLE user ADD COLUMN nick TEXT NOT NULL", "''"),
      ("UPDATE usr SET name = 'x'", nil),
    ] {
      let page = try Page([
        "sql_default.json": Self.start, "sql_update_2.json": Self.script(wrong),
      ])
      let finding = try await page.version(2)["findings"][0]
      let reply = try await page.edit([
        "kind": "suggestion", "script": 2, "choice": 0,
        "finding": ["id": finding["id"], "offset": finding["offset"]],
      ])
      #expect(reply.status == 200)
      #expect(reply.body?["rowValue"] == .string(value))
    }
  }

  @Test(arguments: [
    (
      "sql_update_2.json", "{\"transaction\": \"fase\", \"statements\": [\"DROP TABLE user\"]}",
      "{\"transaction\": false, \"statements\": [\"DROP TABLE user\"]}", "Write false"
    ),
    (
      "sql_update_2.sql", "-- foreignKeys: unchecke\nDROP TABLE user;\n",
      "-- foreignKeys: unchecked\nDROP TABLE user;\n", "Write “unchecked”"
    ),
    (
      "sql_update_2.json", "[\"DELETE FROM user DROP TABLE user\"]",
      "[\"DELETE FROM user\", \"DROP TABLE user\"]", "Put each statement in a separate item"
    ),
    (
      "sql_update_2.json", "[\"DELETE FROM user\" \"DROP TABLE user\"]",
      "[\"DELETE FROM user\", \"DROP TABLE user\"]", "Add a comma"
    ),
  ])
  func `a guess that could do harm is only offered`(
    file: String, wrong: String, right: String, button: String
  ) async throws {
    #expect(try await Page.repaired(file, wrong, as: button, after: Self.start) == right)
  }

  @Test func `a missing index becomes a step, unless users have the script`() async throws {
    let pet = Self.script(
      "CREATE TABLE pet (id INTEGER PRIMARY KEY, [the owner] INTEGER REFERENCES user)")
    let page = try Page(["sql_default.json": Self.start, "sql_update_2.json": pet])
    let finding = try await page.version(2)["findings"][0]
    let sql = #"CREATE INDEX "pet_the owner" ON pet ("the owner")"#
    #expect(finding["suggestions"] == .array([.string("Add \(sql)")]))
    let reply = try await page.edit([
      "kind": "suggestion", "script": 2, "choice": 0,
      "finding": ["id": finding["id"], "offset": finding["offset"]],
    ])
    #expect(reply.status == 200)
    let version = try await page.version(2)
    #expect(version["items"].values.last?["sql"].text == sql)
    #expect(version["findings"].values.isEmpty)

    let users = try Page(["sql_default.json": Self.start, "sql_update_2.json": pet])
    try users.release()
    let lock = try users.file(LockFile.fileName)
    let released = try Page([
      "sql_default.json": Self.start, "sql_update_2.json": pet, LockFile.fileName: lock,
    ])
    #expect(try await released.version(2)["findings"][0]["suggestions"].values.isEmpty)
  }

  @Test(arguments: [
    "CREATE INDEX pet_owner ON pet (owner)", "CREATE INDEX other ON pet (owner, id)",
    "CREATE TABLE pet_owner (id INTEGER PRIMARY KEY)",
  ])
  func `a missing index is not added before an update that creates it, or something of its name`(
    later: String
  ) async throws {
    let page = try Page([
      "sql_default.json": Self.start,
      "sql_update_2.json": Self.script(
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user)"),
      "sql_update_3.json": Self.script(later),
    ])
    let finding = try await page.version(2)["findings"][0]
    #expect(finding["id"] == "foreign-key-unindexed")
    #expect(finding["suggestions"].values.isEmpty)
  }

  @Test func `a choice that was not offered is refused`() async throws {
    let page = try Page([
      "sql_default.json": Self.start,
      "sql_update_2.json": Self.script("UPDATE usr SET name = 'x'"),
    ])
    let finding = try await page.version(2)["findings"][0]
    for choice in [-1, 1, Int.max] {
      let reply = try await page.edit([
        "kind": "suggestion", "script": 2, "choice": .int(choice),
        "finding": ["id": finding["id"], "offset": finding["offset"]],
      ])
      #expect(reply.status == (choice == 1 ? 422 : 400))
    }
  }

  @Test func `an update after a gap gets the missing number, and its file the name`() async throws {
    let update = Self.script("ALTER TABLE user ADD COLUMN age INTEGER")
    let page = try Page(["sql_default.json": Self.start, "sql_update_4_age.json": update])
    let finding = try await page.version(4)["findings"][0]
    #expect(finding["suggestions"][0].text == "Make “sql_update_4_age.json” update 2")
    try await page.edit([
      "kind": "suggestion", "script": 4, "choice": 0, "finding": ["id": finding["id"]],
    ])
    #expect(try page.file("sql_update_4_age.json") == update)
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2_age.json") == update)
    #expect(!TestFile.exists(page.folder.path("sql_update_4_age.json")))
    #expect(try await page.version(2)["findings"].values.isEmpty)
  }

  @Test(arguments: [
    "sql_updat_3.json", "sql-update-3.json", "sql_update_03.json", "SQL_update_3.json", "3.json",
    "sql_update_3.json.json", ".sql_update_3.json", "sql_update_3 copy.json",
  ])
  func `a gap is closed by the misnamed file that has its number`(_ name: String) async throws {
    let update = Self.script("ALTER TABLE user ADD COLUMN age INTEGER")
    let page = try Page([
      "sql_default.json": Self.start, "sql_update_2.json": update, name: Self.script("SELECT 1"),
      "sql_update_4.json": Self.script("DELETE FROM user WHERE id = 1"),
    ])
    let findings = try await page.version(4)["findings"].values
    let gap = try #require(findings.first { $0["id"] == "version-gap" })
    #expect(gap["suggestions"] == [.string("Rename “\(name)” to “sql_update_3.json”")])
    #expect(gap["help"].text == "“\(name)” is probably the missing update. Fix that file first.")
    let reply = try await page.edit([
      "kind": "suggestion", "script": 4, "choice": 0,
      "finding": ["id": "version-gap", "offset": gap["offset"]],
    ])
    #expect(reply.status == 200)
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_3.json") == Self.script("SELECT 1"))
    #expect(!TestFile.exists(page.folder.path(name)))
    #expect(try await page.document()["summary"]["errors"] == 0)
  }

  @Test func `a misnamed file with the number of another script closes no gap`() async throws {
    let update = Self.script("ALTER TABLE user ADD COLUMN age INTEGER")
    let page = try Page([
      "sql_default.json": Self.start, "sql_update_2.json": update,
      "sql-update-2.json": Self.script("SELECT 1"),
      "sql_update_4.json": Self.script("DELETE FROM user WHERE id = 1"),
    ])
    let findings = try await page.version(4)["findings"].values
    let gap = try #require(findings.first { $0["id"] == "version-gap" })
    #expect(gap["suggestions"] == ["Make “sql_update_4.json” update 3"])
  }

  @Test func `a new update is refused with the names of the files that are in the way`()
    async throws
  {
    let create: JSONText = ["kind": "newScript", "description": "next"]
    var files = ["sql_default.json": Self.start, "sql_udpate_2.json": "[]\n"]
    let error = try await Page(files).edit(create).body?["error"]
    #expect(error?["folder"] == true)
    #expect(
      error?["message"].text
        == "the next number is not known until “sql_udpate_2.json” has the right name")
    files["sql-update-3.json"] = "[]\n"
    #expect(
      try await Page(files).edit(create).body?["error"]["message"].text
        == "the next number is not known until these files have the right names: “sql-update-3.json”, “sql_udpate_2.json”"
    )
  }

  @Test func `a misnamed file is renamed, which can be undone`() async throws {
    let update = Self.script("ALTER TABLE user ADD COLUMN age INTEGER")
    let page = try Page(["sql_default.json": Self.start, "sql_udpate_2.json": update])
    let finding = try await page.document()["findings"][0]
    #expect(finding["suggestions"].values.count == 1)
    let edit: JSONText = [
      "kind": "suggestion", "script": .null, "choice": 0,
      "finding": ["id": finding["id"], "offset": 0],
    ]
    try await page.edit(edit)
    #expect(try await page.document()["findings"].values.isEmpty)
    try await page.edit(["kind": "undo"])
    #expect(try await page.document()["versions"].values.count == 1)
    try await page.edit(["kind": "redo"])
    let revision = try await page.document()["editor"]["revision"]
    let preview = try #require(await page.call("save/preview", ["revision": revision]).body)
    #expect(
      preview["files"].values.map { [$0["file"].text, $0["newName"].text] } == [
        ["sql_udpate_2.json", "sql_update_2.json"], ["sql_update_2.json", nil],
      ])
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2.json") == update)
    #expect(!TestFile.exists(page.folder.path("sql_udpate_2.json")))
  }

  @Test(arguments: [0, 1])
  func `of two files with one version, one gets the next number or goes`(
    _ choice: Int
  ) async throws {
    let page = try Page([
      "sql_default.json": Self.start,
      "sql_update_2.json": Self.script("ALTER TABLE user ADD COLUMN age INTEGER"),
      "sql_update_2_city.json": Self.script("ALTER TABLE user ADD COLUMN city TEXT"),
    ])
    let finding = try await page.document()["findings"][0]
    #expect(
      finding["suggestions"].values.compactMap(\.text) == [
        "Make “sql_update_2_city.json” update 3", "Delete “sql_update_2_city.json”",
        "Make “sql_update_2.json” update 3", "Delete “sql_update_2.json”",
      ])
    try await page.edit([
      "kind": "suggestion", "script": .null, "choice": .int(choice),
      "finding": ["id": finding["id"], "offset": 0],
    ])
    #expect(try await page.save().status == 200)
    #expect(try await page.document()["findings"].values.isEmpty)
    #expect(try await page.document()["versions"].values.count == 3 - choice)
    #expect(!TestFile.exists(page.folder.path("sql_update_2_city.json")))
    #expect(TestFile.exists(page.folder.path("sql_update_3_city.json")) == (choice == 0))
  }

  @Test func `a released file keeps its name, and the other one is renamed`() async throws {
    let page = try Page([
      "sql_default.json": Self.start,
      "sql_update_2_city.json": Self.script("ALTER TABLE user ADD COLUMN city TEXT"),
    ])
    try page.release()
    try page.folder.write(
      Self.script("ALTER TABLE user ADD COLUMN age INTEGER"), to: "sql_update_2.json")
    let other = try Page(page.folder)
    let finding = try await other.document()["findings"].values.first {
      $0["id"] == "duplicate-version"
    }
    #expect(finding?["suggestions"][0].text == "Make “sql_update_2.json” update 3")
  }

  @Test func `both files of one version are shown with what they do`() async throws {
    let page = try Page([
      "sql_default.json": Self.start,
      "sql_update_2.json": Self.script("ALTER TABLE user ADD COLUMN age INTEGER"),
      "sql_update_2_city.json": Self.script("ALTER TABLE user ADD COLUMN city TEXT"),
    ])
    let name: JSONText = ["id": "duplicate-version", "offset": 0]
    let reply = try await page.call(now: "rivals", [.init("finding", name)])
    #expect(reply.status == 200, "\(reply.body?.compact ?? "")")
    let files = reply.body?["files"].values ?? []
    #expect(files.map { $0["file"] } == ["sql_update_2.json", "sql_update_2_city.json"])
    for (file, column) in zip(files, ["age", "city"]) {
      #expect(file["sentences"][0]["text"].text?.contains(column) == true)
      #expect(file["items"][0].text?.contains(column) == true)
      #expect(file["isRead"] == true)
      #expect(file["choices"].values.count == 2)
    }
    #expect(files.first?["choices"][1]["text"] == "Delete “sql_update_2.json”")
    let other = try await page.call(now: "rivals", [.init("finding", ["id": "no-effect"])])
    #expect(other.status == 422)
  }

  @Test func `a file with errors is not said to do nothing`() async throws {
    let page = try Page([
      "sql_default.json": Self.start,
      "sql_update_2.json": Self.script("ALTER TABLE user ADD COLUMN age INTEGER"),
      "sql_update_2_city.json": "{\"statments\": [\"ALTER TABLE user ADD COLUMN city TEXT\"]}\n",
    ])
    let name: JSONText = ["id": "duplicate-version", "offset": 0]
    let files = try await page.call(now: "rivals", [.init("finding", name)]).body?["files"].values
    #expect(files?.map { $0["isRead"] } == [true, false])
  }

  @Test func `a name that differs only in its case is corrected by renaming the same file`()
    async throws
  {
    let update = Self.script("ALTER TABLE user ADD COLUMN age INTEGER")
    let page = try Page(["sql_default.json": Self.start, "Sql_Update_2.JSON": update])
    let finding = try await page.document()["findings"][0]
    #expect(finding["suggestions"] == ["Rename “Sql_Update_2.JSON” to “sql_update_2.json”"])
    let before = try Self.number(page.folder.path("Sql_Update_2.JSON"))
    try await page.edit([
      "kind": "suggestion", "script": .null, "choice": 0,
      "finding": ["id": finding["id"], "offset": 0],
    ])
    #expect(try await page.document()["versions"].values.count == 2)
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2.json") == update)
    #expect(try Self.number(page.folder.path("sql_update_2.json")) == before)
    #expect(!TestFile.exists(page.folder.path("Sql_Update_2.JSON")))
  }

  private static func number(_ path: String) throws -> UInt64 {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return UInt64(status.st_ino)
  }

  @Test func `only the same table is offered to be created if it is missing`() async throws {
    for (sql, isSame) in [
      ("create table user(id INTEGER PRIMARY KEY, name TEXT)", true),
      ("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)", false),
    ] {
      let page = try Page(["sql_default.json": Self.start, "sql_update_2.json": Self.script(sql)])
      let finding = try await page.version(2)["findings"][0]
      #expect(finding["related"][0]["line"] == 1)
      #expect(finding["suggestions"].values.isEmpty != isSame)
      if !isSame { continue }
      #expect(
        finding["suggestions"][0] == "Create it only if it is missing (IF NOT EXISTS)")
      try await page.edit([
        "kind": "suggestion", "script": 2, "choice": 0,
        "finding": ["id": finding["id"], "offset": finding["offset"]],
      ])
      #expect(try await page.save().status == 200)
      #expect(
        try page.file("sql_update_2.json")
          == Self.script(sql.replacing("table user", with: "table IF NOT EXISTS user")))
    }
  }
}
