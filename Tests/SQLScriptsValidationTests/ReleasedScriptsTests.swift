import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Findings in released scripts are history. They fail no run, and a new update repairs what it can.
@Suite struct ReleasedScriptsTests {
  private func validate(
    _ files: [InMemoryScript], released: [InMemoryScript]
  ) throws -> Validation {
    let bundle = ScriptBundle(scripts: released)
    let scripts = try bundle.scripts.map { try #require(try bundle.read($0).script) }
    let text = try #require(LockFile().releasing(scripts).lock).text
    return Validator(
      ScriptLibrary(ScriptBundle(scripts: files, lock: Array(text.utf8)))
    ).validate()
  }

  private static let first = InMemoryScript.default([
    "CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT, name STRING)",
    "CREATE INDEX user_email ON user (email)",
    "CREATE VIEW adult AS SELECT id FROM user",
    "CREATE TRIGGER user_delete AFTER DELETE ON user BEGIN SELECT 1; END",
  ])
  private static let rebuild = InMemoryScript.update(
    2,
    [
      "DROP VIEW adult",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, email TEXT, name TEXT)",
      "INSERT INTO n (id, email, name) SELECT id, email, name FROM user", "DROP TABLE user",
      "ALTER TABLE n RENAME TO user",
    ])

  @Test func `errors in a released script fail no run, and what it lost can be repaired`() throws {
    let files = [Self.first, Self.rebuild]
    let found = try validate(files, released: files)
    #expect(!found.hasFindings(atLeast: .error))
    #expect(
      Set(found.released.map(\.id)).isSuperset(of: ["lost-index", "lost-trigger", "lost-view"]))
    #expect(found.repairs.map(\.name).sorted() == ["adult", "user_delete", "user_email"])
    #expect(
      found.diagnostics.allSatisfy { $0.severity == .warning && $0.message.contains("missing") })
    #expect(found.proof?.version == 2)
  }

  @Test func `an object that a later script creates again needs no repair`() throws {
    let files = [
      Self.first, Self.rebuild, .update(3, ["CREATE INDEX user_email ON user (email)"]),
    ]
    let found = try validate(files, released: Array(files.prefix(2)))
    #expect(found.repairs.map(\.name).sorted() == ["adult", "user_delete"])
  }

  @Test func `findings that a later script repaired, and infos, are not counted`() throws {
    let first = InMemoryScript.default([
      "CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT)",
      "CREATE INDEX user_email ON user (email)",
    ])
    let rebuild = InMemoryScript.update(
      2,
      [
        "CREATE TABLE n (id INTEGER PRIMARY KEY, email TEXT)",
        "INSERT INTO n (id, email) SELECT id, email FROM user", "DROP TABLE user",
        "ALTER TABLE n RENAME TO user",
      ])
    let repair = InMemoryScript.update(3, ["CREATE INDEX user_email ON user (email)"])
    let lost = try validate([first, rebuild], released: [first, rebuild])
    #expect(lost.releasedWords != nil)
    let repaired = try validate([first, rebuild, repair], released: [first, rebuild])
    #expect(repaired.released.map(\.id).contains("lost-index"))
    #expect(repaired.releasedWords == nil)
    let rename = InMemoryScript.update(2, ["ALTER TABLE user RENAME COLUMN email TO mail"])
    let infos = try validate([first, rename], released: [first, rename])
    #expect(infos.released.map(\.severity) == [.info])
    #expect(infos.releasedWords == nil)
  }

  @Test func `a table that no longer exists needs no repair`() throws {
    let files = [Self.first, Self.rebuild, .update(3, ["DROP TABLE user"])]
    let found = try validate(files, released: Array(files.prefix(2)))
    #expect(found.repairs.map(\.name) == ["adult"])
  }

  @Test func `a script that is not released, or was changed, is judged`() throws {
    let found = try validate([Self.first, Self.rebuild], released: [Self.first])
    #expect(found.diagnostics.map(\.id).contains("lost-index"))
    #expect(found.released.map(\.id) == ["unknown-type"])
    let changed = try validate(
      [.default(["CREATE TABLE user (id INTEGER PRIMARY KEY, age STRING)"])], released: [Self.first]
    )
    #expect(changed.diagnostics.map(\.id).sorted() == ["released-script-changed", "unknown-type"])
  }

  @Test func `an error that stops every new database remains`() throws {
    let files = [Self.first, InMemoryScript.update(2, ["DROP TABLE usr"])]
    let found = try validate(files, released: files)
    #expect(found.diagnostics.map(\.id).contains("no-such-table"))
    #expect(found.proof == nil)
  }

  @Test func `an error in a new script does not bring the old ones back`() throws {
    let files = [Self.first, Self.rebuild]
    let found = try validate(files + [.update(3, ["DROP TABLE usr"])], released: files)
    let errors = found.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.span.file.name) == ["sql_update_3.json"])
  }

  @Test func `the form of a released file may change`() throws {
    let list = InMemoryScript.file(
      named: "sql_update_2.plist",
      text:
        "<plist version=\"1.0\"><array><string>CREATE TABLE tag (id INTEGER PRIMARY KEY)</string></array></plist>"
    )
    let files = [InMemoryScript.default(["CREATE TABLE user (id INTEGER PRIMARY KEY)"]), list]
    let found = try validate(files, released: files)
    #expect(found.diagnostics.map(\.id) == ["both-formats-mixed", "plist-missing-header"])
    #expect(found.released == [])
  }

  @Test func `the lock's own findings remain`() throws {
    let late = InMemoryScript.update(2, ["SELECT 2"])
    let files = [Self.first, InMemoryScript.update(3, ["SELECT 3"])]
    let found = try validate([files[0], late, files[1]], released: files)
    #expect(found.diagnostics.map(\.id).contains("late-update"))
  }
}
