import Foundation
import SQLScriptsDatabase
import SQLScriptsTesting
import TestSupport
import Testing

/// Old databases as files, created from the scripts or saved.
@Suite struct DatabaseFixtureTests {
  private let folder: TemporaryFolder
  private let scripts = ScriptBundle(scripts: [
    .default(["CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)"]),
    .update(2, ["ALTER TABLE note ADD COLUMN done INTEGER NOT NULL DEFAULT 0"]),
  ])
  private let fixture = DatabaseFixture.database(
    at: 1, with: ["INSERT INTO note (text) VALUES ('Milk')"])

  init() throws {
    folder = try TemporaryFolder()
  }

  private func path(_ name: String) -> String { folder.path(name) }

  @Test func `a fixture is written as a file at its version`() throws {
    try fixture.write(to: path("a.sqlite"), scripts: scripts)
    let migrator = Migrator(path: path("a.sqlite"), scripts: scripts)
    #expect(try migrator.status().installed == 1)
    #expect(try migrator.migrate().to == 2)
  }

  @Test func `the version is stored where the app stores it`() throws {
    var options = MigrationOptions()
    options.versionStore = .userVersion
    try fixture.write(to: path("a.sqlite"), scripts: scripts, options: options)
    let connection = try Connection(
      path: path("a.sqlite"), mode: .readOnly, busyTimeout: Milliseconds(0))
    #expect(try connection.value("PRAGMA user_version") == .integer(1))
    try expectMigrates(from: .file(path("a.sqlite")), scripts: scripts, options: options)
  }

  @Test func `the app's functions and collations exist in each database of a test`() throws {
    let scripts = ScriptBundle(scripts: [
      .default([
        "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT CHECK (short(text)))",
        "CREATE INDEX by_text ON note (text COLLATE backwards)",
      ]),
      .update(2, ["INSERT INTO note (text) VALUES ('b')"]),
    ])
    var options = MigrationOptions()
    options.prepareConnection = { database in
      try database.addFunction("short", argumentCount: 1) { ($0[0].string ?? "").count < 100 }
      try database.addCollation("backwards") { $0 > $1 }
    }
    try expectMigrates(fromEveryVersionOf: scripts, options: options)
    let fixture = DatabaseFixture.database(
      at: 1, with: ["INSERT INTO note (text) VALUES ('a'), ('c')"])
    try fixture.write(to: path("a.sqlite"), scripts: scripts, options: options)
    for fixture in [fixture, .file(path("a.sqlite"))] {
      try expectMigrates(from: fixture, scripts: scripts, options: options) { database in
        let rows = try database.query("SELECT text FROM note ORDER BY text COLLATE backwards")
        #expect(rows.map(\.values) == [[.text("c")], [.text("b")], [.text("a")]])
      }
    }
  }

  @Test func `an existing file is not overwritten`() throws {
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path("a.sqlite")))
    #expect(throws: MigrationFailure.self) {
      try fixture.write(to: path("a.sqlite"), scripts: scripts)
    }
    #expect(FileManager.default.contents(atPath: path("a.sqlite")) == Data("mine".utf8))
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `a saved file stays unchanged, byte for byte`(mode: String) throws {
    try fixture.write(to: path("kept.sqlite"), scripts: scripts)
    try Connection(path: path("kept.sqlite"), mode: .readWrite, busyTimeout: Milliseconds(0))
      .execute("PRAGMA journal_mode = \(mode)")
    let before = FileManager.default.contents(atPath: path("kept.sqlite"))
    try expectMigrates(from: .file(path("kept.sqlite")), scripts: scripts) { database in
      let row = try #require(try database.queryFirst("SELECT text, done FROM note"))
      #expect(try row["text"] == .text("Milk") && row["done"] == .integer(0))
    }
    #expect(before != nil && FileManager.default.contents(atPath: path("kept.sqlite")) == before)
  }
}
