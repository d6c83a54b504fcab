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

/// Files that another program renames, converts or deletes while the page shows them.
struct FollowingTests {
  private static let files = [
    "sql_default.json": "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]\n",
    "sql_update_2.json": "[\"ALTER TABLE user ADD COLUMN age INTEGER\"]\n",
  ]

  private static let edit: JSONText = [
    "kind": "set", "script": 2, "item": 1, "sql": "ALTER TABLE user ADD COLUMN year INTEGER",
  ]

  private static func move(_ old: String, to name: String, in page: Page) {
    #expect(rename(page.folder.path(old), page.folder.path(name)) == 0)
  }

  @Test func `changes of a script that another program renames are saved in the new file`()
    async throws
  {
    let page = try Page(Self.files)
    try await page.edit(Self.edit)
    Self.move("sql_update_2.json", to: "sql_update_2_more.json", in: page)
    // The page has to show the new name first.
    #expect(try await page.save().body?["error"]["code"] == "stale-revision")
    #expect(try await page.version(2)["file"] == "sql_update_2_more.json")
    // So it does not say that another tab did that.
    let editor = try await page.document()["editor"]
    #expect(editor["followed"] == editor["revision"])
    #expect(try await page.conflicts().isEmpty)
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2_more.json").contains("year"))
    #expect(!TestFile.exists(page.folder.path("sql_update_2.json")))
    #expect(try await page.edit(["kind": "undo"]).status == 200)
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2_more.json") == Self.files["sql_update_2.json"])
  }

  @Test func `deleting a step fits a script that was renamed meanwhile`() async throws {
    let page = try Page(Self.files)
    let seen = try await page.document()["editor"]["revision"]
    Self.move("sql_update_2.json", to: "sql_update_2_more.json", in: page)
    _ = await page.call("save/preview", ["revision": seen])
    let edit: JSONText = ["kind": "remove", "script": 2, "items": [1]]
    #expect(await page.call("edit", ["revision": seen, "edit": edit]).status == 200)
    #expect(try await page.save().status == 200)
    #expect(try !page.file("sql_update_2_more.json").contains("age"))
  }

  @Test func `a reload after a renaming leaves one file, also if it is undone`() async throws {
    let page = try Page(Self.files)
    try await page.edit(Self.edit)
    Self.move("sql_update_2.json", to: "sql_update_2_more.json", in: page)
    #expect(try await page.call(now: "reload").status == 409)
    #expect(try await page.call(now: "reload").status == 200)
    #expect(try await page.edit(["kind": "undo"]).status == 200)
    #expect(try await page.document()["versions"].values.count == 2)
    #expect(try await page.document()["findings"].values.isEmpty)
  }

