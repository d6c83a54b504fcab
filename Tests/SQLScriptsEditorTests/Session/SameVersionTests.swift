import SQLScriptsReporting
import TestSupport
import Testing

/// A folder may have one script of each version, once everything is saved.
struct SameVersionTests {
  private static let files = [
    "sql_default.json": "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]\n",
    "sql_update_2.json": "[\"ALTER TABLE user ADD COLUMN age INTEGER\"]\n",
  ]

  @Test func `a deleted update may be made anew with other words and another format`() async throws
  {
    let page = try Page(Self.files)
    try await page.edit(["kind": "removeScript", "script": 2])
    try await page.edit(["kind": "newScript", "description": "again", "format": "sql"])
    #expect(try await page.save().status == 200)
    #expect(TestFile.exists(page.folder.path("sql_update_2_again.sql")))
    #expect(!TestFile.exists(page.folder.path("sql_update_2.json")))
  }

  @Test func `a deleted default script may be made anew in another format`() async throws {
    let page = try Page(["sql_default.json": "[\"CREATE TABLE a (b)\"]\n"])
    try await page.edit(["kind": "removeScript", "script": 0])
    try await page.edit(["kind": "newScript", "description": "", "format": "plist"])
    #expect(try await page.save().status == 200)
    #expect(TestFile.exists(page.folder.path("sql_default.plist")))
    #expect(!TestFile.exists(page.folder.path("sql_default.json")))
  }

  @Test func `all gaps between versions can be closed at once`() async throws {
    var files = Self.files
    files["sql_update_4_a.json"] = "[\"CREATE TABLE a (b)\"]\n"
    files["sql_update_5_b.json"] = "[\"CREATE TABLE c (d)\"]\n"
    let page = try Page(files)
    for version in [4, 5] as [Int64] {
      let findings = try await page.version(version)["findings"].values
      let gap = try #require(findings.first { $0["id"] == "version-gap" })
      let finding: JSONText = ["id": gap["id"], "offset": gap["offset"]]
      let edit: JSONText = [
        "kind": "suggestion", "script": .integer(version), "finding": finding, "choice": 0,
      ]
      #expect(try await page.edit(edit).status == 200)
    }
    #expect(try await page.save().status == 200)
    #expect(try page.file("sql_update_3_a.json") == files["sql_update_4_a.json"])
    #expect(try page.file("sql_update_4_b.json") == files["sql_update_5_b.json"])
    #expect(!TestFile.exists(page.folder.path("sql_update_4_a.json")))
    #expect(!TestFile.exists(page.folder.path("sql_update_5_b.json")))
    // The files that are gone do not come back with the next check.
    try await page.edit(["kind": "describe", "script": 4, "text": "b"])
    #expect(try await page.document()["versions"].values.count == 4)
    #expect(try await page.document()["summary"]["errors"] == 0)
  }

  @Test func `a file that another program has added is named as the cause`() async throws {
    let page = try Page(Self.files)
    try await page.edit(["kind": "newScript", "description": "mine", "format": "json"])
    #expect(try await page.call(now: "save/preview").body?["refusal"] == .null)
    try page.folder.write("[]\n", to: "sql_update_3_theirs.json")
    // Before anybody presses Save in vain.
    #expect(
      try await page.call(now: "save/preview").body?["refusal"].text
        == "another program has added “sql_update_3_theirs.json”, which has the same version as “sql_update_3_mine.json”, so nothing can be saved; delete or rename one of them"
    )
    #expect(
      try await page.save().body?["error"]["message"].text
        == "another program has added “sql_update_3_theirs.json”, which has the same version as “sql_update_3_mine.json”, so nothing can be saved; delete or rename one of them"
    )
    #expect(!TestFile.exists(page.folder.path("sql_update_3_mine.json")))
    let revision = try await page.document()["editor"]["revision"]
    #expect(await page.call("reload", ["revision": revision]).status == 200)
    try await page.edit(["kind": "undo"])
    #expect(
      try await page.save().body?["error"]["message"].text
        == "“sql_update_3_theirs.json” and “sql_update_3_mine.json” have the same version, so nothing can be saved; delete or rename one of them"
    )
    #expect(!TestFile.exists(page.folder.path("sql_update_3_mine.json")))
  }
}
