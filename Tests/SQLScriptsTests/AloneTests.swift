import SQLScripts
import SQLScriptsDatabase
import Testing

/// Law 19: scripts outside a transaction.
@Suite struct AloneTests {
  private let start = InMemoryScript.default(["CREATE TABLE t (x UNIQUE)"])

  private func alone(_ statements: String, keys: String = "") -> InMemoryScript {
    .file(
      named: "sql_update_2.json",
      text: "{\"transaction\": false, \(keys)\"statements\": [\(statements)]}")
  }

  @Test
  func
    `law 19: VACUUM and the journal mode work, and the report says that the script was not atomic`()
    throws
  {
    try Sandbox.with { (box) throws in
      let report = try box.migrate(
        start, alone("\"VACUUM\", \"PRAGMA journal_mode = WAL\", \"PRAGMA auto_vacuum = 1\""),
        .update(3, ["INSERT INTO t VALUES (1)"]))
      #expect(report.steps.map(\.isAtomic) == [true, false, true])
      #expect(report.steps.map(\.statementCount) == [1, 3, 1])
      #expect(try box.value("PRAGMA journal_mode") == "wal")
      #expect(try box.rows("SELECT version FROM db_version_history") == [[1], [2], [3]])
      #expect(!box.exists(box.path + "-migrating"))
    }
  }

  /// SQL reads `end` as a name where no keyword is allowed.
  @Test(arguments: [
    "UPDATE u SET x = NEW.end; DELETE FROM u; END",
    "SELECT CASE NEW.end WHEN 1 THEN 2 END; DELETE FROM u; END",
  ])
  func `law 19: the body of a trigger does not run by itself`(body: String) throws {
    try Sandbox.with { (box) throws in
      try box.migrate(
        .default([
          "CREATE TABLE t (start, end)", "CREATE TABLE u (x)", "INSERT INTO u VALUES (1), (2)",
        ]),
        alone("\"CREATE TRIGGER a AFTER INSERT ON t BEGIN \(body); CREATE TABLE v (y);\""))
      #expect(try box.rows("SELECT name FROM sqlite_schema WHERE name = 'v'") == [["v"]])
      #expect(try box.rows("SELECT count(*) FROM u") == [[2]])
    }
  }

