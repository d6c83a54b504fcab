import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import Testing

/// Transactions in the scripts of other tools (law 15) are ignored if one transaction has the same effect.
@Suite struct IdiomTests {
  private static let start = InMemoryScript.default([
    "CREATE TABLE parent (id INTEGER PRIMARY KEY, n)", "INSERT INTO parent VALUES (1, 'a')",
    "CREATE TABLE child (p REFERENCES parent ON DELETE CASCADE)", "INSERT INTO child VALUES (1)",
  ])

  private static let rebuild = """
    CREATE TABLE new_parent (id INTEGER PRIMARY KEY, n TEXT NOT NULL);
    INSERT INTO new_parent SELECT * FROM parent;
    DROP TABLE parent;
    ALTER TABLE new_parent RENAME TO parent;
    """

  private static func update(_ text: String) -> InMemoryScript {
    .file(named: "sql_update_2.sql", text: text)
  }

  static let accepted = [
    "BEGIN; CREATE TRIGGER k AFTER INSERT ON child WHEN NEW.p BEGIN UPDATE child SET p = end FROM (SELECT 1 AS end); DELETE FROM child; END; \(rebuild) COMMIT;",
    "BEGIN; \(rebuild) COMMIT;",
    "BEGIN TRANSACTION;\n\(rebuild)\nEND TRANSACTION;\n-- done\n",
    "-- by hand\nbegin immediate transaction; /* ; */ \(rebuild) commit transaction",
    "BEGIN EXCLUSIVE; \(rebuild) END;;",
    "PRAGMA foreign_keys = OFF; BEGIN; \(rebuild) COMMIT; PRAGMA foreign_keys = ON;",
    "BEGIN; PRAGMA foreign_keys = 0; \(rebuild) PRAGMA foreign_keys = 1; COMMIT; VACUUM;",
    """
    COMMIT TRANSACTION; PRAGMA foreign_keys=OFF; BEGIN TRANSACTION; \(rebuild)
    PRAGMA foreign_key_check; COMMIT TRANSACTION; PRAGMA foreign_keys=ON; BEGIN TRANSACTION;
    """,
    """
    CREATE TABLE before (x); COMMIT; PRAGMA foreign_keys = OFF; BEGIN; \(rebuild) COMMIT;
    PRAGMA foreign_keys = ON; BEGIN; CREATE TABLE after (x);
    """,
    "BEGIN; \(rebuild) COMMIT; BEGIN; UPDATE parent SET n = 'b'; COMMIT;",
    """
    PRAGMA defer_foreign_keys=ON; PRAGMA foreign_keys=OFF; \(rebuild) PRAGMA foreign_key_check("parent");
    PRAGMA foreign_keys=ON; PRAGMA defer_foreign_keys=OFF;
    """,
    """
    BEGIN; CREATE TRIGGER g AFTER INSERT ON child BEGIN UPDATE parent SET n = 'x'; END; \(rebuild)
    COMMIT;
    """,
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN; \(rebuild) COMMIT; PRAGMA optimize;",
    "SELECT 1; BEGIN; \(rebuild) COMMIT; SELECT 2;",
  ]

