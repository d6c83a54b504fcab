import SQLScripts
import SQLScriptsDatabase
import SQLScriptsValidation
import Testing

/// The report about the rows of each table after a migration.
@Suite struct RowComparisonTests {
  /// The outcome of each table of a database, by name.
  private func tables(
    _ before: [String], _ update: [String], script: InMemoryScript? = nil
  ) throws -> [String: String] {
    let scripts = ScriptBundle(scripts: [.default(before), script ?? .update(2, update)])
    let databases = try VersionDatabases(ScriptLibrary(scripts))
    let database = try databases.database(at: 1, hasSamples: false)
    let rehearsal = try MigrationRehearsal(
      of: database, named: "it", library: ScriptLibrary(scripts))
    return Dictionary(uniqueKeysWithValues: rehearsal.tables.map { ($0.name, words($0)) })
  }

  private func words(_ rows: TableRows) -> String {
    let number = { (count: Int?) in count.map { "\($0)" } ?? "-" }
    let counts = [("added", rows.added), ("removed", rows.removed), ("changed", rows.changed)]
      .filter { $0.1 != 0 }.map { "\($0.1) \($0.0)" }
    let outcome = rows.outcome == .kept ? "" : "\(rows.outcome), "
    return (["\(outcome)\(number(rows.before)) → \(number(rows.after))"] + counts)
      .joined(separator: ", ")
  }

