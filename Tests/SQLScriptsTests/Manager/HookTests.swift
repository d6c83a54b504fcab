import MigrationSamples
import SQLScripts
import TestSupport
import Testing

/// The app's hooks for a new database and for every launch.
@Suite struct HookTests {
  private typealias Hook = @Sendable (SQLiteDatabase) throws -> Void

  private func manager(
    _ path: String, _ scripts: ScriptBundle = ManagerSamples.scripts(), onNew: Hook? = nil,
    onOpen: Hook? = nil
  ) -> SQLiteManager {
    var configuration = SQLiteManager.Configuration(path: path, scripts: .scripts(scripts))
    configuration.onNewDatabase = onNew
    configuration.onOpen = onOpen
    return SQLiteManager(configuration)
  }

  private static let fill: Hook = {
    try $0.execute("INSERT INTO user_info (name, age) VALUES ('Guest', 1)")
  }

  private func guests(_ database: SQLiteManager) throws -> Int {
    try database.query("SELECT * FROM user_info WHERE name = 'Guest'").count
  }

  @Test func `the hook for new databases runs once, and the launch hook at every launch`() throws {
    try TemporaryFolder.with { folder in
      let (new, launches) = (Counter(), Counter())
      for launch in 1...3 {
        let database = manager(
          folder + "/a.sqlite",
          onNew: { database in
            new.add()
            try Self.fill(database)
          }, onOpen: { _ in launches.add() })
        #expect(try guests(database) == 1)
        #expect(launches.count == launch)
        try database.close()
      }
      #expect(new.count == 1)
    }
  }

  @Test func `an updated old database is not a new database`() throws {
    try TemporaryFolder.with { folder in
      try ManagerSamples.manager(folder + "/a.sqlite", upTo: 1).open()
      let database = manager(folder + "/a.sqlite", onNew: Self.fill)
      #expect(try guests(database) == 0)
      #expect(database.report?.from == 1)
    }
  }

  @Test func `a failing hook leaves no database, and the next launch starts over`() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/a.sqlite"
      let calls = Counter()
      let database = manager(path) { database in
        try Self.fill(database)
        if calls.add() == 1 { throw Oops() }
      }
      let failure = #expect(throws: MigrationFailure.self) { try database.open() }
      guard case .hook(let error)? = failure?.reason else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(error is Oops)
      #expect(failure?.report.steps.isEmpty == true)
      let status = try Migrator(path: path, scripts: ManagerSamples.scripts()).status()
      #expect(status.condition == .new)
      #expect(try guests(database) == 1)
      #expect(database.report?.isNewDatabase == true)
      #expect(calls.count == 2)
    }
  }

  @Test(arguments: [
    "INSERT INTO nowhere VALUES (1)", "INSERT OR ROLLBACK INTO user_info (id, name) VALUES (1, 1)",
  ])
  func `law 14: a failing script of a new database does not skip its hook`(_ sql: String) throws {
    try TemporaryFolder.with { folder throws in
      let path = folder + "/a.sqlite"
      let statements = ManagerSamples.statements
      let first = ["INSERT INTO user_info (id, name) VALUES (1, 1)"]
      let broken = ScriptBundle(scripts: [
        .default(statements[0] + first), .update(2, statements[1]), .update(3, [sql]),
      ])
      let failure = #expect(throws: MigrationFailure.self) {
        try manager(path, broken, onNew: Self.fill).open()
      }
      #expect(failure?.report.steps.isEmpty == true)
      #expect(try guests(manager(path, onNew: Self.fill)) == 1)
    }
  }

  @Test func `law 29: a group past its time limit still ends with the hook`() throws {
    try TemporaryFolder.with { folder throws in
      let path = folder + "/a.sqlite"
      var configuration = ManagerSamples.configuration(path)
      configuration.options.groupCommit = .zero
      configuration.onNewDatabase = { database in
        try Self.fill(database)
        throw Oops()
      }
      #expect(throws: MigrationFailure.self) { try SQLiteManager(configuration).open() }
      #expect(try guests(manager(path, onNew: Self.fill)) == 1)
    }
  }

  @Test func `law 19: a script outside a transaction runs after the hook`() throws {
    try TemporaryFolder.with { folder in
      let scripts = ScriptBundle(scripts: [
        .default(ManagerSamples.statements[0]), .update(2, ManagerSamples.statements[1]),
        .file(
          named: "sql_update_3.sql",
          text: """
            -- transaction: false
            INSERT INTO user_info (name) SELECT name || '!' FROM user_info;
            """),
      ])
      let database = manager(folder + "/a.sqlite", scripts, onNew: Self.fill)
      let names = try database.query("SELECT name FROM user_info ORDER BY id")
      #expect(try names.map { try $0["name"] } == ["Guest", "Guest!"])
    }
  }

  @Test func `law 19: a default script outside a transaction runs the hook, too`() throws {
    try TemporaryFolder.with { folder throws in
      let table = ManagerSamples.statements[0][0]
      let scripts = ScriptBundle(scripts: [
        .file(named: "sql_default.sql", text: "-- transaction: false\n\(table);")
      ])
      let database = manager(folder + "/a.sqlite", scripts) {
        try $0.execute("INSERT INTO user_info (name) VALUES ('Guest')")
      }
      #expect(try guests(database) == 1)
    }
  }

  @Test(arguments: ["COMMIT", "ROLLBACK", "BEGIN", "SAVEPOINT a"])
  func `the hook cannot end its transaction`(_ sql: String) throws {
    try TemporaryFolder.with { folder throws in
      let path = folder + "/a.sqlite"
      let failure = #expect(throws: MigrationFailure.self) {
        try manager(path, onNew: { try $0.execute(sql) }).open()
      }
      guard case .hook(let error as SQLiteError)? = failure?.reason else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(error.code.primary == .notAuthorized)
      let patient = manager(path) { database in
        _ = try? database.execute(sql)
        try Self.fill(database)
      }
      #expect(try guests(patient) == 1)
    }
  }

  @Test func `a hook that fails at launch closes the database again`() throws {
    try TemporaryFolder.with { folder throws in
      let calls = Counter()
      let database = manager(
        folder + "/a.sqlite", onOpen: { _ in if calls.add() == 1 { throw Oops() } })
      let failure = #expect(throws: MigrationFailure.self) { try database.open() }
      #expect(failure?.report.to == 3)
      #expect(failure?.description.contains("Oops") == true)
      #expect(!database.isOpen)
      #expect(try database.open().isCurrent)
      #expect(calls.count == 2)
    }
  }

  @Test func `a hook that calls the manager gets an error that names its parameter`() throws {
    let box = Lock<SQLiteManager?>(nil)
    let database = manager(
      ":memory:",
      onOpen: { _ in _ = try box.withLock { $0 }?.execute("SELECT 1") })
    box.withLock { $0 = database }
    defer { box.withLock { $0 = nil } }
    let failure = #expect(throws: MigrationFailure.self) { try database.open() }
    #expect(failure?.description.contains("a hook must use the database passed to it") == true)
  }
}
