import MigrationSamples
import SQLScriptsDatabase
import TestSupport
import Testing

@testable import SQLScripts

/// The asynchronous functions, which Swift chooses in an asynchronous context.
@Suite(.timeLimit(.minutes(5))) struct AsyncManagerTests {
  @Test func `an asynchronous function calls the asynchronous versions`() async throws {
    let database = ManagerSamples.manager(":memory:")
    #expect(try await database.open().to == 3)
    #expect(try await database.execute("INSERT INTO user_info (name) VALUES (?)", "Ada") == 1)
    #expect(try await database.query("SELECT * FROM user_info WHERE name = ?", "Ada").count == 1)
    #expect(try await database.queryFirst("SELECT ?", nil)?[0] == .null)
    let id = try await database.use { database in
      try database.execute("INSERT INTO user_info (name) VALUES (?)", "Grace")
      return database.lastInsertRowID
    }
    #expect(id == 2)
    let count = try await database.transaction { database in
      try database.execute("DELETE FROM user_info")
    }
    #expect(count == 2)
  }

  @Test func `a synchronous function inside calls the synchronous versions`() async throws {
    let database = ManagerSamples.manager(":memory:")
    let names = ["Ada", "Grace"]
    try await database.transaction { inside in
      for name in names {
        try inside.execute("INSERT INTO user_info (name) VALUES (?)", name)
        // Here the manager's own function is the synchronous one, on the same thread, so it does not wait.
        #expect(try database.queryFirst("SELECT name FROM user_info WHERE name = ?", name) != nil)
      }
    }
  }

  @Test func `an error in a transaction is thrown and rolls it back`() async throws {
    let database = ManagerSamples.manager(":memory:")
    await #expect(throws: Oops.self) {
      try await database.transaction { database in
        try database.execute("INSERT INTO user_info (name) VALUES ('Ada')")
        throw Oops()
      }
    }
    #expect(try await database.query("SELECT * FROM user_info").isEmpty)
  }

  @Test func `the caller's executor is free during the call`() async throws {
    let database = ManagerSamples.manager(":memory:")
    let gate = Gate()
    let holder = Task { @MainActor in try await database.use { _ in gate.wait() } }
    // More than any pool has threads: if they blocked there, nobody could open the gate.
    let waiting = (0..<200).map { (number: Int) in
      Task.detached { try await database.queryFirst("SELECT ?", number)?[0].int }
    }
    await gate.entered()
    await Task.detached { gate.open() }.value
    try await holder.value
    for (number, task) in waiting.enumerated() { #expect(try await task.value == number) }
  }

  @Test func `a task that is canceled before its turn does not wait and changes nothing`()
    async throws
  {
    let database = ManagerSamples.manager(":memory:")
    let gate = Gate()
    let holder = Task { try await database.use { _ in gate.wait() } }
    // The holder reports when its closure runs. The calls after it wait in line.
    await gate.entered()
    let late = Task { try await database.execute("INSERT INTO user_info (name) VALUES ('late')") }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
    gate.open()
    try await holder.value
    #expect(try await database.query("SELECT * FROM user_info").isEmpty)
  }

  @Test(arguments: 0..<3)
  func `law 23: a task that is canceled while another thread has the database changes nothing`(
    _ first: Int
  ) async throws {
    let database = ManagerSamples.manager(":memory:")
    try await database.open()
    let gate = Gate()
    // The synchronous call has the database without waiting in the line of the asynchronous ones.
    // It has its own thread: a few blocked ones would stop all tasks.
    BlockingThreads(limit: 1).submit { _ in
      #expect(throws: Never.self) { try Self.hold(database, at: gate) }
    }
    await gate.entered()
    let bodies: [@Sendable () async throws -> Int] = [
      { try await database.execute("INSERT INTO user_info (name) VALUES ('late')") },
      { try await database.use { try $0.execute("INSERT INTO user_info VALUES (1, '', 1)") } },
      {
        try await database.transaction {
          try $0.execute("INSERT INTO user_info VALUES (2, 'x', 1)")
        }
      },
    ]
    // A thread waits for the lock with the first of them. The others wait in line.
    var calls = [Task { try await bodies[first]() }]
    while !database.line.isAtLastJob { await Task.yield() }
    calls += bodies.indices.filter { $0 != first }.map { index in
      Task { try await bodies[index]() }
    }
    for call in calls { call.cancel() }
    // They do not wait for the holder.
    for call in calls { await #expect(throws: CancellationError.self) { try await call.value } }
    gate.open()
    #expect(try await database.query("SELECT * FROM user_info").isEmpty)
  }

  private static func hold(_ database: SQLiteManager, at gate: Gate) throws {
    try database.use { _ in gate.wait() }
  }

  @Test(arguments: [true, false])
  func `law 25: a task that is canceled does not wait for another process's lock`(
    _ isTransaction: Bool
  ) async throws {
    try await TemporaryFolder.with { folder async throws in
      var configuration = ManagerSamples.configuration(folder + "/a.sqlite")
      configuration.options.busyTimeout = .seconds(600)
      let database = SQLiteManager(configuration)
      try await database.open()
      let other = try Connection(
        path: folder + "/a.sqlite", mode: .readWrite, busyTimeout: Milliseconds(0))
      try other.beginImmediate(busyTimeout: Milliseconds(0))
      let sql = "INSERT INTO user_info (name) VALUES ('late')"
      let trace = StatementTrace()
      defer { withExtendedLifetime(trace) {} }
      // From here on it waits for the lock, which a statement takes when it begins.
      let begun = trace.next(isTransaction ? "BEGIN IMMEDIATE" : sql)
      try await database.use { trace.listen(to: $0.connectionHandle) }
      let call = Task {
        isTransaction
          ? try await database.transaction { try $0.execute(sql) }
          : try await database.execute(sql)
      }
      for await _ in begun {}
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
      // It has stopped waiting, and the next one gets the manager immediately.
      #expect(try await database.query("SELECT * FROM user_info").isEmpty)
      try other.execute("ROLLBACK")
      // A task that is not canceled continues to wait.
      try await database.execute("INSERT INTO user_info (name) VALUES ('Ada')")
    }
  }

  @Test(arguments: [true, false])
  func `law 25: a task that is canceled after its changes gets the result`(
    _ isBusy: Bool
  ) async throws {
    try await TemporaryFolder.with { folder async throws in
      var configuration = ManagerSamples.configuration(folder + "/a.sqlite")
      configuration.options.busyTimeout = .milliseconds(20)
      let database = SQLiteManager(configuration)
      let gate = Gate()
      let call = Task {
        try await database.use { database in
          try database.execute("INSERT INTO user_info (name) VALUES ('first')")
          gate.wait()
          return try database.execute("INSERT INTO user_info (name) VALUES ('second')")
        }
      }
      await gate.entered()
      let other = try Connection(
        path: folder + "/a.sqlite", mode: .readWrite, busyTimeout: Milliseconds(0))
      if isBusy { try other.beginImmediate(busyTimeout: Milliseconds(0)) }
      call.cancel()
      gate.open()
      if isBusy {
        let error = await #expect(throws: SQLiteError.self) { try await call.value }
        #expect(error?.code.primary == .busy)
        try other.execute("ROLLBACK")
      } else {
        #expect(try await call.value == 1)
      }
      #expect(try await database.query("SELECT * FROM user_info").count == (isBusy ? 1 : 2))
    }
  }

  @Test func `a task that is already canceled does not open the database`() async throws {
    let database = ManagerSamples.manager(":memory:")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await database.open()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!database.isOpen)
  }

  @Test func `a running statement finishes although its task is canceled`() async throws {
    let database = ManagerSamples.manager(":memory:")
    let gate = Gate()
    let task = Task {
      try await database.use { database in
        gate.wait()
        return try database.execute("INSERT INTO user_info (name) VALUES ('Ada')")
      }
    }
    await gate.entered()
    task.cancel()
    gate.open()
    #expect(try await task.value == 1)
  }

  @Test func `a migrator of a canceled task does not wait either`() async throws {
    try await TemporaryFolder.with { folder async throws in
      let migrator = Migrator(path: folder + "/a.sqlite", scripts: ManagerSamples.scripts())
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await migrator.migrate()
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(!TestFile.exists(folder + "/a.sqlite"))
      #expect(try await migrator.migrate().to == 3)
      #expect(try await migrator.status().condition == .current)
      #expect(try await migrator.plan().steps.isEmpty)
      #expect(try await migrator.history().count == 3)
    }
  }
}
