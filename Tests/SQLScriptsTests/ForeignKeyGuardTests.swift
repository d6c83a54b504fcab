import CSQLScriptsSQLite
import SQLScriptsDatabase
import SQLScriptsSQL
import TestSupport
import Testing

@testable import SQLScripts

/// Laws 17, 22 and 31: one guard for scripts and code steps, whatever the database is like.
@Suite struct ForeignKeyGuardTests {
  private static let start: [String] = [
    "CREATE TABLE p (id INTEGER PRIMARY KEY)", "INSERT INTO p VALUES (1), (2)",
    "CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p(id))",
    "INSERT INTO c VALUES (10, 1), (20, 2)",
  ]

  private func run(
    _ start: [String], old: [String] = [], _ scripts: InMemoryScript..., code: CodeStep...,
    prepare: (Connection) throws -> Void = { _ in }
  ) throws -> (failure: MigrationFailure?, repetitions: Int) {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    _ = try Migrator(
      connection: connection.handle, scripts: ScriptBundle(scripts: [.default(start)])
    ).migrate()
    for sql in old { try connection.execute(sql) }
    try prepare(connection)
    let counter = RepetitionCounter()
    var options = MigrationOptions()
    options.codeSteps = code
    options.observer = counter
    do {
      try Migrator(
        connection: connection.handle,
        scripts: ScriptBundle(scripts: [.default(start)] + scripts), options: options
      ).migrate()
      return (nil, counter.count)
    } catch {
      return (error, counter.count)
    }
  }

  private func expectOrphans(
    _ failure: MigrationFailure?, _ words: String,
    at place: Testing.SourceLocation = #_sourceLocation
  ) {
    guard let failure, case .foreignKeys = failure.reason else {
      Issue.record("\(String(describing: failure))", sourceLocation: place)
      return
    }
    #expect(failure.summary.contains(words), "\(failure)", sourceLocation: place)
  }

  // MARK: Large databases

  private static let large = [
    "CREATE TABLE large AS SELECT zeroblob(9000000)", "DROP TABLE large",
  ]

  @Test func `law 17: with old orphans in a large database, statements do not run twice`() throws {
    let old = Self.large + ["INSERT INTO c VALUES (30, 99)"]
    let change = ["INSERT INTO c VALUES (40, 1)", "UPDATE c SET p = 2 WHERE p = 1"]
    let clean = try run(Self.start, old: old, .update(2, change))
    #expect(clean.failure == nil)
    #expect(clean.repetitions == 0)
    let orphan = try run(Self.start, old: old, .update(2, change + ["UPDATE c SET p = 99"]))
    expectOrphans(orphan.failure, "p = 99")
    #expect(orphan.repetitions == 0)
  }

  @Test(arguments: [-2000, 0, 100, -50_000])
  func `laws 17 and 26: the check of a large database keeps the size of the page cache`(
    _ size: Int64
  ) throws {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for sql in Self.start + Self.large { try connection.execute(sql) }
    try connection.execute("PRAGMA cache_size = \(size)")
    try connection.execute("PRAGMA user_version = 1")
    var options = MigrationOptions()
    options.versionStore = .userVersion
    let scripts: [InMemoryScript] = [
      .default(["SELECT 1"]), .update(2, ["UPDATE c SET p = 1", "DELETE FROM p WHERE id = 2"]),
    ]
    try Migrator(
      connection: connection.handle, scripts: ScriptBundle(scripts: scripts), options: options
    ).migrate()
    #expect(try connection.value("PRAGMA cache_size") == .integer(size))
  }

  // MARK: Law 31

