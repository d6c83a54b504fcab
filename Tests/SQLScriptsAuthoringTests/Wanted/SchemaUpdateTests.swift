import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation
import Testing

@testable import SQLScriptsAuthoring

/// What is asked, and what is done, for single changes.
struct SchemaUpdateTests {
  private func schema(_ sql: String...) throws -> SchemaSnapshot {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for statement in sql.flatMap({ $0.split(separator: "; ") }) {
      try connection.execute(String(statement))
    }
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

  @Test func `new letters in a name are a change if somebody asks for them`() throws {
    let (old, new) = ("CREATE TABLE t (a)", "CREATE TABLE T (A)")
    #expect(try statements(old, new) == [])
    #expect(
      try statements(old, new) {
        $0.renamedTables = ["t": "T"]
        $0.renamedColumns = [SchemaPlace("t", "a"): "A"]
      } == [
        "ALTER TABLE \"t\" RENAME TO \"old_t\"", "ALTER TABLE \"old_t\" RENAME TO \"T\"",
        "ALTER TABLE \"T\" RENAME COLUMN \"a\" TO \"A\"",
      ])
  }

  @Test func `an old SQLite gets a rebuild instead of DROP COLUMN`() throws {
    var answers = SchemaAnswers()
    answers.dropped = [SchemaPlace("t", "b")]
    func update(_ sqlite: SQLiteVersion) throws -> SchemaUpdate {
      try SchemaUpdate.make(
        from: schema("CREATE TABLE t (a, b)"), to: schema("CREATE TABLE t (a)"), answers: answers,
        sqlite: sqlite)
    }
    guard case .statements(let new) = try update(SQLiteVersion(3, 35, 5)),
      case .statements(let old) = try update(SQLiteVersion(3, 35, 4))
    else {
      Issue.record("statements were expected")
      return
    }
    #expect(new.statements == ["ALTER TABLE \"t\" DROP COLUMN \"b\""])
    #expect(old.statements.contains("DROP TABLE \"t\""))
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

  @Test func `rows that refer to nothing are found before a foreign key is added`() throws {
    let old = "CREATE TABLE t (a INT, b INT)"
    let parent = "CREATE TABLE p (x INT, y INT, PRIMARY KEY (x, y)); "
    let update = try statements(
      parent + old, parent + "CREATE TABLE t (a INT, b INT, FOREIGN KEY (b, a) REFERENCES p)"
    ) { $0.guarded = [SchemaPlace("t")] }
    #expect(
      update.first
        == "! SELECT child.* FROM \"t\" AS child WHERE child.\"b\" IS NOT NULL AND child.\"a\" IS NOT NULL "
        + "AND NOT EXISTS (SELECT 1 FROM \"p\" AS parent WHERE parent.\"x\" = child.\"b\" AND parent.\"y\" = child.\"a\")"
    )
    // A new parent has no rows.
    #expect(
      try statements(old, parent + "CREATE TABLE t (a INT, b INT REFERENCES p (x))") {
        $0.guarded = [SchemaPlace("t", "b")]
      }.first == "! SELECT child.* FROM \"t\" AS child WHERE child.\"b\" IS NOT NULL")
  }

  @Test func `a new column without a value refers to nothing`() throws {
    #expect(
      try statements(
        "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE t (a)",
        "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE t (a, b INT REFERENCES p)")
        == ["ALTER TABLE \"t\" ADD COLUMN b INT REFERENCES p"])
  }

  @Test(arguments: ["CHECK (u > 0)", "REFERENCES t (a)", "UNIQUE", ""])
  func `a value for a new column answers all questions about it, and stops nothing`(
    constraint: String
  ) throws {
    let (old, new) = (
      "CREATE TABLE t (a UNIQUE)", "CREATE TABLE t (a UNIQUE, u INT NOT NULL \(constraint))"
    )
    let update = try statements(old, new) { $0.fills = [SchemaPlace("t", "u"): "5"] }
    #expect(update.last == "ALTER TABLE \"new_t\" RENAME TO \"t\"")
    let guarded = try statements(old, new) {
      $0.fills = [SchemaPlace("t", "u"): "5"]
      $0.guarded = [SchemaPlace("t", "u")]
    }
    #expect(!guarded.contains { $0.hasPrefix("!") && $0.contains("LIMIT") }, "\(guarded)")
  }

  @Test func `an index that goes with a rebuild is dropped by a statement`() throws {
    let update = try statements(
      "CREATE TABLE t (a, b); CREATE INDEX i ON t (a); CREATE INDEX j ON t (b)",
      "CREATE TABLE t (b, a); CREATE INDEX j ON t (a)")
    #expect(update.first == "DROP INDEX \"i\"")
    #expect(update.last == "CREATE INDEX j ON t (a)")
    #expect(!update.contains("DROP INDEX \"j\""))
  }

  @Test(arguments: [
    // Outside a STRICT table, ANY is a number if it looks like one.
    ("CREATE TABLE t (a ANY) STRICT", "CREATE TABLE t (a ANY)", "? mayNotFit t.a"),
    // SQLite would give rows with NULL a new number.
    (
      "CREATE TABLE t (a INT PRIMARY KEY)", "CREATE TABLE t (a INTEGER PRIMARY KEY)",
      "? missingValue t.a"
    ),
  ])
  func `values that would change silently are asked about`(
    old: String, new: String, question: String
  ) throws {
    #expect(try statements(old, new).contains(question))
  }

  private func questions(_ old: String, _ new: String) throws -> [SchemaQuestion] {
    switch try SchemaUpdate.make(from: schema(old), to: schema(new)) {
    case .questions(let questions): return questions
    case .none, .statements: return []
    }
  }

  @Test(arguments: [
    ("fts5(a)", "fts5(a, b)", true), ("fts4(a)", "fts4(a, b)", true),
    ("fts5(a, content='')", "fts5(a, b, content='')", false),
    ("rtree(id, x, y)", "rtree(id, x, y, +note)", true),
    ("rtree(id, x, y)", "rtree(id, x, y, z, w)", false),
    ("rtree(id, x, y)", "rtree_i32(id, x, y)", false),
  ])
  func `a virtual table is made again, and empty only if somebody was told`(
    old: String, new: String, isCopied: Bool
  ) throws {
    let schemas = ("CREATE VIRTUAL TABLE v USING \(old)", "CREATE VIRTUAL TABLE v USING \(new)")
    let texts = try questions(schemas.0, schemas.1).map(\.text)
    #expect(texts.map { $0.contains("cannot be copied") } == [!isCopied])
    let made = try statements(schemas.0, schemas.1) { $0.dropped = [SchemaPlace("v")] }
    #expect(made.contains { $0.hasPrefix("INSERT") } == isCopied)
    #expect(made.contains("DROP TABLE \"v\""))
  }

  @Test func `a virtual table is renamed, also if it changes`() throws {
    let old = "CREATE VIRTUAL TABLE f USING fts5(a)"
    #expect(
      try statements(old, "CREATE VIRTUAL TABLE w USING fts5(a)") { $0.renamedTables = ["f": "w"] }
        == ["ALTER TABLE \"f\" RENAME TO \"w\""])
    let made = try statements(old, "CREATE VIRTUAL TABLE w USING fts5(a, b)") {
      $0.renamedTables = ["f": "w"]
      $0.dropped = [SchemaPlace("f")]
    }
    #expect(made.first == "ALTER TABLE \"f\" RENAME TO \"w\"")
    #expect(made.last == "ALTER TABLE \"new_w\" RENAME TO \"w\"")
  }

  @Test func `duplicates in expressions and in a part of the rows are found`() throws {
    let made = try statements(
      "CREATE TABLE t (a, b)",
      "CREATE TABLE t (a, b); CREATE UNIQUE INDEX i ON t (lower(a) DESC, b) WHERE b > 0"
    ) { $0.guarded = [SchemaPlace("t")] }
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    try connection.execute("CREATE TABLE t (a, b)")
    try connection.execute(
      "INSERT INTO t VALUES ('x', 1), ('X', 1), ('x', 2), ('x', 0), ('X', 0), (NULL, 1), (NULL, 1)")
    let query = try #require(made.first).dropFirst(2)
    let rows = try Set(connection.rows(String(query)))
    #expect(rows == [[.text("x"), .integer(1)], [.text("X"), .integer(1)]])
  }

  @Test(arguments: [
    ("b INT -- the b\n", "b INT /* the b */"), ("b INT --\u{301}b */\n", "b INT /*\u{301}b * / */"),
    ("b INT /* b */", "b INT /* b */"),
  ])
  func `a column is added with the comment at its end`(wanted: String, added: String) throws {
    let made = try statements("CREATE TABLE t (a)", "CREATE TABLE t (a, \(wanted))")
    #expect(made == ["ALTER TABLE \"t\" ADD COLUMN \(added)"])
  }

  @Test(arguments: ["substr(body, 1, 9)", "substr(text, 1, 9)", "substr(\"text\", 1, 9)"])
  func `an expression has the old name of a column or the new one`(fill: String) throws {
    let made = try statements(
      "CREATE TABLE t (text)", "CREATE TABLE t (title NOT NULL CHECK (title <> ''), body)"
    ) {
      $0.renamedColumns = [SchemaPlace("t", "text"): "body"]
      $0.fills = [SchemaPlace("t", "title"): fill]
      $0.guarded = [SchemaPlace("t", "title")]
    }
    let copy = try #require(made.first { $0.hasPrefix("INSERT") })
    #expect(copy.contains("body") && !copy.contains("text"))
    // The guard runs before the rename.
    #expect(made[0].contains("(substr(\"text\", 1, 9)) AS \"title\", \"text\" AS \"body\""))
  }

  @Test func `an expression with the old name answers a question about the new one`() throws {
    let made = try statements("CREATE TABLE t (a TEXT)", "CREATE TABLE t (b INTEGER)") {
      $0.renamedColumns = [SchemaPlace("t", "a"): "b"]
      $0.fills = [SchemaPlace("t", "b"): "length(a)"]
    }
    #expect(made.contains { $0.contains("(length(\"b\"))") })
  }

  @Test func `nothing is both renamed and dropped`() {
    #expect(throws: SchemaRefusal.contradiction(SchemaPlace("t", "a"))) {
      _ = try statements("CREATE TABLE t (a)", "CREATE TABLE t (b)") {
        $0.renamedColumns = [SchemaPlace("t", "a"): "b"]
        $0.dropped = [SchemaPlace("t", "a")]
      }
    }
  }

  @Test(arguments: [
    ("plain", "--drop t.plain"), ("中文", "--drop t.中文"), ("two words", "--drop \"t.two words\""),
    ("it's", "--drop \"t.it's\""), ("$HOME", "--drop 't.$HOME'"),
    ("a'$b", "--drop 't.a'\\''$b'"), ("a.b", "--drop 't.\"a.b\"'"),
  ])
  func `an option can be typed in a shell`(column: String, option: String) throws {
    let asked = try questions("CREATE TABLE t (a, \(column.quotedName))", "CREATE TABLE t (a)")
    #expect(asked.flatMap(\.answers).map(\.option) == [option])
  }

  @Test func `a full-text table is copied without its hidden columns`() throws {
    let update = try statements(
      "CREATE VIRTUAL TABLE f USING fts5(a)",
      "CREATE VIRTUAL TABLE f USING fts5(a, tokenize = 'trigram')"
    ) { $0.dropped = [SchemaPlace("f")] }
    #expect(
      update.contains(
        "INSERT INTO \"new_f\" (\"rowid\", \"a\")\nSELECT \"rowid\", \"a\" FROM \"f\""),
      "\(update)")
  }
}
