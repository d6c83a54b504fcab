import SQLScriptsDatabase
import Testing

@testable import SQLScripts

/// Law 21: a database is adopted at a version only if it has the schema of that version.
@Suite struct AdoptedSchemaTests {
  private let scripts: [InMemoryScript] = [
    .default([
      "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT 'x', UNIQUE (name))",
      "CREATE TABLE note (id INTEGER PRIMARY KEY, user INTEGER REFERENCES user ON DELETE CASCADE)",
      "CREATE VIEW names AS SELECT name FROM user",
      "CREATE TRIGGER log AFTER INSERT ON user BEGIN SELECT 1; END",
      "CREATE INDEX by_user ON note (user)",
    ]),
    .update(2, ["ALTER TABLE user ADD COLUMN age INTEGER"]),
    .update(3, ["CREATE TABLE tag (name TEXT COLLATE NOCASE)"]),
  ]

  private var bundle: ScriptBundle { ScriptBundle(scripts: scripts) }

  /// A database with the schema of a version, and without a version.
  private func make(_ box: Sandbox, at version: Int64, _ sql: String...) throws {
    try box.migrator(bundle).migrate(to: version)
    try box.run("DROP TABLE db_version", "DROP TABLE db_version_history")
    for sql in sql { try box.run(sql) }
  }

  private func refusal(_ body: () throws -> Void) throws -> MigrationRefusal {
    let failure = try #require(#expect(throws: MigrationFailure.self) { try body() })
    guard case .refused(let refusal) = failure.reason else { throw failure }
    return refusal
  }