  @Test func `law 31: each script is run again once, even in a group that stays open`() throws {
    try Sandbox.with { (box) throws in
      let declare = { (table: String) in
        [
          "CREATE TABLE n (id INTEGER PRIMARY KEY, u INTEGER REFERENCES users)",
          "INSERT INTO n SELECT id, u FROM \(table)", "DROP TABLE \(table)",
          "ALTER TABLE n RENAME TO \(table)",
        ]
      }
      let scripts: [InMemoryScript] = [
        .default(
          ["CREATE TABLE users (id INTEGER PRIMARY KEY)"]
            + ["a", "b", "d"].flatMap {
              [
                "CREATE TABLE \($0) (id INTEGER PRIMARY KEY, u INTEGER)",
                "INSERT INTO \($0) VALUES (1, 0)",
              ]
            }), .update(2, declare("a")), .update(3, declare("b")), .update(4, ["SELECT 1"]),
        .update(5, declare("d")), .update(6, ["UPDATE a SET id = 7"]),
      ]
      let counter = RepetitionCounter()
      let migrator = box.migrator(ScriptBundle(scripts: scripts)) { $0.observer = counter }
      let report = try migrator.open(onNewDatabase: {
        try $0.execute("INSERT INTO users VALUES (5)")
      }).1
      #expect(report.to == 6)
      #expect(counter.count == 3)
      #expect(report.steps.map(\.notices.count) == [0, 1, 1, 0, 1, 0])
    }
  }

  @Test
  func
    `law 31: below minimumVersion, a new orphan is an error and does not repeat the scripts forever`()
    throws
  {
    try TemporaryFolder.with { folder in
      let scripts = ScriptBundle(
        scripts: [
          .default(Self.start), .update(2, ["INSERT INTO c VALUES (30, 3)"]), .update(3, []),
        ], settings: Array(#"{ "minimumVersion": 3 }"#.utf8))
      let failure = #expect(throws: MigrationFailure.self) {
        try Migrator(path: folder + "/a.sqlite", scripts: scripts).migrate()
      }
      expectOrphans(failure, "row 30 of c")
    }
  }

  @Test func `law 17: the next step knows what a step left`() throws {
    let result = try run(
      Self.start, old: ["INSERT INTO c VALUES (90, 99), (91, 99)"],
      .update(2, ["UPDATE c SET p = 2 WHERE p = 1"]), .update(3, ["DELETE FROM c WHERE id = 91"]),
      .update(4, ["UPDATE c SET p = 99 WHERE id = 10"]))
    expectOrphans(result.failure, "(p = 99)")
    #expect(result.failure?.report.to == 3)
    #expect(result.repetitions == 1)
  }

  // MARK: The schema is read again

  @Test func `law 17: schema changes by unchecked scripts and by code are noticed`() throws {
    let unchecked = InMemoryScript.file(
      named: "sql_update_2.json",
      text: "{\"foreignKeys\": \"unchecked\", \"statements\": [\"CREATE TABLE d (p REFERENCES p)\","
        + " \"INSERT INTO d VALUES (1)\", \"DROP TABLE c\"]}")
    let made = try run(Self.start, unchecked, .update(3, ["DELETE FROM p WHERE id = 1"]))
    expectOrphans(made.failure, "row 1 of d")
    let gone = try run(Self.start, unchecked, .update(3, ["DELETE FROM p WHERE id = 2"]))
    #expect(gone.failure == nil)
    let code = try run(
      Self.start, .update(2, []), .update(3, ["DELETE FROM p WHERE id = 1"]),
      code: CodeStep(version: 2, name: "makes") { database in
        for sql in ["CREATE TABLE d (p REFERENCES p)", "INSERT INTO d VALUES (1)", "DROP TABLE c"] {
          try database.execute(sql)
        }
      })
    expectOrphans(code.failure, "row 1 of d")
  }

  // MARK: Old orphans

  @Test(arguments: [
    [
      "CREATE TABLE q (id INTEGER PRIMARY KEY)", "INSERT INTO q SELECT * FROM p",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, p INTEGER REFERENCES q(id))",
      "INSERT INTO n SELECT id, p FROM c", "DROP TABLE c", "ALTER TABLE n RENAME TO c",
      "DROP TABLE p",
    ],
    [
      "CREATE TABLE n (id INTEGER PRIMARY KEY, p TEXT REFERENCES p(id))",
      "INSERT INTO n SELECT id, p FROM c", "DROP TABLE c", "ALTER TABLE n RENAME TO c",
    ],
    [
      "CREATE TABLE n (id INTEGER PRIMARY KEY, owner REAL REFERENCES p(id))",
      "INSERT INTO n SELECT id, p FROM c", "DROP TABLE c",
    ],
    [
      "ALTER TABLE c RENAME TO old", "CREATE TABLE c (id INTEGER PRIMARY KEY, p REFERENCES p(id))",
      "INSERT INTO c SELECT id, p FROM old", "DROP TABLE old", "UPDATE c SET id = id + 1000",
    ],
    [
      "ALTER TABLE p RENAME TO q", "ALTER TABLE c RENAME TO d",
      "ALTER TABLE d RENAME COLUMN p TO q",
    ],
    [
      "CREATE TEMP TABLE keep AS SELECT * FROM c", "DROP TABLE c",
      "CREATE TABLE d (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p(id))",
      "INSERT INTO d SELECT id, p FROM keep",
    ],
    [
      "CREATE TABLE d (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p(id))",
      "INSERT INTO d SELECT id, p FROM c WHERE p > 50", "DELETE FROM c WHERE p > 50",
    ],
  ])
  func `law 17: old orphans are forgotten with their table, their parent and their type`(
    _ sql: [String]
  )
    throws
  {
    let old = ["INSERT INTO c VALUES (90, 99), (91, 99)"]
    let script = try run(Self.start, old: old, .update(2, sql))
    #expect(script.failure == nil)
    let code = CodeStep(version: 2, name: "rebuilds", place: .instead) { database in
      for statement in sql { try database.execute(statement) }
    }
    let step = try run(Self.start, old: old, .update(2, []), code: code)
    #expect(step.failure == nil)
  }

