import CSQLScriptsSQLite
import SQLScriptsDatabase
import Testing

@testable import SQLScripts

/// One script is one transaction, and the first error is the end (laws 12 and 14).
@Suite struct FailureTests {
  private let good: [InMemoryScript] = [
    .default(["CREATE TABLE t (x UNIQUE)", "INSERT INTO t VALUES (1)"]),
    .update(2, ["CREATE INDEX i ON t (x)", "INSERT INTO t VALUES (2)"]),
  ]

  @Test(arguments: [Duration.zero, .milliseconds(100)], [0, 1, 2])
  func `laws 12 and 14: a failure in any statement leaves exactly the previous version`(
    _ group: Duration, _ position: Int
  ) throws {
    try Sandbox.with { (box) throws in
      var statements = ["CREATE TABLE u (x)", "INSERT INTO t VALUES (3)"]
      statements.insert("INSERT INTO t VALUES (1)", at: position)
      let failure = try box.failure(
        good[0], good[1], .update(3, statements), .update(4, ["CREATE TABLE never (x)"])
      ) { $0.groupCommit = group }
      let statement = try #require(failure.statement)
      #expect(statement.version == 3)
      #expect(statement.item == position + 1)
      #expect(statement.statementsBefore == position)
      #expect(statement.isRolledBack)
      #expect(statement.error.code.primary == .constraint)
      #expect(statement.error.code.rawValue == 2067)
      #expect(statement.error.sql == "INSERT INTO t VALUES (1)")
      #expect(failure.report.steps.map(\.version) == [1, 2])
      #expect(failure.description.contains("UNIQUE constraint failed: t.x"))
      try box.expectIs(at: 2, of: good)
    }
  }

