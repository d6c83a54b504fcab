import SQLScripts
import SQLScriptsDatabase
import Testing

/// Law 30: a script works on the main database, whatever else the connection has.
@Suite struct OtherSchemasTests {
  private static let start = InMemoryScript.default([
    "CREATE TABLE p (id INTEGER PRIMARY KEY, n)", "INSERT INTO p VALUES (1, 'main')",
  ])

  /// Calls `body` with a connection that has an attached database and TEMP objects of the app.
  private func with(
    _ body: (Sandbox, Connection) throws -> Void
  ) throws {
    try Sandbox.with { (box) throws in
      let connection = try box.open()
      try Migrator(connection: connection.handle, scripts: ScriptBundle(scripts: [Self.start]))
        .migrate()
      for sql in [
        "ATTACH '\(box.folder)/aux.sqlite' AS aux", "CREATE TABLE aux.c (x)",
        "INSERT INTO aux.c VALUES (7)", "CREATE INDEX aux.ci ON c (x)",
        "CREATE TABLE aux.old (x)", "CREATE VIEW aux.five AS SELECT 5 AS n",
        "PRAGMA aux.user_version = 3",
        "CREATE TEMP TABLE p (id, n)", "INSERT INTO temp.p VALUES (9, 'temp')",
        "CREATE TEMP TABLE mine (x)", "CREATE TEMP VIEW seen AS SELECT * FROM main.p",
        "CREATE TEMP TABLE log (x)",
        "CREATE TEMP TRIGGER noted AFTER INSERT ON main.p BEGIN INSERT INTO log VALUES (new.id); END",
      ] { try connection.execute(sql) }
      try body(box, connection)
    }
  }

  private func content(_ connection: Connection) throws -> [String] {
    try ["main", "aux", "temp"].flatMap { schema in
      let objects = try connection.rows(
        "SELECT type, name, sql FROM \(schema).sqlite_schema WHERE name NOT LIKE 'sqlite_%'")
      return try objects.flatMap { object -> [String] in
        var lines = ["\(schema) \(object)"]
        if object[0] == "table", let name = object[1].string, !name.hasPrefix("db_version") {
          lines += try connection.rows("SELECT * FROM \(schema).\(name)").map { "\(name) \($0)" }
        }
        return lines
      } + ["\(try connection.value("PRAGMA \(schema).user_version") ?? .null)"]
    }
  }

  @Test(arguments: [
    "CREATE TEMP TABLE x (a); CREATE INDEX temp.y ON x (a); ANALYZE x"
  ])
  func `law 30: the TEMP tables that ANALYZE creates are dropped after its script`(_ sql: String)
    throws
  {
    try with { box, connection in
      let names = { try connection.rows("SELECT name FROM sqlite_temp_schema ORDER BY name") }
      let before = try names()
      let update = InMemoryScript.file(named: "sql_update_2.sql", text: sql)
      try Migrator(
        connection: connection.handle, scripts: ScriptBundle(scripts: [Self.start, update])
      ).migrate()
      #expect(try names() == before)
    }
  }

