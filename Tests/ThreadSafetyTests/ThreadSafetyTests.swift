import Dispatch
import MigrationSamples
import SQLScripts
import TestSupport
import Testing

/// Many threads and tasks at once. `Tools/test` runs this suite under the thread sanitizer.
@Suite(.timeLimit(.minutes(5))) struct ThreadSafetyTests {
  private static let threads = 8

  /// Runs `body` on many threads at once and throws the first error of any.
  private func onThreads(
    _ count: Int = Self.threads, _ body: @escaping @Sendable (Int) throws -> Void
  ) throws {
    let errors = Lock<[any Error]>([])
    DispatchQueue.concurrentPerform(iterations: count) { index in
      do {
        try body(index)
      } catch {
        errors.withLock { $0.append(error) }
      }
    }
    if let first = errors.withLock({ $0.first }) { throw first }
  }

  private func users(_ database: SQLiteManager) throws -> Int? {
    try database.queryFirst("SELECT count(*) FROM user_info")?[0].int
  }

  // MARK: One manager

  @Test func `the first use from many threads opens the database once`() throws {
    try TemporaryFolder.with { folder in
      for round in 0..<10 {
        let (new, launches) = (Counter(), Counter())
        var configuration = ManagerSamples.configuration("\(folder)/\(round).sqlite")
        configuration.onNewDatabase = { _ in new.add() }
        configuration.onOpen = { _ in launches.add() }
        let database = SQLiteManager(configuration)
        let reports = Lock<[MigrationReport]>([])
        try onThreads { _ in
          let report = try database.open()
          reports.withLock { $0.append(report) }
        }
        #expect(new.count == 1)
        #expect(launches.count == 1)
        #expect(Set(reports.withLock { $0 }).count == 1)
      }
    }
  }

  @Test func `statements and transactions take turns`() throws {
    try TemporaryFolder.with { folder in
      let database = ManagerSamples.manager(folder + "/a.sqlite")
      try database.execute("INSERT INTO app_data VALUES ('left', 1000), ('right', 0)")
      try onThreads { thread in
        for round in 0..<25 {
          try database.execute("INSERT INTO user_info (name) VALUES (?)", "\(thread)-\(round)")
          try database.transaction { database in
            try database.execute("UPDATE app_data SET value = value - 1 WHERE key = 'left'")
            try database.execute("UPDATE app_data SET value = value + 1 WHERE key = 'right'")
            if round.isMultiple(of: 5) {
              try? self.failing(database)
            }
          }
          // No thread ever sees half of another thread's transaction.
          let sum = try database.queryFirst("SELECT sum(value) FROM app_data")
          #expect(try sum?[0] == 1000)
          let id = try database.use { database in
            try database.execute(
              "INSERT INTO user_info (name) VALUES (?)", "again \(thread)-\(round)")
            return database.lastInsertRowID
          }
          #expect(
            try database.queryFirst("SELECT name FROM user_info WHERE id = ?", id)?[0].string
              == "again \(thread)-\(round)")
        }
      }
      #expect(try users(database) == Self.threads * 50)
      let left = try database.queryFirst("SELECT value FROM app_data WHERE key = 'left'")
      #expect(try left?[0].int == 1000 - Self.threads * 25)
    }
  }

  private func failing(_ database: SQLiteDatabase) throws {
    try database.execute("INSERT INTO app_data VALUES ('left', 1)")
  }

  @Test func `other threads see nothing of a transaction that is rolled back`() throws {
    let database = ManagerSamples.manager(":memory:")
    try onThreads { thread in
      for round in 0..<20 {
        let isKept = (thread + round).isMultiple(of: 2)
        do {
          try database.transaction { inside in
            try inside.execute("INSERT INTO user_info (name) VALUES (?)", "\(thread) \(round)")
            try database.transaction { _ in try database.execute("UPDATE user_info SET age = 1") }
            if !isKept { throw Oops() }
          }
        } catch is Oops {}
      }
    }
    #expect(try users(database) == Self.threads * 10)
  }

  @Test func `closing and reopening loses nothing`() throws {
    try TemporaryFolder.with { folder in
      let launches = Counter()
      var configuration = ManagerSamples.configuration(folder + "/a.sqlite")
      configuration.onOpen = { _ in launches.add() }
      let database = SQLiteManager(configuration)
      try onThreads { thread in
        for round in 0..<15 {
          try database.execute("INSERT INTO user_info (name) VALUES (?)", "\(thread) \(round)")
          if (thread + round).isMultiple(of: 4) { try database.close() }
          _ = (database.isOpen, database.report)
        }
      }
      #expect(try users(database) == Self.threads * 15)
      #expect(launches.count > 1)
    }
  }

  @Test func `a failed opening fails for every thread, and a corrected one for none`() throws {
    try TemporaryFolder.with { folder in
      let database = ManagerSamples.manager(folder + "/later/a.sqlite")
      let failures = Counter()
      try onThreads { _ in
        do { try database.open() } catch { failures.add() }
      }
      #expect(failures.count == Self.threads)
      try TestFile.makeFolder(folder + "/later")
      try onThreads { _ in try database.open() }
    }
  }

  // MARK: Accounts

  @Test func `accounts are requested, used and closed from many threads`() throws {
    try TemporaryFolder.with { folder in
      let manager = ManagerSamples.manager(folder + "/users.sqlite")
      let seen = Lock<[String: Set<ObjectIdentifier>]>([:])
      try onThreads { thread in
        for round in 0..<12 {
          let account = "account \((thread + round) % 3)"
          let database = try manager.database(forAccount: account)
          seen.withLock { _ = $0[account, default: []].insert(ObjectIdentifier(database)) }
          try database.execute("INSERT INTO user_info (name) VALUES (?)", "\(thread) \(round)")
          if round.isMultiple(of: 4) { try manager.closeDatabase(forAccount: account) }
        }
      }
      #expect(seen.withLock { $0.values.allSatisfy { $0.count == 1 } })
      let counts = try (0..<3).map { try users(manager.database(forAccount: "account \($0)")) ?? 0 }
      #expect(counts.reduce(0, +) == Self.threads * 12)
    }
  }

  @Test
  func `a transaction can request other accounts while their transactions request its account`()
    throws
  {
    let manager = ManagerSamples.manager(":memory:")
    try onThreads { thread in
      for _ in 0..<20 {
        let account = try manager.database(forAccount: "\(thread % 2)")
        try account.transaction { _ in
          _ = try manager.database(forAccount: "\((thread + 1) % 2)")
          try manager.closeDatabase(forAccount: "nobody")
        }
        try manager.closeDatabase(forAccount: "\((thread + 1) % 2)")
      }
    }
  }

  // MARK: Several managers and migrators

  @Test(arguments: [nil, SQLiteManager.JournalMode.wal])
  func `law 13: several managers create one file, and each script runs once`(
    _ journalMode: SQLiteManager.JournalMode?
  ) throws {
    try TemporaryFolder.with { folder in
      var configuration = ManagerSamples.configuration(folder + "/a.sqlite")
      configuration.journalMode = journalMode
      configuration.options.busyTimeout = .seconds(60)
      let new = Counter()
      configuration.onNewDatabase = { database in
        new.add()
        try database.execute("INSERT INTO app_data VALUES ('made', 1)")
      }
      let shared = configuration
      try onThreads { thread in
        let database = SQLiteManager(shared)
        for round in 0..<5 {
          try database.execute("INSERT INTO user_info (name) VALUES (?)", "\(thread) \(round)")
        }
        try database.close()
      }
      #expect(new.count == 1)
      let database = SQLiteManager(configuration)
      #expect(try users(database) == Self.threads * 5)
      let migrator = Migrator(path: folder + "/a.sqlite", scripts: ManagerSamples.scripts())
      #expect(try migrator.history().map(\.version) == [1, 2, 3])
    }
  }

  @Test func `law 13: several migrators can migrate one database at the same time`() throws {
    try TemporaryFolder.with { folder in
      let applied = Counter()
      try onThreads { _ in
        var options = MigrationOptions()
        options.busyTimeout = .seconds(60)
        let migrator = Migrator(
          path: folder + "/a.sqlite", scripts: ManagerSamples.scripts(), options: options)
        let report = try migrator.migrate()
        applied.add(report.steps.count)
        #expect(report.to == 3)
        #expect(try migrator.status(checkingDrift: true).condition == .current)
      }
      #expect(applied.count == 3)
    }
  }

  @Test func `scripts that were read once migrate many databases at the same time`() throws {
    try TemporaryFolder.with { folder in
      for round in 0..<3 {
        let library = ScriptLibrary(ManagerSamples.scripts())
        try onThreads { thread throws in
          let migrator = Migrator(
            path: "\(folder)/\(round)-\(thread).sqlite", library: library,
            options: MigrationOptions())
          #expect(try migrator.plan().steps.count == 3)
          #expect(try migrator.migrate().steps.count == 3)
          #expect(try migrator.status(checkingDrift: true).changedScripts.isEmpty)
        }
      }
    }
  }

  @Test func `many threads can use one migrator with an observer`() throws {
    try TemporaryFolder.with { folder in
      let counter = EventCounter()
      var migrator = Migrator(path: folder + "/a.sqlite", scripts: ManagerSamples.scripts())
      migrator.options.observer = counter
      migrator.options.busyTimeout = .seconds(60)
      let shared = migrator
      try onThreads { _ in
        _ = try shared.status()
        try shared.migrate()
        #expect(try shared.history().count == 3)
      }
      #expect(counter.committed.count == 3)
    }
  }

  private final class EventCounter: MigrationObserver {
    let committed = Counter()

    func observe(_ event: MigrationEvent) {
      if case .stepCommitted = event { committed.add() }
    }
  }
}
