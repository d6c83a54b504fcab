import SQLScriptsDatabase
import Testing

@testable import SQLScripts

/// The hook for a new database runs in its last transaction (laws 12, 14 and 29).
@Suite struct NewDatabaseHookTests {
  private struct Refused: Error {}

  private let start: [InMemoryScript] = [
    .default(["CREATE TABLE t (x UNIQUE)", "INSERT INTO t VALUES (1)"]),
    .update(2, ["INSERT INTO t VALUES (2)"]),
  ]

  private func open(
    _ box: Sandbox, _ scripts: [InMemoryScript], _ hook: @escaping (Connection) throws -> Void
  ) throws -> MigrationReport {
    try box.migrator(ScriptBundle(scripts: scripts)) { $0.groupCommit = .zero }
      .open(onNewDatabase: hook).1
  }

  private let insert: (Connection) throws -> Void = {
    try $0.execute("INSERT INTO t VALUES ('mine')")
  }

  @Test func `law 29: the hook runs once, only for a new database`() throws {
    try Sandbox.with { (box) throws in
      #expect(try open(box, start, insert).steps.count == 2)
      _ = try open(box, start + [.update(3, [])], insert)
      #expect(try box.rows("SELECT x FROM t") == [[1], [2], ["mine"]])
    }
  }

  @Test(arguments: [
    "SELECT nope", "INSERT OR ROLLBACK INTO t VALUES (1)", "INSERT INTO t VALUES (1)",
  ])
  func `laws 12 and 14: a failing script or hook leaves the database new`(_ sql: String) throws {
    try Sandbox.with { (box) throws in
      #expect(throws: MigrationFailure.self) {
        try open(box, start + [.update(3, [sql])], insert)
      }
      #expect(try box.rows("SELECT * FROM sqlite_schema") == [])
      #expect(throws: MigrationFailure.self) {
        try open(box, start) { connection in
          try insert(connection)
          try connection.execute(sql)
        }
      }
      #expect(try box.rows("SELECT * FROM sqlite_schema") == [])
      #expect(throws: MigrationFailure.self) { try open(box, start) { _ in throw Refused() } }
      #expect(try open(box, start, insert).isNewDatabase)
      #expect(try box.rows("SELECT x FROM t") == [[1], [2], ["mine"]])
    }
  }

  @Test func `law 19: the hook also runs after a last script outside a transaction`() throws {
    for last in [3, 2] as [Int64] {
      try Sandbox.with { (box) throws in
        let alone = InMemoryScript.file(
          named: "sql_update_3.sql", text: "-- transaction: false\nVACUUM;")
        var scripts = start + [alone]
        if last == 2 { scripts.append(.update(4, [])) }
        _ = try open(box, scripts, insert)
        #expect(try box.rows("SELECT x FROM t") == [[1], [2], ["mine"]])
      }
    }
  }
}
