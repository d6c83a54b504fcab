import SQLScriptsEditor
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

/// Who may use a script file stays as it is, whatever the editor does with the file.
struct FileAccessTests {
  private static let names = [
    "sql_default.json", "sql_update_2.json", "sql_update_3.json", "sql_update_4_c.sql",
    "sql_update_5.json", "sql_update_6.json",
  ]

  /// Each file has its own mode: 0600 and its place in the list.
  private func page() throws -> Page {
    let texts = [
      "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]\n", "[\"CREATE TABLE a (b)\"]\n", "[]\n",
      "CREATE TABLE c (d);\n", "[\"CREATE TABLE e (f)\"]\n", "[\"CREATE TABLE g (h)\"]\n",
    ]
    let page = try Page(Dictionary(uniqueKeysWithValues: zip(Self.names, texts)))
    for (index, name) in Self.names.enumerated() { set(0o600 + mode_t(index), of: name, in: page) }
    return page
  }

  private func set(_ mode: mode_t, of name: String, in page: Page) {
    #expect(chmod(page.folder.path(name), mode) == 0)
  }

  private func mode(of name: String, in page: Page) -> mode_t? {
    var status = stat()
    return stat(page.folder.path(name), &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  private func save(_ page: Page) async throws {
    let reply = try await page.save()
    #expect(reply.status == 200, "\(reply.body?.compact ?? "")")
  }

  @Test func `renumbering takes the access along, and undoing brings it back`() async throws {
    let page = try page()
    try await page.edit(["kind": "removeScript", "script": 3])
    try await save(page)
    #expect(mode(of: "sql_update_3_c.sql", in: page) == 0o603)
    #expect(mode(of: "sql_update_4.json", in: page) == 0o604)
    #expect(mode(of: "sql_update_5.json", in: page) == 0o605)
    #expect(mode(of: "sql_update_6.json", in: page) == nil)
    try await page.edit(["kind": "undo"])
    try await save(page)
    for (index, name) in Self.names.enumerated() {
      #expect(mode(of: name, in: page) == 0o600 + mode_t(index), "\(name)")
    }
    try await page.edit(["kind": "redo"])
    try await save(page)
    #expect(mode(of: "sql_update_5.json", in: page) == 0o605)
  }

  @Test func `a renumbered script that is edited before it is saved keeps its access`()
    async throws
  {
    let page = try page()
    try await page.edit(["kind": "removeScript", "script": 3])
    try await page.edit([
      "kind": "insert", "script": 3, "before": 1, "sql": ["CREATE TABLE x (y)"],
    ])
    try await save(page)
    #expect(mode(of: "sql_update_3_c.sql", in: page) == 0o603)
  }

  @Test func `what is deleted, saved and undone has its access again`() async throws {
    let page = try page()
    for kind in ["removeScript", "undo"] {
      try await page.edit(["kind": .string(kind), "script": 6])
      try await save(page)
    }
    #expect(mode(of: "sql_update_6.json", in: page) == 0o605)
  }

  @Test func `a new script has its own access, whatever had its name and text before`()
    async throws
  {
    let page = try page()
    try await page.edit(["kind": "newScript", "description": "", "format": "json"])
    try await save(page)
    let usual = try #require(mode(of: "sql_update_7.json", in: page))
    set(0o600, of: "sql_update_7.json", in: page)
    try await page.edit(["kind": "removeScript", "script": 7])
    try await save(page)
    try await page.edit(["kind": "newScript", "description": "", "format": "json"])
    try await save(page)
    #expect(mode(of: "sql_update_7.json", in: page) == usual)
    // The other one comes back with its own.
    for _ in 1...2 {
      try await page.edit(["kind": "undo"])
      try await save(page)
    }
    #expect(mode(of: "sql_update_7.json", in: page) == 0o600)
  }

  @Test func `a file whose access somebody has changed meanwhile keeps that`() async throws {
    let page = try page()
    let edit: JSONText = ["kind": "describe", "script": 2, "description": "words"]
    try await page.edit(edit)
    set(0o640, of: "sql_update_2.json", in: page)
    try await save(page)
    #expect(mode(of: "sql_update_2.json", in: page) == 0o640)
    set(0o660, of: "sql_update_2.json", in: page)
    try await page.edit(["kind": "undo"])
    try page.folder.write("[]\n", to: "sql_update_2.json")
    #expect(try await page.save(overwrite: true).status == 200)
    #expect(mode(of: "sql_update_2.json", in: page) == 0o660)
  }

  @Test func `the lock file keeps its access when scripts are released`() async throws {
    let page = try page()
    #expect(try await release(page).status == 200)
    set(0o640, of: "sqlscripts.lock", in: page)
    try await page.edit(["kind": "newScript", "description": "more", "format": "json"])
    try await page.edit([
      "kind": "insert", "script": 7, "before": 1, "sql": ["CREATE TABLE i (j)"],
    ])
    try await save(page)
    #expect(try await release(page).status == 200)
    #expect(mode(of: "sqlscripts.lock", in: page) == 0o640)
  }

  private func release(_ page: Page) async throws -> EditorReply {
    let preview = try await page.call(now: "release/preview")
    let versions = preview.body?["versions"] ?? .null
    return try await page.call(now: "release", [.init("versions", versions)])
  }

  @Test func `a link to another file of the folder stays a link`() async throws {
    let page = try page()
    #expect(rename(page.folder.path("sql_update_6.json"), page.folder.path("other.txt")) == 0)
    #expect(symlink("other.txt", page.folder.path("sql_update_6.json")) == 0)
    let other = try Page(page.folder)
    try await other.edit(["kind": "describe", "script": 6, "description": "words"])
    try await save(other)
    var status = stat()
    #expect(lstat(page.folder.path("sql_update_6.json"), &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    #expect(mode(of: "other.txt", in: page) == 0o605)
    #expect(try page.file("other.txt").contains("words"))
  }
}
