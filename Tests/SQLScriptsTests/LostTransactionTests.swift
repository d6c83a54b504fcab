import SQLScriptsDatabase
import Testing

@testable import SQLScripts

/// Law 12: SQLite may roll a transaction back on its own. The statements after that must not run without one.
@Suite struct LostTransactionTests {
  private let scripts: [InMemoryScript] = [
    .default(["CREATE TABLE t (x REFERENCES t (x))", "CREATE UNIQUE INDEX i ON t (x)"]),
    .update(2, ["INSERT INTO t VALUES (2)"]),
  ]

  /// Simulates running out of memory while SQLite notices that the schema has changed: the statement is recompiled
  /// and run outside a transaction.
  @Test func `law 12: a statement is not run if it is recompiled outside the transaction`() throws {
    try Sandbox.with { (box) throws in
      let connection = try box.open()
      try connection.execute("CREATE TABLE t (x)")
      try connection.execute("INSERT INTO t VALUES (1)")
      let authorizer = ScriptAuthorizer(store: .table)
      let holder = AuthorizerBox(authorizer)
      connection.setAuthorizer(holder)
      try connection.execute("BEGIN")
      authorizer.transaction = connection
      try connection.execute("CREATE TABLE u (x)")
      let update = try connection.prepare("UPDATE t SET x = 2")
      try connection.execute("ROLLBACK")
      let error = try #require(#expect(throws: SQLiteError.self) { try update.execute() })
      #expect(error.code.primary == .notAuthorized)
      #expect(authorizer.cause(of: error).code == .noMemory)
      authorizer.transaction = nil
      #expect(authorizer.cause(of: error) == error)
      #expect(try connection.rows("SELECT x FROM t") == [[1]])
      withExtendedLifetime(holder) {}
    }
  }

  @Test(arguments: [Duration.zero, .seconds(3600)], [0, 1])
  func
    `laws 12 and 15: a transaction that something else ends is noticed before the version changes`(
      _ group: Duration, _ item: Int
    ) throws
  {
    try Sandbox.with { (box) throws in
      let connection = try box.open()
      try box.migrate(scripts[0], scripts[1])
      let update = InMemoryScript.update(
        3, ["INSERT INTO t VALUES (3)", "CREATE TABLE u (x)", "SELECT 1"])
      var options = MigrationOptions()
      options.groupCommit = group
      let listener = Listener()
      listener.onEvent = { event in
        guard case .statementDone(let step, let count, let all) = event, step.version == 3,
          count == (item == 0 ? 1 : all), !connection.isInAutocommit
        else { return }
        // Without this it would be denied.
        connection.removeAuthorizer()
        try? connection.execute("ROLLBACK")
      }
      options.observer = listener
      let migrator = Migrator(
        connection: connection.handle, scripts: ScriptBundle(scripts: scripts + [update]),
        options: options)
      #expect(throws: MigrationFailure.self) { try migrator.migrate() }
      try box.expectIs(at: 2, of: scripts)
      options.observer = nil
      try Migrator(
        connection: connection.handle, scripts: ScriptBundle(scripts: scripts + [update]),
        options: options
      ).migrate()
      try box.expectIs(at: 3, of: scripts + [update])
    }
  }
}
