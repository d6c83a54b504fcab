import Foundation
import SQLScripts
import SQLScriptsAuthoring
import SQLScriptsFiles
import SQLScriptsValidation
import TestSupport
import Testing

struct ReleasedScriptsRecordTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"["CREATE TABLE a (b)"]"#, to: "sql_default.json")
    try folder.write(#"["ALTER TABLE a ADD COLUMN c"]"#, to: "sql_update_2.json")
  }

  /// What `release` does, with a change by another program before it writes.
  private func release(_ change: () throws -> Void) throws {
    let library = ScriptLibrary(try ScriptBundle(directory: folder.path))
    let scripts = Validator(library).readScripts().scripts
    let lock = try #require(LockFile().releasing(scripts).lock)
    try change()
    try ReleasedScriptsRecord(lock, of: scripts, insteadOf: nil)
      .write(in: folder.path, to: folder.path(LockFile.fileName))
  }

  private var isRecorded: Bool {
    get throws { try ScriptBundle(directory: folder.path).lockFile != nil }
  }

  @Test(arguments: [
    ("sql_update_2.json", #"["ALTER TABLE a ADD COLUMN d"]"#),
    ("sql_update_2.json", "["),
    ("sql_update_3.json", "[]"),
  ])
  func `nothing is recorded if a script has changed since it was checked`(
    name: String, text: String
  ) throws {
    #expect(throws: AuthoringError.scriptChanged(name: name)) {
      try release { try folder.write(text, to: name) }
    }
    #expect(try !isRecorded)
  }

  @Test func `nothing is recorded if a script is gone`() throws {
    #expect(throws: AuthoringError.scriptChanged(name: "sql_update_2.json")) {
      try release { try FileManager.default.removeItem(atPath: folder.path("sql_update_2.json")) }
    }
    #expect(try !isRecorded)
  }

  @Test func `whitespace and comments may change`() throws {
    try release {
      try folder.write("[\n  \"CREATE TABLE a (b) -- new\"\n]", to: "sql_default.json")
    }
    #expect(try isRecorded)
  }
}