  @Test func `law 17: an old orphan excuses no orphan of another table, column or number`() throws {
    let two = Self.start + ["CREATE TABLE d (id INTEGER PRIMARY KEY, p REFERENCES p)"]
    let old = ["INSERT INTO c VALUES (90, 0)"]
    for sql in [
      ["DELETE FROM c WHERE id = 90", "INSERT INTO d VALUES (1, 0)"],
      ["INSERT INTO d SELECT id, p FROM c WHERE id = 90", "DELETE FROM c WHERE id = 90"],
      ["UPDATE c SET p = 0 WHERE id = 10"],
      ["CREATE TABLE e (id INTEGER PRIMARY KEY, p REFERENCES p)", "INSERT INTO e SELECT * FROM c"],
      ["ALTER TABLE c ADD COLUMN o DEFAULT 0 REFERENCES p", "UPDATE c SET p = 1 WHERE p = 0"],
    ] {
      expectOrphans(try run(two, old: old, .update(2, sql)).failure, "= 0)")
      let code = CodeStep(version: 2, name: "code") { database in
        for statement in sql { try database.execute(statement) }
      }
      expectOrphans(try run(two, old: old, .update(2, []), code: code).failure, "= 0)")
    }
  }

  @Test func `law 17: no column or table name misleads the check`() throws {
    for name in ["rowid", "oid", "_rowid_", "table", "a\"b", "ö ", "k0"] {
      let table = "T \(name)"
      let start = [
        "CREATE TABLE \(table.quotedName) (\(name.quotedName) TEXT, p INTEGER REFERENCES p(id))",
        "CREATE TABLE p (id INTEGER PRIMARY KEY)",
      ]
      let insert = "INSERT INTO \(table.quotedName) VALUES ('x', "
      let result = try run(
        start, old: [insert + "77)"],
        .update(2, ["DELETE FROM \(table.quotedName)", insert + "88)"]))
      expectOrphans(result.failure, "of \(table) refers to a missing row in p (p = 88)")
      let same = try run(
        start, old: [insert + "77)"],
        .update(2, ["DELETE FROM \(table.quotedName)", insert + "77)"]))
      #expect(same.failure == nil)
    }
  }