  @Test func `a renaming with another change, of a release or into two files is not followed`()
    async throws
  {
    for kind in ["changed", "released", "copied", "deleted here"] {
      let page = try Page(Self.files)
      if kind == "deleted here" {
        try await page.edit(["kind": "removeScript", "script": 2])
      } else {
        try await page.edit(Self.edit)
      }
      if kind == "released" { try page.release() }
      _ = try await page.call(now: "release/preview")
      Self.move("sql_update_2.json", to: "sql_update_2_more.json", in: page)
      if kind == "changed" {
        try page.folder.write("[\"CREATE TABLE t (a)\"]\n", to: "sql_update_2_more.json")
      }
      if kind == "copied" {
        try page.folder.write(
          try #require(Self.files["sql_update_2.json"]), to: "sql_update_2_copy.json")
      }
      let before = try await page.document()["editor"]["revision"]
      _ = try await page.save()
      #expect(try await page.document()["editor"]["revision"] == before, "\(kind)")
    }
  }

  @Test func `both sides name the file in another format that another program has made`()
    async throws
  {
    let page = try Page(Self.files)
    try await page.edit(Self.edit)
    Self.move("sql_update_2.json", to: "sql_update_2.sql", in: page)
    try page.folder.write("ALTER TABLE user ADD COLUMN month INTEGER;\n", to: "sql_update_2.sql")
    #expect(try await page.conflicts().map { $0["replacedBy"] } == ["sql_update_2.sql"])
    let refusal = try await page.save(overwrite: true).body?["error"]["message"].text
    #expect(refusal?.contains("made “sql_update_2.sql” of “sql_update_2.json”") == true)
    try TestFile.delete(page.folder.path("sql_update_2.sql"))
    #expect(try await page.conflicts().map { $0["replacedBy"] } == [.null])
  }

  @Test func `changes of a script that another program converts are saved in the new file`()
    async throws
  {
    let page = try Page(Self.files)
    try await page.edit(Self.edit)
    try TestFile.delete(page.folder.path("sql_update_2.json"))
    let converted = "ALTER TABLE user ADD COLUMN age INTEGER;\n"
    try page.folder.write(converted, to: "sql_update_2.sql")
    #expect(try await page.save().body?["error"]["code"] == "stale-revision")
    #expect(try await page.conflicts().isEmpty)
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2.sql") == "ALTER TABLE user ADD COLUMN year INTEGER;\n")
    #expect(!TestFile.exists(page.folder.path("sql_update_2.json")))
    #expect(try await page.edit(["kind": "undo"]).status == 200)
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_2.sql") == converted)
  }

  @Test(arguments: ["sql_update_2.sql", "sql_update_2_more.json"], [false, true])
  func `undo and redo after a reload leave one file of each version`(
    name: String, isSaved: Bool
  ) async throws {
    let page = try Page(Self.files)
    try await page.edit(Self.edit)
    if isSaved { #expect(try await page.save().status == 200) }
    try TestFile.delete(page.folder.path("sql_update_2.json"))
    let sql = "ALTER TABLE user ADD COLUMN month INTEGER"
    try page.folder.write(name.hasSuffix("sql") ? "\(sql);\n" : "[\"\(sql)\"]\n", to: name)
    #expect(try await page.call(now: "reload").status == 200)
    #expect(try await page.edit(["kind": "undo"]).status == 200)
    #expect(try await page.document()["versions"].values.count == 2)
    #expect(try await page.version(2)["file"].text == name)
    #expect(try await page.version(2).compact.contains(isSaved ? "age" : "year"))
    #expect(try await page.document()["findings"].values.isEmpty)
    let conflict = try #require(try await page.conflicts().first)
    #expect(conflict["theirs"].text?.contains("month") == true)
    #expect(conflict["before"].compact.contains(isSaved ? "year" : "age"))
    #expect(try await page.edit(["kind": "redo"]).status == 200)
    #expect(try await page.document()["editor"]["unsaved"].values.isEmpty)
    #expect(try await page.version(2).compact.contains("month"))
  }

  @Test func `deleted files without unsaved changes are put back, and others left`() async throws {
    let page = try Page(Self.files)
    try await page.edit(Self.edit)
    try page.folder.write("[\"CREATE TABLE t (a)\"]\n", to: "sql_update_3.json")
    for name in Self.files.keys { try TestFile.delete(page.folder.path(name)) }
    #expect(try await page.call(now: "putback").status == 200)
    #expect(try page.file("sql_default.json") == Self.files["sql_default.json"])
    #expect(!TestFile.exists(page.folder.path("sql_update_2.json")))
    #expect(try await page.document()["editor"]["unsaved"] == [2])
    #expect(try await page.save(overwrite: true).status == 200)
    #expect(try page.file("sql_update_2.json").contains("year"))
    #expect(try page.file("sql_update_3.json").contains("CREATE TABLE t"))
  }

  @Test func `what a file in another format replaces is not put back`() async throws {
    let page = try Page(Self.files)
    _ = try await page.document()
    try TestFile.delete(page.folder.path("sql_update_2.json"))
    try page.folder.write("ALTER TABLE user ADD COLUMN age INTEGER;\n", to: "sql_update_2.sql")
    #expect(try await page.call(now: "putback").status == 200)
    #expect(!TestFile.exists(page.folder.path("sql_update_2.json")))
  }
}
