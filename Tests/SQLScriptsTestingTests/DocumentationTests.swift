import Foundation
import SQLScriptsTesting
import TestSupport
import Testing

/// The examples in README and Documentation/Testing.md compile and run.
@Suite struct DocumentationTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("app.sqlite") }
  private var kept: String { folder.path("kept.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    let scripts = try ScriptBundle(directory: "SQLScripts")
    try DatabaseFixture.database(at: 1).write(to: kept, scripts: scripts)
  }

  private struct Readme {
    // README.md
    @Test func everyVersionMigrates() throws {
      let scripts = try ScriptBundle(directory: "SQLScripts")
      try expectMigrates(fromEveryVersionOf: scripts)
    }
    // README.md
  }

  // Documentation/Testing.md
  @Test func everyVersionMigrates() throws {
    let scripts = try ScriptBundle(directory: "SQLScripts")
    try expectMigrates(fromEveryVersionOf: scripts) { database in
      let row = try database.queryFirst("SELECT count(*) AS count FROM user_info")
      #expect(try row?["count"] == .integer(3))
    }
  }

  @Test func userOfVersion1KeepsTheName() throws {
    let scripts = try ScriptBundle(directory: "SQLScripts")
    let old = DatabaseFixture.database(
      at: 1, with: ["INSERT INTO user_info (name) VALUES ('Ada')"])
    try expectMigrates(from: old, scripts: scripts) { database in
      let row = try database.queryFirst("SELECT name, age FROM user_info")
      #expect(try row?["name"] == .text("Ada"))
    }
  }

  @Test func appOpensDatabaseOfVersion2() throws {
    let scripts = try ScriptBundle(directory: "SQLScripts")
    try DatabaseFixture.database(at: 2).write(to: path, scripts: scripts)
    let manager = SQLiteManager(.init(path: path, scripts: .directory("SQLScripts")))
    let row = try manager.queryFirst("SELECT count(*) AS count FROM user_info")
    #expect(try row?["count"] == .integer(3))
  }

  @Test func databaseOfRelease1Migrates() throws {
    let scripts = try ScriptBundle(directory: "SQLScripts")
    try expectMigrates(from: .file(kept), scripts: scripts)
  }
  // Documentation/Testing.md

  @Test(arguments: ["README.md", "Documentation/Testing.md"])
  func `these are the lines in the documentation`(page: String) throws {
    let file = URL(fileURLWithPath: #filePath)
    let root = file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appendingPathComponent(page), encoding: .utf8)
    let shown = text.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }.filter { $0.contains("@Test") }
    let run = try String(contentsOf: file, encoding: .utf8)
      .components(separatedBy: "// \(page)\n")
    #expect(!shown.isEmpty && run.count == 3)
    #expect(code(shown.joined()) == code(run[1]))
  }

  private func code(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.filter { $0 != " " } }
      .filter { !$0.isEmpty && !$0.hasPrefix("import") }
  }
}