  @Test func `law 19: a failure halfway leaves the version, and the report says what took effect`()
    throws
  {
    try Sandbox.with { (box) throws in
      let failure = try box.failure(
        start, alone("\"INSERT INTO t VALUES (1)\", \"SELECT 1\", \"nonsense\""), .update(3, []))
      #expect(failure.statement?.isRolledBack == false)
      #expect(failure.statement?.statementsBefore == 2)
      #expect(failure.report.unfinished?.statementCount == 2)
      #expect(
        failure.outcome
          == "sql_update_2.json runs outside a transaction. Its first 2 statements took "
          + "effect, and the next run continues after them. The version did not change. The database is at version 1."
      )
      #expect(try box.rows("SELECT * FROM t") == [[1]])
      #expect(try box.rows("SELECT * FROM db_version") == [[1]])
      #expect(!box.exists(box.path + "-migrating"))
    }
  }

  @Test func `laws 17 and 19: an orphan is reported with the statements that took effect`() throws {
    try Sandbox.with { (box) throws in
      let failure = try box.failure(
        .default(["CREATE TABLE t (x REFERENCES p)", "CREATE TABLE p (id INTEGER PRIMARY KEY)"]),
        alone("\"INSERT INTO t VALUES (1)\""))
      guard case .foreignKeys = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(failure.report.unfinished?.statementCount == 1)
      #expect(failure.outcome.contains("Its first statement took effect"))
      #expect(try box.rows("SELECT * FROM db_version") == [[1]])
    }
  }

  @Test(arguments: [
    "BEGIN", "ATTACH '' AS x", "VACUUM INTO '/tmp/sqlscripts-never'", "CREATE TEMP TABLE x (y)",
    "PRAGMA journal_mode = OFF", "PRAGMA journal_mode = memory",
    "PRAGMA ignore_check_constraints = 1",
  ])
  func `laws 15 and 19: denied statements are denied outside a transaction, too`(_ sql: String)
    throws
  {
    try Sandbox.with { (box) throws in
      let failure = try box.failure(start, alone("\"\(sql)\""))
      guard case .denied = failure.statement?.reason else {
        Issue.record("\(failure)")
        return
      }
      try box.expectIs(at: 1, of: [start])
    }
  }

  @Test(arguments: [
    ("SELECT 1", true), ("SELECT 0", false), ("SELECT NULL", false), ("SELECT ''", false),
    ("SELECT 'x'", true), ("SELECT 0.0", false), ("SELECT 1 WHERE 0", false),
    ("SELECT x'00'", true),
    ("SELECT 5, 0", true),
  ])
  func `law 19: onlyIf is evaluated in a transaction and outside one`(_ query: String, _ runs: Bool)
    throws
  {
    for isAtomic in [true, false] {
      try Sandbox.with { (box) throws in
        let item = "{\"sql\": \"INSERT INTO t VALUES (1)\", \"onlyIf\": \"\(query)\"}"
        try box.migrate(
          start,
          .file(
            named: "sql_update_2.json",
            text: "{\"transaction\": \(isAtomic), \"statements\": [\(item)]}"))
        #expect(try box.rows("SELECT * FROM t").count == (runs ? 1 : 0))
      }
    }
  }

  @Test(arguments: ["DELETE FROM t", "CREATE TABLE u (x)", "INSERT INTO t VALUES (1) RETURNING 1"])
  func `law 15: a query in a script cannot change anything`(_ query: String) throws {
    try Sandbox.with { (box) throws in
      let verify = InMemoryScript.file(
        named: "sql_update_2.json", text: "{\"statements\": [], \"verify\": [\"\(query)\"]}")
      #expect(try box.failure(start, verify).statement?.reason == .notAQuery)
      try box.expectIs(at: 1, of: [start])
    }
  }

  @Test(arguments: [
    (1, "a row"), (2, "2 rows"), (4, "4 rows"), (5, "5 rows or more"), (9, "5 rows or more"),
  ])
  func `law 14: a verify query reports how many rows it returned`(count: Int, words: String) throws
  {
    try Sandbox.with { (box) throws in
      let query =
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT \(count)) SELECT n FROM c"
      let verify = InMemoryScript.file(
        named: "sql_default.json",
        text: "{\"version\": 1, \"statements\": [], \"verify\": [\"\(query)\"]}")
      #expect(try box.failure(verify).summary.contains("returned \(words), so"))
    }
  }

  @Test(arguments: [
    (
      #"{"statements": [], "verify": ["SELECT 1 WHERE 0", "SELECT x FROM gone"]}"#, "verify query 2"
    ),
    (#"{"statements": [], "verify": ["SELECT 1 WHERE 0", "SELECT ?1 WHERE 0"]}"#, "verify query 2"),
    (#"{"statements": [], "verify": ["SELECT 1 WHERE 0", "DELETE FROM t"]}"#, "verify query 2"),
    (#"["SELECT 1", {"sql": "SELECT 1", "onlyIf": "SELECT gone"}]"#, "“onlyIf” of item 2"),
    (#"["SELECT 1", {"sql": "SELECT 1", "onlyIf": "SELECT :a"}]"#, "“onlyIf” of item 2"),
    (#"["SELECT 1", {"sql": "SELECT 1", "onlyIf": "ATTACH '' AS x"}]"#, "“onlyIf” of item 2"),
    (#"["SELECT 1", {"sql": "SELECT gone", "onlyIf": "SELECT 1"}]"#, "item 2"),
  ])
  func `law 14: a failing query is named by its key, and a parameter in it is refused`(
    script: String, name: String
  ) throws {
    try Sandbox.with { (box) throws in
      let failure = try box.failure(start, .file(named: "sql_update_2.json", text: script))
      #expect(
        failure.summary.hasPrefix("\(name) of sql_update_2.json"), "\(failure.summary)")
      try box.expectIs(at: 1, of: [start])
    }
  }

  @Test func `law 14: rows of a verify query are the error, and the script is rolled back`() throws
  {
    try Sandbox.with { (box) throws in
      let failure = try box.failure(
        start,
        .file(
          named: "sql_update_2.json",
          text:
            "{\"statements\": [\"INSERT INTO t VALUES (7)\"], \"verify\": [\"SELECT x FROM t\"]}"
        ))
      #expect(failure.statement?.reason == .verification(rows: [[7]]))
      try box.expectIs(at: 1, of: [start])
    }
  }
}
