import SQLScriptsReporting
import TestSupport
import Testing

@testable import SQLScriptsEditor

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is read of a folder while it is watched.
struct EditorFolderTests {
  private static let name = "sql_update_2.json"

  /// A class, because expectations cannot change a structure.
  private final class Watched {
    private var folder: EditorFolder

    init(_ files: TemporaryFolder) throws { folder = try EditorFolder(files.path) }

    func mayHaveChanged(now: Int64 = FileTime.now) -> Bool { folder.mayHaveChanged(now: now) }
    func changes(now: Int64 = FileTime.now) -> [String: DiskChange] { folder.changes(now: now) }
  }

  private func makeFiles() throws -> TemporaryFolder {
    let files = try TemporaryFolder()
    try files.write("[\"CREATE TABLE a (b)\"]\n", to: "sql_default.json")
    try files.write("[\"CREATE TABLE c (d)\"]\n", to: Self.name)
    return files
  }

  @Test func `a database in the folder does not cause a look at the scripts`() throws {
    let files = try makeFiles()
    let folder = try Watched(files)
    let later = FileTime.now + 10
    #expect(folder.mayHaveChanged(now: later))
    #expect(!folder.mayHaveChanged(now: later))
    try files.write("x", to: "app.sqlite")
    #expect(!folder.mayHaveChanged(now: later))
    for name in ["sql_update_3.json", "sqlscripts.json", "sqlscripts.lock", "update_4.json"] {
      try files.write("[]\n", to: name)
      #expect(folder.mayHaveChanged(now: later), "\(name)")
    }
  }

  @Test func `a file that was replaced by one of the same size is noticed`() throws {
    let files = try makeFiles()
    let folder = try Watched(files)
    let later = FileTime.now + 10
    #expect(folder.changes(now: later) == [:])
    try files.write("[\"CREATE TABLE e (d)\"]\n", to: "other")
    #expect(rename(files.path("other"), files.path(Self.name)) == 0)
    #expect(folder.changes(now: later) == [Self.name: .changed])
  }

  /// Two changes within one step of the clock leave the same time.
  @Test func `a file that was just changed is read again`() throws {
    let files = try makeFiles()
    let folder = try Watched(files)
    for _ in 0..<100 {
      try files.write("[\"CREATE TABLE e (d)\"]\n", to: Self.name)
      #expect(folder.changes() == [Self.name: .changed])
      try files.write("[\"CREATE TABLE c (d)\"]\n", to: Self.name)
      #expect(folder.changes() == [:])
      #expect(folder.mayHaveChanged())
    }
  }

  @Test func `the size of a script is asked before it is read`() async throws {
    let files = try makeFiles()
    // More than can be read at all.
    #expect(truncate(files.path(Self.name), 300 << 20) == 0)
    let page = try Page(files)
    let edit: JSONText = ["kind": "set", "script": 2, "item": 1, "sql": "SELECT 1"]
    let message = try await page.edit(edit).body?["error"]["message"].text
    #expect(
      message
        == "“\(Self.name)” is larger than 5 MB, so it cannot be edited here; use a text editor")
  }

  @Test func `a link to a file outside the folder is not opened, and the page learns why`()
    async throws
  {
    let files = try makeFiles()
    let outside = try TemporaryFolder()
    try outside.write("[\"CREATE TABLE secret (f)\"]\n", to: "other.json")
    let link = files.path("sql_update_3.json")
    #expect(symlink(outside.path("other.json"), link) == 0)
    // A malformed file of somebody else must not be quoted in a finding.
    try outside.write("secret", to: "settings")
    #expect(symlink(outside.path("settings"), files.path("sqlscripts.json")) == 0)
    let page = try Page(files)
    let blocked = try await page.document()["editor"]["blocked"]
    let reason =
      "“sql_update_3.json” is a link to a file outside the folder, so it is not opened here; replace the link with the file itself, or open the folder of that file in the editor"
    #expect(blocked == [["script": 3, "reason": .string(reason)]])
    let edit: JSONText = ["kind": "describe", "script": 3, "description": "x"]
    #expect(try await page.edit(edit).body?["error"]["message"].text == reason)
    let text = try await page.document().compact
    #expect(!text.contains("secret"))
    #expect(text.contains("is a symbolic link to a file outside the folder, so it was not opened"))
  }

  @Test func `a link to another file in the folder is a script as any other`() async throws {
    let files = try makeFiles()
    try files.write("[\"CREATE TABLE e (f)\"]\n", to: "other.txt")
    #expect(symlink("other.txt", files.path("sql_update_3.json")) == 0)
    let page = try Page(files)
    #expect(try await page.document()["editor"]["blocked"] == [])
  }

  @Test func `a script that has become too large is an obstacle and no conflict`() async throws {
    let page = try Page(makeFiles())
    try await page.edit(["kind": "set", "script": 2, "item": 1, "sql": "CREATE TABLE e (f)"])
    #expect(truncate(page.folder.path(Self.name), 6 << 20) == 0)
    let revision = try await page.document()["editor"]["revision"]
    let preview = await page.call("save/preview", ["revision": revision])
    #expect(preview.body?["conflicts"].values == [])
    for overwrite in [false, true] {
      let reply = try await page.save(overwrite: overwrite)
      #expect(reply.status == 507)
      #expect(reply.body?["error"]["message"].text?.contains("is larger than 5 MB now") == true)
    }
  }
}
