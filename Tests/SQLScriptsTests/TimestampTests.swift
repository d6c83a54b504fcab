import SQLScripts
import SQLScriptsDatabase
import Testing

/// Timestamp numbering: gaps are allowed, and an update may be merged late (laws 4, 10 and 20).
@Suite struct TimestampTests {
  private static let base: Int64 = 20_260_101_000_000_000

  private static func update(_ number: Int64) -> InMemoryScript {
    .update(base + number, ["INSERT INTO log VALUES (\(number))"])
  }

  private func bundle(
    _ numbers: Int64..., late: String = "apply", minimum: Int64 = 0
  ) -> ScriptBundle {
    let settings = "{ \"outOfOrder\": \"\(late)\", \"minimumVersion\": \(minimum) }"
    return ScriptBundle(
      scripts: [.default(["CREATE TABLE log (n INTEGER)"], version: Self.base)]
        + numbers.map(Self.update), settings: Array(settings.utf8))
  }

  private func log(_ box: Sandbox) throws -> [Int64] {
    try box.rows("SELECT n FROM log ORDER BY rowid").compactMap { $0[0].int64 }
  }

  private static let stores = [VersionStore.table, .schemaMigrations]

  @Test(arguments: stores)
  func `gaps are allowed`(_ store: VersionStore) throws {
    try Sandbox.with { (box) throws in
      let migrator = box.migrator(bundle(5, 90, 700)) { $0.versionStore = store }
      #expect(try migrator.migrate().to == Self.base + 700)
      #expect(try migrator.migrate().isCurrent)
      #expect(try migrator.status().isUpToDate)
      #expect(try log(box) == [5, 90, 700])
    }
  }

