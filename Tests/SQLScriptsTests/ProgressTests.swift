import SQLScriptsDatabase
import TestSupport
import Testing

@testable import SQLScripts

/// Law 23: the events planned, step started, statement done, step committed and finished, as a count and as a sequence.
@Suite(.timeLimit(.minutes(5))) struct ProgressTests {
  private let scripts: [InMemoryScript] = [
    .default(["CREATE TABLE t (x)", "INSERT INTO t VALUES (1)"]),
    .update(2, ["INSERT INTO t VALUES (2)"]),
    .update(3, []),
    .update(4, ["INSERT INTO t VALUES (4)", "SELECT 1", "SELECT 2", "SELECT 3"]),
  ]

  @Test func `law 23: the fraction grows from 0 to 1, by the same amount for each script`() throws {
    try Sandbox.with { (box) throws in
      let listener = Listener()
      try box.migrator(ScriptBundle(scripts: scripts)) { $0.observer = listener }.migrate()
      var tally = MigrationTally()
      #expect(tally.fraction == 0)
      let fractions = listener.events.map { event in
        tally.count(event)
        return tally.fraction
      }
      #expect(
        fractions == [
          0, 0, 0.125, 0.25, 0.25, 0.5, 0.5, 0.75, 0.8125, 0.875, 0.9375, 1, 1, 1, 1, 1, 1,
        ])
      #expect(tally.script == "sql_update_4.json")
      #expect((tally.step, tally.steps, tally.items, tally.itemsOfScript) == (4, 4, 4, 4))
    }
  }

  @Test func `law 23: the fraction does not decrease when scripts run again`() throws {
    try Sandbox.with { (box) throws in
      let listener = Listener()
      let broken = [
        scripts[0], scripts[1],
        .update(3, ["CREATE TABLE u (x UNIQUE)", "INSERT INTO u VALUES (1)"]),
        .update(4, ["SELECT 1", "INSERT OR ROLLBACK INTO u VALUES (1)"]),
      ]
      let failure = try box.failure(broken[0], broken[1], broken[2], broken[3]) {
        $0.observer = listener
        $0.groupCommit = .seconds(3600)
      }
      #expect(failure.report.to == 3)
      #expect(listener.repetitions == 1)
      var tally = MigrationTally()
      var last = 0.0
      for event in listener.events {
        tally.count(event)
        #expect(tally.fraction >= last)
        last = tally.fraction
      }
      #expect(last == 0.875)
    }
  }

  @Test func `law 23: a sequence of events ends with the report, even if there was nothing to do`()
    async throws
  {
    try await TemporaryFolder.with { (folder) async throws in
      let box = Sandbox(folder: folder)
      let listener = Listener()
      let migrator = box.migrator(ScriptBundle(scripts: scripts)) { $0.observer = listener }
      var committed: [Int64] = []
      var report: MigrationReport?
      for try await event in migrator.events() {
        if case .stepCommitted(let step) = event { committed.append(step.version) }
        if case .finished(let found) = event { report = found }
      }
      #expect(committed == [1, 2, 3, 4])
      #expect(report?.to == 4)
      #expect(listener.committed == committed)
      var events: [MigrationEvent] = []
      for try await event in migrator.events() { events.append(event) }
      #expect(events.count == 1)
      guard case .finished(let current)? = events.first else {
        Issue.record("no end")
        return
      }
      #expect(current.isCurrent)
    }
  }

  @Test func `law 23: a sequence of events throws the failure of the migration`() async throws {
    try await TemporaryFolder.with { (folder) async throws in
      let migrator = Sandbox(folder: folder).migrator(
        ScriptBundle(scripts: [scripts[0], .update(2, ["nonsense"])]))
      var committed = 0
      let failure = try await #require(throws: MigrationFailure.self) {
        for try await event in migrator.events() {
          if case .stepCommitted = event { committed += 1 }
        }
      }
      #expect(committed == 1)
      #expect(failure.statement != nil)
    }
  }

  @Test func `law 23: ending the iteration cancels the migration`() async throws {
    try await TemporaryFolder.with { (folder) async throws in
      let box = Sandbox(folder: folder)
      let endless = """
        WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c
        """
      // A process that requests the lock has the database open for a moment, and the commit waits for that.
      let migrator = box.migrator(
        ScriptBundle(scripts: [scripts[0], .update(2, ["SELECT 1", endless])])
      ) { $0.busyTimeout = .seconds(20) }
      listening: for try await event in migrator.events() {
        if case .statementDone(let step, _, _) = event, step.version == 2 { break listening }
      }
      // It continues only until it has rolled back. Then the lock is free.
      let other = try box.open()
      try other.beginImmediate(busyTimeout: Milliseconds(20_000))
      #expect(try other.rows("SELECT * FROM db_version") == [[1]])
      try other.execute("ROLLBACK")
    }
  }

  @Test func `law 23: several listeners get an error once`() async throws {
    try await TemporaryFolder.with { (folder) async throws in
      // Time for all listeners to wait for the next event.
      let slow = """
        WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 3000000)
        SELECT max(n) FROM c
        """
      let migrator = Sandbox(folder: folder).migrator(
        ScriptBundle(scripts: [scripts[0], .update(2, [slow, "nonsense"])]))
      let events = migrator.events()
      let failures = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<8 {
          group.addTask {
            do {
              for try await _ in events {}
              return false
            } catch { return true }
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(failures == 1)
    }
  }

  @Test func `law 23: a listener whose task is canceled gets the progress so far`() async throws {
    try await TemporaryFolder.with { (folder) async throws in
      let endless = """
        WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c
        """
      let migrator = Sandbox(folder: folder).migrator(
        ScriptBundle(scripts: [scripts[0], .update(2, ["SELECT 1", endless])]))
      let (running, announcement) = AsyncStream<Void>.makeStream()
      let task = Task {
        for try await event in migrator.events() {
          if case .statementDone(let step, _, _) = event, step.version == 2 {
            announcement.finish()
          }
        }
      }
      for await _ in running {}
      task.cancel()
      let failure = try await #require(throws: MigrationFailure.self) { try await task.value }
      #expect(failure.report.to == 1)
    }
  }

  @Test
  func `law 23: ending the iteration cancels the migration, though somebody keeps the sequence`()
    async throws
  {
    try await TemporaryFolder.with { (folder) async throws in
      let endless = """
        WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c
        """
      let migrator = Sandbox(folder: folder).migrator(
        ScriptBundle(scripts: [scripts[0], .update(2, ["SELECT 1", endless])]))
      let events = migrator.events()
      listening: for try await event in events {
        if case .statementDone(let step, _, _) = event, step.version == 2 { break listening }
      }
      // Only the end is left to read. It arrives once, and then the sequence is empty.
      let failure = try await #require(throws: MigrationFailure.self) {
        for try await _ in events {}
      }
      guard case .cancelled = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      for try await event in events { Issue.record("\(event)") }
    }
  }

  @Test func `law 23: an error ends the sequence and is thrown once`() async throws {
    try await TemporaryFolder.with { (folder) async throws in
      let migrator = Sandbox(folder: folder).migrator(
        ScriptBundle(scripts: [.default(["nonsense"])]))
      var iterator = migrator.events().makeAsyncIterator()
      var failures = 0
      for _ in 0..<5 {
        do {
          while try await iterator.next() != nil {}
        } catch {
          failures += 1
        }
      }
      #expect(failures == 1)
    }
  }

  @Test
  func `law 23: an observer of several databases gets the name of each, and so does the report`()
    throws
  {
    try Sandbox.with { (box) throws in
      let names = DatabaseNames()
      var options = MigrationOptions()
      options.observer = names
      for name in ["a", "b"] {
        let path = "\(box.folder)/\(name).sqlite"
        let report = try Migrator(
          path: path, scripts: ScriptBundle(scripts: scripts), options: options
        ).migrate()
        #expect(report.database == path)
        #expect(names.databases == [path])
        names.databases = []
        let failure = #expect(throws: MigrationFailure.self) {
          try Migrator(path: path, scripts: ScriptBundle(scripts: [scripts[0]])).migrate()
        }
        #expect(failure?.report.database == path)
      }
    }
  }

  private final class DatabaseNames: MigrationObserver, @unchecked Sendable {
    var databases: Set<String> = []

    func observe(_ event: MigrationEvent) { Issue.record("it has no name") }

    func observe(_ event: MigrationEvent, in database: String) {
      databases.insert(database)
      if case .finished(let report) = event { #expect(report.database == database) }
    }
  }

  @Test func `many statements do not overflow the sequence`() async throws {
    try await TemporaryFolder.with { (folder) async throws in
      let many = Array(repeating: "SELECT 1", count: 50_000)
      var migrator = Sandbox(folder: folder).migrator(
        ScriptBundle(scripts: [.default(many)]))
      let listener = Listener()
      let (done, announcement) = AsyncStream<Void>.makeStream()
      listener.onEvent = { if case .finished = $0 { announcement.finish() } }
      migrator.options.observer = listener
      let events = migrator.events()
      for await _ in done {}
      var items: [Int] = []
      for try await event in events {
        if case .statementDone(_, let count, _) = event { items.append(count) }
      }
      #expect(items == [50_000])
    }
  }
}
