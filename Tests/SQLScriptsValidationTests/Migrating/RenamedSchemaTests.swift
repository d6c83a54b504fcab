import SQLScripts
import SQLScriptsValidation
import Testing

/// The schema changes of a rehearsal, in which a rename is neither removed nor added.
@Suite struct RenamedSchemaTests {
  private func changes(_ before: [String], _ update: [String]) throws -> [String] {
    try changes(before, script: .update(2, update))
  }

  private func changes(_ before: [String], script: InMemoryScript) throws -> [String] {
    let library = ScriptLibrary(ScriptBundle(scripts: [.default(before), script]))
    let database = try VersionDatabases(library).database(at: 1, hasSamples: false)
    let rehearsal = try MigrationRehearsal(of: database, named: "it", library: library)
    return rehearsal.difference.changes.map(\.description)
  }

  private static let table = [
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT CHECK (a <> ''), b)",
    "CREATE UNIQUE INDEX i ON t (a, b)", "CREATE VIEW v AS SELECT a FROM t",
    "CREATE TRIGGER g AFTER UPDATE OF a ON t BEGIN SELECT new.a; END",
  ]

  @Test func `what mentions a renamed column or table does not change`() throws {
    #expect(
      try changes(
        Self.table, ["ALTER TABLE t RENAME COLUMN a TO \"A b\"", "ALTER TABLE main.t RENAME TO u"])
        == ["renames the table “t” to “u”", "renames the column “a” in “u” to “A b”"])
  }

  @Test func `several renames of one column are one`() throws {
    let renames = ["ALTER TABLE t RENAME a TO c", "ALTER TABLE t RENAME c TO d"]
    #expect(try changes(Self.table, renames) == ["renames the column “a” in “t” to “d”"])
    #expect(try changes(Self.table, renames + ["ALTER TABLE t RENAME d TO a"]) == [])
  }

  @Test func `a column that takes the name of another is not renamed`() throws {
    #expect(
      try changes(
        ["CREATE TABLE t (a TEXT, b INTEGER)"],
        [
          "ALTER TABLE t RENAME a TO c", "ALTER TABLE t RENAME b TO a",
          "ALTER TABLE t RENAME c TO b",
        ]
      ).contains { $0.hasPrefix("renames") } == false)
  }

  @Test func `a table that is dropped and created again is not renamed`() throws {
    #expect(
      try changes(
        ["CREATE TABLE t (a)"],
        ["ALTER TABLE t RENAME a TO c", "DROP TABLE t", "CREATE TABLE t (c)"])
        == ["removes the column “a” in “t”", "adds the column “c” in “t”"])
  }

  @Test func `a rename that depends on a condition is not followed`() throws {
    let script = InMemoryScript.file(
      named: "sql_update_2.json",
      text: #"{"statements": [{"sql": "ALTER TABLE t RENAME a TO c", "onlyIf": "SELECT 1"}]}"#)
    #expect(
      try changes(["CREATE TABLE t (a)"], script: script)
        == ["removes the column “a” in “t”", "adds the column “c” in “t”"])
  }

  @Test func `a name that differs in case is the same name`() throws {
    #expect(
      try changes(["CREATE TABLE t (a)"], ["ALTER TABLE t RENAME a TO A"]).contains {
        $0.hasPrefix("renames")
      } == false)
  }
}
