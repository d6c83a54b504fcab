import MigrationSamples
import SQLScripts
import TestSupport
import Testing

/// Many tasks at once, with the asynchronous functions.
@Suite(.timeLimit(.minutes(5))) struct TaskThreadSafetyTests {
  private static let tasks = 32

  private func inTasks(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<Self.tasks { group.addTask { try await body(index) } }
      try await group.waitForAll()
    }
  }

  @Test func `asynchronous and synchronous calls take turns`() async throws {
    try await TemporaryFolder.with { folder in
      let database = ManagerSamples.manager(folder + "/a.sqlite")
      @Sendable func insert(_ name: String) throws {
        try database.execute("INSERT INTO user_info (name) VALUES (?)", name)
      }
      try await inTasks { task in
        try await database.open()
        for round in 0..<5 {
          try await database.execute(
            "INSERT INTO user_info (name) VALUES (?)", "\(task) \(round)")
          try insert("sync \(task) \(round)")
          try await database.transaction { database in
            try database.execute(
              "INSERT INTO app_data VALUES ('n', 1) ON CONFLICT (key) DO UPDATE SET value = value + 1"
            )
          }
          let id = try await database.use { database in
            try database.execute("INSERT INTO user_info (name) VALUES (?)", "use \(task) \(round)")
            return database.lastInsertRowID
          }
          let row = try await database.queryFirst("SELECT name FROM user_info WHERE id = ?", id)
          #expect(try row?["name"].string == "use \(task) \(round)")
        }
      }
      let count = try await database.queryFirst("SELECT count(*) FROM user_info")?[0].int
      #expect(count == Self.tasks * 15)
      #expect(try await database.queryFirst("SELECT value FROM app_data")?[0].int == Self.tasks * 5)
    }
  }

  @Test func `when a cancellation races with calls, each call either runs or throws`() async throws
  {
    let database = ManagerSamples.manager(":memory:")
    let done = Counter()
    try await inTasks { task in
      let call = Task {
        try await database.execute("INSERT INTO user_info (name) VALUES (?)", "\(task)")
      }
      if task.isMultiple(of: 2) { call.cancel() }
      do {
        done.add(try await call.value)
      } catch is CancellationError {
        #expect(task.isMultiple(of: 2))
      }
    }
    let count = try await database.queryFirst("SELECT count(*) FROM user_info")?[0].int
    #expect(count == done.count)
    #expect(done.count >= Self.tasks / 2)
  }

  @Test func `law 13: many tasks can migrate one database and many databases`() async throws {
    try await TemporaryFolder.with { folder in
      let applied = Counter()
      let scripts = ManagerSamples.scripts()
      try await inTasks { task in
        var options = MigrationOptions()
        options.busyTimeout = .seconds(60)
        let path = task.isMultiple(of: 2) ? "\(folder)/all.sqlite" : "\(folder)/\(task).sqlite"
        let migrator = Migrator(path: path, scripts: scripts, options: options)
        _ = try await migrator.plan()
        let report = try await migrator.migrate()
        #expect(report.to == 3)
        #expect(try await migrator.status().condition == .current)
        if task.isMultiple(of: 2) { applied.add(report.steps.count) }
      }
      #expect(applied.count == 3)
    }
  }

  @Test func `many tasks can use accounts`() async throws {
    try await TemporaryFolder.with { folder in
      let manager = ManagerSamples.manager(folder + "/users.sqlite")
      try await inTasks { task in
        let account = try manager.database(forAccount: "\(task % 4)")
        try await account.execute("INSERT INTO user_info (name) VALUES (?)", "\(task)")
      }
      for account in 0..<4 {
        let database = try manager.database(forAccount: "\(account)")
        #expect(try await database.query("SELECT * FROM user_info").count == Self.tasks / 4)
      }
    }
  }
}
