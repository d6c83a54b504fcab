import MigrationSamples
import SQLScriptsDatabase
import Testing

@testable import SQLScripts

/// Law 22: code for a version runs in the transaction of its script, and is rolled back with it.
@Suite struct CodeStepTests {
  private struct Oops: Error {}

  private let start: [InMemoryScript] = [
    .default(["CREATE TABLE log (x)", "CREATE TABLE p (id INTEGER PRIMARY KEY)"]),
    .update(2, ["INSERT INTO log VALUES ('script 2')"]),
    .update(3, ["INSERT INTO log VALUES ('script 3')"]),
  ]

  private func note(
    _ version: Int64, _ name: String, _ place: CodeStep.Place = .after, _ sql: String? = nil
  ) -> CodeStep {
    CodeStep(version: version, name: name, place: place) { database in
      try database.execute("INSERT INTO log VALUES (?)", name)
      if let sql { try database.execute(sql) }
    }
  }

  private func migrate(
    _ box: Sandbox, _ scripts: [InMemoryScript], _ code: CodeStep..., group: Duration = .zero
  ) throws -> MigrationReport {
    try box.migrator(ScriptBundle(scripts: scripts)) {
      $0.codeSteps = code
      $0.groupCommit = group
    }.migrate()
  }

  @Test(arguments: [Duration.zero, .seconds(3600)])
  func
    `law 22: a code step runs before, after or instead of its script, and the history has its name`(
      _ group: Duration
    ) throws
  {
    try Sandbox.with { (box) throws in
      try box.migrate(start[0])
      let report = try migrate(
        box, start, note(3, "replaced", .instead), note(2, "late"), note(2, "early", .before),
        note(2, "later"), group: group)
      #expect(report.steps.map(\.statementCount) == [1, 0])
      #expect(
        try box.rows("SELECT x FROM log") == [
          ["early"], ["script 2"], ["late"], ["later"], ["replaced"],
        ])
      #expect(
        try box.rows("SELECT version, origin FROM db_version_history") == [
          [1, "script"], [2, "script, code early, code late, code later"], [3, "code replaced"],
        ])
    }
  }

  @Test(arguments: [Duration.zero, .seconds(3600)])
  func `law 22: an error in a code step rolls back its step, and only that`(_ group: Duration)
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrate(start[0])
      for sql in ["nonsense", "INSERT OR ROLLBACK INTO p VALUES (1), (1)", "COMMIT", "SAVEPOINT a"]
      {
        let failure = try #require(throws: MigrationFailure.self) {
          try migrate(box, start, note(3, "broken", .after, sql), group: group)
        }
        guard case .code("broken", 3, _) = failure.reason else {
          Issue.record("\(failure)")
          return
        }
        #expect(failure.report.to == 2)
        #expect(try box.rows("SELECT x FROM log") == [["script 2"]])
        #expect(try box.rows("SELECT * FROM db_version") == [[2]])
      }
      #expect(try migrate(box, start).steps.map(\.version) == [3])
    }
  }

  @Test func `laws 15 and 22: an app that hides the end of the transaction is caught`()
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrate(start[0])
      let code = CodeStep(version: 2, name: "hides") { database in
        _ = try? database.execute("INSERT OR ROLLBACK INTO p VALUES (1), (1)")
      }
      let failure = try #require(throws: MigrationFailure.self) { try migrate(box, start, code) }
      #expect(
        failure.summary.hasPrefix(
          "code step “hides” for version 2 failed: the transaction was ended"))
      #expect(try box.rows("SELECT * FROM log") == [])
    }
  }

  @Test func `laws 17 and 22: orphans that a code step leaves fail the step`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(start[0])
      try box.run("CREATE TABLE c (p REFERENCES p)", "INSERT INTO c VALUES (77)")
      #expect(try migrate(box, start, note(2, "clean")).to == 3)
      let failure = try #require(throws: MigrationFailure.self) {
        try migrate(
          box, start + [.update(4, [])], note(4, "orphans", .after, "INSERT INTO c VALUES (78)"))
      }
      guard case .foreignKeys("code step “orphans”", 4, let rows, 1) = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(rows.first?.rowID == 2)
      #expect(try box.value("SELECT count(*) FROM c") == 1)
    }
  }

  @Test func `law 22: a code step without a script is refused before the first statement`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(start[0])
      // Versions below that of the database do not matter.
      let sparse = [start[0], .update(20_260_101_000_000, ["SELECT 1"])]
      let failure = try #require(throws: MigrationFailure.self) {
        try migrate(box, sparse, note(1, "old"), note(5, "lost"))
      }
      #expect(failure.refusal == .codeWithoutScript(name: "lost", version: 5))
      #expect(try migrate(box, sparse, note(1, "old")).steps.count == 1)
    }
  }

  @Test func `law 22: a code step after the latest script is refused, but not by migrate(to:)`()
    throws
  {
    try Sandbox.with { (box) throws in
      let scripts = [start[0], .update(2, ["SELECT 1"])]
      let failure = try #require(throws: MigrationFailure.self) {
        try migrate(box, scripts, note(3, "forgotten"))
      }
      #expect(failure.refusal == .codeWithoutScript(name: "forgotten", version: 3))
      let options = { (options: inout MigrationOptions) in
        options.codeSteps = [CodeStep(version: 3, name: "forgotten") { _ in }]
      }
      let migrator = box.migrator(ScriptBundle(scripts: scripts), options)
      #expect(try migrator.migrate(to: 2).to == 2)
    }
  }

  @Test func `law 22: a code step for the default script would never run, so it is refused`() throws
  {
    try Sandbox.with { (box) throws in
      let failure = try #require(throws: MigrationFailure.self) {
        try migrate(box, [start[0]], note(1, "seed"))
      }
      #expect(failure.refusal == .codeWithoutScript(name: "seed", version: 1))
      #expect(!box.exists(box.path))
    }
  }

  @Test func `laws 19 and 22: a code step outside a transaction is refused`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(start[0])
      let alone = InMemoryScript.file(
        named: "sql_update_2.sql", text: "-- transaction: false\nVACUUM;")
      let failure = try #require(throws: MigrationFailure.self) {
        try migrate(box, [start[0], alone], note(2, "late"))
      }
      #expect(
        failure.refusal == .codeOutsideTransaction(script: "sql_update_2.sql", version: 2))
    }
  }

  @Test
  func `law 22: a new database that sql_default creates does not run the code steps of updates`()
    throws
  {
    try Sandbox.with { (box) throws in
      let made = InMemoryScript.default(["CREATE TABLE log (x)"], version: 2)
      _ = try migrate(box, [made, start[1], start[2]], note(2, "two"), note(3, "three"))
      #expect(try box.rows("SELECT x FROM log") == [["script 3"], ["three"]])
    }
    // Without a default script, update 1 creates the database, and its code step runs.
    try Sandbox.with { (box) throws in
      _ = try migrate(box, [.update(1, ["CREATE TABLE log (x)"])], note(1, "one"))
      #expect(try box.rows("SELECT x FROM log") == [["one"]])
    }
  }

  @Test func `laws 22 and 23: a cancellation interrupts a code step`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(start[0])
      let cancellation = MigrationCancellation()
      let code = CodeStep(version: 2, name: "endless") { database in
        cancellation.cancel()
        _ = try database.query(
          "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT max(n) FROM c")
      }
      let migrator = box.migrator(ScriptBundle(scripts: start)) {
        $0.codeSteps = [code]
        $0.cancellation = cancellation
      }
      let failure = try #require(throws: MigrationFailure.self) { try migrator.migrate() }
      #expect(
        failure.summary == "the migration was canceled while running code step “endless”")
      #expect(try box.rows("SELECT * FROM log") == [])
    }
  }
}