  @Test func `law 17: keys are compared as the parent compares them`() throws {
    let start = [
      "CREATE TABLE p (k TEXT COLLATE NOCASE PRIMARY KEY)", "INSERT INTO p VALUES ('a')",
      "CREATE TABLE c (k TEXT REFERENCES p(k), n)",
    ]
    let old = ["INSERT INTO c(k) VALUES ('Old'), ('A')"]
    #expect(try run(start, old: old, .update(2, ["UPDATE c SET k = upper(k)"])).failure == nil)
    expectOrphans(
      try run(start, old: old, .update(2, ["UPDATE c SET k = k || '!'"])).failure, "(k = A!)")
    let composite = [
      "CREATE TABLE p (x, y, PRIMARY KEY (x, y))",
      "CREATE TABLE c (b, a, FOREIGN KEY (a, b) REFERENCES p(x, y))",
    ]
    let rows = ["INSERT INTO c(a, b) VALUES (1, 2), (NULL, 3)"]
    let swap = try run(composite, old: rows, .update(2, ["UPDATE c SET a = b, b = a"]))
    expectOrphans(swap.failure, "(a = 2, b = 1)")
    #expect(try run(composite, old: rows, .update(2, ["UPDATE c SET a = a, b = b"])).failure == nil)
  }

  // MARK: Settings and functions of the app

  /// A parent of type TEXT compares 2 and 2.0 as '2' and '2.0', however the child stores them.
  @Test(arguments: ["", "TEXT"])
  func `law 17: correcting an old orphan does not excuse another key of a TEXT parent`(
    newType: String
  ) throws {
    let start = [
      "CREATE TABLE p (id TEXT PRIMARY KEY)",
      "CREATE TABLE c (id INTEGER PRIMARY KEY, p REFERENCES p)",
    ]
    let rebuild = [
      "CREATE TABLE n (id INTEGER PRIMARY KEY, p \(newType) REFERENCES p)",
      "INSERT INTO n SELECT * FROM c", "DROP TABLE c", "ALTER TABLE n RENAME TO c",
    ]
    for change in [[], rebuild] {
      let correct = change + ["DELETE FROM c WHERE id = 1"]
      let clean = try run(start, old: ["INSERT INTO c VALUES (1, 2)"], .update(2, correct))
      #expect(clean.failure == nil)
      let orphan = try run(
        start, old: ["INSERT INTO c VALUES (1, 2)"],
        .update(2, correct + ["INSERT INTO c VALUES (2, 2.0)"]))
      expectOrphans(orphan.failure, "2.0")
    }
  }

  @Test func `law 17: the app's pragmas and functions do not turn the check off`() throws {
    for prepare in [
      { (connection: Connection) throws in try connection.execute("PRAGMA case_sensitive_like = ON")
      },
      { connection in
        for (name, count) in [
          ("like", Int32(2)), ("count", 0), ("max", 1), ("instr", 2), ("lower", 1),
        ] {
          sqlite3_create_function(
            connection.handle, name, count, SQLITE_UTF8, nil,
            { context, _, _ in sqlite3_result_int(context, 0) }, nil, nil)
        }
      },
    ] {
      let new = try run(
        Self.start, old: ["INSERT INTO c VALUES (90, 99)"],
        .update(2, ["DELETE FROM p WHERE id = 1"]),
        prepare: prepare)
      expectOrphans(new.failure, "row 10 of c")
    }
  }

  @Test
  func `law 17: a foreign key that SQLite cannot use neither hides orphans nor causes a refusal`()
    throws
  {
    let start =
      Self.start + ["CREATE TABLE bad (n REFERENCES other(n))", "CREATE TABLE other (n)"]
    let code = { (sql: String) in
      CodeStep(version: 2, name: "code") { try $0.execute(sql) }
    }
    let new = try run(start, .update(2, []), code: code("DELETE FROM p WHERE id = 1"))
    expectOrphans(new.failure, "code step “code” leaves 1 row")
    #expect(try run(start, .update(2, []), code: code("INSERT INTO bad VALUES (1)")).failure == nil)
  }

