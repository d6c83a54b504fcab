import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// `sqlscripts.lock` keeps released default scripts, so that updates are rehearsed although the present default script
/// creates a later version.
@Suite struct KeptScriptTests {
  private func scripts(_ files: [InMemoryScript]) throws -> [Script] {
    let bundle = ScriptBundle(scripts: files)
    return try bundle.scripts.map { try #require(try bundle.read($0).script) }
  }

  private func lock(_ releases: [[InMemoryScript]]) throws -> LockFile {
    try releases.reduce(LockFile()) { old, files in
      let text = try #require(old.releasing(scripts(files), acceptsChanges: true).lock).text
      let read = LockFile.reading(SourceFile(name: "sqlscripts.lock", bytes: Array(text.utf8)))
      #expect(read.diagnostics == [])
      #expect(read.lock.text == text)
      return read.lock
    }
  }

  private func validate(
    _ files: [InMemoryScript], after releases: [[InMemoryScript]]
  ) throws -> Validation {
    let lock = Array(try lock(releases).text.utf8)
    return Validator(ScriptLibrary(ScriptBundle(scripts: files, lock: lock))).validate()
  }

  private func ids(_ validation: Validation) -> [String] {
    validation.diagnostics.map { "\($0.id) \($0.span.file.name)" }
  }

  private static let note = "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL)"
  private static let index = "CREATE INDEX note_title ON note (title)"
  private static let first = InMemoryScript.default([note, index])
  private static let notNull = "ALTER TABLE note ADD COLUMN stars INTEGER NOT NULL"
  private static func second(_ column: String) -> InMemoryScript {
    .default(
      [
        "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL, \(column))", index,
      ], version: 2)
  }

  @Test func `an update is rehearsed on the version that a released default script created`() throws
  {
    let validation = try validate(
      [Self.second("stars INTEGER NOT NULL"), .update(2, [Self.notNull])], after: [[Self.first]])
    #expect(ids(validation) == ["add-not-null-without-default sql_update_2.json"])
  }

  @Test func `the proof names the released version`() throws {
    let column = "stars INTEGER NOT NULL DEFAULT 0"
    let files = [
      Self.second(column), .update(2, ["ALTER TABLE note ADD COLUMN \(column)"]),
    ]
    let validation = try validate(files, after: [[Self.first]])
    #expect(ids(validation) == [])
    #expect(validation.proof?.oldestUpdated == 1)
    #expect(validation.proof?.unrehearsedUpdates == [])
    #expect(validation.comparedVersion == 2)
    let alone = Validator(ScriptLibrary(ScriptBundle(scripts: files))).validate()
    #expect(alone.proof?.oldestUpdated == nil)
    #expect(alone.proof?.reconstructed == [1])
  }

  @Test func `a rebuild that loses an index of the released version is found`() throws {
    let rebuild = InMemoryScript.update(
      2,
      [
        "CREATE TABLE n2 (id INTEGER PRIMARY KEY, title TEXT NOT NULL, stars INTEGER)",
        "INSERT INTO n2 (id, title) SELECT id, title FROM note", "DROP TABLE note",
        "ALTER TABLE n2 RENAME TO note",
      ])
    let found = ids(try validate([Self.second("stars INTEGER"), rebuild], after: [[Self.first]]))
    #expect(
      found == ["fresh-and-upgraded-differ sql_default.json", "lost-index sql_update_2.json"])
  }

  @Test func `seed rows that an update forgets are found`() throws {
    let seeded = InMemoryScript.default(
      [Self.note, "INSERT INTO note (id, title) VALUES (1, 'terms')"])
    let files: [InMemoryScript] = [
      .default([Self.note, "INSERT INTO note (id, title) VALUES (1, 'Terms')"], version: 2),
      .update(2, ["UPDATE note SET title = 'Terms' WHERE title = 'term'"]),
    ]
    #expect(
      ids(try validate(files, after: [[seeded]]))
        .contains("fresh-and-upgraded-differ sql_default.json"))
  }

  @Test func `findings in a kept script are not reported`() throws {
    let odd = InMemoryScript.default(["CREATE TABLE note (id INTEGER PRIMARY KEY, body STRING)"])
    let files: [InMemoryScript] = [
      .default(["CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT)"], version: 2),
      .update(
        2,
        [
          "CREATE TABLE n2 (id INTEGER PRIMARY KEY, body TEXT)",
          "INSERT INTO n2 (id, body) SELECT id, body FROM note", "DROP TABLE note",
          "ALTER TABLE n2 RENAME TO note",
        ]),
    ]
    #expect(ids(try validate(files, after: [[odd]])).allSatisfy { !$0.contains("released") })
  }

  @Test func `the oldest script that the updates continue is kept, and the newest`() throws {
    let updates = (2...5).map { InMemoryScript.update(Int64($0), ["SELECT \($0)"]) }
    func release(_ default: Int64, _ updates: some Collection<InMemoryScript>) -> [InMemoryScript] {
      [.default([Self.note, "SELECT \(`default`)"], version: `default`)] + updates
    }
    let all = [
      release(1, []), release(2, updates.prefix(1)), release(3, updates.prefix(2)),
      release(5, updates),
    ]
    #expect(try lock(all).kept.map(\.version) == [1, 5])
    // Nothing leads from version 1 to a later one any more.
    #expect(try lock(all + [release(5, updates.dropFirst())]).kept.map(\.version) == [5])
  }

  @Test(arguments: [
    "sql_default.sql": "-- title: a\\nb\r\nCREATE TABLE a (\r\n  x -- \\ é\r\n);\r\n\r\n",
    "sql_default.json": "[\"CREATE TABLE a (x)\",\n  \"SELECT 'a\\n1 text b'\"\n]",
  ])
  func `every byte of a text is kept`(name: String, text: String) throws {
    let lock = try lock([[.file(named: name, text: text)]])
    #expect(lock.kept.map(\.file.content) == [.bytes(Array(text.utf8))])
  }

  @Test func `a binary property list is kept, too`() throws {
    let bytes: [UInt8] = [
      0x62, 0x70, 0x6c, 0x69, 0x73, 0x74, 0x30, 0x30, 0xa1, 0x01, 0x58, 0x53, 0x45, 0x4c, 0x45,
      0x43, 0x54, 0x20, 0x31, 0x08, 0x0a, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x01, 0x01, 0x00,
      0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
      0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x13,
    ]
    let lock = try lock([[.file(named: "sql_default.plist", bytes: bytes)]])
    #expect(lock.kept.map(\.file.content) == [.bytes(bytes)])
  }

  @Test(arguments: [
    ("(title)", "(id)"), ("1 text", "1 txt"), ("1 kept sql_default", "1 kept x"),
  ])
  func `a damaged text is an error, and the other lines count`(old: String, new: String) throws {
    let text = try lock([[Self.first]]).text
    let start = try #require(text.firstRange(of: "1 kept"))
    let damaged = text[..<start.lowerBound] + text[start.lowerBound...].replacing(old, with: new)
    let read = LockFile.reading(
      SourceFile(name: "sqlscripts.lock", bytes: Array(String(damaged).utf8)))
    #expect(read.diagnostics.first?.id == "damaged-lock-file")
    #expect(read.lock.entries.count == 1)
  }

  @Test func `a lock that older versions wrote has no texts, and the next release adds them`()
    throws
  {
    let whole = try lock([[Self.first]])
    let old = LockFile(whole.entries)
    #expect(whole.keepsOther(than: old))
    #expect(!whole.keepsOther(than: whole))
  }
}
