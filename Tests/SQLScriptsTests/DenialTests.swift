import CSQLScriptsSQLite
import SQLScriptsDatabase
import SQLScriptsSQL
import Testing

@testable import SQLScripts

/// Actions that a script may not do, in any spelling, and the result of its statements (laws 15, 16, 28).
@Suite struct DenialTests {
  private static let start: [InMemoryScript] = [
    .default(["CREATE TABLE t (x)", "INSERT INTO t VALUES (1)"]),
    .update(2, ["CREATE TABLE u (x)"]),
  ]

  struct Attempt: Sendable, CustomTestStringConvertible {
    let sql: String
    let denial: ScriptDenial?
    init(_ sql: String, _ denial: ScriptDenial?) {
      self.sql = sql
      self.denial = denial
    }
    var testDescription: String { sql }
  }

  @Test(arguments: [
    Attempt("BEGIN", .transactionControl("BEGIN")),
    Attempt("bEgIn\n;", .transactionControl("BEGIN")),
    Attempt("BEGIN/**/IMMEDIATE", .transactionControl("BEGIN")),
    Attempt("-- x\n/* y */ BEGIN EXCLUSIVE TRANSACTION", .transactionControl("BEGIN")),
    Attempt("COMMIT", .transactionControl("COMMIT")),
    Attempt(";;COMMIT TRANSACTION", .transactionControl("COMMIT")),
    Attempt("END", .transactionControl("COMMIT")),
    Attempt("EXPLAIN COMMIT", .transactionControl("COMMIT")),
    Attempt("EXPLAIN QUERY PLAN ROLLBACK", .transactionControl("ROLLBACK")),
    Attempt("ROLLBACK", .transactionControl("ROLLBACK")),
    Attempt("SAVEPOINT \"a\"", .transactionControl("SAVEPOINT")),
    Attempt("RELEASE sqlscripts_step", .transactionControl("RELEASE")),
    Attempt("ROLLBACK TO sqlscripts_step", .transactionControl("ROLLBACK")),
    Attempt("ATTACH ':memory:' AS a", .attach),
    Attempt("ATTACH '' AS a", .attach),
    Attempt("AtTaCh DATABASE ('/tmp/' || 'x') AS [a]", .attach),
    Attempt("DETACH main", .detach),
    Attempt("SELECT load_extension('x')", .loadExtension),
    Attempt("SELECT \"LOAD_EXTENSION\"('x', 'y')", .loadExtension),
    Attempt("PRAGMA writable_schema = ON", .pragma("writable_schema")),
    Attempt("PRAGMA \"writable_schema\"(1)", .pragma("writable_schema")),
    Attempt("PRAGMA main . [WRITABLE_schema] = 'yes'", .pragma("writable_schema")),
    Attempt("PRAGMA writable_schema = RESET", .pragma("writable_schema")),
    Attempt("PRAGMA schema_version = 1", .pragma("schema_version")),
    Attempt("PRAGMA nonsense = 1", .pragma("nonsense")),
    Attempt("VACUUM INTO '/tmp/sqlscripts-never'", .attach),
    Attempt("DELETE FROM sqlite_schema", .schemaTable),
    Attempt("UPDATE main.\"sqlite_master\" SET sql = ''", .schemaTable),
    Attempt("INSERT INTO sqlite_temp_schema VALUES (1,1,1,1,1)", .schemaTable),
    Attempt("DROP TABLE db_version_history", .bookkeeping(table: "db_version_history")),
    Attempt("DROP TABLE main.[DB_Version_History]", .bookkeeping(table: "db_version_history")),
    Attempt("ALTER TABLE db_version RENAME TO v", .bookkeeping(table: "db_version")),
    Attempt("ALTER TABLE db_version ADD COLUMN x", .bookkeeping(table: "db_version")),
    Attempt(
      "ALTER TABLE db_version_history DROP COLUMN script",
      .bookkeeping(table: "db_version_history")),
    Attempt(
      "CREATE UNIQUE INDEX i ON db_version (db_version_num)", .bookkeeping(table: "db_version")),
    Attempt(
      "CREATE TRIGGER r AFTER UPDATE ON \"db_version\" BEGIN DELETE FROM t; END",
      .bookkeeping(table: "db_version")),
    Attempt(
      "CREATE TEMP TRIGGER r AFTER INSERT ON db_version_history BEGIN DELETE FROM t; END",
      .bookkeeping(table: "db_version_history")),
    Attempt("DELETE FROM db_version_history", .bookkeeping(table: "db_version_history")),
    Attempt(
      "REPLACE INTO db_version_history SELECT * FROM db_version_history",
      .bookkeeping(table: "db_version_history")),
    Attempt(
      "UPDATE db_version_history SET checksum = ''", .bookkeeping(table: "db_version_history")),
  ])
  func `law 15: a denied statement gets help, and its script is rolled back`(_ attempt: Attempt)
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrate(Self.start[0])
      let before = try box.content()
      let failure = try box.failure(
        Self.start[0], .update(2, ["CREATE TABLE u (x)", attempt.sql, "CREATE TABLE v (x)"]))
      let statement = try #require(failure.statement, "\(failure)")
      #expect(statement.item == 2)
      let denial = try #require(attempt.denial)
      #expect(statement.reason == .denied(denial))
      #expect(statement.diagnostic.help == denial.help)
      #expect(statement.diagnostic.message.contains("\(denial)"))
      #expect(try box.content() == before)
    }
  }

  @Test(arguments: [Duration.zero, .milliseconds(100)])
  func `laws 15 and 29: a denied statement in a group keeps the earlier scripts`(_ group: Duration)
    throws
  {
    for sql in ["COMMIT", "INSERT OR ROLLBACK INTO k VALUES (1), (1)", "SELECT nope"] {
      try Sandbox.with { (box) throws in
        let scripts = Self.start + [.update(3, ["CREATE TABLE k (x UNIQUE)"])]
        let failure = try box.failure(
          scripts[0], scripts[1], scripts[2], .update(4, ["CREATE TABLE w (x)", sql]),
          .update(5, ["CREATE TABLE never (x)"])
        ) { $0.groupCommit = group }
        #expect(failure.report.steps.map(\.version) == [1, 2, 3])
        try box.expectIs(at: 3, of: scripts)
      }
    }
  }

  private static let log = InMemoryScript.default([
    "CREATE TABLE log (n)", "CREATE TABLE k (x UNIQUE)", "INSERT INTO k VALUES (1)",
    """
    CREATE TRIGGER stop BEFORE DELETE ON k BEGIN SELECT RAISE(ROLLBACK, 'not this one'); END
    """,
  ])

  @Test(arguments: [
    "INSERT OR ROLLBACK INTO k VALUES (1)", "UPDATE OR ROLLBACK k SET x = 1 WHERE x = 2",
    "DELETE FROM k",
  ])
  func
    `laws 15 and 29: a rollback of the whole transaction by SQLite is an error, and the other scripts run again`(
      _ sql: String
    ) throws
  {
    for alone in [true, false] {
      try Sandbox.with { (box) throws in
        let scripts = [
          Self.log, .update(2, ["INSERT INTO log VALUES (2)", "INSERT INTO k VALUES (2)"]),
          .update(3, ["INSERT INTO log VALUES (3)"]),
        ]
        if alone { try box.migrator(ScriptBundle(scripts: scripts)).migrate() }
        let listener = Listener()
        let failure = try box.failure(
          scripts[0], scripts[1], scripts[2],
          .update(4, ["INSERT INTO log VALUES (4)", sql, "INSERT INTO log VALUES (44)"])
        ) { $0.observer = listener }
        #expect(failure.statement?.reason == .transactionEnded)
        #expect(failure.statement?.item == 2)
        #expect(failure.description.contains("ended the transaction"))
        #expect(listener.committed == (alone ? [] : [1, 2, 3]))
        #expect(listener.repetitions == (alone ? 0 : 1))
        #expect(try box.rows("SELECT n FROM log") == [[2], [3]])
        try box.expectIs(at: 3, of: scripts)
      }
    }
  }

  @Test func `laws 15 and 29: an interrupt stops the migration, and the earlier scripts stay`()
    throws
  {
    try Sandbox.with { (box) throws in
      let connection = try box.open()
      let listener = Listener()
      let handle = connection.handle
      nonisolated(unsafe) let pointer = handle
      listener.onEvent = { event in
        guard case .stepStarted(let step, _, _) = event, step.version == 3 else { return }
        sqlite3_progress_handler(pointer, 5000, { _ in 1 }, nil)
      }
      let scripts = [Self.log, .update(2, ["INSERT INTO log VALUES (2)"])]
      let long =
        "INSERT INTO log WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n "
        + "WHERE i < 99999) SELECT i FROM n"
      var options = MigrationOptions()
      options.observer = listener
      let failure = try #require(
        #expect(throws: MigrationFailure.self) {
          try Migrator(
            connection: handle, scripts: ScriptBundle(scripts: scripts + [.update(3, [long])]),
            options: options
          ).migrate()
        })
      sqlite3_progress_handler(handle, 0, nil, nil)
      #expect(failure.statement?.error.code.primary == .interrupted)
      #expect(failure.report.to == 2)
      try box.expectIs(at: 2, of: scripts)
    }
  }

  @Test func `law 15: a transaction that ends without the runner is noticed immediately`() throws {
    try Sandbox.with { (box) throws in
      let connection = try box.open()
      // A function of the app, which no authorizer prevents.
      sqlite3_create_function(
        connection.handle, "finish", 0, SQLITE_UTF8, nil,
        { context, _, _ in
          let handle = sqlite3_context_db_handle(context)
          sqlite3_set_authorizer(handle, nil, nil)
          sqlite3_exec(handle, "COMMIT", nil, nil, nil)
        }, nil, nil)
      let failure = try #require(
        #expect(throws: MigrationFailure.self) {
          try Migrator(
            connection: connection.handle,
            scripts: ScriptBundle(
              scripts: Self.start.dropLast() + [
                .update(2, ["SELECT finish()", "CREATE TABLE never (x)"])
              ]),
            options: MigrationOptions()
          ).migrate()
        })
      #expect(failure.statement?.reason == .transactionEnded)
      #expect(failure.statement?.item == 1)
      #expect(!connection.hasTable("never"))
    }
  }

  @Test(arguments: [
    "PRAGMA foreign_keys = OFF", "PRAGMA Foreign_Keys(1)", "PRAGMA defer_foreign_keys = ON",
    "PRAGMA main.cache_size = 77", "PRAGMA encoding = 'UTF-16'", "PRAGMA busy_timeout = 1",
    "PRAGMA journal_mode = WAL", "PRAGMA journal_mode(off)", "PRAGMA page_size = 512",
    "PRAGMA auto_vacuum = FULL", "PRAGMA wal_checkpoint", "PRAGMA wal_checkpoint(TRUNCATE)",
    "PRAGMA synchronous = OFF", "PRAGMA locking_mode = EXCLUSIVE", "PRAGMA query_only = 1",
    "PRAGMA secure_delete = ON", "PRAGMA temp_store = MEMORY", "PRAGMA trusted_schema = OFF",
    "PRAGMA case_sensitive_like = OFF", "VACUUM", "vacuum main", "/* x */ VACUUM;",
  ])
  func `laws 15 and 17: a PRAGMA without effect in a transaction is ignored and reported`(
    _ sql: String
  ) throws {
    try Sandbox.with { (box) throws in
      let report = try box.migrate(Self.start[0], .update(2, [sql]))
      #expect(report.steps[1].notices.count == 1)
      #expect(report.steps[1].notices[0].hasPrefix("ignored "))
      #expect(report.steps[0].notices == [])
      for pragma in ["journal_mode", "page_size", "auto_vacuum"] {
        let value = try box.value("PRAGMA \(pragma)")
        #expect(value != "wal" && value != 512 && value != 1)
      }
    }
  }

  @Test(arguments: [
    "PRAGMA table_info(t)", "PRAGMA foreign_keys", "SELECT * FROM pragma_table_info('t')",
    "PRAGMA journal_mode", "PRAGMA foreign_key_check", "PRAGMA application_id = 7",
    "PRAGMA user_version = 7", "ANALYZE", "REINDEX", "EXPLAIN SELECT 1", "PRAGMA optimize",
    "CREATE TEMP TABLE s (x)", "PRAGMA recursive_triggers = 1",
    "SELECT x FROM t UNION ALL SELECT x FROM t",
  ])
  func `law 15: harmless statements run, and all their rows are read`(_ sql: String) throws {
    try Sandbox.with { (box) throws in
      let report = try box.migrate(Self.start[0], .update(2, [sql]))
      #expect(report.to == 2)
      #expect(report.steps[1].notices == [])
    }
  }

  @Test func `laws 4 and 15: scripts cannot set user_version if it stores the version`() throws {
    try Sandbox.with { (box) throws in
      let failure = try box.failure(Self.start[0], .update(2, ["PRAGMA user_version(9)"])) {
        $0.versionStore = .userVersion
      }
      #expect(failure.statement?.reason == .denied(.pragma("user_version")))
      #expect(try box.value("PRAGMA user_version") == 1)
      let scripts = ScriptBundle(scripts: [Self.start[0], .update(2, ["PRAGMA user_version = 2"])])
      let report = try box.migrator(scripts) { $0.versionStore = .userVersion }.migrate()
      #expect(
        report.steps.map(\.notices) == [
          ["ignored PRAGMA user_version: the runner sets the same number"]
        ])
    }
  }

  @Test func `law 16: all statements of an item run in order, including comments between them`()
    throws
  {
    try Sandbox.with { (box) throws in
      let report = try box.migrate(
        .default([
          """
          CREATE TABLE t (x); -- a remark; with a semicolon
          CREATE TRIGGER g AFTER INSERT ON t WHEN new.x < 3 BEGIN
            INSERT INTO t VALUES (new.x + 10); INSERT INTO t VALUES (new.x + 20);
          END;;
          INSERT INTO t VALUES (1) /* ; */ ; INSERT INTO t VALUES ((SELECT max(x) FROM t) + 100) -- end
          """
        ]))
      #expect(report.steps[0].statementCount == 4)
      #expect(try box.rows("SELECT x FROM t") == [[1], [11], [21], [121]])
    }
  }

  @Test func `law 16: an error after the first statement of an item is an error`() throws {
    try Sandbox.with { (box) throws in
      let failure = try box.failure(.default(["CREATE TABLE t (x); CREATE TABLE t (x)"]))
      #expect(failure.statement?.error.sql == "CREATE TABLE t (x)")
      #expect(failure.statement?.statementsBefore == 1)
      #expect(try box.rows("SELECT * FROM sqlite_schema") == [])
    }
  }

  @Test func `law 28: names from scripts and files are shown as text`() throws {
    try Sandbox.with { (box) throws in
      let name = "%s%n \"q\" '; DROP TABLE t; --"
      let quoted = name.quotedName
      let scripts: [InMemoryScript] = [
        .default([
          "CREATE TABLE t (x)",
          "CREATE TABLE \(quoted) (id INTEGER PRIMARY KEY, p REFERENCES \(quoted))",
        ]), .update(2, ["INSERT INTO \(quoted) VALUES (1, 7)"]),
      ]
      let failure = try box.failure(scripts[0], scripts[1])
      #expect(failure.description.contains("row 1 of \(name)"), "\(failure)")
      try box.expectIs(at: 1, of: scripts)
    }
  }
}
