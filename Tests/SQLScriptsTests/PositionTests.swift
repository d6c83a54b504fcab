import SQLScripts
import SQLScriptsDatabase
import Testing

/// Law 19: a script outside a transaction that stopped continues after its last statement that took effect.
@Suite struct PositionTests {
  private let start = InMemoryScript.default([
    "CREATE TABLE t (n)", "INSERT INTO t VALUES (0)",
    "CREATE TABLE parent (id INTEGER PRIMARY KEY)", "CREATE TABLE child (p REFERENCES parent)",
  ])

  private func alone(_ lines: String...) -> InMemoryScript {
    .file(
      named: "sql_update_2.sql",
      text: "-- transaction: false\n" + lines.map { $0 + ";\n" }.joined())
  }

  @Test func `law 19: no statement takes effect twice, and the position is deleted at the end`()
    throws
  {
    try Sandbox.with { (box) throws in
      let before = [
        "PRAGMA legacy_alter_table = ON", "ALTER TABLE t ADD COLUMN m", "VACUUM",
        "UPDATE t SET n = n + 1",
      ]
      let failure = try box.failure(
        start, alone(before[0], before[1], before[2], before[3], "SELECT nope"))
      #expect(failure.report.unfinished?.statementCount == 4)
      #expect(try box.rows("SELECT n FROM t") == [[1]])
      // Again, with the same mistake and with a different one.
      for wrong in ["SELECT nope", "INSERT INTO nope VALUES (1)"] {
        let failure = try box.failure(
          start, alone(before[0], before[1], before[2], before[3], wrong))
        #expect(failure.report.unfinished?.statementCount == 4)
        #expect(failure.outcome.contains("first 4 statements took effect"))
      }
      let report = try box.migrate(
        start, alone(before[0], before[1], before[2], before[3], "UPDATE t SET n = n + 10"))
      #expect(report.to == 2)
      #expect(try box.rows("SELECT n FROM t") == [[11]])
      #expect(
        try box.rows("SELECT name FROM sqlite_schema WHERE name = 'db_version_position'") == [])
    }
  }

  @Test func `law 19: statements that took effect must not change afterwards`() throws {
    try Sandbox.with { (box) throws in
      _ = try box.failure(start, alone("UPDATE t SET n = n + 1", "SELECT nope"))
      let failure = try box.failure(start, alone("UPDATE t SET n = n + 2", "SELECT 1"))
      #expect(failure.description.contains("it has changed since"), "\(failure)")
      #expect(try box.rows("SELECT n FROM t") == [[1]])
      try box.migrate(start, alone("UPDATE t SET n = n + 1 -- once"))
      #expect(try box.rows("SELECT n FROM t") == [[1]])
    }
  }

  @Test func `law 19: a default script outside a transaction continues, too`() throws {
    try Sandbox.with { (box) throws in
      let scripts = ["SELECT nope", "INSERT INTO a VALUES (1)"].map { last in
        InMemoryScript.file(
          named: "sql_default.sql",
          text: "-- transaction: false\nCREATE TABLE a (x);\nINSERT INTO a VALUES (0);\n\(last);\n")
      }
      _ = try box.failure(scripts[0])
      #expect(try box.migrate(scripts[1]).to == 1)
      #expect(try box.rows("SELECT x FROM a") == [[0], [1]])
    }
  }

  @Test func `laws 17 and 19: the second run finds orphans that the first run left`()
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrate(start)
      try box.run("INSERT INTO child VALUES (5)")
      let scripts = [
        alone("INSERT INTO child VALUES (7)", "SELECT nope"), alone("INSERT INTO child VALUES (7)"),
        alone("INSERT INTO child VALUES (7)"),
      ]
      _ = try box.failure(start, scripts[0])
      for script in scripts[1...] {
        guard case .foreignKeys(_, _, _, count: 1) = try box.failure(start, script).reason else {
          Issue.record("not found")
          return
        }
      }
      try box.migrate(start, alone("INSERT INTO child VALUES (7)", "DELETE FROM child WHERE p = 7"))
      #expect(try box.rows("SELECT p FROM child") == [[5]])
    }
  }

  @Test func `law 19: onlyIf is not evaluated again for statements that ran`() throws {
    try Sandbox.with { (box) throws in
      let script = { (last: String) in
        InMemoryScript.file(
          named: "sql_update_2.json",
          text: """
            {"transaction": false, "statements": [
              {"sql": "UPDATE t SET n = 1; UPDATE t SET n = n + 1; \(last)", "onlyIf": "SELECT n = 0 FROM t"},
              {"sql": "UPDATE t SET n = 100", "onlyIf": "SELECT n = 0 FROM t"},
              "INSERT INTO t VALUES (7)"]}
            """)
      }
      _ = try box.failure(start, script("SELECT nope"))
      try box.migrate(start, script("UPDATE t SET n = n + 5"))
      #expect(try box.rows("SELECT n FROM t") == [[7], [7]])
    }
  }

  @Test func `law 19: a script with only PRAGMA and VACUUM records no position`() throws {
    try Sandbox.with { (box) throws in
      _ = try box.failure(
        start, alone("PRAGMA auto_vacuum = 1", "VACUUM", "PRAGMA main.nonsense = 2"))
      #expect(
        try box.rows("SELECT name FROM sqlite_schema WHERE name = 'db_version_position'") == [])
      let report = try box.migrate(start, alone("PRAGMA auto_vacuum = 1", "VACUUM"))
      #expect(report.steps[0].notices == ["not atomic: it ran outside a transaction"])
    }
  }

  @Test(arguments: [
    "CREATE TRIGGER no BEFORE UPDATE ON db_version BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TRIGGER no AFTER UPDATE ON db_version BEGIN DELETE FROM db_version; END",
    "CREATE TRIGGER no AFTER UPDATE ON db_version BEGIN INSERT INTO db_version VALUES (9); END",
    "CREATE TRIGGER no BEFORE INSERT ON db_version_history BEGIN SELECT RAISE(IGNORE); END",
    """
    CREATE TRIGGER no AFTER INSERT ON db_version_history
    BEGIN DELETE FROM db_version_history WHERE version = new.version; END
    """,
    "CREATE TRIGGER no AFTER INSERT ON db_version_history BEGIN UPDATE db_version SET db_version_num = 7; END",
  ])
  func `law 12: a trigger that changes the recorded position stops the script that creates it`(
    _ trigger: String
  ) throws {
    try Sandbox.with { (box) throws in
      let failure = try box.failure(start, .update(2, [trigger]), .update(3, []))
      #expect(failure.description.contains("trigger"), "\(failure)")
      #expect(failure.report.to == 1)
      try box.expectIs(at: 1, of: [start])
    }
  }
}
