import CSQLScriptsSQLite
import Foundation
import SQLScripts
import SQLScriptsDatabase
import Testing

/// Other connections that use the database, and connections that belong to the caller (laws 25 and 26).
@Suite struct NeighbourTests {
  private let scripts: [InMemoryScript] = [
    .default(["CREATE TABLE t (x)", "INSERT INTO t VALUES (1)"]),
    .update(2, ["INSERT INTO t VALUES (2)"]), .update(3, ["INSERT INTO t VALUES (3)"]),
  ]

  private var bundle: ScriptBundle { ScriptBundle(scripts: scripts) }

  @Test(arguments: ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
  func `law 25: a busy database is reported as busy and stays unchanged`(_ begin: String) throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle).migrate(to: 1)
      let writer = try box.open()
      try writer.execute(begin)
      let failure = try box.failure(scripts[0], scripts[1])
      #expect(failure.sqliteError?.code.primary == .busy)
      #expect(failure.summary.contains("locked: another program"))
      try writer.execute("ROLLBACK")
      try box.expectIs(at: 1, of: scripts)
    }
  }

  @Test func `law 25: the migration waits for a lock that is released in time`() throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle).migrate(to: 1)
      let writer = try box.open()
      try writer.execute("BEGIN IMMEDIATE")
      let listener = Listener()
      // The plan is made while the lock is held. The holder releases it when it gets the plan.
      let planned = DispatchSemaphore(value: 0)
      listener.onEvent = { if case .planned = $0 { planned.signal() } }
      let holder = Lock(writer)
      let thread = Thread {
        planned.wait()
        holder.withLock { try? $0.execute("ROLLBACK") }
      }
      thread.start()
      let migrator = box.migrator(bundle) {
        $0.busyTimeout = .seconds(60)
        $0.observer = listener
      }
      #expect(try migrator.migrate().to == 3)
    }
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `law 25: readers continue during a script and see only complete versions`(
    _ journal: String
  ) throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle).migrate(to: 1)
      try box.run("PRAGMA journal_mode = \(journal)")
      let reader = try box.open()
      let listener = Listener()
      var seen: [[SQLiteValue]] = []
      listener.onEvent = { event in
        guard case .statementDone = event else { return }
        seen +=
          (try? reader.rows("SELECT db_version_num, (SELECT count(*) FROM t) FROM db_version"))
          ?? [["busy"]]
      }
      try box.migrator(bundle) {
        $0.observer = listener
        $0.groupCommit = .zero
      }.migrate()
      #expect(seen == [[1, 1], [2, 2]])
    }
  }

  @Test func `law 26: a connection inside a transaction is refused and left unchanged`() throws {
    try Sandbox.with { (box) throws in
      let start = InMemoryScript.default(["CREATE TABLE t (x)"])
      try box.migrate(start)
      let connection = try box.open()
      // Otherwise SQLite itself refuses to change the setting inside a transaction.
      try connection.execute("PRAGMA synchronous = EXTRA")
      try connection.execute("BEGIN")
      try connection.execute("CREATE TABLE mine (x)")
      let failure = try #require(
        #expect(throws: MigrationFailure.self) {
          try Migrator(
            connection: connection.handle,
            scripts: ScriptBundle(scripts: [start, .update(2, ["CREATE TABLE u (x)"])])
          ).migrate()
        })
      guard case .database(_, during: .preparing) = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(!connection.isInAutocommit)
      #expect(try connection.value("SELECT count(*) FROM mine") == 0)
      #expect(!failure.summary.isEmpty)
    }
  }

  private static let pragmas = [
    "foreign_keys = 1", "synchronous = 1", "legacy_alter_table = 1", "recursive_triggers = 1",
    "query_only = 1", "ignore_check_constraints = 1", "reverse_unordered_selects = 1",
    "writable_schema = 1", "journal_mode = off", "journal_mode = memory", "journal_mode = persist",
    "cache_size = 77", "busy_timeout = 3", "analysis_limit = 5", "temp_store = 2",
    "trusted_schema = 0", "cell_size_check = 1", "synchronous = 0", "synchronous = 3",
  ]

  @Test(arguments: pragmas, [true, false])
  func `law 26: every setting is restored after success and after failure`(
    _ pragma: String, _ fails: Bool
  ) throws {
    try Sandbox.with { (box) throws in
      let connection = try box.open()
      _ = try connection.rows("PRAGMA \(pragma)")
      let names = Self.pragmas.compactMap { $0.split(separator: " ").first }
      let all = { try names.map { try connection.value("PRAGMA \($0)") } }
      let before = try all()
      let last: [String] =
        ["INSERT INTO t VALUES (4)", "PRAGMA foreign_keys = 0", fails ? "nonsense" : "SELECT 1"]
      let migrator = Migrator(
        connection: connection.handle, scripts: ScriptBundle(scripts: scripts + [.update(4, last)]))
      #expect((try? migrator.migrate()) == nil ? fails : !fails)
      #expect(try all() == before)
      #expect(try connection.rows("SELECT db_version_num FROM db_version") == [[fails ? 3 : 4]])
      #expect(try connection.value("SELECT count(*) FROM t") == (fails ? 3 : 4))
    }
  }

  @Test func `laws 12 and 26: a connection without a journal gets one while scripts run`() throws {
    try Sandbox.with { (box) throws in
      let connection = try box.open()
      _ = try connection.value("PRAGMA journal_mode = off")
      #expect(throws: MigrationFailure.self) {
        try Migrator(
          connection: connection.handle,
          scripts: ScriptBundle(scripts: [.default(["CREATE TABLE t (x)", "nonsense"])])
        ).migrate()
      }
      #expect(try connection.rows("SELECT * FROM sqlite_schema") == [])
      #expect(try connection.value("PRAGMA journal_mode") == "off")
    }
  }

  @Test
  func `law 12: commits are as durable as the journal mode needs, also after the mode changes`()
    throws
  {
    try Sandbox.with { (box) throws in
      let connection = try box.open()
      let listener = Listener()
      var seen: [Int64: SQLiteValue] = [:]
      listener.onEvent = { event in
        guard case .stepStarted(let step, _, _) = event else { return }
        seen[step.version] = try? connection.value("PRAGMA synchronous")
      }
      var options = MigrationOptions()
      options.observer = listener
      let journal = { (version: Int, mode: String) in
        InMemoryScript.file(
          named: "sql_update_\(version).sql",
          text: "-- transaction: false\nPRAGMA journal_mode = \(mode);")
      }
      let steps = [
        scripts[0], .update(2, []), journal(3, "wal"), .update(4, []), journal(5, "delete"),
        .update(6, []),
      ]
      try Migrator(
        connection: connection.handle, scripts: ScriptBundle(scripts: steps), options: options
      ).migrate()
      #expect(seen == [1: 3, 2: 3, 3: 3, 4: 2, 5: 2, 6: 3])
      #expect(try connection.value("PRAGMA synchronous") == 2)
    }
  }

  @Test func `law 26: a db_version of an attached database or of TEMP is ignored`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(.default([], version: 9))
      let connection = try Connection(
        path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
      try connection.execute("ATTACH '\(box.path)' AS other")
      try connection.execute("CREATE TEMP TABLE db_version (db_version_num)")
      let migrator = Migrator(connection: connection.handle, scripts: bundle)
      #expect(try migrator.status().condition == .new)
      #expect(try migrator.migrate().to == 3)
      #expect(try connection.rows("SELECT * FROM main.db_version") == [[3]])
      #expect(try connection.rows("SELECT * FROM other.db_version") == [[9]])
      #expect(try connection.rows("SELECT * FROM temp.db_version") == [])
      #expect(try migrator.migrate().isCurrent)
    }
  }

  @Test(arguments: [true, false])
  func `law 26: the caller's authorizer is restored after success and after failure`(
    _ fails: Bool
  ) throws {
    try Sandbox.with { (box) throws in
      let connection = try box.open()
      var calls = 0
      try withUnsafeMutablePointer(to: &calls) { (pointer) throws in
        sqlite3_set_authorizer(
          connection.handle,
          { context, code, _, _, _, _ in
            context?.assumingMemoryBound(to: Int.self).pointee += 1
            return code == SQLITE_INSERT ? SQLITE_DENY : SQLITE_OK
          }, pointer)
        defer { sqlite3_set_authorizer(connection.handle, nil, nil) }
        let migrator = Migrator(
          connection: connection.handle,
          scripts: ScriptBundle(scripts: scripts + [.update(4, [fails ? "nonsense" : "SELECT 1"])]))
        // The scripts insert rows. While they run, the caller's authorizer is not called.
        #expect((try? migrator.migrate()) == nil ? fails : !fails)
        pointer.pointee = 0
        #expect(try connection.value("SELECT count(*) FROM t") == 3)
        #expect(pointer.pointee > 0)
        #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO t VALUES (9)") }
      }
    }
  }

  @Test func `law 26: a caller without an authorizer has none afterwards`() throws {
    try Sandbox.with { (box) throws in
      let connection = try box.open()
      try Migrator(connection: connection.handle, scripts: bundle).migrate()
      // Law 15 only applies to scripts.
      try connection.execute("ATTACH ':memory:' AS other")
    }
  }

  @Test func `law 26: the caller's statements that read no table continue`() throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle).migrate(to: 1)
      let connection = try box.open()
      let reading = try connection.prepare("SELECT 1 UNION ALL SELECT 2")
      #expect(try reading.step())
      try Migrator(connection: connection.handle, scripts: bundle).migrate()
      #expect(try reading.step())
      #expect(try !reading.step())
    }
  }
}
