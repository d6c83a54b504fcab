import Foundation
import SQLScripts
import Testing

/// Law 27: a file or a folder without write permission is a system error, and no script is blamed.
@Suite struct PermissionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: mode_t
    let folder: mode_t
    let words: String
    var journal = "DELETE"
  }

  // The helper switches to a user who is not the owner, because root may do everything.
  @Test(arguments: [
    Case(testDescription: "file", file: 0o444, folder: 0o777, words: "is read-only"),
    Case(testDescription: "folder", file: 0o666, folder: 0o555, words: "is read-only"),
    Case(testDescription: "both", file: 0o444, folder: 0o555, words: "is read-only"),
    Case(testDescription: "nothing", file: 0o000, folder: 0o777, words: "not allowed to open"),
    Case(
      testDescription: "WAL", file: 0o666, folder: 0o555, words: "read-only",
      journal: "WAL"),
  ])
  func `law 27: a file that cannot be written is reported`(_ permissions: Case) throws {
    try Sandbox.with { (box) throws in
      let scripts = box.folder + "/scripts"
      let folder = box.folder + "/db"
      for path in [scripts, folder] {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      }
      try box.write("scripts/sql_default.sql", "CREATE TABLE t (x);")
      try box.write("scripts/sql_update_2.sql", "INSERT INTO t VALUES (1);")
      let path = folder + "/a.sqlite"
      let migrator = Migrator(path: path, scripts: try ScriptBundle(directory: scripts))
      try migrator.migrate(to: 1)
      if permissions.journal == "WAL" {
        _ = try box.open(path).value("PRAGMA journal_mode = WAL")
      }
      chmod(box.folder, 0o755)
      chmod(path, permissions.file)
      chmod(folder, permissions.folder)
      defer { chmod(folder, 0o755) }
      let said = try run(path, scripts)
      #expect(said.contains(permissions.words), "\(said)")
      #expect(said.contains("Nothing was changed"), "\(said)")
      #expect(!said.contains("failed: item"), "\(said)")
      chmod(path, 0o644)
      // Even reading a database with a write-ahead log creates a file next to it.
      chmod(folder, 0o755)
      #expect(try migrator.status().installed == 1)
    }
  }

  private func run(_ database: String, _ scripts: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = migrateHelper
    process.arguments = [database, scripts] + (geteuid() == 0 ? ["65534"] : [])
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    return String(decoding: text, as: UTF8.self)
  }
}
