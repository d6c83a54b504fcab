import CSQLScriptsSQLite
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import Testing

@testable import SQLScripts

/// INSERTs of literals share a prepared statement, and only the time shows it.
@Suite(.timeLimit(.minutes(10))) struct BoundInsertTests {
  /// Everything visible about a migration: report or failure, events, and each value with its type and bytes.
  static func seen(
    _ scripts: [InMemoryScript], binds: Bool, encoding: String = "UTF-8",
    limits: [(Int32, Int32)] = []
  ) throws -> [String] {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    try connection.execute("PRAGMA encoding = '\(encoding)'")
    for (limit, value) in limits { sqlite3_limit(connection.handle, limit, value) }
    var options = MigrationOptions()
    options.bindsInserts = binds
    // Law 29: the number of scripts in a transaction depends on their time.
    options.groupCommit = .seconds(3600)
    let listener = Listener()
    options.observer = listener
    var lines: [String] = []
    do {
      let report = try Migrator(
        connection: connection.handle, scripts: ScriptBundle(scripts: scripts), options: options
      ).migrate()
      lines += report.steps.map { "\($0.version) \($0.statementCount) \($0.notices)" }
    } catch {
      lines.append("\(error)")
      if let failure = error.statement {
        let pointer = failure.pointer.map { "\($0.range)" } ?? "nowhere"
        lines.append("\(failure.item) \(failure.span.range) \(pointer) \(failure.error)")
        lines.append(
          "\(failure.error.code.rawValue) \(failure.error.sql) \(failure.statementsBefore)")
      }
    }
    lines.append("\(listener.events.count) events")
    for limit in limits { sqlite3_limit(connection.handle, limit.0, Int32.max) }
    lines.append("\(connection.changes) \(connection.totalChanges) \(connection.lastInsertRowID)")
    return try lines + content(connection)
  }

  private static func content(_ connection: Connection) throws -> [String] {
    let tables = try connection.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'db_version_history'")
    return try tables.compactMap { $0[0].string }.flatMap { table -> [String] in
      let columns = try connection.rows("SELECT name FROM pragma_table_xinfo('\(table)')")
      let list = columns.compactMap { $0[0].string?.quotedName }.joined(separator: ", ")
      return try connection.rows("SELECT \(list) FROM \(table.quotedName)").map { row in
        "\(table): \(row.map(bits))"
      }
    }
  }

  private static func bits(_ value: SQLiteValue) -> String {
    switch value {
    case .null: "null"
    case .integer(let value): "integer \(value)"
    case .real(let value): "real \(value.bitPattern)"
    case .text(let text): "text \(Array(text.utf8))"
    case .invalidText(let bytes): "text \(bytes)"
    case .blob(let bytes): "blob \(bytes)"
    }
  }

  /// Both ways give the same result.
  @discardableResult
  private func expectSame(
    _ scripts: [InMemoryScript], encoding: String = "UTF-8", limits: [(Int32, Int32)] = [],
    _ comment: Comment? = nil, at place: Testing.SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let bound = try Self.seen(scripts, binds: true, encoding: encoding, limits: limits)
    let plain = try Self.seen(scripts, binds: false, encoding: encoding, limits: limits)
    #expect(bound == plain, comment, sourceLocation: place)
    return bound
  }

  /// The INSERTs with parameters that SQLite ran for scripts.
  private func bound(
    _ scripts: [InMemoryScript], encoding: String = "UTF-8", limits: [(Int32, Int32)] = []
  ) throws -> [String] {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    try connection.execute("PRAGMA encoding = '\(encoding)'")
    for (limit, value) in limits { sqlite3_limit(connection.handle, limit, value) }
    final class Traced { var statements: [String] = [] }
    let traced = Traced()
    sqlite3_trace_v2(
      connection.handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, statement, _ in
        guard let context, let statement, let sql = sqlite3_sql(OpaquePointer(statement)) else {
          return 0
        }
        let text = String(cString: sql)
        if text.lowercased().contains("into "), text.contains("?"), !text.contains("db_version") {
          Unmanaged<Traced>.fromOpaque(context).takeUnretainedValue().statements.append(text)
        }
        return 0
      }, Unmanaged.passUnretained(traced).toOpaque())
    let migrator = Migrator(connection: connection.handle, scripts: ScriptBundle(scripts: scripts))
    // Many of the generated scripts fail on purpose.
    _ = try? migrator.migrate()
    return withExtendedLifetime(traced) { traced.statements }
  }

  private func boundCount(
    _ statements: [String], encoding: String = "UTF-8", limits: [(Int32, Int32)] = []
  ) throws -> Int {
    try bound([.default(statements)], encoding: encoding, limits: limits).count
  }

  private func inserts(_ values: Range<Int>, head: String = "INSERT INTO t VALUES") -> [String] {
    values.map { "\(head) (\($0), 'a')" }
  }

  @Test func `from the second INSERT of the same shape on, values are bound`() throws {
    let table = ["CREATE TABLE t (a, b)"]
    #expect(try boundCount(table + inserts(0..<1)) == 0)
    #expect(try boundCount(table + inserts(0..<2)) == 1)
    #expect(try boundCount(table + inserts(0..<10)) == 9)
    // Shapes may alternate. Another statement ends them all.
    let two = inserts(0..<5).flatMap { [$0, "INSERT INTO t (b) VALUES (\($0.utf8.count))"] }
    #expect(try boundCount(table + two) == 8)
    #expect(try boundCount(table + inserts(0..<5) + ["SELECT 1"] + inserts(0..<5)) == 8)
    #expect(
      try boundCount(
        table + ["INSERT INTO t VALUES (1,2),(3,4)", "INSERT INTO t VALUES (1,2),(3,4)"])
        == 1)
  }

  /// 100 INSERTs: one as written, 16 of their own after the first bound one, five batches, and two at the end.
  @Test(arguments: [
    ["CREATE TABLE t (a, b)"], ["CREATE TABLE t (a PRIMARY KEY, b DEFAULT 'x') WITHOUT ROWID"],
    [
      "CREATE TABLE u (a)", "CREATE TRIGGER r AFTER INSERT ON u BEGIN SELECT 1; END",
      "CREATE TABLE t (a, b)",
    ],
  ])
  func `after sixteen INSERTs of one shape, sixteen rows share a statement`(start: [String]) throws
  {
    let rows = inserts(0..<100)
    #expect(try boundCount(start + rows) == 24)
    #expect(try boundCount(start + inserts(0..<100, head: "insert into main. \"T\" VALUES")) == 24)
    #expect(try boundCount(start + rows + ["SELECT 1"] + inserts(100..<200)) == 48)
    try expectSame([.default(start + rows + ["INSERT INTO t VALUES (1000 + changes(), 'a')"])])
  }

  @Test(arguments: [
    "CREATE TABLE t (a, b UNIQUE ON CONFLICT IGNORE)",
    "CREATE TABLE t (a, b CHECK (changes() >= 0))",
    "CREATE TABLE t (a, b); CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END",
    "CREATE TABLE t (a, b); CREATE TEMP TABLE temporary (a)",
    "CREATE TABLE u (a, b); CREATE VIEW t AS SELECT * FROM u;"
      + " CREATE TRIGGER r INSTEAD OF INSERT ON t BEGIN INSERT INTO u VALUES (new.a, new.b); END",
    "CREATE VIRTUAL TABLE t USING fts5(a, b)", "CREATE TABLE t (a ANY, b ANY) STRICT",
    "CREATE TABLE t (a, b, c AS (abs(a)))", "CREATE TABLE t (a, b); CREATE INDEX i ON t (abs(a))",
    "CREATE TABLE t (a, b); CREATE INDEX i ON t (a) WHERE b > 1",
  ])
  func `rows share no statement if SQL could see it`(table: String) throws {
    let scripts = [InMemoryScript.default([table] + inserts(0..<100))]
    #expect(try bound(scripts).contains { $0.hasPrefix("INSERT INTO t VALUES") })
    #expect(try !bound(scripts).contains { $0.contains("?),(?") })
    try expectSame(scripts)
  }

  @Test(arguments: [
    "INSERT OR IGNORE INTO t VALUES", "INSERT OR FAIL INTO t VALUES", "REPLACE INTO t VALUES",
  ])
  func `rows with a conflict clause share no statement`(head: String) throws {
    let statements = ["CREATE TABLE t (a, b)"] + inserts(0..<100, head: head)
    #expect(try boundCount(statements) == 99)
  }

  @Test(arguments: ["strftime('%f', 'now')", "changes()", "random()"])
  func `rows with a computed default share no statement`(value: String) throws {
    let statements =
      ["CREATE TABLE t (a, b, c DEFAULT (\(value)))"]
      + inserts(0..<100, head: "INSERT INTO t (a, b) VALUES")
    #expect(try boundCount(statements) == 99)
  }

  @Test(arguments: [
    "INTEGER PRIMARY KEY", "INTEGER PRIMARY KEY AUTOINCREMENT", "INT PRIMARY KEY", "",
  ])
  func `a value that is no rowid fails as its own statement`(key: String) throws {
    for (columns, wrong) in [
      ("a, b", "'x'"), ("a, b", "1.5"), ("rowid, b", "'x'"), ("b, _rowid_", "7"),
      ("oid, a, b", "x'00', 1"),
    ] {
      for place in [0, 17, 18, 25, 33, 34, 35, 60] {
        var statements = inserts(0..<70, head: "INSERT INTO t (a, b) VALUES")
        if columns != "a, b" {
          statements = statements.map { $0.replacing("(a, b)", with: "(\(columns))") }
        }
        statements.insert("INSERT INTO t (\(columns)) VALUES (\(wrong), 'a')", at: place)
        try expectSame(
          [.default(["CREATE TABLE t (a \(key), b)"] + statements)], "\(columns) \(place)")
      }
    }
  }

  /// A journal for the statement would copy each page, and a large one needs a temporary file.
  @Test func `many rows share a statement without a journal of their own`() throws {
    let table = [
      "CREATE TABLE t (a TEXT PRIMARY KEY NOT NULL, b UNIQUE)", "CREATE INDEX i ON t (b, a)",
    ]
    let rows = (0..<200).map {
      "INSERT INTO t VALUES ('k\($0 * 7919 % 200)', \($0 * 104729 % 200))"
    }
    let statements = try bound([.default(table + rows)])
    #expect(
      statements.contains {
        $0.hasPrefix("INSERT OR FAIL INTO t VALUES(?,?),(?")
          || $0.hasPrefix("INSERT OR FAIL INTO t VALUES (?,?),(?")
      })
  }

  @Test func `a row that is too long fails as its own statement`() throws {
    let text = String(repeating: "x", count: 300)
    let standard = String(repeating: "y", count: 1500)
    for place in [30, 37] {
      var rows = inserts(0..<60, head: "INSERT INTO t (a, b) VALUES")
      rows[place] = "INSERT INTO t (a, b) VALUES ('\(text)', '\(text)')"
      let statements = ["CREATE TABLE t (a, b, c DEFAULT '\(standard)')"] + rows
      let file = InMemoryScript.file(
        named: "sql_default.sql", text: statements.joined(separator: ";\n"))
      for script in [.default(statements), file] {
        let lines = try expectSame([script], limits: [(SQLITE_LIMIT_LENGTH, 2000)])
        #expect(lines.contains { $0.contains("too big") && $0.contains("xxx") }, "\(lines)")
      }
    }
  }

  @Test func `a table that is refused was looked at, too`() throws {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for sql in [
      "CREATE TABLE t (a, b CHECK (b > 0))", "CREATE TABLE u (a)", "CREATE VIEW v AS SELECT 1",
    ] {
      try connection.execute(sql)
    }
    for table in ["t", "v", "absent"] {
      var budget = 10
      let head = Array("INSERT INTO \(table) VALUES".utf8)
      let found = try BatchedTable(head, width: 2, connection, budget: &budget)
      #expect(found == nil)
      #expect(budget == 7)
    }
  }

  @Test func `in a large schema, few rows are worth no look at it`() throws {
    let tables = (0..<3000).map { "CREATE TABLE x\($0) (a)" } + ["CREATE TABLE t (a, b)"]
    let blocks = (0..<8).flatMap { inserts($0 * 40..<$0 * 40 + 40) + ["SELECT 1"] }
    #expect(try bound([.default(tables + blocks)]).filter { $0.contains("?),(?") }.count <= 2)
    #expect(try bound([.default(tables + inserts(0..<2000))]).contains { $0.contains("?),(?") })
  }

  @Test func `law 14: a row of a shared statement fails as its own statement`() throws {
    let table = "CREATE TABLE t (a UNIQUE, b)"
    for place in 0..<70 {
      for wrong in [
        "INSERT INTO t VALUES (0, 'a')", "INSERT INTO t VALUES (changes(), 'a')",
        "INSERT INTO t VALUES (500)",
        "INSERT INTO t VALUES (501, 'a'), (502, 'a')", "INSERT INTO t VALUES (503, 'a'); SELECT 1",
      ] {
        var statements = inserts(0..<70)
        statements.insert(wrong, at: place)
        try expectSame([.default([table] + statements)], "\(place) \(wrong)")
      }
    }
    let long = String(repeating: "x", count: 2000)
    let statements = inserts(0..<40) + ["INSERT INTO t VALUES (41, '\(long)')"] + inserts(50..<100)
    let lines = try expectSame([.default([table] + statements)])
    #expect(lines.count > 90)
  }

  @Test func `nothing is bound if SQLite would see a difference`() throws {
    let table = ["CREATE TABLE t (a, b)"]
    #expect(try boundCount(table + inserts(0..<5), encoding: "UTF-16le") == 0)
    let row = "(" + Array(repeating: "1", count: 20).joined(separator: "), (") + ")"
    let wide = ["CREATE TABLE t (a)"] + Array(repeating: "INSERT INTO t VALUES \(row)", count: 5)
    #expect(try boundCount(wide, limits: [(SQLITE_LIMIT_VARIABLE_NUMBER, 19)]) == 0)
    #expect(try boundCount(wide, limits: [(SQLITE_LIMIT_VARIABLE_NUMBER, 20)]) == 4)
    let blob = [
      "CREATE TABLE t (a, b AS (hex(CAST(a AS TEXT))) STORED)", "INSERT INTO t VALUES (x'4100')",
      "INSERT INTO t VALUES (x'4200')", "INSERT INTO t VALUES (x'C3A4')",
    ]
    for encoding in ["UTF-8", "UTF-16le", "UTF-16be"] {
      try expectSame([.default(blob)], encoding: encoding)
    }
  }

  @Test func `rows with a wrong number of values are refused as before`() throws {
    let (pairs, four) = ("INSERT INTO t VALUES (1,2),(3,4)", "INSERT INTO t VALUES (1,2,3,4)")
    let wrong = [
      ["CREATE TABLE t (a, b)", pairs, pairs, four],
      ["CREATE TABLE t (a, b, c, d)", four, four, pairs],
    ]
    for statements in wrong {
      let lines = try expectSame([.default(statements)])
      #expect(lines.contains { $0.contains("values were supplied") }, "\(lines)")
    }
  }

  @Test func `a text that is too long is refused as before`() throws {
    let long = String(repeating: "x", count: 3000)
    let statements =
      ["CREATE TABLE t (a, b)"] + inserts(0..<3) + ["INSERT INTO t VALUES (1, '\(long)')"]
    for (limit, values) in [
      (SQLITE_LIMIT_SQL_LENGTH, [2999, 3030, 3031, 3032, 3033, 3100]),
      (SQLITE_LIMIT_LENGTH, [2990, 2999, 3000, 3001, 3010, 3100]),
    ] {
      let ends = try values.map { value in
        try expectSame([.default(statements)], limits: [(limit, Int32(value))], "\(limit) \(value)")
      }
      #expect(ends.first?.contains { $0.contains("too big") || $0.contains("too long") } == true)
    }
  }

  @Test func `law 14: a failure has the text, the place and the message of its statement`() throws {
    let lines = try expectSame([
      .default(
        ["CREATE TABLE t (a UNIQUE, b)"] + inserts(0..<4)
          + [" \n INSERT INTO t VALUES (2, 'b') ; SELECT 1"])
    ])
    #expect(lines.contains { $0.contains("INSERT INTO t VALUES (2, 'b')") })
    #expect(lines.contains { $0.contains("UNIQUE constraint failed: t.a") })
    let file =
      "CREATE TABLE t (a UNIQUE);\n"
      + (0..<5).map { "INSERT INTO t VALUES (\($0 % 4));\n" }.joined()
    try expectSame([.file(named: "sql_default.sql", text: file)])
  }

  @Test(arguments: ["UTF-8", "UTF-16le"])
  func `scripts of any kind leave the same database with and without binding, byte for byte`(
    encoding: String
  ) throws {
    let count = encoding == "UTF-8" ? 2500 : 100
    for seed in 1...UInt64(count) {
      var script = InsertScript(seed: seed)
      let scripts = script.scripts()
      try expectSame(scripts, encoding: encoding, "seed \(seed)")
    }
  }

  @Test func `the generated scripts run and are bound`() throws {
    var (finished, bound) = (0, 0)
    for seed in 1...UInt64(200) {
      var script = InsertScript(seed: seed)
      let scripts = script.scripts()
      let lines = try Self.seen(scripts, binds: true)
      if lines.contains(where: { $0.hasPrefix("2 ") }) { finished += 1 }
      if try !self.bound(scripts).isEmpty { bound += 1 }
    }
    #expect((40...190).contains(finished), "some fail, and not all: \(finished)")
    // In the other scripts, a statement fails before there are two of one shape.
    #expect(bound > 60, "\(bound) of 200")
  }
}
