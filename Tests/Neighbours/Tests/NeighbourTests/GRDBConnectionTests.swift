import Foundation
import GRDB
import SQLScripts
import TestSupport
import Testing

/// Law 26 with GRDB's connections: they are migrated as they are, and returned unchanged.
@Suite struct GRDBConnectionTests {
  private let scripts = ScriptBundle(scripts: [
    .default([
      "CREATE TABLE team (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
      "CREATE TABLE player (id INTEGER PRIMARY KEY, team INTEGER NOT NULL REFERENCES team (id))",
      "INSERT INTO team VALUES (1, '鈴木')", "INSERT INTO player VALUES (1, 1)",
    ]),
    // A rebuild, which would delete the players by cascade or fail if the keys were enforced.
    .update(
      2,
      [
        "CREATE TABLE new_team (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT)",
        "INSERT INTO new_team (id, name) SELECT id, name FROM team",
        "DROP TABLE team", "ALTER TABLE new_team RENAME TO team",
      ]),
  ])

  /// Settings that a caller may have changed and must find unchanged.
  private static let pragmas = [
    "foreign_keys", "synchronous", "journal_mode", "busy_timeout", "legacy_alter_table",
    "defer_foreign_keys", "recursive_triggers", "cache_size", "temp_store", "locking_mode",
    "secure_delete", "query_only", "trusted_schema", "writable_schema", "ignore_check_constraints",
  ]

  private func settings(_ db: Database) throws -> [String: String] {
    try Dictionary(
      uniqueKeysWithValues: Self.pragmas.map { name in
        (name, try String.fetchOne(db, sql: "PRAGMA \(name)") ?? "none")
      })
  }

  private func migrate(_ db: Database) throws -> MigrationReport {
    let handle = try #require(db.sqliteConnection)
    return try Migrator(connection: handle, scripts: scripts).migrate()
  }

  private func check(_ writer: some DatabaseWriter) throws {
    try writer.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = 1; PRAGMA recursive_triggers = 1")
      let before = try settings(db)
      #expect(before["foreign_keys"] == "1", "GRDB enforces them unless told otherwise")
      let changes = db.totalChangesCount
      let report = try migrate(db)
      #expect(report.to == 2 && report.steps.count == 2)
      #expect(db.totalChangesCount > changes)
      #expect(try settings(db) == before)
      #expect(!db.isInsideTransaction)
      #expect(try migrate(db).isCurrent)
      // The connection is enforced again, and GRDB sees the new schema.
      #expect(throws: DatabaseError.self) {
        try db.execute(sql: "INSERT INTO player VALUES (2, 99)")
      }
    }
    let columns = try writer.read { try $0.columns(in: "team").map(\.name) }
    #expect(columns == ["id", "name", "city"])
    #expect(try writer.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM player") } == 1)
    try writer.write { db in
      try db.execute(sql: "INSERT INTO team (name, city) VALUES (?, ?)", arguments: ["B", "Bern"])
    }
  }

  @Test func `law 26: a DatabaseQueue in memory can be migrated`() throws {
    try check(try DatabaseQueue())
  }

  @Test func `law 26: a DatabaseQueue on a file and a DatabasePool with readers can be migrated`()
    throws
  {
    try TemporaryFolder.with { folder in
      try check(try DatabaseQueue(path: folder + "/queue.sqlite"))
      try check(try DatabasePool(path: folder + "/pool.sqlite"))
    }
  }

  @Test
  func
    `law 26: a migration within the caller's transaction is refused, and the transaction continues`()
    throws
  {
    let queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(sql: "CREATE TABLE own (a)")
      #expect(throws: MigrationFailure.self) { try migrate(db) }
      #expect(db.isInsideTransaction)
    }
    #expect(try queue.read { try $0.tableExists("own") })
    #expect(try queue.read { try !$0.tableExists("team") })
  }

  @Test func `law 26: an observer of the caller's database gets later changes of rows`() throws {
    let queue = try DatabaseQueue()
    let before = Rows()
    queue.add(transactionObserver: before, extent: .databaseLifetime)
    _ = try queue.writeWithoutTransaction { try migrate($0) }
    let after = Rows()
    queue.add(transactionObserver: after, extent: .databaseLifetime)
    try queue.write { db in
      try db.execute(sql: "INSERT INTO team (name) VALUES ('C')")
      try db.execute(sql: "DELETE FROM player")
    }
    #expect(before.tables == ["team", "player"] && before.commits == 1)
    #expect(after.tables == ["team", "player"] && after.commits == 1)
  }

  @Test func `law 26: an observer of values gets the schema and the rows of the new version`()
    throws
  {
    let queue = try DatabaseQueue()
    try queue.writeWithoutTransaction { _ = try migrate($0) }
    let counts = Values()
    let observation = ValueObservation.tracking {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM team")
    }
    let cancellable = observation.start(
      in: queue, scheduling: .async(onQueue: .global()), onError: { Issue.record($0) },
      onChange: { counts.append($0 ?? 0) })
    defer { cancellable.cancel() }
    #expect(counts.wait(for: 1) == [1])
    try queue.write { try $0.execute(sql: "INSERT INTO team (name) VALUES ('C')") }
    #expect(counts.wait(for: 2) == [1, 2])
  }
}

private final class Rows: TransactionObserver {
  private(set) var tables: Set<String> = []
  private(set) var commits = 0
  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
  func databaseDidChange(with event: DatabaseEvent) { tables.insert(event.tableName) }
  func databaseDidCommit(_ db: Database) { if !tables.isEmpty { commits += 1 } }
  func databaseDidRollback(_ db: Database) {}
}

/// Collects values from another thread.
private final class Values: @unchecked Sendable {
  private let condition = NSCondition()
  private var values: [Int] = []

  func append(_ value: Int) {
    condition.withLock {
      values.append(value)
      condition.broadcast()
    }
  }

  /// The values received, once there are that many or after ten seconds.
  func wait(for count: Int) -> [Int] {
    condition.withLock {
      let end = Date(timeIntervalSinceNow: 10)
      while values.count < count, condition.wait(until: end) {}
      return values
    }
  }
}
