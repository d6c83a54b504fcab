import Foundation
import SQLScriptsFoundation
import TestSupport
import Testing

// The code of Support.md.

func supportText(path: String, scripts: ScriptBundle, failure: MigrationFailure?) -> String {
  var lines = failure.map { [$0.description] } ?? []
  let migrator = Migrator(path: path, scripts: scripts)
  do {
    let status = try migrator.status(checkingDrift: true)
    lines.append("Installed version: \(status.installed.map(String.init) ?? "none")")
    lines.append("Pending updates: \(status.pending)")
    lines.append("Scripts edited after they ran: \(status.changedScripts)")
    for entry in try migrator.history() {
      lines.append("\(entry.appliedAt) \(entry.version) \(entry.script ?? entry.origin)")
    }
  } catch {
    lines.append("\(error)")
  }
  return lines.joined(separator: "\n")
}

func databaseToSend(path: String) throws -> URL {
  let backup = try DatabaseBackup.make(of: path)
  return URL(fileURLWithPath: backup.path)
}

struct SupportTests {
  private let scripts = ScriptBundle(scripts: [
    .default(["CREATE TABLE note (text TEXT)"]), .update(2, ["UPDATE note SET nix = 1"]),
  ])

  @Test func `the text has the failure, the version and the history`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let failure = #expect(throws: MigrationFailure.self) {
      try Migrator(path: path, scripts: scripts).migrate()
    }
    let text = supportText(path: path, scripts: scripts, failure: failure)
    for words in [
      "no such column: nix", "Installed version: 1", "Pending updates: [2]", " 1 sql_default.json",
    ] {
      #expect(text.contains(words), "\(text)")
    }
  }

  @Test func `the text of a file that is not a database says so`() throws {
    let folder = try TemporaryFolder()
    try folder.write("not a database, but long enough to have a header", to: "notes.sqlite")
    let text = supportText(path: folder.path("notes.sqlite"), scripts: scripts, failure: nil)
    #expect(text.contains("not an SQLite database"), "\(text)")
  }

  @Test func `the file to send contains the write-ahead log`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let scripts = ScriptBundle(scripts: [.default(["CREATE TABLE note (text TEXT)"])])
    var configuration = SQLiteManager.Configuration(path: path, scripts: .scripts(scripts))
    configuration.journalMode = .wal
    let database = SQLiteManager(configuration)
    try database.execute("INSERT INTO note VALUES ('Milk')")

    let copy = try databaseToSend(path: path)
    configuration.path = copy.path
    #expect(try SQLiteManager(configuration).query("SELECT * FROM note").count == 1)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.contains(copy.lastPathComponent))
  }
}
