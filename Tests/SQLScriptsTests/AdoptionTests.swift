import SQLScripts
import SQLScriptsDatabase
import Testing

/// Law 20: databases created as other libraries create them, adopted without loss.
@Suite struct AdoptionTests {
  private let scripts: [InMemoryScript] = [
    .default(["CREATE TABLE user_info (name TEXT)"]),
    .update(2, ["ALTER TABLE user_info ADD COLUMN age INTEGER"]),
    .update(3, ["ALTER TABLE user_info ADD COLUMN sex INTEGER"]),
    .update(4, ["CREATE TABLE app_data (key TEXT)"]),
  ]

  private var bundle: ScriptBundle { ScriptBundle(scripts: scripts) }

  /// A database at version 2, with a row, and with the tables of the other library.
  private func make(_ box: Sandbox, _ bookkeeping: String...) throws {
    try box.run(
      "CREATE TABLE user_info (name TEXT, age INTEGER)", "INSERT INTO user_info VALUES ('鈴木', 9)")
    for sql in bookkeeping { try box.run(sql) }
  }

  /// Adopts at version 2, then migrates: only the remaining scripts run, and the row is kept.
  private func expectAdopts(
    _ box: Sandbox, _ adoption: Adoption, _ origin: String,
    at place: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let before = try box.content()
    let migrator = box.migrator(bundle)
    let report = try migrator.adopt(adoption)
    #expect(report.adopted == 2 && report.to == 2 && report.steps == [], sourceLocation: place)
    let own = ["table db_version", "db_version: ", "db_version_history: "]
    let after = try box.content().filter { line in !own.contains { line.hasPrefix($0) } }
    let others = before.filter { line in !own.contains { line.hasPrefix($0) } }
    #expect(after == others, "nothing else is changed", sourceLocation: place)
    let entry = try #require(try migrator.history().last)
    #expect(entry.version == 2 && entry.script == nil, sourceLocation: place)
    #expect(entry.origin == origin && entry.checksum == nil, sourceLocation: place)

    let bytes = try box.bytes()
    let again = try migrator.adopt(adoption)
    #expect(again.isCurrent && again.to == 2, "twice changes nothing", sourceLocation: place)
    #expect(try box.bytes() == bytes, sourceLocation: place)

    #expect(try migrator.migrate().steps.map(\.version) == [3, 4], sourceLocation: place)
    #expect(
      try box.rows("SELECT * FROM user_info") == [["鈴木", 9, .null]], sourceLocation: place)
    // The tables of the other library are out of date by now and no longer read.
    #expect(try migrator.adopt(adoption.unlessGiven).isCurrent, sourceLocation: place)
  }

  /// The same as an option: the version is recorded in the transaction of the first step.
  private func expectMigrates(
    _ box: Sandbox, _ adoption: Adoption, at place: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let migrator = box.migrator(bundle) { $0.adoption = adoption }
    #expect(try migrator.plan().adoption?.version == 2, sourceLocation: place)
    #expect(try migrator.status().pending == [3, 4], sourceLocation: place)
    let report = try migrator.migrate()
    #expect(report.adopted == 2 && report.steps.map(\.version) == [3, 4], sourceLocation: place)
    #expect(try migrator.migrate().isCurrent, sourceLocation: place)
  }

  private func problem(
    _ box: Sandbox, _ adoption: Adoption, at place: Testing.SourceLocation = #_sourceLocation
  ) throws -> AdoptionProblem? {
    let before = try box.bytes()
    let failure = try #require(
      #expect(throws: MigrationFailure.self, sourceLocation: place) {
        try box.migrator(bundle).adopt(adoption)
      }, sourceLocation: place)
    #expect(failure.outcome == "Nothing was changed.", sourceLocation: place)
    #expect(try box.bytes() == before, sourceLocation: place)
    guard case .notAdoptable(let problem) = failure.refusal else { return nil }
    return problem
  }

  private func refusal(_ box: Sandbox, _ adoption: Adoption) throws -> MigrationRefusal? {
    try #require(
      #expect(throws: MigrationFailure.self) { try box.migrator(bundle).adopt(adoption) }
    ).refusal
  }

  // MARK: Each supported library

  private static let ways: [(name: String, adoption: Adoption, origin: String, sql: [String])] = [
    ("a number", .version(2), "adopted at a given version", []),
    (
      "user_version", .userVersion, "adopted from PRAGMA user_version", ["PRAGMA user_version = 2"]
    ),
    (
      "FMDBMigrationManager", .fmdbMigrationManager, "adopted from schema_migrations",
      [
        "CREATE TABLE schema_migrations(version INTEGER UNIQUE NOT NULL)",
        "INSERT INTO schema_migrations(version) VALUES (1)",
        "INSERT INTO schema_migrations(version) VALUES (2)",
      ]
    ),
    (
      "GRDB", .grdb(["v1": 1, "seed": 1, "addAge": 2, "addSex": 3]), "adopted from grdb_migrations",
      [
        "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
        "INSERT INTO grdb_migrations (identifier) VALUES ('v1'), ('seed'), ('addAge')",
      ]
    ),
    (
      "YSqliteManager", .ySqliteManager, "adopted from db_version",
      [
        "CREATE TABLE db_version (db_version_num INTEGER)", "INSERT INTO db_version VALUES (3)",
      ]
    ),
    ("preferences", .number(in: "preferences") { 2 }, "adopted from preferences", []),
    (
      "an app version in a text file",
      .text(in: "version.txt", ["1.0.0": 1, "1.10.2": 2]) { "1.10.10\n" },
      "adopted from version.txt (app version 1.10.10)", []
    ),
    (
      "a table of the app's own",
      .query(
        "SELECT version FROM tb_clientstage WHERE id = '1' AND tableno = '0'",
        ["1.0.0": 1, "1.10.2": 2]),
      "adopted from a query (app version 1.10.2)",
      [
        "CREATE TABLE tb_clientstage (id TEXT, tableno TEXT, version TEXT)",
        "INSERT INTO tb_clientstage VALUES ('1', '0', '1.10.2')",
      ]
    ),
    (
      "a number in a table of the app's own", .query("SELECT v FROM config"),
      "adopted from a query",
      ["CREATE TABLE config (v TEXT)", "INSERT INTO config VALUES ('2')"]
    ),
  ]

  @Test(arguments: ways.indices)
  func `law 20: a database of each supported library is adopted and migrated`(
    _ index: Int
  ) throws {
    let way = Self.ways[index]
    try Sandbox.with { (box) throws in
      try make(box)
      for sql in way.sql { try box.run(sql) }
      try expectAdopts(box, way.adoption, way.origin)
    }
  }

  @Test(arguments: ways.indices)
  func `law 20: an app adopts a database in the transaction of its first step`(_ index: Int) throws
  {
    let way = Self.ways[index]
    try Sandbox.with { (box) throws in
      try make(box)
      for sql in way.sql { try box.run(sql) }
      try expectMigrates(box, way.adoption)
    }
  }

  @Test(arguments: ways.indices)
  func `law 20: a new database is created, whatever is declared about old ones`(_ index: Int) throws
  {
    try Sandbox.with { (box) throws in
      let migrator = box.migrator(bundle) { $0.adoption = Self.ways[index].adoption }
      let report = try migrator.migrate()
      #expect(report.isNewDatabase && report.to == 4 && report.adopted == nil)
    }
  }

  @Test(arguments: [VersionStore.userVersion, .schemaMigrations])
  func `laws 4 and 20: the version is written to the chosen version store`(_ store: VersionStore)
    throws
  {
    try Sandbox.with { (box) throws in
      try make(box)
      let migrator = box.migrator(bundle) { $0.versionStore = store }
      #expect(try migrator.adopt(.version(2)).adopted == 2)
      #expect(try migrator.status().pending == [3, 4])
      #expect(try migrator.adopt(.version(2)).isCurrent)
      #expect(try migrator.migrate().to == 4)
    }
  }

  // MARK: Unknown versions

  @Test func `law 20: adoption without anything to adopt is refused and creates no file`() throws {
    try Sandbox.with { (box) throws in
      #expect(try refusal(box, .version(2)) == .nothingToAdopt)
      #expect(!box.exists(box.path))
      try box.migrator(bundle).migrate(to: 2)
      #expect(
        try refusal(box, .version(3)) == .alreadyVersioned(installed: 2, wanted: 3))
      #expect(try box.migrator(bundle).adopt(.version(2)).isCurrent)
    }
  }

  @Test func `law 20: a row of schema_migrations between the scripts needs a script`() throws {
    let make = { (box: Sandbox, rows: String) in
      try box.run(
        "CREATE TABLE user_info (name TEXT, age INTEGER, sex INTEGER)",
        "CREATE TABLE schema_migrations (version INTEGER)",
        "INSERT INTO schema_migrations VALUES \(rows)")
    }
    let scripts = ScriptBundle(
      scripts: [
        .default(["CREATE TABLE user_info (name TEXT)"], version: 10),
        .update(20, ["ALTER TABLE user_info ADD COLUMN age INTEGER"]),
        .update(40, ["ALTER TABLE user_info ADD COLUMN sex INTEGER"]),
        .update(50, ["CREATE TABLE app_data (key TEXT)"]),
      ], settings: Array(#"{ "numbering": "timestamp" }"#.utf8))
    try Sandbox.with { (box) throws in
      try make(box, "(5), (10), (20), (30), (35), (40)")
      let bytes = try box.bytes()
      let failure = #expect(throws: MigrationFailure.self) {
        try box.migrator(scripts) { $0.adoption = .fmdbMigrationManager }.migrate()
      }
      guard case .refused(.notAdoptable(let problem)) = failure?.reason else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(problem == .unknownVersions([30, 35]))
      #expect(
        problem.description == "no script has the versions “30”, “35” of schema_migrations")
      #expect(try box.bytes() == bytes)
    }
    // Rows from before the scripts are part of the default script.
    try Sandbox.with { (box) throws in
      try make(box, "(5), (10), (20), (40)")
      let report = try box.migrator(scripts) { $0.adoption = .fmdbMigrationManager }.migrate()
      #expect(report.adopted == 40 && report.to == 50)
    }
  }

  @Test func `law 20: a version without a later script is refused`() throws {
    try Sandbox.with { (box) throws in
      try make(box)
      #expect(try refusal(box, .version(9)) == .unknownTarget(target: 9, latest: 4))
      #expect(try refusal(box, .version(0)) == .gap(missing: 1, from: 0))
      #expect(try problem(box, .version(-1)) == .notAVersion("-1", in: "the call"))
      #expect(try problem(box, .version(.min)) == .notAVersion("\(Int64.min)", in: "the call"))
      #expect(try refusal(box, .version(.max)) == .unknownTarget(target: .max, latest: 4))
      // The other library may have recorded a newer version of the app.
      #expect(
        try refusal(box, .number(in: "preferences") { 9 })
          == .newerThanScripts(installed: 9, latest: 4))
    }
  }

  @Test func `law 20: a missing table or column is reported`() throws {
    try Sandbox.with { (box) throws in
      try make(box)
      #expect(try problem(box, .userVersion) == .userVersionIsZero)
      #expect(
        try problem(box, .fmdbMigrationManager)
          == .missing(table: "schema_migrations", column: "version"))
      #expect(
        try problem(box, .grdb(["a": 1]))
          == .missing(table: "grdb_migrations", column: "identifier"))
      #expect(
        try problem(box, .ySqliteManager)
          == .missing(table: "db_version", column: "db_version_num"))
      #expect(try problem(box, .number(in: "preferences") { nil }) == .nothing(in: "preferences"))
      #expect(try problem(box, .text(in: "a.txt") { " \n" }) == .nothing(in: "a.txt"))
      let none = "SELECT name FROM user_info WHERE 0"
      #expect(try problem(box, .query(none)) == .nothing(in: "a query"))
      try box.run(
        "CREATE TABLE schema_migrations (version INTEGER)",
        "CREATE TABLE grdb_migrations (identifier TEXT)")
      #expect(try problem(box, .fmdbMigrationManager) == .noRows(table: "schema_migrations"))
      #expect(try problem(box, .grdb(["a": 1])) == .noRows(table: "grdb_migrations"))
    }
  }

  @Test func `law 20: a value that is not a version is refused`() throws {
    try Sandbox.with { (box) throws in
      try make(
        box, "PRAGMA user_version = -3", "CREATE TABLE schema_migrations (version)",
        "INSERT INTO schema_migrations VALUES ('two')")
      #expect(try problem(box, .userVersion) == .notAVersion("-3", in: "PRAGMA user_version"))
      #expect(
        try problem(box, .fmdbMigrationManager) == .notAVersion("two", in: "schema_migrations"))
      #expect(
        try problem(box, .query("SELECT name FROM user_info"))
          == .notAVersion("鈴木", in: "a query"))
      #expect(
        try problem(box, .text(in: "a.txt") { "1.10.2" }) == .notAVersion("1.10.2", in: "a.txt"))
    }
  }

  @Test func `law 20: GRDB's migrations must all be known and applied without a gap`() throws {
    try Sandbox.with { (box) throws in
      try make(
        box, "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)",
        "INSERT INTO grdb_migrations VALUES ('a'), ('c')")
      #expect(try problem(box, .grdb(["a": 1])) == .unknownMigrations(["c"]))
      #expect(
        try problem(box, .grdb(["a": 1, "b": 1, "c": 2]))
          == .incompleteMigrations(missing: ["b"], version: 2))
      #expect(
        try problem(box, .grdb(["a": 1, "b": 2, "c": 2]))
          == .incompleteMigrations(missing: ["b"], version: 2))
      #expect(
        try problem(box, .grdb(["a": 0, "c": 0])) == .nothing(in: "the map of grdb_migrations"))
      #expect(try box.migrator(bundle).adopt(.grdb(["a": 1, "b": 0, "c": 2, "d": 3])).to == 2)
    }
  }

  @Test func `law 20: a query that changes something is refused`() throws {
    try Sandbox.with { (box) throws in
      try make(box)
      let before = try box.bytes()
      for query in ["DELETE FROM user_info RETURNING 2", "SELECT 2; SELECT 3", "", "nonsense"] {
        #expect(throws: MigrationFailure.self) { try box.migrator(bundle).adopt(.query(query)) }
      }
      #expect(try box.bytes() == before)
    }
  }

  @Test func `law 20: an error of the app's code is thrown unchanged`() throws {
    struct Trouble: Error {}
    try Sandbox.with { (box) throws in
      try make(box)
      let failure = try #require(
        #expect(throws: MigrationFailure.self) {
          try box.migrator(bundle).adopt(.number(in: "preferences") { throw Trouble() })
        })
      guard case .hook(let error) = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(error is Trouble)
    }
  }

  @Test func `law 20: an adoption that cannot be committed records no version`() throws {
    try Sandbox.with { (box) throws in
      try make(box)
      let reader = try box.open()
      try reader.execute("BEGIN")
      _ = try reader.value("SELECT count(*) FROM sqlite_schema")
      let failure = try box.failure(scripts[0], scripts[1], .update(3, ["nonsense"])) {
        $0.adoption = .version(2)
      }
      #expect(
        failure.outcome == "Nothing was changed. The database has no version of its own yet.")
      try reader.execute("COMMIT")
      #expect(try box.open().hasTable("db_version") == false)
    }
  }

  @Test
  func `law 20: if the first script fails, the version is not adopted, so the app can correct it`()
    throws
  {
    try Sandbox.with { (box) throws in
      try make(box)
      let before = try box.content()
      let failure = try box.failure(scripts[0], scripts[1], .update(3, ["nonsense"])) {
        $0.adoption = .version(2)
      }
      #expect(failure.report.adopted == nil)
      #expect(
        failure.outcome == "Nothing was changed. The database has no version of its own yet.")
      #expect(try box.content() == before)
      // The next release has another closure.
      let report = try box.migrator(bundle) { $0.adoption = .number(in: "a file") { 2 } }.migrate()
      #expect(report.adopted == 2 && report.steps.map(\.version) == [3, 4])
    }
  }

  @Test func `law 20: a version stays adopted if a later script fails`() throws {
    try Sandbox.with { (box) throws in
      try make(box)
      let failure = try box.failure(scripts[0], scripts[1], scripts[2], .update(4, ["nonsense"])) {
        $0.adoption = .version(2)
      }
      #expect(failure.report.adopted == 2)
      #expect(failure.outcome == "sql_update_3.json was committed. The database is at version 3.")
    }
  }

  @Test func `law 20: a database that is adopted and ambiguous follows the caller's choice`() throws
  {
    try Sandbox.with { (box) throws in
      try make(
        box, "CREATE TABLE db_version (db_version_num INTEGER)",
        "INSERT INTO db_version VALUES (4)")
      let report = try box.migrator(bundle) { $0.existingVersion = .installed }
        .adopt(.version(2))
      #expect(report.adopted == 2)
      #expect(try box.rows("SELECT * FROM db_version") == [[2]])
    }
  }
}

extension Adoption {
  /// A given version must be the database's own. The other stores are only read if it has none.
  fileprivate var unlessGiven: Adoption {
    if case .version = self { .number(in: "nowhere") { nil } } else { self }
  }
}
