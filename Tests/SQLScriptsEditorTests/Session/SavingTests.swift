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

  private func lock(_ page: Page) throws {
    let library = ScriptLibrary(try ScriptBundle(directory: page.folder.path))
    let lines = try library.bundle.scripts.map { file in
      let script = try library.script(file)
      let kind = file.kind == .default ? "default" : "update"
      return "\(script.version) \(kind) \(file.name) \(Checksum(of: script))\n"
    }
    try page.folder.write(lines.joined(), to: ScriptBundle.lockFileName)
  }

  @Test func `a script that is released while it is edited is not saved`() async throws {
    let page = try Page(Self.files)
    try await page.edit(Self.edit)
    try lock(page)
    let reply = try await page.save()
    #expect(reply.status == 409)
    #expect(reply.body?["error"]["code"] == "released")
    #expect(try page.file("sql_update_2.json") == Self.files["sql_update_2.json"])
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

  @Test func `a new update does not get the version of another file`() async throws {
    let page = try Page(Self.files)
    try await page.edit(["kind": "newScript", "description": "mine", "format": .null])
    try page.folder.write("[]\n", to: "sql_update_3_theirs.json")
    let reply = try await page.save()
    #expect(reply.status == 422)
    #expect(reply.body?["error"]["message"].text?.contains("sql_update_3_theirs.json") == true)
    #expect(!TestFile.exists(page.folder.path("sql_update_3_mine.json")))
  }

  @Test func `a database that does not exist is refused at the start`() throws {
    let page = try Page(Self.files)
    #expect(throws: (any Error).self) {
      _ = try Page(page.folder, data: page.folder.path("missing.sqlite"))
    }
  }
}