  // The version is the same before and after an out-of-order update. Only the history shows it.
  @Test(arguments: stores)
  func
    `law 13: an out-of-order update that another process applied between two transactions is skipped`(
      _ store: VersionStore
    ) throws
  {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle(5, 90)) { $0.versionStore = store }.migrate()
      let scripts = bundle(5, 30, 40, 50, 90, 700)
      let listener = Listener()
      listener.onEvent = { event in
        guard case .stepCommitted(let step) = event, step.version == Self.base + 30 else { return }
        let other = box.migrator(bundle(5, 30, 40, 90)) { $0.versionStore = store }
        #expect((try? other.migrate())?.steps.count == 1)
      }
      let migrator = box.migrator(scripts) {
        $0.versionStore = store
        $0.observer = listener
        $0.groupCommit = .zero
      }
      try migrator.migrate()
      #expect(try log(box) == [5, 90, 30, 40, 50, 700])
    }
  }

  @Test(arguments: stores)
  func `law 10: an out-of-order update is refused, even if nothing else is to be done`(
    _ store: VersionStore
  ) throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle(5, 90)) { $0.versionStore = store }.migrate()
      let before = try box.content()
      for numbers in [bundle(5, 30, 90, late: "refuse"), bundle(5, 30, 90, 700, late: "refuse")] {
        let migrator = box.migrator(numbers) { $0.versionStore = store }
        let failure = try #require(
          #expect(throws: MigrationFailure.self) { try migrator.migrate() })
        #expect(
          failure.refusal
            == .outOfOrder(versions: [Self.base + 30], installed: Self.base + 90))
        #expect(failure.description.contains("never applied"))
        #expect(try !migrator.status().isUpToDate)
      }
      #expect(try box.content() == before)
    }
  }

  @Test(arguments: stores)
  func `law 10: an out-of-order update that closes the last gap is noticed`(_ store: VersionStore)
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle(5, 7)) { $0.versionStore = store }.migrate()
      let refusing = box.migrator(bundle(5, 6, 7, late: "refuse")) { $0.versionStore = store }
      let failure = try #require(
        #expect(throws: MigrationFailure.self) { try refusing.migrate() })
      #expect(failure.refusal == .outOfOrder(versions: [Self.base + 6], installed: Self.base + 7))
      let applying = box.migrator(bundle(5, 6, 7)) { $0.versionStore = store }
      #expect(try applying.status().pending == [Self.base + 6])
      #expect(try applying.migrate().steps.map(\.version) == [Self.base + 6])
      #expect(try applying.migrate().isCurrent)
    }
  }

  @Test(arguments: stores, [Duration.zero, .seconds(3600)])
  func `law 10: out-of-order updates are applied once and do not lower the version`(
    _ store: VersionStore, _ group: Duration
  ) throws {
    try Sandbox.with { (box) throws in
      let change = { (options: inout MigrationOptions) in
        options.versionStore = store
        options.groupCommit = group
      }
      try box.migrator(bundle(5, 90), change).migrate()
      let late = box.migrator(bundle(5, 30, 40, 90), change)
      #expect(try late.status().pending == [Self.base + 30, Self.base + 40])
      let report = try late.migrate()
      #expect(report.steps.map(\.version) == [Self.base + 30, Self.base + 40])
      #expect(report.from == Self.base + 90 && report.to == Self.base + 90)
      #expect(try late.status().installed == Self.base + 90)
      #expect(try late.migrate().isCurrent)
      let next = box.migrator(bundle(5, 30, 35, 40, 90, 700), change)
      #expect(try next.migrate().steps.map(\.version) == [Self.base + 35, Self.base + 700])
      #expect(try next.migrate().isCurrent)
      #expect(try log(box) == [5, 90, 30, 40, 35, 700])
    }
  }

  @Test func `law 13: an out-of-order update does not undo what another process did meanwhile`()
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle(5, 90)).migrate()
      let listener = Listener()
      let other = box.migrator(bundle(5, 90, 700))
      listener.onEvent = { event in
        guard case .planned = event else { return }
        #expect(throws: Never.self) { try other.migrate() }
      }
      let report = try box.migrator(bundle(5, 30, 90, 700)) { $0.observer = listener }.migrate()
      #expect(report.steps.map(\.version) == [Self.base + 30])
      #expect(try box.rows("SELECT * FROM db_version") == [[.integer(Self.base + 700)]])
      #expect(try log(box) == [5, 90, 700, 30])
    }
  }

  @Test func `a failing out-of-order update leaves the previous state`() throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle(5, 90)).migrate()
      let broken = ScriptBundle(
        scripts: [
          .default(["CREATE TABLE log (n INTEGER)"], version: Self.base), Self.update(5),
          Self.update(30), .update(Self.base + 40, ["nonsense"]), Self.update(90),
        ], settings: Array("{ \"outOfOrder\": \"apply\" }".utf8))
      #expect(throws: MigrationFailure.self) { try box.migrator(broken).migrate() }
      #expect(try box.rows("SELECT * FROM db_version") == [[.integer(Self.base + 90)]])
      #expect(try box.migrator(bundle(5, 30, 40, 90)).migrate().steps.count == 1)
      #expect(try log(box) == [5, 90, 30, 40])
    }
  }

  @Test func `updates below the origin version are not applied`() throws {
    try Sandbox.with { (box) throws in
      try box.run("CREATE TABLE log (n INTEGER)")
      let migrator = box.migrator(bundle(5, 30, 90))
      try migrator.adopt(.version(Self.base + 30))
      #expect(try migrator.migrate().steps.map(\.version) == [Self.base + 90])
      #expect(try box.migrator(bundle(5, 7, 30, 90)).migrate().isCurrent)
    }
  }

  @Test func `law 10: an installed version below the minimum is refused`() throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle(5)).migrate()
      let before = try box.content()
      let failure = try #require(
        #expect(throws: MigrationFailure.self) {
          try box.migrator(bundle(30, 90, minimum: Self.base + 30)).migrate()
        })
      #expect(
        failure.refusal == .belowMinimum(installed: Self.base + 5, minimum: Self.base + 30))
      #expect(try box.content() == before)
      try box.migrator(bundle(5, 30)).migrate()
      #expect(try box.migrator(bundle(90, minimum: Self.base + 30)).migrate().steps.count == 1)
    }
    try Sandbox.with { (box) throws in
      try box.run("CREATE TABLE log (n INTEGER)")
      #expect(throws: MigrationFailure.self) {
        try box.migrator(bundle(30, 90, minimum: Self.base + 30)).adopt(.version(Self.base + 5))
      }
    }
    try Sandbox.with { (box) throws in
      #expect(try box.migrator(bundle(30, minimum: Self.base + 20)).migrate().isNewDatabase)
    }
  }

  // MARK: FMDBMigrationManager

  private func makeFMDB(_ box: Sandbox, _ numbers: Int64...) throws {
    try box.run(
      "CREATE TABLE schema_migrations(version INTEGER UNIQUE NOT NULL)",
      "CREATE TABLE log (n INTEGER)")
    for number in numbers {
      try box.run(
        "INSERT INTO log VALUES (\(number))",
        "INSERT INTO schema_migrations(version) VALUES (\(Self.base + number))")
    }
  }

  @Test func `law 4: FMDB's rows show the origin version and the out-of-order updates`() throws {
    try Sandbox.with { (box) throws in
      try makeFMDB(box, 5, 90)
      let migrator = box.migrator(bundle(1, 5, 30, 90, 700)) { $0.versionStore = .schemaMigrations }
      #expect(try migrator.plan().from == Self.base + 90)
      #expect(try migrator.migrate().steps.map(\.version) == [Self.base + 30, Self.base + 700])
      #expect(try log(box) == [5, 90, 30, 700])
      #expect(try migrator.migrate().isCurrent)
      let rows = try box.rows("SELECT version FROM schema_migrations ORDER BY 1")
      #expect(rows == [5, 30, 90, 700].map { [.integer(Self.base + $0)] })
    }
  }

  @Test func `law 20: FMDB's rows become the history, and out-of-order updates are still applied`()
    throws
  {
    try Sandbox.with { (box) throws in
      try makeFMDB(box, 5, 90)
      let late = box.migrator(bundle(1, 5, 30, 90, 700))
      #expect(try late.adopt(.fmdbMigrationManager).adopted == Self.base + 90)
      #expect(try late.history().map(\.version) == [Self.base + 5, Self.base + 90])
      #expect(try late.migrate().steps.map(\.version) == [Self.base + 30, Self.base + 700])
      #expect(try log(box) == [5, 90, 30, 700])
    }
    try Sandbox.with { (box) throws in
      try makeFMDB(box, 5, 90)
      let refusing = box.migrator(bundle(5, 30, 90, late: "refuse"))
      #expect(throws: MigrationFailure.self) { try refusing.adopt(.fmdbMigrationManager) }
    }
  }

  @Test func `law 20: a gap in FMDB's rows is refused if the numbering allows no gaps`() throws {
    try Sandbox.with { (box) throws in
      try box.run(
        "CREATE TABLE t (x)", "CREATE TABLE schema_migrations(version INTEGER UNIQUE NOT NULL)",
        "INSERT INTO schema_migrations VALUES (1), (2), (4)")
      let scripts = ScriptBundle(
        scripts: (1...5).map { .update($0, ["SELECT 1"]) },
        settings: Array("{ \"outOfOrder\": \"apply\" }".utf8))
      let failure = try #require(
        #expect(throws: MigrationFailure.self) {
          try box.migrator(scripts).adopt(.fmdbMigrationManager)
        })
      #expect(failure.refusal == .outOfOrder(versions: [3], installed: 4))
    }
  }

  @Test func `law 5: a database with only FMDB's empty table is new`() throws {
    try Sandbox.with { (box) throws in
      try box.run("CREATE TABLE schema_migrations(version INTEGER UNIQUE NOT NULL)")
      let migrator = box.migrator(bundle(5)) { $0.versionStore = .schemaMigrations }
      #expect(try migrator.migrate().isNewDatabase)
    }
    try Sandbox.with { (box) throws in
      try box.run(
        "CREATE TABLE schema_migrations(version INTEGER UNIQUE NOT NULL)", "CREATE TABLE mine (x)")
      let failure = try box.failure(.default([])) { $0.versionStore = .schemaMigrations }
      #expect(failure.refusal == .unversioned(objects: ["mine"]))
    }
  }
}
