import SQLScripts
import SQLScriptsDatabase
import Testing

/// Where the version is stored, what the history contains, and which values are not versions (laws 1 to 4, 9, 11).
@Suite struct VersionTests {
  private let scripts: [InMemoryScript] = [
    .default(["CREATE TABLE t (x)"]), .update(2, ["INSERT INTO t VALUES (2)", "SELECT 1"]),
    .update(3, []),
  ]

  private var bundle: ScriptBundle { ScriptBundle(scripts: scripts) }

  @Test func `law 1: the version is one row of the database and is copied with the file`()
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle).migrate(to: 2)
      #expect(try box.rows("SELECT * FROM db_version") == [[2]])
      #expect(
        try box.value("SELECT sql FROM sqlite_schema WHERE name = 'db_version'")
          == "CREATE TABLE db_version (db_version_num INTEGER NOT NULL)")
      try box.run("VACUUM INTO '\(box.folder)/copy.sqlite'")
      let copy = Migrator(path: box.folder + "/copy.sqlite", scripts: bundle)
      #expect(try copy.status().pending == [3])
    }
  }

  @Test func `law 2: the history has a row for each script`() throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle).migrate()
      let history = try box.migrator(bundle).history()
      #expect(history.map(\.version) == [1, 2, 3])
      #expect(
        history.map(\.script) == [
          "sql_default.json", "sql_update_2.json", "sql_update_3.json",
        ])
      #expect(history.map(\.statementCount) == [1, 2, 0])
      #expect(
        history.allSatisfy { $0.origin == "script" && $0.toolVersion == SQLScriptsVersion.current })
      #expect(history.allSatisfy { $0.appliedAt.hasSuffix("Z") && $0.appliedAt.count == 24 })
      #expect(Set(history.compactMap(\.checksum)).count == 3)
    }
  }

  @Test(arguments: [
    ["CREATE TABLE db_version (db_version_num INTEGER)"],
    ["CREATE TABLE db_version (db_version_num INTEGER)", "INSERT INTO db_version VALUES (77)"],
    ["CREATE TABLE db_version (db_version_num TEXT)", "INSERT INTO db_version VALUES ('5')"],
    [
      "CREATE TABLE db_version (db_version_num INTEGER PRIMARY KEY)",
      "INSERT INTO db_version VALUES (1), (2), (5)",
    ],
    [
      "CREATE TABLE db_version (db_version_num INTEGER PRIMARY KEY) WITHOUT ROWID",
      "INSERT INTO db_version VALUES (1), (2), (5)",
    ],
    ["CREATE TABLE db_version (db_version_num VARCHAR(9) NOT NULL UNIQUE, app TEXT)"],
    [
      "CREATE TABLE db_version (app TEXT NOT NULL, db_version_num INT)",
      "INSERT INTO db_version VALUES ('a', 0), ('b', 0)",
    ],
  ])
  func `law 3: a db_version created by the bundle is not an error, and its rows do not win`(
    _ statements: [String]
  ) throws {
    try Sandbox.with { (box) throws in
      let scripts = ScriptBundle(scripts: [.default(statements), .update(2, [])])
      #expect(try box.migrator(scripts).migrate().to == 2)
      #expect(try box.rows("SELECT CAST(db_version_num AS INT) FROM db_version") == [[2]])
      #expect(try box.migrator(scripts).migrate().isCurrent)
    }
  }

  @Test func `law 3: other columns of the bundle's row are kept`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(
        .default([
          "CREATE TABLE db_version (app TEXT NOT NULL, db_version_num INT)",
          "INSERT INTO db_version VALUES ('mine', 0)",
        ]))
      #expect(try box.rows("SELECT * FROM db_version") == [["mine", 1]])
    }
  }

  @Test func `law 3: a db_version may have keys, and other version stores leave it to the bundle`()
    throws
  {
    try Sandbox.with { (box) throws in
      let start = InMemoryScript.default([
        "CREATE TABLE db_version (db_version_num INTEGER UNIQUE NOT NULL)"
      ])
      try box.migrate(start, .update(2, ["VACUUM"]))
    }
    try Sandbox.with { (box) throws in
      let start = InMemoryScript.default([
        "CREATE TABLE db_version (n)", "CREATE INDEX i ON db_version (n)", "DROP TABLE db_version",
      ])
      let bundle = ScriptBundle(scripts: [start])
      #expect(try box.migrator(bundle) { $0.versionStore = .userVersion }.migrate().to == 1)
    }
  }

  @Test func `law 1: a script cannot override the version`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(
        .default(["CREATE TABLE t (x)"]), .update(2, ["UPDATE db_version SET db_version_num = 9"]),
        .update(3, ["INSERT INTO db_version VALUES (3)"]), .update(4, ["DELETE FROM db_version"]),
        .update(5, ["DROP TABLE db_version"]),
        .update(
          6, ["DROP TABLE db_version", "CREATE TABLE db_version (db_version_num INTEGER)"]),
        .update(7, []))
      #expect(try box.rows("SELECT * FROM db_version") == [[7]])
      #expect(
        try box.rows("SELECT version FROM db_version_history ORDER BY 1")
          == [[1], [2], [3], [4], [5], [6], [7]])
    }
  }

  @Test(arguments: [VersionStore.table, .userVersion, .schemaMigrations])
  func `law 4: each version store obeys the other laws`(_ store: VersionStore) throws {
    try Sandbox.with { (box) throws in
      let use = { (options: inout MigrationOptions) in options.versionStore = store }
      #expect(try box.migrator(bundle, use).status().condition == .new)
      #expect(try box.migrator(bundle, use).migrate(to: 2).to == 2)
      #expect(try box.migrator(bundle, use).status().pending == [3])
      let before = try box.content()
      let broken = scripts.dropLast() + [.update(3, ["CREATE TABLE u (x)", "nonsense"])]
      #expect(throws: MigrationFailure.self) {
        try box.migrator(ScriptBundle(scripts: Array(broken)), use).migrate()
      }
      #expect(try box.content() == before)
      try box.migrator(bundle, use).migrate()
      #expect(try box.migrator(bundle, use).migrate().isCurrent)
      #expect(try box.migrator(bundle, use).history().map(\.version) == [1, 2, 3])
      #expect(throws: MigrationFailure.self) {
        try box.migrator(ScriptBundle(scripts: Array(scripts.dropLast())), use).migrate()
      }
    }
  }

  @Test(arguments: [VersionStore.userVersion, .schemaMigrations])
  func `laws 4 and 9: tables without a version are refused with every version store`(
    _ store: VersionStore
  )
    throws
  {
    try Sandbox.with { (box) throws in
      try box.run("CREATE TABLE mine (x)")
      let failure = try box.failure(.default([])) { $0.versionStore = store }
      #expect(failure.refusal == .unversioned(objects: ["mine"]))
    }
  }

  @Test func `law 4: a version too large for PRAGMA user_version is refused beforehand`() throws {
    try Sandbox.with { (box) throws in
      let failure = try box.failure(.default(["CREATE TABLE t (x)"], version: 1 << 31)) {
        $0.versionStore = .userVersion
      }
      #expect(
        failure.refusal == .versionDoesNotFit(version: 1 << 31, greatest: Int64(Int32.max)))
      #expect(try box.rows("SELECT * FROM sqlite_schema") == [])
    }
  }

  @Test func `law 4: schema_migrations keeps a row for each migration`() throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle) { $0.versionStore = .schemaMigrations }.migrate()
      #expect(try box.rows("SELECT version FROM schema_migrations") == [[1], [2], [3]])
      try box.run("DROP TABLE schema_migrations", "CREATE TABLE schema_migrations (x)")
      let failure = try box.failure(.default([])) { $0.versionStore = .schemaMigrations }
      #expect(
        failure.refusal
          == .malformed(.noColumn(table: "schema_migrations", column: "version")))
    }
  }

  @Test func `law 9: a version without a history is adopted once its meaning is declared`() throws {
    try Sandbox.with { (box) throws in
      try box.run(
        "CREATE TABLE t (x)", "CREATE TABLE db_version (db_version_num INTEGER)",
        "INSERT INTO db_version VALUES (3)")
      #expect(try box.failure(scripts[0], scripts[1]).refusal == .ambiguous(number: 3))
      let report = try box.migrator(bundle) { $0.existingVersion = .nextStep }.migrate()
      #expect(report.adopted == 2)
      #expect(report.steps.map(\.version) == [3])
      #expect(
        try box.migrator(bundle).history().map(\.origin) == ["adopted from db_version", "script"])
    }
  }

  @Test(arguments: [
    ("", "is empty"), ("(1), (1)", "more than one"), ("(NULL)", "NULL"), ("(-1)", "-1"),
    ("(-9223372036854775808)", "-9223372036854775808"), ("('two')", "“two”"), ("(1.5)", "“1.5”"),
    ("('')", "“”"), ("(x'01')", "blob"), ("('2; DROP TABLE t')", "DROP TABLE"), ("('1e3')", "1e3"),
    ("(9.3e18)", "9.3e+18"),
  ])
  func `law 11: a value that is not a version is refused and shown, and nothing changes`(
    _ values: String, _ word: String
  ) throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle).migrate(to: 1)
      try box.run("DROP TABLE db_version", "CREATE TABLE db_version (db_version_num)")
      if !values.isEmpty { try box.run("INSERT INTO db_version VALUES \(values)") }
      let before = try box.content()
      let failure = try box.failure(scripts[0], scripts[1], scripts[2])
      #expect(failure.description.contains(word))
      guard case .malformed = failure.refusal else {
        Issue.record("\(failure)")
        return
      }
      #expect(try box.content() == before)
    }
  }

  @Test(arguments: ["'2'", "2.0", "'+2'"])
  func `law 11: an integer stored as another type is read`(_ value: String) throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle).migrate(to: 1)
      try box.run(
        "DROP TABLE db_version", "CREATE TABLE db_version (db_version_num)",
        "INSERT INTO db_version VALUES (\(value))")
      #expect(try box.migrator(bundle).migrate().steps.map(\.version) == [3])
    }
  }

  @Test func `law 11: a db_version that is missing or lacks the column is refused`() throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle).migrate()
      try box.run("DROP TABLE db_version")
      #expect(
        try box.failure(scripts[0]).refusal == .malformed(.missingTable(historyEndsAt: 3)))
      try box.run("CREATE TABLE db_version (n)")
      #expect(
        try box.failure(scripts[0]).refusal
          == .malformed(.noColumn(table: "db_version", column: "db_version_num")))
    }
  }

  @Test func `law 1: versions up to the largest integer work`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(.default([], version: .max - 1), .update(.max, ["CREATE TABLE t (x)"]))
      #expect(try box.rows("SELECT * FROM db_version") == [[.integer(.max)]])
    }
  }
}
