import CSQLScriptsSQLite
import Dispatch
import MigrationSamples
import SQLScriptsDatabase
import Testing

@testable import SQLScripts

/// Law 25 for connections that share a cache. SQLite itself waits for file locks, but not for these.
@Suite struct SharedCacheTests {
  private static func open(_ name: String) throws -> OpaquePointer {
    var handle: OpaquePointer?
    let flags =
      SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX
    #expect(sqlite3_open_v2("file:\(name)?mode=memory&cache=shared", &handle, flags, nil) == 0)
    return try #require(handle)
  }

  @Test(arguments: [
    ("write", "BEGIN IMMEDIATE", "BEGIN IMMEDIATE"),
    // No statement begins before the schema is unlocked.
    ("schema", "BEGIN IMMEDIATE; CREATE TABLE other (x)", nil),
    ("read", "BEGIN; SELECT * FROM user_info", "INSERT INTO user_info VALUES (1, 'x')"),
  ])
  func `law 25: the migration waits for the lock of another connection`(
    _ name: String, _ sql: String, _ waiting: String?
  ) throws {
    let (mine, others) = (try Self.open("shared-\(name)"), try Self.open("shared-\(name)"))
    defer {
      sqlite3_close_v2(mine)
      sqlite3_close_v2(others)
    }
    let start = ScriptBundle(scripts: [.default(ManagerSamples.statements[0])])
    try Migrator(connection: mine, scripts: start).migrate()
    let update = ScriptBundle(scripts: [
      .default(ManagerSamples.statements[0]), .update(2, ["INSERT INTO user_info VALUES (1, 'x')"]),
    ])
    #expect(sqlite3_exec(others, sql, nil, nil, nil) == SQLITE_OK)
    var options = MigrationOptions()
    options.busyTimeout = .milliseconds(20)
    let failure = #expect(throws: MigrationFailure.self) {
      try Migrator(connection: mine, scripts: update, options: options).migrate()
    }
    #expect(failure?.sqliteError?.code == .lockedSharedCache)
    #expect(failure?.summary.contains("is locked: another") == true)
    // The first time it is refused. The second time it has waited.
    let trace = StatementTrace()
    nonisolated(unsafe) let busy = others
    let queue = DispatchQueue(label: "SharedCacheTests")
    let leave = { @Sendable in _ = sqlite3_exec(busy, "ROLLBACK", nil, nil, nil) }
    if let waiting {
      trace.when(waiting, count: 2) { queue.async(execute: leave) }
    } else {
      queue.asyncAfter(deadline: .now() + .milliseconds(30), execute: leave)
    }
    trace.listen(to: mine)
    options.busyTimeout = .seconds(60)
    #expect(try Migrator(connection: mine, scripts: update, options: options).migrate().to == 2)
    sqlite3_trace_v2(mine, 0, nil, nil)
    withExtendedLifetime(trace) {}
  }
}
