import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import Testing

@testable import SQLScriptsAuthoring

/// What is asked, and what is done, for single changes.
struct SchemaUpdateTests {
  private func schema(_ sql: String...) throws -> SchemaSnapshot {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for statement in sql { try connection.execute(statement) }
    return try WantedUpdate.snapshot(of: connection)
  }

  private func statements(
    _ old: String, _ new: String, _ change: (inout SchemaAnswers) -> Void = { _ in }
  ) throws -> [String] {
    var answers = SchemaAnswers()
    change(&answers)
    switch try SchemaUpdate.make(from: schema(old), to: schema(new), answers: answers) {
    case .none: return []
    case .questions(let questions): return questions.map { "? \($0.kind) \($0.place.text)" }
    case .statements(let update): return update.guards.map { "! \($0)" } + update.statements
    }
  }

  @Test func `the spelling makes no difference`() throws {
    #expect(
      try statements("CREATE TABLE t (a TEXT, b INT)", "create table \"T\" ([a] text,  b int)")
        == [])
  }

  @Test func `the cheapest statement that is right is used`() throws {
    #expect(
      try statements("CREATE TABLE t (a)", "CREATE TABLE t (a, b INTEGER NOT NULL DEFAULT -1)")
        == ["ALTER TABLE \"t\" ADD COLUMN b INTEGER NOT NULL DEFAULT -1"])
    #expect(
      try statements("CREATE TABLE t (a, b)", "CREATE TABLE t (a)") {
        $0.dropped = [SchemaPlace("t", "b")]
      } == ["ALTER TABLE \"t\" DROP COLUMN \"b\""])
    #expect(
      try statements("CREATE TABLE t (a)", "CREATE TABLE t (b)") {
        $0.renamedColumns = [SchemaPlace("t", "a"): "b"]
      } == ["ALTER TABLE \"t\" RENAME COLUMN \"a\" TO \"b\""])
    #expect(
      try statements("CREATE TABLE t (a)", "CREATE TABLE u (a)") {
        $0.renamedTables = ["t": "u"]
      } == ["ALTER TABLE \"t\" RENAME TO \"u\""])
  }

  @Test(arguments: [
    ("b DEFAULT CURRENT_TIMESTAMP", "a default that is not constant"),
    ("b DEFAULT (1 + 1)", "an expression"), ("b AS (a) STORED", "a stored column"),
    ("b REFERENCES t (a) DEFAULT 1", "a reference with a default"), ("b UNIQUE", "a unique column"),
  ])
  func `a column that ALTER TABLE cannot add to rows is added by a rebuild`(
    column: String, why: String
  )
    throws
  {
    let statements = try statements(
      "CREATE TABLE t (a INTEGER PRIMARY KEY)", "CREATE TABLE t (a INTEGER PRIMARY KEY, \(column))"
    ) { $0.guarded = [SchemaPlace("t")] }
    #expect(statements.contains("DROP TABLE \"t\""), "\(why)")
  }

  @Test(arguments: [
    ("CREATE TABLE t (a, b)", "CREATE TABLE t (a)", "? goneColumn t.b"),
    ("CREATE TABLE t (a)", "CREATE TABLE u (a)", "? goneTable t"),
    ("CREATE TABLE t (a)", "CREATE TABLE t (a, b NOT NULL)", "? missingValue t.b"),
    ("CREATE TABLE t (a)", "CREATE TABLE t (a NOT NULL)", "? missingValue t.a"),
    ("CREATE TABLE t (a)", "CREATE TABLE t (a UNIQUE)", "? mayNotFit t.a"),
    ("CREATE TABLE t (a)", "CREATE TABLE t (a CHECK (a > 0))", "? mayNotFit t.a"),
    ("CREATE TABLE t (a)", "CREATE TABLE t (a REFERENCES t (a))", "? mayNotFit t.a"),
    ("CREATE TABLE t (a TEXT)", "CREATE TABLE t (a INTEGER)", "? mayNotFit t.a"),
    ("CREATE TABLE t (a INT)", "CREATE TABLE t (a INT) STRICT", "? mayNotFit t.a"),
    ("CREATE TABLE t (a, b)", "CREATE TABLE t (a, b AS (a))", "? goneColumn t.b"),
    (
      "CREATE TABLE t (a COLLATE BINARY UNIQUE)", "CREATE TABLE t (a COLLATE NOCASE UNIQUE)",
      "? mayNotFit t.a"
    ),
    (
      "CREATE VIRTUAL TABLE t USING fts5 (a)", "CREATE VIRTUAL TABLE t USING fts5 (a, b)",
      "? virtualTable t"
    ),
  ])
  func `what could lose rows is asked`(old: String, new: String, question: String) throws {
    #expect(try statements(old, new) == [question])
  }

  @Test(arguments: [
    ("a UNIQUE", "a, b, UNIQUE (a, b)"), ("a INT", "a TEXT"), ("a NOT NULL", "a"),
    ("a CHECK (a > 0)", "a"), ("a", "a, b CHECK (b > 0)"), ("a REFERENCES t (a)", "a"),
    ("a PRIMARY KEY", "a UNIQUE"), ("a INTEGER PRIMARY KEY", "a INTEGER PRIMARY KEY AUTOINCREMENT"),
  ])
  func `what every row meets is not asked`(old: String, new: String) throws {
    let statements = try statements("CREATE TABLE t (\(old))", "CREATE TABLE t (\(new))")
    #expect(!statements.isEmpty && !statements.contains { $0.hasPrefix("?") }, "\(statements)")
  }

  @Test func `a constant gives a value to rows with NULL and replaces no other`() throws {
    let filled = try statements("CREATE TABLE t (a)", "CREATE TABLE t (a NOT NULL)") {
      $0.fills = [SchemaPlace("t", "a"): "0"]
    }
    #expect(filled.contains { $0.contains("coalesce(\"a\", 0)") })
    // It is no answer to what happens to values that do not fit.
    #expect(
      try statements("CREATE TABLE t (a TEXT)", "CREATE TABLE t (a INTEGER)") {
        $0.fills = [SchemaPlace("t", "a"): "0"]
      } == ["? mayNotFit t.a"])
  }

  @Test func `names that change places, and a name that is free again`() throws {
    #expect(
      try statements("CREATE TABLE t (a, b)", "CREATE TABLE t (b, a)") {
        $0.renamedColumns = [SchemaPlace("t", "a"): "b", SchemaPlace("t", "b"): "a"]
      }.count == 3)
    #expect(
      try statements("CREATE TABLE t (a, b, c)", "CREATE TABLE t (b, c)") {
        $0.renamedColumns = [SchemaPlace("t", "a"): "b"]
        $0.dropped = [SchemaPlace("t", "b")]
      } == [
        "ALTER TABLE \"t\" RENAME COLUMN \"b\" TO \"old_b\"",
        "ALTER TABLE \"t\" RENAME COLUMN \"a\" TO \"b\"",
        "ALTER TABLE \"t\" DROP COLUMN \"old_b\"",
      ])
    #expect(
      try statements("CREATE TABLE t (a)", "CREATE TABLE u (a)") {
        $0.renamedTables = ["t": "u"]
        $0.guarded = [SchemaPlace("u")]
      } == ["ALTER TABLE \"t\" RENAME TO \"u\""])
  }

  @Test(
    arguments: [
      { $0.renamedColumns = [SchemaPlace("t", "x"): "b"] },
      { $0.renamedColumns = [SchemaPlace("t", "a"): "x"] },
      { $0.renamedColumns = [SchemaPlace("t", "a"): "b", SchemaPlace("t", "c"): "b"] },
      { $0.dropped = [SchemaPlace("t", "c")] }, { $0.dropped = [SchemaPlace("x")] },
      { $0.fills = [SchemaPlace("t", "x"): "0"] }, { $0.guarded = [SchemaPlace("x")] },
      { $0.renamedTables = ["t": "x"] }, { $0.renamedTables = ["x": "t"] },
      {
        $0.renamedColumns = [SchemaPlace("t", "a"): "b"]
        $0.fills = [SchemaPlace("t", "c"): "nothing + 1"]
      },
    ] as [@Sendable (inout SchemaAnswers) -> Void])
  func `an answer that makes no sense is refused`(change: @Sendable (inout SchemaAnswers) -> Void) {
    #expect(throws: SchemaRefusal.self) {
      try statements("CREATE TABLE t (a, c)", "CREATE TABLE t (b, c NOT NULL)", change)
    }
  }

  @Test func `rows that a constraint of the new table would skip are not lost`() throws {
    let statements = try statements(
      "CREATE TABLE t (a)", "CREATE TABLE t (a UNIQUE ON CONFLICT IGNORE)"
    ) { $0.guarded = [SchemaPlace("t")] }
    #expect(statements.contains { $0.hasPrefix("INSERT OR ABORT ") })
  }
}
