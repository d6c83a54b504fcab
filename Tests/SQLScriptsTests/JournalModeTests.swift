import SQLScripts
import SQLScriptsDatabase
import Testing

/// The journal mode of the database, checked by its actual value (laws 12 and 15).
@Suite struct JournalModeTests {
  private static let start: [InMemoryScript] = [
    .default(["CREATE TABLE t (id INTEGER PRIMARY KEY)", "INSERT INTO t VALUES (1), (2)"])
  ]

  private static var transactionPerScript: MigrationOptions {
    var options = MigrationOptions()
    options.groupCommit = .zero
    return options
  }

  private static func alone(_ sql: String, version: Int = 2) -> InMemoryScript {
    .file(named: "sql_update_\(version).sql", text: "-- transaction: false\n\(sql);\n")
  }

  @Test(arguments: [
    "PRAGMA journal_mode = of", "PRAGMA journal_mode = o", "PRAGMA journal_mode = mem",
    "PRAGMA journal_mode = m", "PRAGMA journal_mode(OF)", "PRAGMA main.journal_mode = 'off'",
    "PRAGMA \"journal_mode\" = \"MeMo\"", "PRAGMA main . [journal_mode] ( [memory] )",
    "PRAGMA/**/journal_mode/**/=/**/off", "PRAGMA foreign_keys; PRAGMA journal_mode=of",
  ])
  func `laws 12 and 15: no spelling turns the rollback journal off`(_ sql: String) throws {
    try Sandbox.with { (box) throws in
      let failure = try box.failure(
        Self.start[0], Self.alone(sql), .update(3, ["CREATE TABLE new3 (x)"]))
      guard case .denied(.journal) = failure.statement?.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(failure.description.contains("WAL"))
      try box.expectIs(at: 1, of: Self.start)
    }
  }

  @Test(arguments: ["delete", "truncate", "persist", "wal", "d", "w"])
  func `laws 19 and 26: a journal mode that keeps a journal is set and stays`(_ mode: String) throws
  {
    try Sandbox.with { (box) throws in
      let connection = try box.open()
      let scripts = ScriptBundle(
        scripts: Self.start + [
          .update(2, ["CREATE TABLE u (x)"]),
          Self.alone("PRAGMA journal_mode = \(mode)", version: 3), .update(4, []), .update(5, []),
        ])
      try Migrator(
        connection: connection.handle, scripts: scripts, options: Self.transactionPerScript
      ).migrate()
      let now = try connection.value("PRAGMA journal_mode")?.string
      #expect(now?.hasPrefix(mode) == true)
    }
  }

  @Test(arguments: [nil, 3, 5] as [Int64?])
  func `laws 12 and 26: the journal is reused between transactions and deleted at the end`(
    _ failing: Int64?
  ) throws {
    try Sandbox.with { (box) throws in
      let watcher = JournalWatcher { box.exists(box.path + "-journal") }
      var options = Self.transactionPerScript
      options.observer = watcher
      let updates: [InMemoryScript] = (2...5).map { (version: Int64) in
        .update(
          version,
          ["INSERT INTO t VALUES (1\(version))"] + (version == failing ? ["SELECT nope"] : []))
      }
      _ = try? Migrator(
        path: box.path, scripts: ScriptBundle(scripts: Self.start + updates), options: options
      ).migrate()
      // The first transaction on an existing database leaves it, and the last one deletes it before its first change.
      let found: [Int64: Bool] = [2: false, 3: true, 4: true, 5: false]
      #expect(watcher.found == found.filter { $0.key <= failing ?? 5 })
      #expect(!box.exists(box.path + "-journal"))
      #expect(
        try box.value("SELECT db_version_num FROM db_version")
          == SQLiteValue(integerLiteral: (failing ?? 6) - 1))
    }
  }

  @Test func `law 12: the last transaction deletes a journal that a killed run has left`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(Self.start[0])
      // The header is zeroed at the commit.
      try box.write("a.sqlite-journal", String(repeating: "\0", count: 512))
      try box.migrate(Self.start[0], .update(2, ["INSERT INTO t VALUES (12)"]))
      #expect(!box.exists(box.path + "-journal"))
      #expect(try box.value("SELECT count(*) FROM t") == 3)
    }
  }

  /// Changes that SQLite does not report to the authorizer. The runner finds them in the database itself.
  @Test
  func `laws 12 and 15: a journal mode that changes without the runner is noticed and restored`()
    throws
  {
    for memory in ["off", "memory"] {
      try Sandbox.with { (box) throws in
        let connection = try box.open()
        let listener = ModeChanger(connection, mode: memory)
        var options = MigrationOptions()
        options.observer = listener
        let failure = try #require(
          #expect(throws: MigrationFailure.self) {
            try Migrator(
              connection: connection.handle,
              scripts: ScriptBundle(
                scripts: Self.start + [Self.alone("SELECT 1"), .update(3, [])]),
              options: options
            ).migrate()
          })
        #expect(failure.statement?.reason == .denied(.journal(mode: memory)))
        #expect(failure.report.to == 1)
        #expect(try connection.value("PRAGMA journal_mode") == "delete")
      }
    }
  }

  @Test func `laws 12 and 26: a caller's connection without a journal gets one for the migration`()
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrate(Self.start[0])
      let connection = try box.open()
      try connection.execute("PRAGMA journal_mode = off")
      let failure = try #require(
        #expect(throws: MigrationFailure.self) {
          try Migrator(
            connection: connection.handle,
            scripts: ScriptBundle(
              scripts: Self.start + [.update(2, ["DELETE FROM t", "SELECT nope"])])
          ).migrate()
        })
      #expect(failure.report.to == 1)
      #expect(try connection.value("PRAGMA journal_mode") == "off")
      try box.expectIs(at: 1, of: Self.start)
    }
  }

  /// Whether the journal exists when an update starts, by version.
  private final class JournalWatcher: MigrationObserver {
    nonisolated(unsafe) var found: [Int64: Bool] = [:]
    nonisolated(unsafe) let exists: () -> Bool

    init(_ exists: @escaping () -> Bool) { self.exists = exists }

    func observe(_ event: MigrationEvent) {
      guard case .stepStarted(let step, _, _) = event, step.version > 1 else { return }
      found[step.version] = exists()
    }
  }

  private final class ModeChanger: MigrationObserver {
    nonisolated(unsafe) let connection: Connection
    let mode: String

    init(_ connection: Connection, mode: String) {
      self.connection = connection
      self.mode = mode
    }

    func observe(_ event: MigrationEvent) {
      guard case .stepStarted(let step, _, _) = event, step.version == 2 else { return }
      #expect(throws: Never.self) { try connection.execute("PRAGMA journal_mode = \(mode)") }
    }
  }
}