  @Test func `law 12: a script without statements still changes the version`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(
        .default([]), .update(2, [" ", "-- only a remark", "/* and */ ; ;"]),
        .file(named: "sql_update_3.sql", text: "-- nothing\n\n"),
        .file(named: "sql_update_4.json", text: "{\"statements\": []}"))
      #expect(try box.rows("SELECT * FROM db_version") == [[4]])
      #expect(
        try box.rows("SELECT statement_count FROM db_version_history") == [[0], [0], [0], [0]])
    }
  }

  @Test func `law 12: large texts, other alphabets and unusual endings are stored as written`()
    throws
  {
    try Sandbox.with { (box) throws in
      let long = String(repeating: "ü", count: 100_000)
      try box.migrate(
        .default(["CREATE TABLE t (x)", "INSERT INTO t VALUES ('\(long)')"]),
        .file(
          named: "sql_update_2.sql",
          text: "\u{FEFF}INSERT INTO t\r\nVALUES ('a\r\nb');\r\n-- end\r\n"),
        .update(3, ["CREATE TABLE \"日本 '%s' 🙂\" (\"é\" TEXT)"]))
      #expect(try box.rows("SELECT length(x) FROM t") == [[100_000], [4]])
      #expect(try box.rows("SELECT \"é\" FROM \"日本 '%s' 🙂\"") == [])
    }
  }

  @Test func `law 14: after an I/O error, it is unknown whether a commit was kept`() {
    func outcome(_ code: SQLiteResultCode, from version: Int64?, _ steps: Int) -> String {
      var report = MigrationReport(from: version, to: 2)
      report.steps = (0..<steps).map { number in
        .init(
          version: 2, script: "sql_update_\(number).sql", statementCount: 1, milliseconds: 0,
          isAtomic: true, notices: [])
      }
      let error = SQLiteError(code: code, message: "disk I/O error")
      return MigrationFailure(
        reason: .database(error, during: .committing([3, 4])), report: report, database: "a.sqlite"
      ).outcome
    }
    let doubt = "or at version 4 if the commit reached the disk despite the error."
    #expect(
      outcome(.inputOutput, from: nil, 0)
        == "The commit failed. The database is still new, \(doubt)")
    #expect(
      outcome(SQLiteResultCode(rawValue: 1034), from: 2, 0)
        == "The commit failed. The database is still at version 2, \(doubt)")
    #expect(
      outcome(.inputOutput, from: 1, 1)
        == "sql_update_0.sql was committed. The database is at version 2, \(doubt)")
    #expect(outcome(.full, from: 2, 0) == outcome(.inputOutput, from: 2, 0))
    #expect(
      outcome(.busy, from: 2, 0) == "Nothing was changed. The database is still at version 2.")
  }

  @Test
  func
    `law 14: after an I/O error, it is unknown whether one of several completed scripts was kept`()
  {
    var report = MigrationReport(from: 1, to: 1)
    report.uncommitted = .init(
      scripts: ["sql_update_2.sql", "sql_update_3.sql"],
      error: SQLiteError(code: .inputOutput, message: "disk I/O error"))
    report.doubtful = 3
    let failure = MigrationFailure(
      reason: .cancelled(.starting(script: "sql_update_4.sql")), report: report,
      database: "a.sqlite")
    #expect(
      failure.outcome
        == "Committing 2 scripts up to sql_update_3.sql failed too (SQLite said "
        + "“disk I/O error” [SQLITE_IOERR (10)]). The database is still at version 1, "
        + "or at version 3 if the commit reached the disk despite the error.")
  }

  @Test func `laws 12 and 14: a busy commit is rolled back and reported`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(good[0])
      let reader = try box.open()
      try reader.execute("BEGIN")
      _ = try reader.value("SELECT count(*) FROM t")
      let failure = try box.failure(good[0], good[1])
      guard case .database(let error, during: .committing([2])) = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(error.code.primary == .busy)
      #expect(failure.outcome == "Nothing was changed. The database is still at version 1.")
      try reader.execute("COMMIT")
      try box.expectIs(at: 1, of: good)
      try box.migrate(good[0], good[1])
    }
  }

  @Test
  func `laws 12 and 14: the failure says when the earlier scripts cannot be committed either`()
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrate(good[0])
      let reader = try box.open()
      try reader.execute("BEGIN")
      _ = try reader.value("SELECT count(*) FROM t")
      let failure = try box.failure(good[0], good[1], .update(3, ["nonsense"])) {
        $0.groupCommit = .seconds(3600)
      }
      #expect(failure.statement?.script == "sql_update_3.json")
      #expect(failure.report.uncommitted?.scripts == ["sql_update_2.json"])
      #expect(failure.report.uncommitted?.error.code.primary == .busy)
      #expect(
        failure.outcome
          == "Committing sql_update_2.json failed too (SQLite said “database is locked” "
          + "[SQLITE_BUSY (5)]). The database is still at version 1.")
      try reader.execute("COMMIT")
      try box.expectIs(at: 1, of: good)
    }
  }

  @Test(arguments: [Duration.zero, .milliseconds(100)])
  func `laws 12 and 14: a commit that SQLite rolls back fails once`(_ group: Duration)
    throws
  {
    try Sandbox.with { (box) throws in
      let connection = try box.open()
      sqlite3_commit_hook(connection.handle, { _ in 1 }, nil)
      var options = MigrationOptions()
      options.groupCommit = group
      let failure = try #require(
        #expect(throws: MigrationFailure.self) {
          try Migrator(
            connection: connection.handle, scripts: ScriptBundle(scripts: good), options: options
          ).migrate()
        })
      #expect(failure.report.steps.isEmpty)
      #expect(connection.isInAutocommit)
      #expect(try connection.rows("SELECT * FROM sqlite_schema") == [])
    }
  }

  @Test func `laws 12 and 14: a full disk during a statement keeps the earlier scripts`() throws {
    try Sandbox.with { (box) throws in
      let connection = try box.open()
      _ = try connection.value("PRAGMA max_page_count = 20")
      let scripts =
        good + [
          .update(
            3,
            [
              "CREATE TABLE big (x)",
              "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 99) "
                + "INSERT INTO big SELECT zeroblob(3000) FROM n",
            ])
        ]
      let failure = try #require(
        #expect(throws: MigrationFailure.self) {
          try Migrator(connection: connection.handle, scripts: ScriptBundle(scripts: scripts))
            .migrate()
        })
      #expect(failure.statement?.error.code.primary == .full)
      #expect(failure.statement?.diagnostic.help?.contains("Free some disk space") == true)
      try box.expectIs(at: 2, of: good)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let file: String
    let text: String
    let line: Int
    let column: Int
    let pointer: String?
    let item: Int
    let sql: String
    let offset: Int?
    var testDescription: String { file + " " + sql }
  }

  private static func plist(_ items: String) -> String {
    "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\n<array>\n\(items)\n</array>\n</plist>\n"
  }

  @Test(arguments: [
    Case(
      file: "sql_update_2.json",
      text: "[\n  \"SELECT 1\",\n  \"INSERT INTO nowhere VALUES (1)\"\n]",
      line: 3, column: 16, pointer: "nowhere", item: 2, sql: "INSERT INTO nowhere VALUES (1)",
      offset: nil),
    Case(
      file: "sql_update_2.json", text: "[\n  [\"SELECT 1,\",\n   \"  \\u00e9a bb cc\"]\n]",
      line: 3, column: 18, pointer: "cc", item: 1, sql: "SELECT 1,\n  éa bb cc", offset: 19),
    Case(
      file: "sql_update_2.json", text: "{\"statements\": [{\"sql\": \"\\tSELEC 1\"}]}",
      line: 1, column: 28, pointer: "SELEC", item: 1, sql: "SELEC 1", offset: 0),
    Case(
      file: "sql_update_2.plist",
      text: plist("<string>SELECT 1</string>\n<string>SELECT 1 &lt; 2, nope</string>"),
      line: 5, column: 26, pointer: "nope", item: 2, sql: "SELECT 1 < 2, nope", offset: 14),
    Case(
      file: "sql_update_2.plist",
      text: plist("<string>SELECT '&amp;&#228;',\n<![CDATA[ 1 < 2, ]]>nope</string>"),
      line: 5, column: 21, pointer: "nope", item: 1, sql: "SELECT '&ä',\n 1 < 2, nope", offset: 22),
    Case(
      file: "sql_update_2.sql", text: "SELECT 1;\r\n-- note\r\nSELECT\r\n  nope;\r\n",
      line: 4, column: 3, pointer: "nope", item: 2, sql: "SELECT\r\n  nope", offset: 10),
    Case(
      file: "sql_update_2.sql", text: "\u{FEFF}SELECT nope;", line: 1, column: 8, pointer: "nope",
      item: 1, sql: "SELECT nope", offset: 7),
    Case(
      file: "sql_update_2.sql",
      text: """
        CREATE TRIGGER g AFTER INSERT ON t BEGIN
          UPDATE t SET x = CASE WHEN 1 THEN 2 END; SELECT 1;
        END;
        DELETE FROM t WHERE nope;
        """, line: 4, column: 21, pointer: "nope", item: 2, sql: "DELETE FROM t WHERE nope",
      offset: 20),
    Case(
      file: "sql_update_2.json", text: "[\"SELECT 1; INSERT INTO t VALUES (1)\"]", line: 1,
      column: 13,
      pointer: nil, item: 1, sql: "INSERT INTO t VALUES (1)", offset: nil),
  ])
  func `law 14: the error gives its place`(_ test: Case) throws {
    try Sandbox.with { (box) throws in
      let failure = try box.failure(good[0], .file(named: test.file, text: test.text))
      let statement = try #require(failure.statement, "\(failure)")
      #expect(statement.script == test.file)
      #expect(statement.location.file == test.file)
      #expect(statement.location.line == test.line)
      #expect(statement.location.column == test.column)
      #expect(statement.item == test.item)
      #expect(statement.error.sql == test.sql)
      #expect(statement.error.offset == test.offset)
      #expect((statement.pointer != nil) == (test.pointer != nil))
      if let pointer = statement.pointer, let text = test.pointer {
        let bytes = pointer.file.bytes[pointer.range]
        #expect(String(decoding: bytes, as: UTF8.self) == text)
      }
      #expect(failure.description.contains("\(test.file):\(test.line):\(test.column)"))
      #expect(failure.description.contains("sql_default.json was committed"))
      try box.expectIs(at: 1, of: good)
    }
  }

  @Test func `law 14: a parameter without a value is refused`() throws {
    try Sandbox.with { (box) throws in
      let failure = try box.failure(good[0], .update(2, ["INSERT INTO t VALUES (?)"]))
      #expect(failure.statement?.reason == .parameter)
      try box.expectIs(at: 1, of: good)
    }
  }
}