  @Test func `a database of another version is refused, and the error names its version`() throws {
    try Sandbox.with { (box) throws in
      try make(box, at: 2)
      let before = try box.bytes()
      for wanted in [1, 3] as [Int64] {
        let expected = MigrationRefusal.differsFromAdopted(
          version: wanted,
          differences: [
            wanted == 1
              ? "table user has the additional column age" : "there is no table tag"
          ], matching: 2)
        let migrator = box.migrator(bundle) { $0.adoption = .version(wanted) }
        #expect(try refusal { try migrator.migrate() } == expected)
        #expect(try refusal { try box.migrator(bundle).adopt(.version(wanted)) } == expected)
      }
      #expect(try box.bytes() == before)
      #expect(
        MigrationRefusal.differsFromAdopted(
          version: 3, differences: ["there is no table tag"], matching: 2
        ).description
          == "the database cannot be adopted at version 3, because its schema differs: there is no table tag. "
          + "It has the schema of version 2. Adopt it at that version. If only some databases differ, let a query "
          + "decide: an app can adopt with one that looks at the schema.")
      #expect(try box.migrator(bundle) { $0.adoption = .version(2) }.migrate().adopted == 2)
    }
  }

  @Test func `user_version and db_version are compared, too`() throws {
    try Sandbox.with { (box) throws in
      try make(box, at: 1, "PRAGMA user_version = 2")
      let migrator = box.migrator(bundle) { $0.adoption = .userVersion }
      guard case .differsFromAdopted(2, _, matching: 1) = try refusal({ try migrator.migrate() })
      else { return #expect(Bool(false)) }
    }
    try Sandbox.with { (box) throws in
      try make(
        box, at: 1, "CREATE TABLE db_version (db_version_num INTEGER)",
        "INSERT INTO db_version VALUES (2)")
      let installed = box.migrator(bundle) { $0.existingVersion = .installed }
      guard case .differsFromAdopted(2, _, matching: 1) = try refusal({ try installed.migrate() })
      else { return #expect(Bool(false)) }
      #expect(try box.migrator(bundle) { $0.existingVersion = .nextStep }.migrate().adopted == 1)
    }
  }

  @Test func `an app can accept the differences`() throws {
    try Sandbox.with { (box) throws in
      try make(box, at: 2, "ALTER TABLE user ADD COLUMN patch")
      let words = try refusal { try box.migrator(bundle).adopt(.version(2)) }.description
      #expect(
        words.hasSuffix(
          "column patch. No version that these scripts create has this schema. If the differences do no harm, "
            + "accept them: with adoptsDifferentSchema in an app, or with “sqlscripts adopt --force”."
        ))
      let migrator = box.migrator(bundle) {
        $0.adoption = .version(2)
        $0.adoptsDifferentSchema = true
      }
      #expect(try migrator.migrate().adopted == 2)
    }
  }

  @Test func `tables of the app may be there, but not one that an update will create`() throws {
    try Sandbox.with { (box) throws in
      try make(box, at: 2, "CREATE TABLE cache (x)", "CREATE VIEW recent AS SELECT * FROM cache")
      #expect(try box.migrator(bundle) { $0.adoption = .version(2) }.migrate().to == 3)
    }
    try Sandbox.with { (box) throws in
      try make(box, at: 2, "CREATE TABLE tag (other)")
      guard
        case .differsFromAdopted(2, ["there is already a table tag"], matching: nil) = try refusal({
          try box.migrator(bundle).adopt(.version(2))
        })
      else { return #expect(Bool(false)) }
    }
  }

  @Test func `the spelling, the order of columns and the way to a schema do not matter`() throws {
    try Sandbox.with { (box) throws in
      try box.run(
        """
        create table "USER" (ID integer primary key, age INTEGER,
          [name] text NOT NULL /* the name */ DEFAULT 'x' UNIQUE)
        """,
        "CREATE TABLE note (user INTEGER, id INTEGER PRIMARY KEY)", "DROP TABLE note",
        """
        CREATE TABLE note (user INTEGER, id INTEGER PRIMARY KEY,
          CONSTRAINT u FOREIGN KEY (user) REFERENCES User (id) ON DELETE CASCADE)
        """,
        "create view names as select \"name\" from user -- all",
        "CREATE TRIGGER log AFTER  INSERT ON user BEGIN select 1; END",
        "CREATE INDEX by_user ON note (\"user\")")
      #expect(try box.migrator(bundle) { $0.adoption = .version(2) }.migrate().adopted == 2)
    }
  }

  @Test(arguments: [
    (
      "name TEXT NOT NULL", "name TEXT",
      "column name of table user is “text”, not “text NOT NULL”"
    ),
    ("x INTEGER", "x TEXT", "column x of table user is “text”, not “integer”"),
    ("x DEFAULT 1", "x DEFAULT 2", "column x of table user is “DEFAULT 2”, not “DEFAULT 1”"),
    ("x COLLATE NOCASE", "x", "column x of table user is without a type, not “COLLATE NOCASE”"),
    (
      "x INTEGER PRIMARY KEY", "x INTEGER",
      "column x of table user is “integer”, not “integer PRIMARY KEY 1”"
    ),
    ("x, y AS (x + 1)", "x, y", "column y of table user is without a type, not “GENERATED”"),
    ("x UNIQUE", "x", "table user has no UNIQUE (x)"),
    ("x", "x UNIQUE", "table user has the additional UNIQUE (x)"),
    ("x REFERENCES user", "x", "table user has no foreign key x →  of user"),
    (
      "x, y REFERENCES user (x) ON DELETE CASCADE", "x, y REFERENCES user (x)",
      "foreign key y → x of user of table user is “ON UPDATE NO ACTION ON DELETE NO ACTION”, not "
        + "“ON UPDATE NO ACTION ON DELETE CASCADE”"
    ),
  ])
  func `every difference of a table is found`(_ new: String, _ old: String, _ words: String) throws
  {
    try Sandbox.with { (box) throws in
      try box.run("CREATE TABLE user (\(old))")
      try expectDiffers(box, ["CREATE TABLE user (\(new))"], words)
    }
  }

  @Test(arguments: [
    (
      "CREATE INDEX i ON t (x)", "CREATE UNIQUE INDEX i ON t (x)",
      "index i of table t is “UNIQUE (x)”, not “(x)”"
    ),
    (
      "CREATE INDEX i ON t (x DESC)", "CREATE INDEX i ON t (x)",
      "index i of table t is “(x)”, not “(x DESC)”"
    ),
    (
      "CREATE INDEX i ON t (x) WHERE x > 1", "CREATE INDEX i ON t (x) WHERE x > 2",
      "index i of table t is “(x) create index i on t ( x ) where x > 2”, not “(x) create index i on t "
        + "( x ) where x > 1”"
    ),
    ("CREATE VIEW v AS SELECT 1", "CREATE VIEW v AS SELECT 2", "view v has another definition"),
    ("CREATE VIEW v AS SELECT 1", "CREATE TABLE w (x)", "there is no view v"),
    ("CREATE VIEW v AS SELECT 1", "CREATE TABLE v (x)", "there is no view v"),
    (
      "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END",
      "CREATE TRIGGER r AFTER DELETE ON t BEGIN SELECT 1; END",
      "trigger r has another definition"
    ),
    (
      "CREATE TABLE s (x INTEGER) STRICT", "CREATE TABLE s (x INTEGER)",
      "table s has no STRICT"
    ),
  ])
  func `every difference of an object is found`(_ new: String, _ old: String, _ words: String)
    throws
  {
    try Sandbox.with { (box) throws in
      try box.run("CREATE TABLE t (x)", old)
      try expectDiffers(box, ["CREATE TABLE t (x)", new], words)
    }
  }

  private func expectDiffers(_ box: Sandbox, _ scripts: [String], _ words: String) throws {
    let migrator = box.migrator(ScriptBundle(scripts: [.default(scripts)]))
    let found = try refusal { try migrator.adopt(.version(1)) }
    guard case .differsFromAdopted(1, let differences, matching: nil) = found else {
      return #expect(Bool(false), "\(found)")
    }
    #expect(differences.first == words)
  }

  @Test func `a lower version that no script creates is refused if the schema is a later one`()
    throws
  {
    let files: [InMemoryScript] = [
      .default(["CREATE TABLE t (a, b, c)"], version: 3), .update(2, ["UPDATE t SET a = a * 100"]),
    ]
    let altering = ScriptBundle(scripts: files + [.update(3, ["ALTER TABLE t ADD c"])])
    let guarded = ScriptBundle(scripts: files + [.update(3, ["CREATE TABLE IF NOT EXISTS t (a)"])])
    for scripts in [altering, guarded] {
      try Sandbox.with { (box) throws in
        try box.run("CREATE TABLE t (a, b, c)", "INSERT INTO t VALUES (5, 6, 7)")
        let before = try box.content()
        let refusal = try refusal {
          try box.migrator(scripts) { $0.adoption = .number(in: "a file") { 1 } }.migrate()
        }
        #expect(refusal == .differsFromAdopted(version: 1, differences: [], matching: 3))
        #expect(
          refusal.description.hasPrefix(
            "the database cannot be adopted at version 1, because updates would run again. It has "
              + "the schema of version 3."))
        #expect(try box.content() == before)
      }
    }
    // If the updates change rows only, the schema does not tell the versions apart.
    try Sandbox.with { (box) throws in
      try box.run("CREATE TABLE t (a, b, c)", "INSERT INTO t VALUES (5, 6, 7)")
      let scripts = ScriptBundle(scripts: files + [.update(3, ["DELETE FROM t WHERE a = 1"])])
      #expect(try box.migrator(scripts) { $0.adoption = .version(1) }.migrate().to == 3)
      #expect(try box.rows("SELECT a FROM t") == [[500]])
    }
  }

  @Test func `a version that the scripts alone do not create is not compared`() throws {
    try Sandbox.with { (box) throws in
      // The default script creates version 3.
      let scripts = ScriptBundle(scripts: [
        .default(["CREATE TABLE t (a, b, c)"], version: 3), .update(3, ["ALTER TABLE t ADD c"]),
      ])
      try box.run("CREATE TABLE t (a, b)")
      #expect(try box.migrator(scripts) { $0.adoption = .version(2) }.migrate().to == 3)
    }
    try Sandbox.with { (box) throws in
      try make(box, at: 2, "ALTER TABLE user ADD COLUMN fromCode")
      let migrator = box.migrator(bundle) {
        $0.codeSteps = [CodeStep(version: 2, name: "code") { _ in }]
        $0.adoption = .version(2)
      }
      #expect(try migrator.migrate().adopted == 2)
    }
  }

  @Test func `with timestamps, updates that were merged late are not compared`() throws {
    let scripts: [InMemoryScript] = [
      .update(20_240_101_000_000, ["CREATE TABLE a (x)"]),
      .update(20_240_102_000_000, ["CREATE TABLE b (x)"]),
      .update(20_240_103_000_000, ["CREATE TABLE c (x)"]),
    ]
    let settings = #"{ "numbering": "timestamp", "outOfOrder": "apply" }"#
    try Sandbox.with { (box) throws in
      try box.run(
        "CREATE TABLE a (x)", "CREATE TABLE c (x)",
        "CREATE TABLE schema_migrations (version INTEGER UNIQUE NOT NULL)",
        "INSERT INTO schema_migrations VALUES (20240101000000), (20240103000000)")
      let bundle = ScriptBundle(scripts: scripts, settings: Array(settings.utf8))
      let report = try box.migrator(bundle) { $0.adoption = .fmdbMigrationManager }.migrate()
      #expect(report.steps.map(\.version) == [20_240_102_000_000])
    }
  }
}
