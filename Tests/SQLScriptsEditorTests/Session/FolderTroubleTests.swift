import SQLScriptsAuthoring
import SQLScriptsFiles
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

/// A scripts folder that vanishes, or becomes another one, while the page shows it.
struct FolderTroubleTests {
  private static let files = [
    "sql_default.json": "[\"CREATE TABLE user (id INTEGER PRIMARY KEY)\"]\n",
    "sql_update_2.json": "[\"CREATE TABLE a (b)\"]\n",
    BundleSettings.fileName: "{}\n",
  ]
  private static let example =
    FirstBundle(format: .json, numbering: .sequential)
    .files.first { $0.name == "sql_default.json" }?.text ?? ""
  private static let edit: JSONText = [
    "kind": "insert", "script": 2, "before": 2, "sql": ["CREATE TABLE mine (e)"],
  ]

  /// A page of a folder in another one, with an unsaved change.
  private func page() async throws -> (outside: TemporaryFolder, path: String, Page) {
    let outside = try TemporaryFolder()
    try TestFile.makeFolder(outside.path("scripts"))
    for (name, text) in Self.files { try outside.write(text, to: "scripts/\(name)") }
    let page = try Page(outside, at: "scripts")
    try await page.edit(Self.edit)
    return (outside, outside.path("scripts"), page)
  }

  private func folder(_ page: Page) async -> JSONText {
    let events = await page.session.events()
    _ = await page.session.reportChanges()
    var last = JSONText.null
    for await event in events where event["event"] == "disk" {
      last = event
      if event["folder"] != .null { break }
    }
    #expect(last["files"].values.isEmpty)
    return last["folder"]
  }

  @Test(.timeLimit(.minutes(10)))
  func `the page learns that the folder is gone, and saving makes it again`() async throws {
    let (outside, path, page) = try await page()
    #expect(rename(path, outside.path("moved")) == 0)
    #expect(await folder(page)["gone"] == true)
    #expect(try await page.call(now: "reload").status == 507)
    let preview = try await page.call(now: "save/preview").body
    #expect(preview?["makesFolder"] == true)
    #expect(preview?["conflicts"].values.isEmpty == true)
    #expect(try await page.save().status == 200)
    for (name, text) in Self.files where name != "sql_update_2.json" {
      #expect(try TestFile.read(outside.path("scripts/\(name)")) == text)
    }
    #expect(try TestFile.read(outside.path("scripts/sql_update_2.json")).contains("mine"))
    let old = try TestFile.read(outside.path("moved/sql_update_2.json"))
    #expect(old == Self.files["sql_update_2.json"])
  }

  @Test func `the folder is put back without unsaved changes`() async throws {
    let (outside, path, page) = try await page()
    #expect(rename(path, outside.path("moved")) == 0)
    #expect(try await page.call(now: "putback").status == 200)
    for (name, text) in Self.files {
      #expect(try TestFile.read(outside.path("scripts/\(name)")) == text)
    }
    #expect(try await page.document()["editor"]["unsaved"] == [2])
  }

  @Test(.timeLimit(.minutes(10)), arguments: ["file", "link", "dangling link"])
  func `nothing is written where the folder was`(kind: String) async throws {
    let (outside, path, page) = try await page()
    try TestFile.makeFolder(outside.path("other"))
    for (name, text) in Self.files { try outside.write(text, to: "other/\(name)") }
    #expect(rename(path, outside.path("moved")) == 0)
    switch kind {
    case "file": try outside.write("x", to: "scripts")
    case "link": #expect(symlink(outside.path("other"), path) == 0)
    default: #expect(symlink(outside.path("missing"), path) == 0)
    }
    #expect(await folder(page)["gone"] == .bool(kind == "dangling link"))
    for call in ["save", "putback", "reload"] {
      #expect(try await page.call(now: call).status == 507, "\(call)")
    }
    #expect(try await page.document()["editor"]["unsaved"] == [2])
    for (name, text) in Self.files {
      #expect(try TestFile.read(outside.path("other/\(name)")) == text)
    }
    #expect(unlink(path) == 0 && rename(outside.path("moved"), path) == 0)
    #expect(try await page.save().status == 200)
  }