  @Test(arguments: [
    "DROP TABLE c", "DELETE FROM c", "INSERT INTO c VALUES (8)", "UPDATE c SET x = 9",
    "ALTER TABLE c ADD COLUMN y", "DROP INDEX ci", "SELECT * FROM c",
    "SELECT count(*) FROM c", "INSERT INTO aux.c VALUES (8)", "CREATE TABLE aux.d (x)",
    "CREATE VIEW aux.v AS SELECT 1", "DROP TABLE aux.c", "PRAGMA aux.user_version = 7",
    "PRAGMA \"aux\".user_version(7)", "PRAGMA temp.user_version = 7",
    "PRAGMA aux.application_id = 7", "ALTER TABLE p ADD COLUMN y", "DROP TABLE p", "DELETE FROM p",
    "INSERT INTO p VALUES (3, 3)", "INSERT INTO main.p SELECT * FROM p", "SELECT count(*) FROM p",
    "UPDATE main.p SET n = 5 WHERE EXISTS (SELECT 1 FROM p)", "DROP TABLE temp.mine",
    "DROP TRIGGER noted", "DROP VIEW seen", "ANALYZE seen",
    "SELECT * FROM five", "INSERT INTO main.p (n) SELECT count(*) FROM five", "SELECT * FROM seen",
    "SELECT count(*) FROM seen",
    "INSERT INTO mine VALUES (1)", "CREATE INDEX temp.mi ON mine (x)", "ANALYZE", "ANALYZE aux",
    "REINDEX aux.ci", "CREATE TEMP TRIGGER g AFTER INSERT ON p BEGIN SELECT 1; END",
    "CREATE TEMP VIEW w AS SELECT * FROM p; SELECT * FROM w",
  ])
  func `law 30: a script cannot use the app's TEMP objects and attached databases`(_ sql: String)
    throws
  {
    for isTransactional in ["true", "false"] {
      try with { (_, connection) throws in
        let before = try content(connection)
        let update = InMemoryScript.file(
          named: "sql_update_2.sql", text: "-- transaction: \(isTransactional)\n\(sql);\n")
        let failure = #expect(throws: MigrationFailure.self) {
          try Migrator(
            connection: connection.handle, scripts: ScriptBundle(scripts: [Self.start, update])
          ).migrate()
        }
        guard case .denied(let denial) = failure?.statement?.reason else {
          Issue.record("\(sql): \(failure.map { "\($0)" } ?? "it ran")")
          return
        }
        #expect(!denial.help.isEmpty)
        #expect(try content(connection) == before)
      }
    }
  }

  @Test func `law 30: a rename to the name of a TEMP view of the app fails with that reason`()
    throws
  {
    try with { (_, connection) throws in
      let before = try content(connection)
      let update = InMemoryScript.update(
        2, ["CREATE TABLE t (a)", "CREATE INDEX ti ON t (a)", "ALTER TABLE t RENAME TO seen"])
      let failure = #expect(throws: MigrationFailure.self) {
        try Migrator(
          connection: connection.handle, scripts: ScriptBundle(scripts: [Self.start, update])
        ).migrate()
      }
      #expect(failure?.statement?.reason == .denied(.otherDatabase(name: "seen", schema: "temp")))
      #expect(try content(connection) == before)
    }
  }

  @Test
  func
    `law 30: names qualified with main and names of the script's own objects are resolved as written`()
    throws
  {
    try with { (_, connection) throws in
      try Migrator(
        connection: connection.handle,
        scripts: ScriptBundle(scripts: [
          Self.start,
          .update(
            2,
            [
              "INSERT INTO main.p VALUES (2, 'two')", "ALTER TABLE main.p ADD COLUMN m",
              "CREATE TEMP TABLE scratch AS SELECT * FROM main.p",
              "UPDATE scratch SET m = id", "ALTER TABLE scratch RENAME TO scratch2",
              "UPDATE main.p SET m = (SELECT m FROM scratch2 WHERE scratch2.id = p.id)",
              "CREATE TABLE c (y)", "INSERT INTO c VALUES (1)", "SELECT count(*) FROM c",
              "DROP TABLE IF EXISTS old", "ANALYZE main",
              "WITH x AS (SELECT 1) SELECT count(*) FROM x",
            ]),
        ])
      ).migrate()
      #expect(try connection.rows("SELECT id, m FROM main.p") == [[1, 1], [2, 2]])
      #expect(try connection.rows("SELECT * FROM main.c") == [[1]])
      #expect(try connection.rows("SELECT * FROM aux.c") == [[7]])
      #expect(connection.hasTable("old", in: "aux"))
      // The app's own TEMP trigger is part of its connection.
      #expect(try connection.rows("SELECT * FROM temp.log") == [[2]])
      let temporary = try connection.rows("SELECT name FROM sqlite_temp_schema ORDER BY name")
      #expect(temporary.map { $0[0] } == ["log", "mine", "noted", "p", "seen"])
    }
  }

  @Test(arguments: [
    "PRAGMA journal_mode = WAL", "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA optimize",
  ])
  func `law 30: a PRAGMA that would affect attached databases is ignored unless it names main`(
    _ sql: String
  ) throws {
    try with { (_, connection) throws in
      let scripts = { (sql: String, version: Int) in
        InMemoryScript.file(
          named: "sql_update_\(version).sql", text: "-- transaction: false\n\(sql);\n")
      }
      let qualified = "PRAGMA main." + sql.dropFirst("PRAGMA ".count)
      let report = try Migrator(
        connection: connection.handle,
        scripts: ScriptBundle(scripts: [Self.start, scripts(sql, 2), scripts(qualified, 3)])
      ).migrate()
      #expect(report.steps[0].notices.contains { $0.contains("attached") })
      #expect(!report.steps[1].notices.contains { $0.contains("attached") })
      #expect(try connection.value("PRAGMA aux.journal_mode") == "delete")
    }
  }

  @Test func `law 30: TEMP objects are dropped at the end of their script, in one run and in two`()
    throws
  {
    let scripts: [InMemoryScript] = [
      Self.start,
      .update(
        2,
        [
          "CREATE TEMP TABLE p AS SELECT * FROM main.p", "CREATE INDEX temp.i ON p (n)",
          "CREATE TEMP VIEW v AS SELECT * FROM p", "CREATE VIRTUAL TABLE temp.f USING fts5(a)",
          "CREATE TEMP TRIGGER g AFTER INSERT ON main.p BEGIN SELECT 1; END",
        ]),
      .update(3, ["ALTER TABLE p ADD COLUMN m"]),
    ]
    for stop in [nil, 2] as [Int64?] {
      try Sandbox.with { (box) throws in
        let connection = try box.open()
        let migrator = Migrator(
          connection: connection.handle, scripts: ScriptBundle(scripts: scripts))
        if let stop { try migrator.migrate(to: stop) }
        try migrator.migrate()
        #expect(try connection.rows("SELECT name FROM sqlite_temp_schema") == [])
        #expect(try connection.rows("SELECT m FROM main.p") == [[.null]])
      }
    }
  }

  @Test func `law 30: TEMP objects are dropped when their script fails`() throws {
    for group in [Duration.zero, .seconds(60)] {
      try Sandbox.with { (box) throws in
        let connection = try box.open()
        var options = MigrationOptions()
        options.groupCommit = group
        #expect(throws: MigrationFailure.self) {
          try Migrator(
            connection: connection.handle,
            scripts: ScriptBundle(scripts: [
              Self.start, .update(2, ["CREATE TEMP TABLE s (x)", "SELECT nope"]),
            ]), options: options
          ).migrate()
        }
        #expect(try connection.rows("SELECT name FROM sqlite_temp_schema") == [])
      }
    }
  }

  @Test func `law 26: a half-read SELECT of the caller is refused before anything runs`()
    throws
  {
    try Sandbox.with { (box) throws in
      let connection = try box.open()
      let migrator = Migrator(
        connection: connection.handle,
        scripts: ScriptBundle(scripts: [Self.start, .update(2, ["DROP TABLE p"])]))
      try migrator.migrate(to: 1)
      let reading = try connection.prepare("SELECT id FROM p UNION ALL SELECT 2")
      #expect(try reading.step())
      let failure = #expect(throws: MigrationFailure.self) { try migrator.migrate() }
      #expect(failure?.description.contains("SELECT id FROM p UNION ALL SELECT 2") == true)
      #expect(failure?.report.to == 1)
      #expect(try reading.step())
      #expect(try !reading.step())
      reading.reset()
      #expect(try migrator.migrate().to == 2)
    }
  }
}
