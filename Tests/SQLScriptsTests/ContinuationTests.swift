import SQLScriptsDatabase
import Testing

@testable import SQLScripts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Law 19: the run that continues a script outside a transaction judges it like the run that began it.
@Suite struct ContinuationTests {
  private let start = InMemoryScript.default([
    "CREATE TABLE t (n)", "INSERT INTO t VALUES (5)",
    "CREATE TABLE parent (id INTEGER PRIMARY KEY)", "INSERT INTO parent VALUES (1), (2)",
    "CREATE TABLE child (id INTEGER PRIMARY KEY, p REFERENCES parent)",
    "INSERT INTO child VALUES (1, 1), (2, 2)",
  ])

  private func alone(_ lines: String...) -> InMemoryScript { alone(lines) }

  private func alone(_ lines: [String]) -> InMemoryScript {
    .file(
      named: "sql_update_2.sql",
      text: "-- transaction: false\n" + lines.map { $0 + ";\n" }.joined())
  }

  private func expectNoPosition(
    in box: Sandbox, at place: Testing.SourceLocation = #_sourceLocation
  ) throws {
    #expect(
      try box.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'db\\_version\\_p%' ESCAPE '\\'")
        == [], sourceLocation: place)
  }

  // MARK: A script that differs from before

  @Test func `law 19: a script that became transactional does not apply its statements twice`()
    throws
  {
    try Sandbox.with { (box) throws in
      let first = "UPDATE t SET n = n * 100"
      let failure = try box.failure(start, alone(first, "BEGIN", "SELECT nope"))
      #expect(failure.statement?.reason == .denied(.transactionControlOutside("BEGIN")))
      #expect(!failure.description.contains("remove \"transaction\": false"), "\(failure)")
      for _ in 1...2 {
        let failure = try box.failure(start, .update(2, [first]))
        #expect(
          failure.refusal
            == .unfinished(
              version: 2, statementCount: 1, .isTransaction(script: "sql_update_2.json")),
          "\(failure)")
        #expect(try box.rows("SELECT n FROM t") == [[500]])
      }
      try box.migrate(start, alone(first, "UPDATE t SET n = n + 1"))
      #expect(try box.rows("SELECT n FROM t") == [[501]])
      try expectNoPosition(in: box)
    }
  }

  @Test func `laws 5 and 19: only the script that started a new database can continue it`() throws {
    try Sandbox.with { (box) throws in
      let made = { (statements: String...) in
        InMemoryScript.file(
          named: "sql_default.sql",
          text: "-- transaction: false\n" + statements.map { $0 + ";\n" }.joined())
      }
      // The classic bundles create the version table themselves (law 3).
      let first = [
        "CREATE TABLE db_version (db_version_num INTEGER)", "INSERT INTO db_version VALUES (9)",
      ]
      _ = try box.failure(made(first[0], first[1], "CREATE TABLE a (x)", "SELECT nope"))
      let others: [[InMemoryScript]] = [
        [.default(["CREATE TABLE b (x)"])], [made("CREATE TABLE c (x)")],
        [.update(1, ["CREATE TABLE d (x)"])],
        [.default(["CREATE TABLE e (x)"], version: 7)],
      ]
      for scripts in others {
        let bundle = ScriptBundle(scripts: scripts)
        for failure in [
          #expect(throws: MigrationFailure.self) { try box.migrator(bundle).plan() },
          #expect(throws: MigrationFailure.self) { try box.migrator(bundle).migrate() },
        ] {
          guard case .unfinished(version: 1, statementCount: 3, _) = failure?.refusal else {
            Issue.record("\(String(describing: failure))")
            continue
          }
        }
        guard case .refused = try box.migrator(bundle).status().condition else {
          Issue.record("not refused")
          continue
        }
      }
      let same = ScriptBundle(scripts: [made(first[0], first[1], "CREATE TABLE a (x)", "SELECT 1")])
      let migrator = box.migrator(same) { $0.adoption = .ySqliteManager }
      let status = try migrator.status()
      #expect(status.condition == .new)
      #expect(status.unfinished?.script == "sql_default.sql")
      #expect(status.unfinished?.statementCount == 3)
      #expect(try migrator.plan().unfinished == status.unfinished)
      #expect(try migrator.migrate().to == 1)
      try expectNoPosition(in: box)
    }
  }

  @Test func `law 9: a position without its script does not make an old database new`() throws {
    try Sandbox.with { (box) throws in
      _ = try box.failure(start, alone("CREATE TABLE x (a)", "SELECT nope"))
      try box.run("DROP TABLE db_version", "DROP TABLE db_version_history")
      let scripts = ScriptBundle(scripts: [start, alone("CREATE TABLE x (a)")])
      let failure = #expect(throws: MigrationFailure.self) { try box.migrator(scripts).migrate() }
      #expect(
        failure?.refusal == .unfinished(version: 2, statementCount: 1, .hasNoVersion),
        "\(String(describing: failure))")
      #expect(try box.rows("SELECT n FROM t") == [[5]])
      // Law 20: a user who has repaired the database by hand adopts it.
      try box.migrator(scripts).adopt(.version(2))
      try expectNoPosition(in: box)
      #expect(try box.migrator(scripts).status().condition == .current)
    }
  }

  @Test func `law 19: the script of a position must still exist, and later ones do not run`()
    throws
  {
    try Sandbox.with { (box) throws in
      let numbers: (Int64, Int64) = (20_260_101_000_000, 20_260_102_000_000)
      let script = InMemoryScript.file(
        named: "sql_update_\(numbers.0).sql",
        text: "-- transaction: false\nUPDATE t SET n = n * 2;\nSELECT nope;\n")
      _ = try box.failure(start, script)
      let failure = try box.failure(start, .update(numbers.1, ["UPDATE t SET n = n * 2"]))
      #expect(
        failure.refusal == .unfinished(version: numbers.0, statementCount: 1, .isMissing),
        "\(failure)")
      #expect(try box.rows("SELECT n FROM t") == [[10]])
    }
  }

  @Test(arguments: [VersionStore.table, .schemaMigrations, .userVersion])
  func `law 19: the script of a position must still exist even if nothing else is to be done`(
    _ store: VersionStore
  ) throws {
    try Sandbox.with { (box) throws in
      let use = { (options: inout MigrationOptions) in options.versionStore = store }
      let second = InMemoryScript.update(2, [])
      func third(_ last: String) -> InMemoryScript {
        .file(
          named: "sql_update_3.sql",
          text: "-- transaction: false\nUPDATE t SET n = n * 2;\n\(last);\n")
      }
      _ = try box.failure(start, second, third("SELECT nope"), change: use)
      let migrator = box.migrator(ScriptBundle(scripts: [start, second]), use)
      let refusal = MigrationRefusal.unfinished(version: 3, statementCount: 1, .isMissing)
      #expect(try migrator.status().condition == .refused(refusal))
      let planned = #expect(throws: MigrationFailure.self) { try migrator.plan() }
      #expect(planned?.refusal == refusal)
      // Law 6: if the version is in the header, a launch does not read the schema.
      if store == .userVersion {
        #expect(try migrator.migrate().isCurrent)
      } else {
        let failure = #expect(throws: MigrationFailure.self) { try migrator.migrate() }
        #expect(failure?.refusal == refusal)
      }
      #expect(try box.rows("SELECT n FROM t") == [[10]])
      let whole = ScriptBundle(scripts: [start, second, third("UPDATE t SET n = n + 1")])
      try box.migrator(whole, use).migrate()
      #expect(try box.rows("SELECT n FROM t") == [[11]])
      #expect(try migrator.status().condition == .newer)
    }
  }

  @Test func `laws 8 and 19: a newer database that is opened unchanged may be unfinished`() throws {
    try Sandbox.with { (box) throws in
      _ = try box.failure(
        start, .update(2, []),
        .file(
          named: "sql_update_3.sql", text: "-- transaction: false\nSELECT 1;\nSELECT nope;\n"))
      let old = box.migrator(ScriptBundle(scripts: [start])) { $0.newerDatabase = .openAsItIs }
      #expect(try old.migrate().isCurrent)
    }
  }

  @Test func `law 19: an unfinished out-of-order script must still exist`() throws {
    try Sandbox.with { (box) throws in
      let numbers: (Int64, Int64, Int64) =
        (20_260_101_000_000, 20_260_102_000_000, 20_260_103_000_000)
      let first = InMemoryScript.update(numbers.0, ["CREATE TABLE u (x)"])
      let last = InMemoryScript.update(numbers.2, ["CREATE TABLE v (x)"])
      let late = InMemoryScript.file(
        named: "sql_update_\(numbers.1).sql",
        text: "-- transaction: false\nUPDATE t SET n = n * 2;\nSELECT nope;\n")
      func migrator(_ scripts: InMemoryScript...) -> Migrator {
        box.migrator(
          ScriptBundle(scripts: scripts, settings: Array(#"{"outOfOrder": "apply"}"#.utf8)))
      }
      try migrator(start, first, last).migrate()
      #expect(throws: MigrationFailure.self) { try migrator(start, first, late, last).migrate() }
      let later = InMemoryScript.update(numbers.2 + 1, ["CREATE TABLE w (x)"])
      for migrator in [migrator(start, first, last), migrator(start, first, last, later)] {
        let failure = #expect(throws: MigrationFailure.self) { try migrator.migrate() }
        #expect(
          failure?.refusal == .unfinished(version: numbers.1, statementCount: 1, .isMissing),
          "\(String(describing: failure))")
      }
      #expect(try box.rows("SELECT n FROM t") == [[10]])
    }
  }

  @Test func `law 19: a position is deleted as soon as a later version is recorded`() throws {
    try Sandbox.with { (box) throws in
      _ = try box.failure(start, alone("UPDATE t SET n = 1", "SELECT nope"))
      try box.run("UPDATE db_version SET db_version_num = 2")
      try box.migrate(start, .update(2, ["SELECT 1"]), .update(3, ["SELECT 1"]))
      try expectNoPosition(in: box)
    }
  }

  // MARK: A database that differs from before

  @Test(arguments: [
    "DROP TABLE db_version_position", "DELETE FROM db_version_position",
    "UPDATE db_version_position SET done = 1",
  ])
  func
    `law 19: a database that is restored while a script runs gets none of its remaining statements`(
      _ sql: String
    ) throws
  {
    try Sandbox.with { (box) throws in
      try box.migrate(start)
      let listener = Listener()
      var isDone = false
      listener.onEvent = { event in
        guard case .statementDone(_, count: 2, of: _) = event, !isDone else { return }
        isDone = true
        try? box.run(sql, "UPDATE t SET n = 77")
      }
      let script = InMemoryScript.file(
        named: "sql_update_2.json",
        text: """
          {"transaction": false, "statements":
            ["UPDATE t SET n = 1", "UPDATE t SET n = 2", "UPDATE t SET n = 3"]}
          """)
      let failure = try box.failure(start, script) { $0.observer = listener }
      #expect(isDone)
      #expect(failure.description.contains("replaced or set back"), "\(failure)")
      #expect(failure.report.unfinished == nil)
      #expect(try box.rows("SELECT n FROM t") == [[77]])
      #expect(try box.rows("SELECT * FROM db_version") == [[1]])
    }
  }

  @Test func `law 19: a backup is not restored while a script runs`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(start)
      let backup = try DatabaseBackup.make(of: box.path)
      let lock = try StepLock(
        of: DatabaseFile(box.path), "-migrating", busyTimeout: Milliseconds(0)
      ) { false }
      #expect(throws: BackupError.self) { try backup.restore(to: box.path, busyTimeout: .zero) }
      _ = consume lock
      try backup.restore(to: box.path, busyTimeout: .zero)
    }
  }

  // MARK: Foreign keys

  @Test(
    arguments: [
      ["PRAGMA journal_mode = WAL", "DELETE FROM parent WHERE id = 1"],
      ["DELETE FROM parent WHERE id = 1"],
      ["DELETE FROM child WHERE p = 99", "DELETE FROM parent WHERE id = 1"],
      ["UPDATE child SET p = 98 WHERE p = 1"],
      [
        "ALTER TABLE child RENAME TO kid", "DELETE FROM kid WHERE p = 99",
        "DELETE FROM parent WHERE id = 1",
      ],
      [
        "CREATE TABLE c2 (id INTEGER PRIMARY KEY, p REFERENCES parent)",
        "INSERT INTO c2 SELECT * FROM child WHERE p <> 99", "DROP TABLE child",
        "ALTER TABLE c2 RENAME TO child", "DELETE FROM parent WHERE id = 2",
      ],
    ], [0, 1, 2])
  func `law 17: a script that leaves a new orphan is refused every time`(
    _ lines: [String], _ stop: Int
  ) throws {
    try Sandbox.with { (box) throws in
      try box.migrate(start)
      try box.run(
        "INSERT INTO child VALUES (3, 99)", "CREATE TABLE p (a)",
        // A key that SQLite cannot use, in any table.
        "CREATE TABLE c (a REFERENCES p (a))")
      // A run that stops in the middle, like a killed process.
      _ = try box.failure(start, alone(Array(lines.prefix(stop)) + ["SELECT nope"]))
      for _ in 1...3 {
        let failure = try box.failure(start, alone(lines))
        guard case .foreignKeys(_, _, _, count: 1) = failure.reason else {
          Issue.record("\(failure)")
          return
        }
      }
      #expect(try box.rows("SELECT * FROM db_version") == [[1]])
    }
  }

  @Test(
    arguments: [
      ["UPDATE child SET p = 99 WHERE p = 99", "DELETE FROM parent WHERE id = 7", "SELECT 1"],
      ["ALTER TABLE child RENAME TO kid", "DELETE FROM parent WHERE id = 7", "SELECT 1"],
      [
        "CREATE TABLE c2 (id INTEGER PRIMARY KEY, p REFERENCES parent)",
        "INSERT INTO c2 SELECT * FROM child", "DROP TABLE child", "ALTER TABLE c2 RENAME TO child",
      ],
      [
        "CREATE TABLE p2 (id INTEGER PRIMARY KEY)", "INSERT INTO p2 SELECT id FROM parent",
        "DROP TABLE parent", "ALTER TABLE p2 RENAME TO parent",
      ],
    ], [0, 1, 2, 3, 4])
  func `law 17: old orphans stop neither a script nor the run that continues it`(
    _ lines: [String], _ stop: Int
  ) throws {
    try Sandbox.with { (box) throws in
      try box.migrate(start)
      try box.run("INSERT INTO child VALUES (3, 99), (4, 99), (5, 'a')")
      let whole = Sandbox(folder: box.folder + "/whole")
      #expect(mkdir(whole.folder, 0o700) == 0)
      try box.run("VACUUM INTO '\(whole.path)'")
      let expected = Result { try whole.migrate(start, alone(lines)).to }
      _ = try box.failure(start, alone(Array(lines.prefix(stop)) + ["SELECT nope"]))
      let continued = Result { try box.migrate(start, alone(lines)).to }
      switch (expected, continued) {
      case (.success, .success): try expectNoPosition(in: box)
      case (.failure(let one as MigrationFailure), .failure(let other as MigrationFailure)):
        Issue.record("\(one) and \(other)")
      default: Issue.record("\(expected), and continued \(continued)")
      }
    }
  }

  @Test
  func `law 18: the run that continues a script finds a view that the script made unusable`()
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrate(start)
      try box.run("CREATE VIEW v AS SELECT n FROM t", "CREATE VIEW old AS SELECT * FROM nowhere")
      let lines = [
        "PRAGMA legacy_alter_table = ON", "ALTER TABLE t RENAME TO t2", "UPDATE t2 SET n = 6",
      ]
      for _ in 1...3 {
        let failure = try box.failure(start, alone(lines))
        guard case .brokenSchema(_, _, let objects) = failure.reason else {
          Issue.record("\(failure)")
          return
        }
        #expect(objects.keys.sorted() == ["v"])
      }
    }
  }

  // MARK: The connection

  @Test func `law 19: a statement that onlyIf skipped stays skipped`() throws {
    try Sandbox.with { (box) throws in
      let script = { (last: String) in
        InMemoryScript.file(
          named: "sql_update_2.json",
          text: """
            {"transaction": false, "statements": [
              {"sql": "PRAGMA application_id = 99", "onlyIf": "SELECT 0"},
              {"sql": "PRAGMA recursive_triggers = ON", "onlyIf": "SELECT 0"},
              {"sql": "PRAGMA journal_mode = WAL", "onlyIf": "SELECT 0"},
              "CREATE TABLE b (x)", "\(last)", "INSERT INTO b SELECT * FROM pragma_recursive_triggers"]}
            """)
      }
      _ = try box.failure(start, script("SELECT nope"))
      let report = try box.migrate(start, script("SELECT 1"))
      #expect(report.steps[0].statementCount == 3)
      #expect(try box.value("PRAGMA application_id") == 0)
      #expect(try box.value("PRAGMA journal_mode") == "delete")
      #expect(try box.rows("SELECT x FROM b") == [[0]])
    }
  }

  @Test func `law 19: settings of the connection are set again, and those of the file are not`()
    throws
  {
    try Sandbox.with { (box) throws in
      let lines = [
        "PRAGMA user_version = 7", "PRAGMA main.application_id = 8", "PRAGMA journal_mode = WAL",
        "PRAGMA recursive_triggers = ON", "CREATE TABLE b (x)",
      ]
      _ = try box.failure(start, alone(lines + ["SELECT nope"]))
      try box.run(
        "PRAGMA user_version = 50", "PRAGMA application_id = 51", "PRAGMA journal_mode = DELETE")
      try box.migrate(
        start, alone(lines + ["INSERT INTO b SELECT * FROM pragma_recursive_triggers"]))
      #expect(try box.value("PRAGMA user_version") == 50)
      #expect(try box.value("PRAGMA application_id") == 51)
      #expect(try box.value("PRAGMA journal_mode") == "delete")
      #expect(try box.rows("SELECT x FROM b") == [[1]])
    }
  }

  @Test func `law 19: a page size that takes effect at VACUUM is set again`() throws {
    try Sandbox.with { (box) throws in
      let lines = ["PRAGMA page_size = 8192", "PRAGMA auto_vacuum = FULL", "CREATE TABLE b (x)"]
      _ = try box.failure(start, alone(lines + ["SELECT nope"]))
      try box.migrate(start, alone(lines + ["VACUUM"]))
      #expect(try box.value("PRAGMA page_size") == 8192)
      #expect(try box.value("PRAGMA auto_vacuum") == 1)
    }
  }

  @Test(arguments: [true, false])
  func `law 19: last_insert_rowid is that of the script's own statements`(_ stops: Bool) throws {
    try Sandbox.with { (box) throws in
      let first = "INSERT INTO parent VALUES (41)"
      if stops { _ = try box.failure(start, alone(first, "SELECT nope")) }
      try box.migrate(
        start, alone(first, "INSERT INTO child VALUES (7, last_insert_rowid())"))
      #expect(try box.rows("SELECT p FROM child WHERE id = 7") == [[41]])
    }
  }

  @Test func `law 15: analysis_limit is reset after its script`() throws {
    try Sandbox.with { (box) throws in
      let scripts: [InMemoryScript] = [
        .default([
          "CREATE TABLE s (a)", "CREATE INDEX i ON s (a)",
          """
          WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 5000)
          INSERT INTO s SELECT n % 7 FROM c
          """,
        ]), .update(2, ["PRAGMA analysis_limit = 1"]), .update(3, ["ANALYZE"]),
      ]
      let bundle = ScriptBundle(scripts: scripts)
      let connection = try box.open()
      // A value that the app has set before is kept.
      try connection.execute("PRAGMA analysis_limit = 2")
      try Migrator(connection: connection.handle, scripts: bundle).migrate()
      #expect(try connection.value("PRAGMA analysis_limit") == 2)
      let other = box.folder + "/other.sqlite"
      try Migrator(path: other, scripts: bundle).migrate(to: 2)
      try Migrator(path: other, scripts: bundle).migrate()
      let sql = "SELECT stat FROM sqlite_stat1"
      #expect(try box.rows(sql) == box.open(other).rows(sql))
    }
  }

  @Test func `law 15: a PRAGMA of the file is not reported as one of the connection`() throws {
    try Sandbox.with { (box) throws in
      let report = try box.migrate(
        .default([
          "PRAGMA encoding = 'UTF-16'", "PRAGMA default_cache_size = 9", "CREATE TABLE a (x)",
        ]))
      #expect(report.steps[0].notices.count == 2)
      #expect(!report.steps[0].notices.joined().contains("connection"))
      #expect(try box.value("PRAGMA encoding") == "UTF-8")
    }
  }
}