  @Test func `laws 17 and 22: a statement that the app had prepared is checked`() throws {
    var prepared: Statement?
    let result = try run(
      Self.start, .update(2, []), .update(3, []),
      code: CodeStep(version: 2, name: "first") { try $0.execute("DELETE FROM c WHERE p = 5") },
      CodeStep(version: 3, name: "second") { _ in
        try Shared.statement.withLock { try $0?.execute() }
      }
    ) { connection in
      prepared = try connection.prepare("DELETE FROM p WHERE id = 1")
      Shared.statement.withLock { $0 = prepared }
    }
    Shared.statement.withLock { $0 = nil }
    expectOrphans(result.failure, "code step “second” leaves 1 row")
  }

  // MARK: Costs

  /// The steps of SQLite's virtual machine, in thousands.
  private func ticks(_ connection: Connection, _ body: () throws -> Void) rethrows -> Int {
    var ticks = 0
    return try withUnsafeMutablePointer(to: &ticks) { pointer in
      sqlite3_progress_handler(
        connection.handle, 1000,
        { context in
          context?.assumingMemoryBound(to: Int.self).pointee += 1
          return 0
        }, pointer)
      defer { sqlite3_progress_handler(connection.handle, 0, nil, nil) }
      try body()
      return pointer.pointee
    }
  }

  @Test func `law 17: old orphans cost a few checks, whatever their number`() throws {
    for declared in ["", "REFERENCES p(id)"] {
      var costs: [Int] = []
      for count in [20_000, 40_000] {
        let connection = try Connection(
          path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
        let start: [InMemoryScript] = [
          .default([
            "CREATE TABLE p (id INTEGER PRIMARY KEY)",
            "CREATE TABLE c (id INTEGER PRIMARY KEY, p INTEGER \(declared))",
          ])
        ]
        _ = try Migrator(connection: connection.handle, scripts: ScriptBundle(scripts: start))
          .migrate()
        try connection.execute(
          """
          INSERT INTO c WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
          SELECT i, i + 1000000 FROM n
          """)
        let rebuild = InMemoryScript.update(
          2,
          [
            "CREATE TABLE n (id INTEGER PRIMARY KEY, p INTEGER REFERENCES p(id))",
            "INSERT INTO n SELECT id, p FROM c", "DROP TABLE c", "ALTER TABLE n RENAME TO c",
          ])
        let touches = (3...6).map { InMemoryScript.update($0, ["UPDATE c SET p = p WHERE id = 1"]) }
        let all = try ticks(connection) {
          try Migrator(
            connection: connection.handle,
            scripts: ScriptBundle(scripts: start + [rebuild] + touches)
          ).migrate()
        }
        let check = try ticks(connection) { _ = try connection.rows("PRAGMA foreign_key_check(c)") }
        // Two rebuilds, one look at the schema, and five checks.
        #expect(all < check * 16, "\(all), and \(check) for a check")
        costs.append(all)
      }
      #expect(costs[1] < costs[0] * 5 / 2)
    }
  }

  @Test func `laws 17 and 22: code that changes nothing costs nothing`() throws {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    let start = InMemoryScript.default(Self.start)
    _ = try Migrator(connection: connection.handle, scripts: ScriptBundle(scripts: [start]))
      .migrate()
    try connection.execute(
      """
      INSERT INTO c WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
      SELECT i, 1 FROM n
      """)
    var options = MigrationOptions()
    options.codeSteps = (2...6).map { version in
      CodeStep(version: version, name: "code") { _ = try $0.query("SELECT 1 FROM c LIMIT 1") }
    }
    let cost = try ticks(connection) {
      try Migrator(
        connection: connection.handle,
        scripts: ScriptBundle(scripts: [start] + (2...6).map { .update($0, []) }), options: options
      ).migrate()
    }
    #expect(cost < 20)
  }
}

/// State that a sendable closure shares with its test.
private enum Shared {
  nonisolated(unsafe) private static var box: Statement?

  struct Holder: Sendable {
    func withLock<Result>(_ body: (inout Statement?) throws -> Result) rethrows -> Result {
      try body(&Shared.box)
    }
  }

  static let statement = Holder()
}

private final class RepetitionCounter: MigrationObserver {
  nonisolated(unsafe) private(set) var count = 0

  func observe(_ event: MigrationEvent) {
    if case .stepsRepeated = event { count += 1 }
  }
}
