import SQLScripts
import SQLScriptsDatabase
import Testing

/// Law 4: a database with a version in another store than the requested one is refused, and both stores are
/// named.
@Suite struct VersionStoreTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    var kept: VersionStore
    var asked: VersionStore
    var testDescription: String { "stored in \(kept), requested in \(asked)" }
  }

  static let pairs = VersionStore.allCases.flatMap { kept in
    VersionStore.allCases.filter { $0 != kept }.map { Pair(kept: kept, asked: $0) }
  }

  private let scripts: [InMemoryScript] = [
    .update(1, ["CREATE TABLE t (x)", "INSERT INTO t VALUES (1)"]),
    .update(2, ["UPDATE t SET x = x * 10"]),
  ]

  private func bundle(_ more: InMemoryScript..., settings: String = "{}") -> ScriptBundle {
    ScriptBundle(scripts: scripts + more, settings: Array(settings.utf8))
  }

  private func misplaced(_ box: Sandbox, _ bundle: ScriptBundle, _ asked: VersionStore) throws
    -> MisplacedVersion?
  {
    let before = try box.content()
    let failure = #expect(throws: MigrationFailure.self) {
      try box.migrator(bundle) { $0.versionStore = asked }.migrate()
    }
    #expect(try box.content() == before)
    guard case .versionElsewhere(let misplaced) = failure?.refusal else { return nil }
    #expect(failure?.summary.contains("\(misplaced.store)") == true)
    #expect(failure?.summary.contains("\(asked)") == true)
    return misplaced
  }

  @Test(arguments: pairs)
  func `no script runs twice because another version store is set`(_ pair: Pair) throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle()) { $0.versionStore = pair.kept }.migrate()
      let found = try misplaced(box, bundle(), pair.asked)
      #expect(found?.version == 2 && found?.store == pair.kept && found?.isAttested == true)
      #expect(try box.rows("SELECT x FROM t") == [[10]])
      let status = try box.migrator(bundle()) { $0.versionStore = pair.asked }.status()
      #expect(status.condition == found.map { .refused(.versionElsewhere($0)) })
      // It still works with its own store.
      #expect(try box.migrator(bundle()) { $0.versionStore = pair.kept }.migrate().isCurrent)
    }
  }

  @Test(arguments: ["VARCHAR(128) PRIMARY KEY", "TEXT NOT NULL UNIQUE", "INTEGER", "REAL", ""])
  func `law 11: versions stored as text are compared as numbers`(_ type: String) throws {
    try Sandbox.with { (box) throws in
      try box.run("CREATE TABLE schema_migrations (version \(type))")
      try box.run("INSERT INTO schema_migrations VALUES ('1')")
      try box.run("CREATE TABLE t (x)")
      var adopting = MigrationOptions()
      adopting.versionStore = .schemaMigrations
      adopting.adoption = .fmdbMigrationManager
      let bundle = ScriptBundle(scripts: (1...12).map { .update($0, ["SELECT \($0)"]) })
      let migrator = Migrator(path: box.path, scripts: bundle, options: adopting)
      #expect(try migrator.migrate(to: 9).to == 9)
      #expect(try migrator.migrate().to == 12)
      #expect(try migrator.migrate().isCurrent)
      // Without the table, the version would be in the wrong store.
      #expect(try misplaced(box, bundle, .table)?.version == 12)
    }
  }

  @Test func `law 11: a text that is not a number is not a version`() throws {
    try Sandbox.with { (box) throws in
      try box.run("CREATE TABLE schema_migrations (version TEXT)")
      try box.run("INSERT INTO schema_migrations VALUES ('9'), ('4x'), ('10')")
      let failure = #expect(throws: MigrationFailure.self) {
        try box.migrator(bundle()) { $0.versionStore = .schemaMigrations }.migrate()
      }
      #expect(failure?.summary.contains("the stored version is “4x”") == true)
    }
  }

  @Test(arguments: pairs)
  func `adopting moves the version, and the old store shows none`(_ pair: Pair) throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle()) { $0.versionStore = pair.kept }.migrate()
      let history = try box.migrator(bundle()).history()
      let mover = box.migrator(bundle()) { $0.versionStore = pair.asked }
      #expect(throws: MigrationFailure.self) { try mover.adopt(.version(1)) }
      #expect(throws: MigrationFailure.self) { try mover.adopt(.ySqliteManager) }
      #expect(try mover.adopt(.version(2)).adopted == 2)
      #expect(try mover.adopt(.version(2)).isCurrent)
      let now = try mover.history()
      #expect(now.map(\.checksum) == history.map(\.checksum))
      #expect(now.last?.origin == "script, moved from \(pair.kept)")
      #expect(try misplaced(box, bundle(), pair.kept)?.store == pair.asked)
      let later = bundle(.update(3, ["UPDATE t SET x = x + 1"]))
      #expect(try box.migrator(later) { $0.versionStore = pair.asked }.migrate().to == 3)
      #expect(try box.rows("SELECT x FROM t") == [[11]])
      #expect(try misplaced(box, later, pair.kept)?.version == 3)
    }
  }

  @Test(arguments: VersionStore.allCases)
  func `the settings of the bundle choose the version store`(_ store: VersionStore) throws {
    try Sandbox.with { (box) throws in
      let settings = #"{ "versionStore": "\#(store.rawValue)" }"#
      try box.migrator(bundle(settings: settings)).migrate()
      let numbers = try box.rows("PRAGMA user_version")
      #expect((numbers == [[2]]) == (store == .userVersion))
      #expect(try box.migrator(bundle(settings: settings)).migrate().isCurrent)
      #expect(try box.migrator(bundle()) { $0.versionStore = store }.migrate().isCurrent)
      if store != .table {
        #expect(throws: MigrationFailure.self) { try box.migrator(bundle()).migrate() }
      }
      // The caller's choice overrides the settings, and is also refused.
      let other = try #require(VersionStore.allCases.first { $0 != store })
      #expect(try misplaced(box, bundle(settings: settings), other)?.store == store)
    }
  }

  @Test func `a db_version created by the bundle is not the version if another store is set`()
    throws
  {
    try Sandbox.with { (box) throws in
      let classic = ScriptBundle(scripts: [
        .default([
          "CREATE TABLE db_version (db_version_num INTEGER)", "INSERT INTO db_version VALUES (1)",
          "CREATE TABLE t (x)", "INSERT INTO t VALUES (1)",
        ]), .update(2, ["UPDATE t SET x = x * 10"]), .update(3, ["UPDATE t SET x = x * 10"]),
      ])
      try box.migrator(classic) { $0.versionStore = .userVersion }.migrate(to: 2)
      #expect(try misplaced(box, classic, .table)?.version == 2)
      #expect(try box.migrator(classic) { $0.versionStore = .userVersion }.migrate().to == 3)
      #expect(try box.rows("SELECT x FROM t") == [[100]])
    }
  }

  @Test func `a user_version set by the app does not hide the table`() throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle()).migrate(to: 1)
      try box.run("PRAGMA user_version = 7")
      #expect(try misplaced(box, bundle(), .userVersion)?.version == 1)
      #expect(try box.migrator(bundle()).migrate().to == 2)
    }
  }

  @Test func `a number that somebody else wrote to another store is shown and can be adopted`()
    throws
  {
    try Sandbox.with { (box) throws in
      try box.run("CREATE TABLE t (x)", "INSERT INTO t VALUES (1)", "PRAGMA user_version = 1")
      let found = try misplaced(box, bundle(), .table)
      #expect(found?.version == 1 && found?.isAttested == false)
      #expect(try box.migrator(bundle()) { $0.adoption = .userVersion }.migrate().to == 2)
      #expect(try box.rows("SELECT x FROM t") == [[10]])
      // An older release of the app still finds its number.
      #expect(try box.rows("PRAGMA user_version") == [[1]])
    }
    try Sandbox.with { (box) throws in
      try box.run(
        "CREATE TABLE t (x)", "CREATE TABLE schema_migrations (version INTEGER)",
        "INSERT INTO schema_migrations VALUES (1), (2)", "PRAGMA user_version = 1")
      #expect(try misplaced(box, bundle(), .userVersion)?.version == 2)
      #expect(try misplaced(box, bundle(), .table)?.version == 2)
      #expect(
        try box.migrator(bundle()) { $0.versionStore = .schemaMigrations }.migrate().isCurrent)
    }
  }

  @Test func `a trigger that discards the version is an error and adds no second row`() throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle()).migrate()
      try box.run("CREATE TRIGGER no BEFORE UPDATE ON db_version BEGIN SELECT RAISE(IGNORE); END")
      let next = bundle(.update(3, []))
      let failure = #expect(throws: MigrationFailure.self) { try box.migrator(next).migrate() }
      #expect(failure?.summary.contains("a trigger on db_version") == true)
      #expect(try box.rows("SELECT * FROM db_version") == [[2]])
      #expect(try box.migrator(bundle()).migrate().isCurrent)
    }
  }

  @Test func `law 8: a target above the latest script does not make a newer database current`()
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle()).migrate()
      try box.run("UPDATE db_version SET db_version_num = 9")
      for target: Int64? in [9, 2, nil] {
        let failure = #expect(throws: MigrationFailure.self) {
          try box.migrator(bundle()).migrate(to: target)
        }
        #expect(failure?.refusal == .newerThanScripts(installed: 9, latest: 2))
      }
    }
  }

  @Test(arguments: VersionStore.allCases)
  func
    `law 11: a version that was set back below the history is refused, and its scripts do not run`(
      _ store: VersionStore
    ) throws
  {
    try Sandbox.with { (box) throws in
      let insert = InMemoryScript.update(3, ["INSERT INTO t VALUES (3)"])
      let scripts = bundle(insert, .update(4, []))
      let migrator = box.migrator(scripts) { $0.versionStore = store }
      try migrator.migrate()
      switch store {
      case .table: try box.run("UPDATE db_version SET db_version_num = 2")
      case .userVersion: try box.run("PRAGMA user_version = 2")
      case .schemaMigrations: try box.run("DELETE FROM schema_migrations WHERE version > 2")
      }
      let before = try box.content()
      let refusal = MigrationRefusal.malformed(
        .belowHistory(version: 2, historyEndsAt: 4, store))
      for target: Int64? in [nil, 3] {
        let failure = #expect(throws: MigrationFailure.self) { try migrator.migrate(to: target) }
        #expect(failure?.refusal == refusal)
        #expect(failure?.summary.contains("DELETE FROM db_version_history") == true)
      }
      #expect(try migrator.status().condition == .refused(refusal))
      for adoption in [Adoption.version(2), .version(4)] {
        let failure = #expect(throws: MigrationFailure.self) { try migrator.adopt(adoption) }
        #expect(failure?.refusal == refusal)
      }
      #expect(try box.content() == before)
      // The advice of the refusal works.
      try box.run("DELETE FROM t WHERE x = 3", "DELETE FROM db_version_history WHERE version > 2")
      #expect(try migrator.migrate().steps.map(\.version) == [3, 4])
      #expect(try box.rows("SELECT x FROM t WHERE x = 3") == [[3]])
    }
  }
}
