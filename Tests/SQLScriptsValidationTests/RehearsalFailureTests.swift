import SQLScripts
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Failures of a migration that the rehearsal reports. It runs the same code, so its result decides.
struct RehearsalFailureTests {
  private func failure(
    _ scripts: InMemoryScript..., store: VersionStore = .table
  ) throws -> MigrationFailure.Reason? {
    let library = ScriptLibrary(ScriptBundle(scripts: scripts))
    let rehearsal = try Rehearsal(store: store)
    for file in library.bundle.scripts {
      _ = try rehearsal.rehearse(try library.script(file)) { _ in }
    }
    return rehearsal.failure
  }

  private func validate(
    _ scripts: InMemoryScript..., settings: String? = nil
  ) -> Validation {
    let bundle = ScriptBundle(scripts: scripts, settings: settings.map { Array($0.utf8) })
    return Validator(ScriptLibrary(bundle)).validate()
  }

  @Test func `the first statement that fails stops a migration`() throws {
    let reason = try failure(
      .default(["CREATE TABLE user (id INTEGER PRIMARY KEY)"]),
      .update(2, ["CREATE TABLE visit (id INTEGER PRIMARY KEY)"]),
      .update(3, ["CREATE TABLE user (id INTEGER PRIMARY KEY)"]), .update(4, ["nonsense"]))
    guard case .statement(let statement) = reason else {
      Issue.record("the third script makes a table that is there")
      return
    }
    #expect(statement.script == "sql_update_3.json")
  }

  @Test(arguments: [
    "CREATE UNIQUE INDEX pair ON product (a, b COLLATE NOCASE)",
    "CREATE UNIQUE INDEX pair ON product (a, b) WHERE a", "CREATE INDEX pair ON product (a, b)",
  ])
  func `laws 17 and 31: a foreign key that loses its UNIQUE index is an error`(index: String) throws
  {
    let scripts: [InMemoryScript] = [
      .default([
        "CREATE TABLE product (id INTEGER PRIMARY KEY, a TEXT, b TEXT)",
        "CREATE UNIQUE INDEX pair ON product (a, b)",
        "CREATE TABLE stock (a TEXT, b TEXT, FOREIGN KEY (a, b) REFERENCES product (a, b))",
      ]),
      .update(2, ["DROP INDEX pair", index]),
    ]
    let failure = try failure(scripts[0], scripts[1])
    guard case .foreignKeys = failure else {
      Issue.record("the migration would fail: \(String(describing: failure))")
      return
    }
    let found = validate(scripts[0], scripts[1])
    let error = found.diagnostics.first { $0.severity == .error }
    #expect(error?.help?.contains("UNIQUE") == true)
  }

  @Test func `valid scripts do not stop a migration`() throws {
    let reason = try failure(
      .default(["CREATE TABLE a (b)", "BEGIN", "COMMIT", "VACUUM"]),
      .update(2, ["PRAGMA foreign_keys = OFF", "DROP TABLE IF EXISTS c"]))
    #expect(reason == nil)
  }

  @Test func `law 14: a verify query that returns rows is an error`() {
    let text = """
      {"version": 1, "statements": ["CREATE TABLE a (b)", "INSERT INTO a (b) VALUES (1)"],
       "verify": ["SELECT b FROM a"]}
      """
    let found = validate(.file(named: "sql_default.json", text: text))
    #expect(found.diagnostics.map(\.id) == ["failed-statement"])
    #expect(
      found.diagnostics.first?.message.contains("verify query 1 of sql_default.json returned a row")
        == true)
    #expect(found.proof == nil)
  }

  @Test func `a condition that fails is an error`() {
    let text = #"[{"sql": "SELECT 1", "onlyIf": "SELECT x FROM missing"}]"#
    let found = validate(.file(named: "sql_default.json", text: text))
    let errors = found.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.id) == ["no-such-table"])
    #expect(errors.first?.message.contains("“missing”") == true)
  }

  @Test func `laws 17 and 31: only new orphans stop a migration`() throws {
    let tables = [
      "CREATE TABLE a (id INTEGER PRIMARY KEY)",
      "CREATE TABLE b (id INTEGER PRIMARY KEY, a INTEGER REFERENCES a (id))",
    ]
    let old = #"{"foreignKeys": "unchecked", "statements": ["INSERT INTO b (a) VALUES (7)"]}"#
    #expect(
      try failure(
        .default(tables), .file(named: "sql_update_2.json", text: old),
        .update(3, ["UPDATE b SET a = 7 WHERE a = 7"])) == nil)
    let reason = try failure(.default(tables), .update(2, ["INSERT INTO b (a) VALUES (7)"]))
    guard case .foreignKeys(let script, _, _, count: 1) = reason else {
      Issue.record("the row has no parent")
      return
    }
    #expect(script == "sql_update_2.json")
  }

  @Test func `laws 18 and 31: only views that a script broke stop a migration`() throws {
    let rebuild = [
      "CREATE TABLE a2 (b)", "INSERT INTO a2 (b) SELECT b FROM a", "DROP TABLE a",
      "ALTER TABLE a2 RENAME TO a",
    ]
    #expect(
      try failure(
        .default([
          "CREATE TABLE a (b)", "CREATE VIEW v AS SELECT b, (SELECT x FROM missing) FROM a",
        ]), .update(2, rebuild)) == nil)
    let reason = try failure(
      .default(["CREATE TABLE a (b, c)", "CREATE VIEW v AS SELECT c FROM a"]), .update(2, rebuild))
    guard case .brokenSchema = reason else {
      Issue.record("the view names a column that is gone")
      return
    }
  }

  @Test func `law 12: a version that cannot be recorded is an error`() {
    let found = validate(
      .default([
        "CREATE TABLE db_version (db_version_num INTEGER NOT NULL CHECK (db_version_num < 2))",
        "INSERT INTO db_version (db_version_num) VALUES (1)",
      ]), .update(2, ["CREATE TABLE a (b)"]))
    #expect(found.count(of: .error) == 1)
    #expect(found.diagnostics.contains { $0.id == "failed-rehearsal" })
    // A view that a script drops is created again.
    #expect(
      validate(.default(["CREATE TABLE a (b)"]), .update(2, ["DROP TABLE db_version"])).proof != nil
    )
  }

  @Test func `law 4: a script must not set the version if user_version stores it`() throws {
    let scripts: [InMemoryScript] = [.default([]), .update(2, ["PRAGMA user_version = 7"])]
    #expect(try failure(scripts[0], scripts[1]) == nil)
    #expect(try failure(scripts[0], scripts[1], store: .userVersion) != nil)
    let found = validate(
      scripts[0], scripts[1], settings: #"{ "versionStore": "userVersion" }"#)
    #expect(found.diagnostics.map(\.id) == ["version-pragma"])
    #expect(found.diagnostics.first?.severity == .error)
  }

  @Test func `a new database takes the updates above the default script, however they start`() {
    // On the route from version 1, the column exists.
    let found = validate(
      .default(["CREATE TABLE a (b)"], version: 2), .update(1, ["CREATE TABLE a (b)"]),
      .update(2, ["ALTER TABLE a ADD COLUMN c"]), .update(3, ["UPDATE a SET c = 1 WHERE c = 2"]))
    #expect(found.diagnostics.map(\.id).contains("no-such-column"))
  }
}
