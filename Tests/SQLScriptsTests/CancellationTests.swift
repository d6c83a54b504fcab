import CSQLScriptsSQLite
import Dispatch
import SQLScriptsDatabase
import TestSupport
import Testing

@testable import SQLScripts

/// Law 23: canceling interrupts the running statement, rolls back only the current step, and reports
/// where it stopped. The next run continues from there.
@Suite(.timeLimit(.minutes(5))) struct CancellationTests {
  // A separate queue has a thread although other tests keep those of the global queues busy.
  private static let canceller = DispatchQueue(label: "CancellationTests")

  /// Each row takes some 300 µs, so the statement takes seconds.
  private static let slow = """
    UPDATE t SET x = (WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 3000)
      SELECT sum(n + t.id) FROM c)
    """

  /// It ends when it is interrupted, because other tests may delay this one for long.
  private static let endless = """
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c
    """

  /// Many pages are written before it is interrupted.
  private static let broad = "UPDATE t SET x = hex(randomblob(100)) FROM (SELECT 1 UNION SELECT 2)"

  private static func rows(_ count: Int) -> String {
    """
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < \(count))
      INSERT INTO t (x) SELECT hex(randomblob(100)) FROM c
    """
  }

  private let start: [InMemoryScript] = [
    .default(["CREATE TABLE t (id INTEGER PRIMARY KEY, x)", rows(10_000)]),
    .update(2, ["CREATE TABLE two (x)"]),
  ]

  private func long(_ sql: String) -> InMemoryScript {
    .update(4, ["CREATE TABLE four (x)", sql])
  }

  /// Cancels the step to version 4 in its second statement, and measures from there to the end.
  private func cancel(
    _ box: Sandbox, _ scripts: [InMemoryScript], after delay: Int = 30,
    _ change: (inout MigrationOptions) -> Void = { _ in },
    onRepeat: @escaping @Sendable () -> Void = {}
  ) throws -> (failure: MigrationFailure, milliseconds: Double, listener: Listener) {
    let cancellation = MigrationCancellation()
    let listener = Listener()
    let start = Lock(UInt64(0))
    listener.onEvent = { event in
      if case .stepsRepeated = event { onRepeat() }
      guard case .statementDone(let step, 1, _) = event, step.version == 4 else { return }
      Self.canceller.asyncAfter(deadline: .now() + .milliseconds(delay)) {
        start.withLock { $0 = Milliseconds.now }
        cancellation.cancel()
      }
    }
    let migrator = box.migrator(ScriptBundle(scripts: scripts)) { options in
      options.observer = listener
      options.cancellation = cancellation
      change(&options)
    }
    let failure = try #require(throws: MigrationFailure.self) { try migrator.migrate() }
    return (failure, Milliseconds.since(start.withLock { $0 }), listener)
  }

  private func isCancelled(_ failure: MigrationFailure, _ activity: MigrationFailure.Activity)
    -> Bool
  {
    if case .cancelled(activity) = failure.reason { true } else { false }
  }

  @Test(arguments: ["DELETE", "WAL"], [slow, broad])
  func `law 23: one long UPDATE stops within 50 ms, and only its step is rolled back`(
    _ journal: String, _ sql: String
  ) throws {
    var fastest = Double.infinity
    for _ in 1...20 where fastest > 50 {
      try Sandbox.with { (box) throws in
        try box.migrate(start[0], start[1])
        try box.run("PRAGMA journal_mode = \(journal)", Self.rows(90_000))
        let scripts = start + [.update(3, []), long(sql)]
        let (failure, milliseconds, listener) = try cancel(box, scripts)
        fastest = min(fastest, milliseconds)
        #expect(
          isCancelled(failure, .running(script: "sql_update_4.json", part: .statements, item: 2)))
        #expect(failure.report.steps.map(\.version) == [3])
        #expect(listener.committed == [3])
        #expect(try box.value("SELECT count(*) FROM sqlite_schema WHERE name = 'four'") == 0)
        #expect(try box.value("PRAGMA integrity_check") == "ok")
        #expect(try box.rows("SELECT * FROM db_version") == [[3]])
      }
    }
    #expect(fastest < 50)
  }

  @Test func `law 23: the next run continues from there`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(start[0], start[1])
      let scripts = start + [.update(3, []), long(Self.slow)]
      let (failure, _, _) = try cancel(box, scripts)
      #expect(
        failure.description.hasSuffix(
          """
          a.sqlite: the migration was canceled while running item 2 of sql_update_4.json
          sql_update_3.json was committed. The database is at version 3.
          """))
      let report = try box.migrator(
        ScriptBundle(scripts: start + [.update(3, []), .update(4, [])])
      )
      .migrate()
      #expect(report.steps.map(\.version) == [4])
    }
  }

  @Test(arguments: [Duration.zero, .milliseconds(100), .seconds(3600)])
  func `law 29: completed scripts of the group are kept`(_ group: Duration) throws {
    try Sandbox.with { (box) throws in
      let scripts = start + [.update(3, ["INSERT INTO two VALUES (3)"]), long(Self.slow)]
      let (failure, _, listener) = try cancel(box, scripts) { $0.groupCommit = group }
      #expect(
        isCancelled(failure, .running(script: "sql_update_4.json", part: .statements, item: 2)))
      #expect(failure.report.steps.map(\.version) == [1, 2, 3])
      #expect(listener.committed == [1, 2, 3])
      #expect(try box.rows("SELECT * FROM db_version") == [[3]])
      #expect(try box.rows("SELECT * FROM two") == [[3]])
    }
  }

  @Test
  func `laws 25 and 29: completed scripts wait for other processes even after a cancellation`()
    throws
  {
    var repetitions = 0
    // Only a running statement loses its group. The cancellation may come before it has begun.
    for _ in 1...20 where repetitions == 0 {
      try Sandbox.with { (box) throws in
        try box.migrate(start[0], start[1])
        let scripts = start + [.update(3, ["INSERT INTO two VALUES (3)"]), long(Self.slow)]
        nonisolated(unsafe) let other = try box.open()
        let (failure, _, listener) = try cancel(
          box, scripts,
          { options in
            options.groupCommit = .seconds(3600)
            options.busyTimeout = .seconds(60)
          },
          onRepeat: {
            try? other.execute("BEGIN IMMEDIATE")
            Self.canceller.asyncAfter(deadline: .now() + .milliseconds(100)) {
              try? other.execute("ROLLBACK")
            }
          })
        repetitions = listener.repetitions
        #expect(
          isCancelled(failure, .running(script: "sql_update_4.json", part: .statements, item: 2)))
        #expect(listener.committed == [3])
        #expect(try box.rows("SELECT * FROM two") == [[3]])
      }
    }
    #expect(repetitions == 1)
  }

  @Test func `law 23: a cancellation ends the wait for a database that is locked exclusively`()
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrate(Self.locked)
      let other = try box.open()
      try other.execute("BEGIN EXCLUSIVE")
      let cancellation = MigrationCancellation()
      Self.canceller.asyncAfter(deadline: .now() + .milliseconds(50)) { cancellation.cancel() }
      let failure = try box.failure(Self.locked, .update(2, ["SELECT 1"])) {
        $0.cancellation = cancellation
        // The time limit of the suite is shorter.
        $0.busyTimeout = .seconds(3600)
      }
      #expect(isCancelled(failure, .readingVersion))
      try other.execute("ROLLBACK")
    }
  }

  private static let locked = InMemoryScript.default(["CREATE TABLE t (x)"])

  @Test func `law 23: a migration that is canceled before it starts does nothing`() throws {
    try Sandbox.with { (box) throws in
      let cancellation = MigrationCancellation()
      #expect(!cancellation.isCancelled)
      cancellation.cancel()
      let failure = try box.failure(start[0], start[1]) { $0.cancellation = cancellation }
      #expect(isCancelled(failure, .starting(script: "sql_default.json")))
      #expect(failure.outcome == "Nothing was changed. The database is still new.")
      #expect(try box.rows("SELECT * FROM sqlite_schema") == [])
      // Law 6: there is nothing to stop.
      try box.migrate(start[0], start[1])
      let migrator = box.migrator(ScriptBundle(scripts: start)) { $0.cancellation = cancellation }
      #expect(try migrator.migrate().isCurrent)
    }
  }

  @Test func `law 23: a cancellation between two scripts keeps the earlier ones`() throws {
    try Sandbox.with { (box) throws in
      let cancellation = MigrationCancellation()
      let listener = Listener()
      listener.onEvent = { event in
        if case .stepStarted(let step, _, _) = event, step.version == 2 { cancellation.cancel() }
      }
      let failure = try box.failure(start[0], start[1], .update(3, [])) { options in
        options.cancellation = cancellation
        options.observer = listener
        options.groupCommit = .seconds(3600)
      }
      #expect(isCancelled(failure, .starting(script: "sql_update_2.json")))
      #expect(failure.report.steps.map(\.version) == [1])
      #expect(try box.rows("SELECT * FROM db_version") == [[1]])
    }
  }

  @Test func `law 23: a cancellation between two statements prevents the second`() throws {
    try Sandbox.with { (box) throws in
      let cancellation = MigrationCancellation()
      let listener = Listener()
      listener.onEvent = { event in
        guard case .statementDone(let step, 1, _) = event, step.version == 2 else { return }
        cancellation.cancel()
      }
      let failure = try box.failure(
        start[0], .update(2, ["CREATE TABLE two (x)", "CREATE TABLE three (x)"])
      ) { options in
        options.cancellation = cancellation
        options.observer = listener
      }
      #expect(
        isCancelled(failure, .running(script: "sql_update_2.json", part: .statements, item: 2)))
      #expect(failure.report.steps.map(\.version) == [1])
      #expect(try box.rows("SELECT * FROM db_version") == [[1]])
      #expect(try box.value("SELECT count(*) FROM sqlite_schema WHERE name = 'two'") == 0)
    }
  }

  @Test func `law 23: a cancellation between INSERTs is seen within sixteen rows`() throws {
    try Sandbox.with { (box) throws in
      let cancellation = MigrationCancellation()
      let last = Lock(0)
      let listener = Listener()
      listener.onEvent = { event in
        guard case .statementDone(let step, let number, _) = event, step.version == 2 else {
          return
        }
        last.withLock { $0 = number }
        if number == 3 { cancellation.cancel() }
      }
      let rows = (1...400).map { "INSERT INTO two VALUES (\($0))" }
      let failure = try box.failure(start[0], .update(2, ["CREATE TABLE two (x)"] + rows)) {
        options in
        options.cancellation = cancellation
        options.observer = listener
      }
      guard case .cancelled(.running("sql_update_2.json", _, _)) = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(last.withLock { $0 } <= 3 + 16)
      #expect(try box.rows("SELECT * FROM db_version") == [[1]])
    }
  }

  @Test func `law 23: many short statements are stopped between two of them`() throws {
    try Sandbox.with { (box) throws in
      let many = ["CREATE TABLE four (x)"] + Array(repeating: "SELECT 1", count: 400_000)
      let (failure, milliseconds, _) = try cancel(box, start + [.update(3, []), .update(4, many)])
      guard case .cancelled(.running("sql_update_4.json", _, _)) = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(milliseconds < 1000)
      #expect(try box.rows("SELECT * FROM db_version") == [[3]])
    }
  }

  @Test func `laws 19 and 23: outside a transaction, the report says what took effect`() throws {
    try Sandbox.with { (box) throws in
      let alone = InMemoryScript.file(
        named: "sql_update_4.json",
        text: """
          {"transaction": false, "statements": ["CREATE TABLE four (x)", "\(
            Self.slow.split(separator: "\n").joined(separator: " "))"]}
          """)
      let (failure, _, _) = try cancel(box, start + [.update(3, []), alone])
      #expect(
        isCancelled(failure, .running(script: "sql_update_4.json", part: .statements, item: 2)))
      #expect(failure.report.unfinished?.statementCount == 1)
      #expect(!box.exists(box.path + "-migrating"))
      #expect(try box.rows("SELECT * FROM db_version") == [[3]])
    }
  }

  @Test
  func `laws 19 and 23: a script outside a transaction that did not start has changed nothing`()
    throws
  {
    try Sandbox.with { (box) throws in
      let cancellation = MigrationCancellation()
      let listener = Listener()
      listener.onEvent = { event in
        if case .stepStarted(let step, _, _) = event, step.version == 3 { cancellation.cancel() }
      }
      let alone = InMemoryScript.file(
        named: "sql_update_3.json",
        text: #"{"transaction": false, "statements": ["CREATE TABLE three (x)"]}"#)
      let failure = try box.failure(start[0], start[1], alone) { options in
        options.cancellation = cancellation
        options.observer = listener
      }
      #expect(isCancelled(failure, .starting(script: "sql_update_3.json")))
      #expect(failure.report.unfinished == nil)
      #expect(
        failure.outcome
          == "2 scripts up to sql_update_2.json were committed. The database is at version 2."
      )
      #expect(try box.rows("SELECT * FROM db_version") == [[2]])
    }
  }

  @Test func `law 25: a cancellation ends the wait for other processes`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(start[0])
      let other = try box.open()
      try other.execute("BEGIN IMMEDIATE")
      let cancellation = MigrationCancellation()
      Self.canceller.asyncAfter(deadline: .now() + .milliseconds(50)) {
        cancellation.cancel()
      }
      let begin = Milliseconds.now
      let failure = try box.failure(start[0], start[1]) { options in
        options.cancellation = cancellation
        options.busyTimeout = .seconds(50)
      }
      #expect(isCancelled(failure, .locking))
      #expect(Milliseconds.since(begin) < 10_000)
      try other.execute("ROLLBACK")
    }
  }

  @Test func `law 26: the caller's progress handler is kept, and the connection is usable`() throws
  {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    var calls = 0
    try withUnsafeMutablePointer(to: &calls) { (pointer) throws in
      sqlite3_progress_handler(
        connection.handle, 1,
        { context in
          context?.assumingMemoryBound(to: Int.self).pointee += 1
          return 0
        }, pointer)
      defer { sqlite3_progress_handler(connection.handle, 0, nil, nil) }
      var options = MigrationOptions()
      let cancellation = MigrationCancellation()
      options.cancellation = cancellation
      let listener = Listener()
      options.observer = listener
      listener.onEvent = { event in
        guard case .statementDone(let step, 1, _) = event, step.version == 4 else { return }
        Self.canceller.async { cancellation.cancel() }
      }
      let migrator = Migrator(
        connection: connection.handle,
        scripts: ScriptBundle(scripts: start + [.update(3, []), long(Self.slow)]), options: options)
      #expect(throws: MigrationFailure.self) { try migrator.migrate() }
      pointer.pointee = 0
      #expect(try connection.value("SELECT count(*) FROM t") == 10_000)
      #expect(pointer.pointee > 0)
    }
  }

  @Test func `law 23: a canceled task stops its migration`() async throws {
    try await TemporaryFolder.with { (folder) async throws in
      let box = Sandbox(folder: folder)
      let scripts = ScriptBundle(scripts: start + [.update(3, []), long(Self.endless)])
      let listener = Listener()
      let (running, announcement) = AsyncStream<Void>.makeStream()
      listener.onEvent = { event in
        guard case .statementDone(let step, 1, _) = event, step.version == 4 else { return }
        announcement.finish()
      }
      let migrator = box.migrator(scripts) { $0.observer = listener }
      let task = Task { try await migrator.migrate() }
      for await _ in running {}
      task.cancel()
      let failure = try await #require(throws: MigrationFailure.self) { try await task.value }
      guard case .cancelled = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(failure.report.to == 3)

      // The manager's launch, too. Its commits stay, and the next call continues.
      var configuration = SQLiteManager.Configuration(path: box.path, scripts: .scripts(scripts))
      let (again, secondAnnouncement) = AsyncStream<Void>.makeStream()
      listener.onEvent = { event in
        if case .statementDone(let step, 1, _) = event, step.version == 4 {
          secondAnnouncement.finish()
        }
      }
      configuration.options.observer = listener
      let manager = SQLiteManager(configuration)
      let opening = Task { try await manager.open() }
      for await _ in again {}
      opening.cancel()
      await #expect(throws: MigrationFailure.self) { try await opening.value }
      #expect(!manager.isOpen)
      #expect(try box.rows("SELECT * FROM db_version") == [[3]])
    }
  }
}