  private static let keyed = [
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b)",
    "INSERT INTO t VALUES (1, 'x', NULL), (5, 'y', 2.5), (9, 'z', x'00')",
  ]

  @Test func `without a statement there is no change`() throws {
    #expect(try tables(Self.keyed, ["SELECT 1"]) == ["t": "3 → 3"])
    #expect(try tables(["CREATE TABLE t (a)"], ["SELECT 1"]) == ["t": "0 → 0"])
  }

  @Test func `a row that is written with the same values has not changed`() throws {
    #expect(try tables(Self.keyed, ["UPDATE t SET a = a"]) == ["t": "3 → 3"])
    #expect(
      try tables(Self.keyed, ["DELETE FROM t WHERE id = 5", "INSERT INTO t VALUES (5, 'y', 2.5)"])
        == ["t": "3 → 3"])
  }

  @Test func `added, removed and changed rows are distinguished`() throws {
    let update = [
      "DELETE FROM t WHERE id = 1", "UPDATE t SET b = 3 WHERE id = 9",
      "INSERT INTO t (a) VALUES ('new'), ('newer')",
    ]
    #expect(
      try tables(Self.keyed, update) == ["t": "3 → 4, 2 added, 1 removed, 1 changed"])
  }

  @Test func `the type of a value is compared, too`() throws {
    #expect(
      try tables(Self.keyed, ["UPDATE t SET b = '2.5' WHERE id = 5"])
        == ["t": "3 → 3, 1 changed"])
  }

  @Test func `an added, removed or renamed column changes no row`() throws {
    let update = [
      "ALTER TABLE t ADD COLUMN c DEFAULT 1", "ALTER TABLE t DROP COLUMN b",
      "ALTER TABLE t RENAME COLUMN id TO number",
    ]
    #expect(try tables(Self.keyed, update) == ["t": "3 → 3"])
  }

  // MARK: Rebuilt, renamed, new and dropped tables

  private static let rebuild = [
    "CREATE TABLE t2 (id INTEGER PRIMARY KEY, a TEXT NOT NULL, b)",
    "INSERT INTO t2 SELECT id, a, b FROM t WHERE id > 1", "DROP TABLE IF EXISTS main.\"t\"",
    "ALTER TABLE t2 RENAME TO t",
  ]

  @Test func `a rebuild is one table with the rows that it kept`() throws {
    #expect(try tables(Self.keyed, Self.rebuild) == ["t": "rebuilt, 3 → 2, 1 removed"])
    let aside = [
      "ALTER TABLE t RENAME TO old", "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b)",
      "INSERT INTO t SELECT * FROM old",
    ]
    #expect(
      try tables(Self.keyed, aside + ["DROP TABLE old"]) == ["t": "rebuilt, 3 → 3"])
    #expect(
      try tables(Self.keyed, aside) == [
        "t": "rebuilt, 3 → 3", "old": "added, - → 3, 3 added",
      ])
  }

  @Test func `rows with new IDs are changed, not lost`() throws {
    let rebuild = [
      "CREATE TABLE t2 (id INTEGER PRIMARY KEY, a TEXT, b)",
      "INSERT INTO t2 (a, b) SELECT a, b FROM t ORDER BY id", "DROP TABLE t",
      "ALTER TABLE t2 RENAME TO t",
    ]
    #expect(try tables(Self.keyed, rebuild) == ["t": "rebuilt, 3 → 3, 2 changed"])
    #expect(try tables(Self.keyed, ["UPDATE t SET id = -id"]) == ["t": "3 → 3, 3 changed"])
  }

  @Test func `a rebuild with a text key matches the rows by the key`() throws {
    let before = [
      "CREATE TABLE t (k TEXT NOT NULL COLLATE NOCASE PRIMARY KEY, v)",
      "INSERT INTO t VALUES ('a', 1), ('B', 2), ('c', 3)",
    ]
    let update = [
      "CREATE TABLE t2 (v, k TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID",
      "INSERT INTO t2 SELECT v * (k <> 'c'), k FROM t ORDER BY v DESC", "DROP TABLE t",
      "ALTER TABLE t2 RENAME TO t",
    ]
    #expect(try tables(before, update) == ["t": "rebuilt, 3 → 3, 1 changed"])
  }

  @Test func `a rebuild without a key compares the contents of the rows and their number`()
    throws
  {
    let before = ["CREATE TABLE t (a, b)", "INSERT INTO t VALUES (1, 1), (1, 1), (2, 2), (3, 3)"]
    let update = { (query: String) in
      [
        "CREATE TABLE t2 (b, a)", "INSERT INTO t2 (a, b) \(query)", "DROP TABLE t",
        "ALTER TABLE t2 RENAME TO t",
      ]
    }
    #expect(
      try tables(before, update("SELECT a, b FROM t ORDER BY a DESC"))
        == ["t": "rebuilt, 4 → 4"])
    #expect(
      try tables(before, update("SELECT DISTINCT a, b FROM t"))
        == ["t": "rebuilt, 4 → 3, 1 removed"])
    #expect(
      try tables(before, update("SELECT a, b * 10 FROM t WHERE a < 3"))
        == ["t": "rebuilt, 4 → 3, 1 removed, 3 changed"])
  }

  @Test func `a renamed table, a new table and a dropped table are distinguished`() throws {
    let before = Self.keyed + ["CREATE TABLE gone (a)", "INSERT INTO gone VALUES (1)"]
    let update = [
      "ALTER TABLE t RENAME TO \"it\"\"em\"", "DROP TABLE gone", "CREATE TABLE new (a)",
    ]
    #expect(
      try tables(before, update) == [
        "it\"em": "renamed(from: \"t\"), 3 → 3",
        "gone": "removed, 1 → -, 1 removed",
        "new": "added, - → 0",
      ])
  }

  @Test func `a statement that a condition skipped has not happened`() throws {
    let script = InMemoryScript.file(
      named: "sql_update_2.json", text: #"[{"sql": "DROP TABLE t", "onlyIf": "SELECT 0"}]"#)
    #expect(try tables(Self.keyed, [], script: script) == ["t": "3 → 3"])
  }

  @Test func `a conditional rebuild is compared by the contents of the rows`() throws {
    let before = [
      "CREATE TABLE t (a)", "INSERT INTO t VALUES (1), (2)", "DELETE FROM t WHERE a = 1",
    ]
    let script = InMemoryScript.file(
      named: "sql_update_2.json",
      text: """
        ["CREATE TABLE t2 (a, b)", "INSERT INTO t2 (a) SELECT a FROM t",
         {"sql": "DROP TABLE t", "onlyIf": "SELECT 1"},
         {"sql": "ALTER TABLE t2 RENAME TO t", "onlyIf": "SELECT 1"}]
        """)
    #expect(try tables(before, [], script: script) == ["t": "1 → 1"])
  }

  // MARK: Rows that are difficult to match

  @Test func `new rowids from VACUUM are not a change`() throws {
    let before = [
      "CREATE TABLE t (a)", "INSERT INTO t VALUES (1), (2), (3)", "DELETE FROM t WHERE a = 1",
    ]
    let script = InMemoryScript.file(
      named: "sql_update_2.json",
      text: #"{"transaction": false, "statements": ["VACUUM"]}"#)
    #expect(try tables(before, [], script: script) == ["t": "2 → 2"])
  }

  @Test func `a column named rowid and NULL keys are handled`() throws {
    let before = [
      "CREATE TABLE t (rowid TEXT, a)", "INSERT INTO t VALUES ('x', 1), ('x', 2)",
      "CREATE TABLE u (k TEXT PRIMARY KEY, v)", "INSERT INTO u VALUES (NULL, 1), (NULL, 2)",
      "CREATE TABLE v (rowid, _rowid_, oid)", "INSERT INTO v VALUES (1, 2, 3)",
    ]
    let update = ["UPDATE t SET a = 3 WHERE a = 2", "UPDATE u SET v = 3 WHERE v = 2"]
    #expect(
      try tables(before, update) == [
        "t": "2 → 2, 1 changed", "u": "2 → 2, 1 changed",
        "v": "1 → 1",
      ])
  }

  @Test func `generated columns are not compared`() throws {
    let before = [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a, b AS (a * 2))", "INSERT INTO t (a) VALUES (1)",
    ]
    #expect(try tables(before, ["UPDATE t SET a = 1"]) == ["t": "1 → 1"])
  }

  @Test func `the shadow tables of a virtual table are not listed`() throws {
    let before = ["CREATE VIRTUAL TABLE f USING fts5 (a)", "INSERT INTO f VALUES ('x')"]
    #expect(try tables(before, ["INSERT INTO f VALUES ('y')"]) == [:])
  }
}