  /// A decoded item is stored after all others in memory.
  @Test func `law 15: items with escapes are ignored like other items`() throws {
    try Sandbox.with { (box) throws in
      let start = InMemoryScript.default(["CREATE TABLE t (x)"])
      let update = InMemoryScript.file(
        named: "sql_update_2.json",
        text: #"["-- by hand\nBEGIN;", "INSERT INTO t VALUES (1)", "COMMIT"]"#)
      try box.migrate(start, update)
      #expect(try box.rows("SELECT x FROM t") == [[1]])
      let failure = try box.failure(
        start, update,
        .file(
          named: "sql_update_3.json",
          text: #"["BEGIN", "INSERT INTO t VALUES (2)", "-- a\nCOMMIT", "COMMIT"]"#))
      #expect(failure.statement?.reason == .denied(.transactionControl("COMMIT")))
      #expect(failure.statement?.statementsBefore == 3)
      #expect(try box.rows("SELECT x FROM t") == [[1]])
    }
  }

  @Test(arguments: accepted)
  func `laws 12 and 15: a script with BEGIN and COMMIT runs as one transaction, with a notice`(
    _ text: String
  ) throws {
    try Sandbox.with { (box) throws in
      let report = try box.migrate(Self.start, Self.update(text), .update(3, []))
      #expect(report.to == 3)
      #expect(report.steps[1].isAtomic)
      #expect(report.steps[1].notices.allSatisfy { $0.hasPrefix("ignored ") })
      #expect(
        report.steps[1].notices.contains { $0.contains("BEGIN") || $0.contains("foreign_keys") })
      #expect(Set(report.steps[1].notices).count == report.steps[1].notices.count)
      #expect(try box.rows("SELECT * FROM child") == [[1]])
      #expect(try box.rows("SELECT id FROM parent") == [[1]])
    }
  }

  @Test(arguments: accepted)
  func `laws 12 and 15: a failure after the script's COMMIT rolls everything back`(_ text: String)
    throws
  {
    for end in ["SELECT nope", "BEGIN; SELECT nope; COMMIT;"] {
      try Sandbox.with { (box) throws in
        try box.migrate(Self.start)
        let before = try box.content()
        let failure = try box.failure(Self.start, Self.update("\(text)\n;\(end)"))
        #expect(failure.statement != nil)
        #expect(try box.content() == before)
      }
    }
  }

  @Test(arguments: [
    ("CREATE TABLE a (x); COMMIT; CREATE TABLE b (x);", "COMMIT"),
    ("CREATE TABLE a (x); COMMIT; BEGIN; CREATE TABLE b (x);", "COMMIT"),
    ("BEGIN; CREATE TABLE a (x); COMMIT; CREATE TABLE b (x);", "COMMIT"),
    ("COMMIT; PRAGMA foreign_keys = OFF; CREATE TABLE a (x); BEGIN;", "COMMIT"),
    ("BEGIN; CREATE TABLE a (x);", "BEGIN"),
    ("CREATE TABLE a (x); END;", "COMMIT"),
    ("BEGIN; BEGIN; CREATE TABLE a (x); COMMIT; COMMIT;", "BEGIN"),
    ("BEGIN; CREATE TABLE a (x); ROLLBACK;", "BEGIN"),
    ("BEGIN; CREATE TABLE a (x); ROLLBACK; COMMIT;", "ROLLBACK"),
    ("BEGIN; CREATE TABLE a (x); EXPLAIN ROLLBACK; COMMIT;", "ROLLBACK"),
    ("BEGIN; CREATE TABLE a (x); SAVEPOINT s; RELEASE s; COMMIT;", "SAVEPOINT"),
    ("BEGIN; COMMIT; COMMIT; CREATE TABLE a (x);", "COMMIT"),
  ])
  func `law 15: a COMMIT in the middle and a BEGIN without an end are refused`(
    _ text: String, _ word: String
  ) throws {
    try Sandbox.with { (box) throws in
      try box.migrate(Self.start)
      let before = try box.content()
      let failure = try box.failure(Self.start, Self.update(text))
      #expect(failure.statement?.reason == .denied(.transactionControl(word)), "\(failure)")
      #expect(failure.statement?.diagnostic.help?.contains("separate script") == true)
      #expect(try box.content() == before)
    }
  }

  @Test func `law 15: BEGIN and COMMIT are ignored as JSON items, too`() throws {
    try Sandbox.with { (box) throws in
      let report = try box.migrate(
        Self.start, .update(2, ["BEGIN", "UPDATE parent SET n = 'b'", "-- x\nCOMMIT;"]))
      #expect(report.steps[1].statementCount == 3)
      #expect(try box.value("SELECT n FROM parent") == "b")
    }
  }

  @Test
  func
    `laws 15 and 19: outside a transaction, BEGIN is refused with the name of the setting that causes it`()
    throws
  {
    try Sandbox.with { (box) throws in
      let failure = try box.failure(
        Self.start, Self.update("-- transaction: false\nBEGIN;\nUPDATE parent SET n = 1;\nCOMMIT;"))
      #expect(failure.statement?.reason == .denied(.transactionControlOutside("BEGIN")))
      #expect(failure.description.contains("\"transaction\": false"))
    }
  }

  @Test func `law 15: recursive_triggers is set only for the script that sets it`() throws {
    try Sandbox.with { (box) throws in
      let count = "INSERT INTO t SELECT 5"
      try box.migrate(
        .default([
          "CREATE TABLE t (n)",
          "CREATE TRIGGER g AFTER INSERT ON t WHEN new.n > 0 BEGIN INSERT INTO t VALUES (new.n - 1); END",
        ]), .update(2, ["PRAGMA recursive_triggers = ON", count]), .update(3, [count]))
      #expect(try box.value("SELECT count(*) FROM t") == 8)
    }
  }
}
