import SQLScriptsAuthoring
import SQLScriptsDatabase
import SQLScriptsFiles
import Testing

/// A first bundle from the schema of an existing database.
struct ExistingSchemaTests {
  private func database(_ statements: [String]) throws -> Connection {
    let connection = try Connection(
      path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for statement in statements { try connection.execute(statement) }
    return connection
  }

  @Test func `a database without tables is refused`() throws {
    let existing = try ExistingSchema(
      database(["CREATE TABLE db_version (x)", "CREATE TABLE android_metadata (locale)"]))
    #expect(existing.isEmpty)
    #expect(throws: FirstBundle.Refusal.self) {
      try FirstBundle(of: existing, version: 1, format: .json, numbering: .sequential)
    }
  }

  @Test func `tables that refer to each other keep the order of their creation`() throws {
    let statements = [
      "CREATE TABLE b (id INTEGER PRIMARY KEY, a REFERENCES a (id), self REFERENCES b (id))",
      "CREATE TABLE a (id INTEGER PRIMARY KEY, b REFERENCES b (id), other REFERENCES missing (id))",
    ]
    let existing = try ExistingSchema(database(statements))
    #expect(existing.statements == statements.reversed())
    #expect(!existing.hasRows)
  }

  @Test func `a long chain of tables needs no stack`() throws {
    let statements = (0..<3000).map {
      "CREATE TABLE t\($0) (id INTEGER PRIMARY KEY, next REFERENCES t\($0 + 1) (id))"
    }
    let existing = try ExistingSchema(database(statements))
    #expect(existing.statements == statements.reversed())
  }

  @Test func `a full-text table comes after its content, and without its shadow tables`() throws {
    let existing = try ExistingSchema(
      database([
        "CREATE VIRTUAL TABLE found USING fts5 (text, content='note', content_rowid='id')",
        "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)",
        "INSERT INTO note (text) VALUES ('a')",
      ]))
    #expect(existing.hasRows)
    #expect(
      existing.statements == [
        "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)",
        "CREATE VIRTUAL TABLE found USING fts5 (text, content='note', content_rowid='id')",
      ])
  }

  @Test(arguments: ScriptFile.Format.allCases)
  func `the default script creates every kind of object again`(format: ScriptFile.Format) throws {
    let existing = try ExistingSchema(
      database([
        "PRAGMA application_id = 7",
        "CREATE TABLE \"select\" (\"a b\" INTEGER PRIMARY KEY AUTOINCREMENT, c TEXT COLLATE NOCASE -- why\n, "
          + "d INTEGER AS (length(c)) STORED, CHECK (c <> '</string>')) STRICT",
        "CREATE TABLE 人 (k TEXT PRIMARY KEY) WITHOUT ROWID",
        "CREATE UNIQUE INDEX i ON \"select\" (lower(c)) WHERE c IS NOT NULL",
        "CREATE VIEW v AS SELECT * FROM w",
        "CREATE VIEW w AS SELECT c FROM \"select\" -- the end",
        "CREATE TRIGGER t INSTEAD OF INSERT ON v BEGIN INSERT INTO \"select\" (c) VALUES (new.c); END",
      ]))
    let bundle = try FirstBundle(
      of: existing, version: 3, format: format, numbering: .sequential)
    let script = InMemoryScript.file(named: bundle.files[0].name, text: bundle.files[0].text)
    let new = try BundleDatabase(.init(ScriptBundle(scripts: [script])))
    #expect(new.version == 3)
    #expect(try ExistingSchema(new.connection).statements == existing.statements)
  }

  @Test func `a script that cannot run here is written all the same`() throws {
    let connection = try database(["CREATE TABLE a (b)"])
    try connection.execute("PRAGMA writable_schema = ON")
    try connection.execute("UPDATE sqlite_schema SET sql = 'CREATE TABLE a (b CHECK (mine(b)))'")
    let existing = try ExistingSchema(connection)
    let bundle = try FirstBundle(
      of: existing, version: 1, format: .sql, numbering: .sequential)
    #expect(bundle.files[0].text.contains("mine(b)"))
  }

  @Test func `a character that XML cannot hold is refused in a property list`() throws {
    let existing = try ExistingSchema(database(["CREATE TABLE a (b DEFAULT '\u{1}')"]))
    #expect(throws: FirstBundle.Refusal.self) {
      try FirstBundle(of: existing, version: 1, format: .plist, numbering: .sequential)
    }
    let bundle = try FirstBundle(
      of: existing, version: 1, format: .json, numbering: .sequential)
    #expect(bundle.files[0].text.contains("\\u0001"))
  }
}
