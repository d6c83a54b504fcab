import Foundation
import SQLScriptsTesting
import TestSupport
import Testing

/// The code of TestingMigrations.md, which uses the demo bundle in the checkout.
@Suite struct TestingGuideTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("app.sqlite") }
  private var kept: String { folder.path("kept.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
    let scripts = try ScriptBundle(directory: "SQLScripts")
    try DatabaseFixture.database(at: 1).write(to: kept, scripts: scripts)
  }

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
}
