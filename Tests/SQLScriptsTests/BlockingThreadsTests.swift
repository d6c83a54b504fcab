import Dispatch
import MigrationSamples
import SQLScriptsDatabase
import SQLScriptsScratch
import TestSupport
import Testing

@testable import SQLScripts

/// Law 23: a migration in a task does not block the threads of other tasks.
@Suite(.timeLimit(.minutes(5))) struct BlockingThreadsTests {
  private static let endless = """
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c
    """

  private static let scripts = ScriptBundle(scripts: [
    .default(["CREATE TABLE t (x)"]), .update(2, [endless]),
  ])

  @Test
  func
    `law 23: other tasks run while migrations compute, and a cancellation takes effect immediately`()
    async throws
  {
    try await TemporaryFolder.with { folder async throws in
      // More than a machine has cores: on Swift's own threads, nothing else could run.
      let count = 12
      let running = Counter()
      let migrations = (0..<count).map { number in
        Task {
          var options = MigrationOptions()
          options.observer = Started(running)
          return try await Migrator(
            path: "\(folder)/\(number).sqlite", scripts: Self.scripts, options: options
          ).migrate()
        }
      }
      while running.count < count { try await Task.sleep(for: .milliseconds(1)) }
      // An unrelated task, which needs a thread again and again.
      let unrelated = Task.detached {
        for _ in 0..<100 { try await Task.sleep(for: .milliseconds(1)) }
      }
      try await unrelated.value
      for migration in migrations { migration.cancel() }
      for migration in migrations {
        let failure = await #expect(throws: MigrationFailure.self) { try await migration.value }
        #expect(failure?.report.to == 1)
      }
    }
  }

  @Test func `law 25: migrations wait for a lock that a task holds, and the task can release it`()
    async throws
  {
    try await TemporaryFolder.with { folder async throws in
      let path = folder + "/a.sqlite"
      let first = try Connection(path: path, mode: .create, busyTimeout: Milliseconds(0))
      try first.execute("CREATE TABLE other (x)")
      try first.execute("DROP TABLE other")
      try first.beginImmediate(busyTimeout: Milliseconds(0))
      var options = MigrationOptions()
      options.busyTimeout = .seconds(200)
      // The next step is to take the lock.
      let planned = Counter()
      options.observer = Planned(planned)
      let migrator = Migrator(path: path, scripts: ManagerSamples.scripts(), options: options)
      let migrations = (0..<30).map { _ in Task { try await migrator.migrate() } }
      while planned.count < migrations.count { try await Task.sleep(for: .milliseconds(1)) }
      migrations[7].cancel()
      await #expect(throws: (any Error).self) { try await migrations[7].value }
      try first.execute("ROLLBACK")
      for (number, migration) in migrations.enumerated() where number != 7 {
        #expect(try await migration.value.to == 3)
      }
    }
  }

  @Test(arguments: [1, 2])
  func
    `law 12: task groups that are canceled at any time leave whole scripts, and the rest follows`(
      _ seed: UInt64
    ) async throws
  {
    try await TemporaryFolder.with { folder async throws in
      let scripts: [InMemoryScript] =
        [.default(["CREATE TABLE t (x)"])]
        + (2...12).map { .update($0, ["INSERT INTO t VALUES (\($0))", "UPDATE t SET x = x + 1"]) }
      let bundle = ScriptBundle(scripts: scripts)
      var options = MigrationOptions()
      options.busyTimeout = .seconds(200)
      options.groupCommit = .zero
      var generator = SeededGenerator(state: seed)
      // Several tasks for each file, with slightly different paths.
      let paths = ["a", "A", "a ", "\u{E9}", "e\u{301}"].map { "\(folder)/\($0).sqlite" }
      for _ in 0..<4 {
        let pause = Duration.microseconds(Int.random(in: 0...20_000, using: &generator))
        let group = Task { [options] in
          try await withThrowingTaskGroup(of: Void.self) { group in
            for path in paths + paths + paths {
              group.addTask {
                try await Migrator(path: path, scripts: bundle, options: options).migrate()
              }
            }
            try await group.waitForAll()
          }
        }
        try await Task.sleep(for: pause)
        group.cancel()
        _ = await group.result
        for path in paths where TestFile.exists(path) {
          // A version, and exactly the rows that the scripts up to it create.
          let connection = try Connection(
            path: path, mode: .readWrite, busyTimeout: Milliseconds(0))
          guard connection.hasTable("db_version") else { continue }
          let version = try connection.value("SELECT db_version_num FROM db_version")?.int64 ?? 0
          #expect(try connection.value("SELECT count(*) FROM t") == .integer(version - 1))
          #expect(try connection.value("PRAGMA integrity_check") == "ok")
        }
      }
      for path in paths {
        try await Migrator(path: path, scripts: bundle, options: options).migrate()
        let connection = try Connection(path: path, mode: .readWrite, busyTimeout: Milliseconds(0))
        #expect(try connection.value("SELECT sum(x) FROM t") == .integer(11 * 13))
      }
    }
  }

  @Test func `the number of threads is bounded, and all jobs are done`() async {
    let threads = BlockingThreads(limit: 3)
    let state = Lock((now: 0, most: 0))
    let gate = DispatchSemaphore(value: 0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          await withCheckedContinuation { continuation in
            threads.submit { problem in
              #expect(problem == nil)
              state.withLock { state in
                state.now += 1
                state.most = max(state.most, state.now)
              }
              gate.wait()
              state.withLock { $0.now -= 1 }
              continuation.resume()
            }
          }
        }
      }
      group.addTask {
        while state.withLock({ $0.now }) < 3 { await Task.yield() }
        for _ in 0..<50 { gate.signal() }
      }
    }
    #expect(state.withLock { $0.most } == 3)
  }

  @Test func `an idle thread is reused, and one that has ended is replaced`() async {
    let threads = BlockingThreads(limit: 1)
    for pause in [0, 0, 1200, 0] {
      try? await Task.sleep(for: .milliseconds(pause))
      let ran = await withCheckedContinuation { continuation in
        threads.submit { continuation.resume(returning: $0 == nil) }
      }
      #expect(ran)
    }
  }

  @Test func `the jobs of a line run one after the other, in order`() async {
    let line = Line(on: BlockingThreads(limit: 8))
    let order = Lock([Int]())
    await withCheckedContinuation { continuation in
      for number in 0..<200 {
        line.submit { _ in
          let count = order.withLock { order in
            order.append(number)
            return order.count
          }
          if count == 200 { continuation.resume() }
        }
      }
    }
    #expect(order.withLock { $0 } == Array(0..<200))
  }

  /// Counts the migrations that have made their plan.
  private struct Planned: MigrationObserver {
    let counter: Counter

    init(_ counter: Counter) { self.counter = counter }

    func observe(_ event: MigrationEvent) {
      if case .planned = event { counter.add() }
    }
  }

  /// Counts the migrations that are in their second step.
  private struct Started: MigrationObserver {
    let counter: Counter

    init(_ counter: Counter) { self.counter = counter }

    func observe(_ event: MigrationEvent) {
      if case .stepStarted(let step, _, _) = event, step.version == 2 { counter.add() }
    }
  }
}