  @Test(.timeLimit(.minutes(10)), arguments: [false, true])
  func `nothing is written into another project that takes the folder's place`(
    hasSameExample: Bool
  ) async throws {
    let (outside, path, page) = try await page()
    try await page.edit(["kind": "newScript", "description": "more", "format": "json"])
    let other =
      hasSameExample
      ? ["sql_default.json": Self.example, "sql_update_2.json": "[\"CREATE TABLE z (y)\"]\n"]
      : ["sql_update_2.json": "[\"CREATE TABLE z (y)\"]\n"]
    try TestFile.makeFolder(outside.path("other"))
    for (name, text) in other { try outside.write(text, to: "other/\(name)") }
    #expect(rename(path, outside.path("moved")) == 0)
    #expect(rename(outside.path("other"), path) == 0)
    let news = await folder(page)
    #expect(news["gone"] == false)
    #expect(news["text"].text?.contains("other scripts") == true)
    for call in ["save", "save/preview", "putback", "reload", "release"] {
      #expect(try await page.call(now: call).status != 200, "\(call)")
    }
    #expect(try await page.document()["editor"]["unsaved"] == [2, 3])
    for (name, text) in other {
      #expect(try TestFile.read(outside.path("scripts/\(name)")) == text)
    }
    #expect(throws: (any Error).self) {
      try TestFile.read(outside.path("scripts/sql_update_3.json"))
    }
    #expect(rename(path, outside.path("other")) == 0)
    #expect(rename(outside.path("moved"), path) == 0)
    #expect(try await page.save().status == 200)
  }

  @Test func `a new project in the place of another is not taken for it`() async throws {
    let outside = try TemporaryFolder()
    for folder in ["scripts", "other"] {
      try TestFile.makeFolder(outside.path(folder))
      try outside.write(Self.example, to: "\(folder)/sql_default.json")
    }
    try outside.write("[\"CREATE TABLE z (y)\"]\n", to: "other/sql_update_2.json")
    let page = try Page(outside, at: "scripts")
    try await page.edit(["kind": "newScript", "description": "more", "format": "json"])
    #expect(rename(outside.path("scripts"), outside.path("moved")) == 0)
    #expect(rename(outside.path("other"), outside.path("scripts")) == 0)
    #expect(try await page.save().status == 507)
  }

  @Test(arguments: ["same", "older", "empty"])
  func `a folder that was made again with its scripts is the same`(state: String) async throws {
    let (outside, path, page) = try await page()
    #expect(rename(path, outside.path("moved")) == 0)
    try TestFile.makeFolder(path)
    if state != "empty" {
      for (name, text) in Self.files where state == "same" || name != "sql_update_2.json" {
        try outside.write(text, to: "scripts/\(name)")
      }
    }
    #expect(try await page.save(overwrite: true).status == 200)
    #expect(try TestFile.read(outside.path("scripts/sql_update_2.json")).contains("mine"))
  }

  @Test func `another project that comes into an empty folder is noticed`() async throws {
    let (outside, path, page) = try await page()
    #expect(rename(path, outside.path("moved")) == 0)
    try TestFile.makeFolder(path)
    #expect(try await page.call(now: "save/preview").status == 200)
    try outside.write("[\"CREATE TABLE z (y)\"]\n", to: "scripts/sql_update_2.json")
    #expect(try await page.save(overwrite: true).status == 507)
  }

  @Test func `files that the editor never reads are named before the folder is made again`()
    async throws
  {
    let outside = try TemporaryFolder()
    try TestFile.makeFolder(outside.path("scripts"))
    for (name, text) in Self.files { try outside.write(text, to: "scripts/\(name)") }
    try outside.write("x", to: "scripts/README.md")
    try outside.write("x", to: "sql_update_3.json")
    #expect(symlink("../sql_update_3.json", outside.path("scripts/sql_update_3.json")) == 0)
    let page = try Page(outside, at: "scripts")
    try await page.edit(Self.edit)
    #expect(try await page.call(now: "save/preview").body?["missing"] == [])
    #expect(rename(outside.path("scripts"), outside.path("moved")) == 0)
    let preview = try await page.call(now: "save/preview").body
    #expect(preview?["missing"] == ["README.md", "sql_update_3.json"])
  }

  @Test
  func `a folder that cannot be made again completely is not there, and the next try is whole`()
    async throws
  {
    let (outside, path, page) = try await page()
    #expect(rename(path, outside.path("moved")) == 0)
    // Nothing can replace it.
    #expect(symlink(outside.path("missing"), path) == 0)
    #expect(try await page.save().status == 507)
    #expect(
      try ScriptDirectory.entries(of: outside.path("")).allSatisfy { !$0.name.hasSuffix(".tmp") })
    #expect(unlink(path) == 0)
    #expect(try await page.save().status == 200)
    for (name, text) in Self.files where name != "sql_update_2.json" {
      #expect(try TestFile.read(outside.path("scripts/\(name)")) == text)
    }
  }

  @Test func `a link to the same folder is no trouble`() async throws {
    let (outside, path, page) = try await page()
    #expect(rename(path, outside.path("moved")) == 0)
    #expect(symlink(outside.path("moved"), path) == 0)
    #expect(try await page.save().status == 200)
    #expect(try TestFile.read(outside.path("moved/sql_update_2.json")).contains("mine"))
  }

  // The administrator can read everything.
  @Test(.timeLimit(.minutes(10)), .enabled(if: geteuid() != 0))
  func `a folder that cannot be read is not called gone`() async throws {
    let (_, path, page) = try await page()
    #expect(chmod(path, 0) == 0)
    #expect(await folder(page)["gone"] == false)
    #expect(try await page.save().status == 507)
    #expect(chmod(path, 0o755) == 0)
    #expect(try await page.save().status == 200)
  }
}
