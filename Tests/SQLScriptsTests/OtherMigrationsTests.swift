import SQLScriptsDatabase
import Testing

@testable import SQLScripts

/// Laws 13 and 25: a run waits for the migration of another process as long as that makes progress.
@Suite struct OtherMigrationsTests {
  private let scripts: [InMemoryScript] =
    [.default(["CREATE TABLE t (x)"]), .update(2, ["INSERT INTO t VALUES (2)"])]
    + [.update(3, ["INSERT INTO t VALUES (3)"]), .update(4, ["INSERT INTO t VALUES (4)"])]

  /// A migration by another process, which holds the lock.
  private final class Other: @unchecked Sendable {
    let connection: Connection

    init(_ connection: Connection) throws {
      self.connection = connection
      try connection.beginImmediate(busyTimeout: Milliseconds(0))
    }

    /// Commits an update.
    func commit(_ version: Int64) throws {
      try connection.execute("INSERT INTO t VALUES (\(version))")
      try connection.execute("UPDATE db_version SET db_version_num = \(version)")
      try connection.execute("COMMIT")
    }
  }

  @Test(arguments: [true, false])
  func `laws 13 and 25: a migration that makes progress is waited for beyond the busy timeout`(
    _ ends: Bool
  ) throws {
    try Sandbox.with { (box) throws in
      try box.migrate(scripts[0])
      try box.run("PRAGMA journal_mode = WAL")
      let other = try Other(try box.open())
      let mine = try box.open()
      let trace = StatementTrace()
      defer { withExtendedLifetime(trace) {} }
      // Each time just before it finds the database locked.
      trace.when("BEGIN IMMEDIATE", count: 1) {
        #expect(throws: Never.self) {
          try other.commit(2)
          try other.connection.beginImmediate(busyTimeout: Milliseconds(0))
        }
      }
      trace.when("BEGIN IMMEDIATE", count: 2) {
        guard ends else { return }
        #expect(throws: Never.self) { try other.commit(3) }
      }
      trace.listen(to: mine.handle)
      var options = MigrationOptions()
      options.busyTimeout = .zero
      let migrator = Migrator(
        connection: mine.handle, scripts: ScriptBundle(scripts: scripts), options: options)
      if ends {
        let report = try migrator.migrate()
        #expect(report.steps.map(\.version) == [4])
        #expect(report.stepsOfOthers == 2)
        #expect(try box.rows("SELECT x FROM t") == [[2], [3], [4]])
      } else {
        // The version no longer changes, so it is treated like any other lock.
        let failure = #expect(throws: MigrationFailure.self) { try migrator.migrate() }
        #expect(failure?.sqliteError?.code.primary == .busy)
        #expect(failure?.report.steps.isEmpty == true)
      }
    }
  }
}
