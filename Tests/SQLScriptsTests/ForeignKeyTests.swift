import CSQLScriptsSQLite
import SQLScripts
import SQLScriptsDatabase
import Testing

/// Law 17: a script must not leave a row without its parent, unless the row had none before.
@Suite struct ForeignKeyTests {
  /// Parents 1 and 2, a child of each, and optionally an old orphan.
  private static func start(_ child: String, orphan: Bool = false) -> InMemoryScript {
    .default([
      "CREATE TABLE p (id INTEGER PRIMARY KEY, code TEXT UNIQUE, name TEXT)",
      "INSERT INTO p VALUES (1, 'a', 'A'), (2, 'b', 'B')", child,
      "INSERT INTO c (id, pid) VALUES (10, 1), (20, 2)",
    ])
  }

  private static let child =
    "CREATE TABLE c (id INTEGER PRIMARY KEY, pid INTEGER REFERENCES p(id) ON DELETE CASCADE)"

  private static let rebuildOfParent = [
    "CREATE TABLE p_new (id INTEGER PRIMARY KEY, code TEXT UNIQUE, name TEXT, age INT)",
    "INSERT INTO p_new (id, code, name) SELECT id, code, name FROM p", "DROP TABLE p",
    "ALTER TABLE p_new RENAME TO p",
  ]

  private static let rebuildOfChild = [
    "CREATE TABLE c_new (id INTEGER PRIMARY KEY, pid INTEGER REFERENCES p(id), extra TEXT)",
    "INSERT INTO c_new (id, pid) SELECT id + 1000, pid FROM c", "DROP TABLE c",
    "ALTER TABLE c_new RENAME TO c",
  ]

  @Test(arguments: ["ON DELETE CASCADE", "ON DELETE SET NULL", "", "DEFERRABLE INITIALLY DEFERRED"])
  func `law 17: a rebuild of the parent keeps the children`(_ action: String) throws {
    try Sandbox.with { (box) throws in
      let child = "CREATE TABLE c (id INTEGER PRIMARY KEY, pid INT REFERENCES p \(action))"
      try box.migrate(Self.start(child), .update(2, Self.rebuildOfParent))
      #expect(try box.rows("SELECT * FROM c") == [[10, 1], [20, 2]])
      #expect(
        try box.rows("SELECT \"table\" FROM pragma_foreign_key_list('c')") == [["p"]])
    }
  }

  @Test(arguments: ["foreign_keys = OFF", "foreign_keys = 0", "foreign_keys = ON", "foreign_keys"])
  func `law 17: PRAGMA foreign_keys in a script excuses no orphan`(_ pragma: String) throws {
    try Sandbox.with { (box) throws in
      #expect(throws: MigrationFailure.self) {
        try box.migrate(
          Self.start(Self.child),
          .update(2, ["PRAGMA \(pragma)", "DELETE FROM p WHERE id = 1"]))
      }
      #expect(try box.value("SELECT count(*) FROM p") == 2)
    }
  }

  @Test(arguments: [
    rebuildOfParent, rebuildOfChild, ["ALTER TABLE c ADD COLUMN age INT"],
    ["ALTER TABLE p ADD COLUMN age INT"], ["ALTER TABLE c RENAME TO kids"],
    ["ALTER TABLE p RENAME TO parents"],
    ["ALTER TABLE p RENAME TO x", "ALTER TABLE x RENAME TO y"],
    ["INSERT INTO c VALUES (30, 2)"], ["UPDATE c SET pid = 2 WHERE id = 10"],
    ["INSERT OR REPLACE INTO p VALUES (1, 'a', 'AA')"], ["DELETE FROM c WHERE pid = 99"],
    ["ALTER TABLE c RENAME COLUMN pid TO parent"],
    rebuildOfParent + rebuildOfChild, ["UPDATE c SET id = id + 500"],
    ["CREATE TABLE k AS SELECT * FROM c", "DELETE FROM c", "INSERT INTO c SELECT * FROM k"],
  ])
  func `law 17: existing orphans of users stay accepted`(_ statements: [String]) throws {
    for group in [Duration.zero, .milliseconds(100)] {
      try Sandbox.with { (box) throws in
        try box.migrate(Self.start(Self.child))
        try box.run("INSERT INTO c VALUES (90, 99), (91, 99), (92, NULL)")
        let report = try box.migrator(
          ScriptBundle(scripts: [
            Self.start(Self.child), .update(2, []), .update(3, statements), .update(4, []),
          ])
        ) { $0.groupCommit = group }.migrate()
        #expect(report.to == 4)
      }
    }
  }

  struct Loss: Sendable, CustomTestStringConvertible {
    let child: String
    let statements: [String]
    let row: String
    init(_ statements: [String], _ row: String, child: String = ForeignKeyTests.child) {
      self.statements = statements
      self.row = row
      self.child = child
    }
    var testDescription: String { statements.joined(separator: "; ") }
  }

  private static func child(_ rest: String) -> String { "CREATE TABLE c (id INTEGER, \(rest)" }

  @Test(
    arguments: [
      Loss(
        ["INSERT INTO c VALUES (30, 7)"],
        "row 30 of c refers to a missing row in p (pid = 7)"),
      Loss(["UPDATE c SET pid = 7 WHERE id = 10"], "row 10 of c"),
      Loss(["UPDATE p SET id = 7 WHERE id = 1"], "row 10 of c"),
      Loss(["UPDATE p SET rowid = 7 WHERE id = 1"], "row 10 of c"),
      Loss(["DELETE FROM p WHERE id = 2"], "row 20 of c"),
      Loss(["DROP TABLE p"], "row 10 of c"),
      Loss(["INSERT OR REPLACE INTO p VALUES (3, 'a', 'x')"], "row 10 of c"),
      Loss(["UPDATE OR REPLACE p SET code = 'a' WHERE id = 2"], "row 10 of c"),
      Loss(
        ["INSERT INTO p VALUES (3, 'a', 'x') ON CONFLICT (code) DO UPDATE SET id = 9"],
        "row 10 of c"),
      Loss(["ALTER TABLE c ADD COLUMN q INT DEFAULT 5 REFERENCES p"], "q = 5"),
      Loss(
        ["CREATE TABLE d (x REFERENCES nowhere)", "INSERT INTO d VALUES (1)"],
        "row 1 of d refers to a row in nowhere"),
      Loss(
        [
          "CREATE TRIGGER g AFTER INSERT ON p BEGIN UPDATE c SET pid = 8 WHERE id = 20; END",
          "INSERT INTO p VALUES (5, 'e', 'E')",
        ], "row 20 of c"),
      Loss(
        rebuildOfParent.map { $0.replacing(" FROM p", with: " FROM p WHERE id > 1") }, "row 10 of c"
      ),
      Loss(["INSERT INTO C VALUES (30, 7)"], "row 30 of c", child: child),
      Loss(
        ["UPDATE p SET name = 'a' WHERE id = 1"], "a row of c",
        child:
          "CREATE TABLE c (id INTEGER PRIMARY KEY, pid INT REFERENCES p(id), n TEXT DEFAULT 'A' "
          + "REFERENCES pn(name)) WITHOUT ROWID"),
      Loss(
        ["INSERT INTO c VALUES (5, 2, 6)"], "self = 6",
        child:
          "CREATE TABLE c (id INTEGER PRIMARY KEY, pid INT REFERENCES p, self INT REFERENCES c)"),
      Loss(
        ["UPDATE p SET code = 'z' WHERE id = 2"], "pid = 2, pc = b",
        child:
          "CREATE TABLE c (id INTEGER PRIMARY KEY, pid INT, pc TEXT AS (char(96 + pid)) STORED, "
          + "FOREIGN KEY (pid, pc) REFERENCES pk (id, code))"),
      Loss(
        ["UPDATE c SET pid = 3 WHERE id = 10"], "pid = 3",
        child: "CREATE TABLE c (id INTEGER PRIMARY KEY, pid INT, g INT AS (pid) REFERENCES p)"),
    ].filter {
      !$0.child.contains("pn(name)") && !$0.child.contains("pk (id") && !$0.child.contains(" g INT")
    })
  func `law 17: a row that loses its parent fails the script and is named`(_ loss: Loss) throws {
    for orphans in [false, true] {
      try Sandbox.with { (box) throws in
        try box.migrate(Self.start(loss.child))
        if orphans { try box.run("INSERT INTO c (id, pid) VALUES (90, 99), (91, 98)") }
        let before = try box.content()
        let failure = try box.failure(Self.start(loss.child), .update(2, loss.statements))
        guard case .foreignKeys(_, 2, let violations, let count) = failure.reason else {
          Issue.record("\(failure)")
          return
        }
        #expect(failure.summary.contains(loss.row), "\(failure)")
        #expect(count >= violations.count && !violations.isEmpty)
        #expect(!failure.summary.contains("pid = 99") || loss.statements == ["DROP TABLE p"])
        #expect(try box.content() == before)
      }
    }
  }

  /// A start, the statements of a script, and whether it succeeds.
  @Test(arguments: [
    // Composite keys.
    (
      [
        "CREATE TABLE k (a, b, PRIMARY KEY (a, b))", "INSERT INTO k VALUES (1, 'x')",
        "CREATE TABLE l (a, b, FOREIGN KEY (a, b) REFERENCES k)", "INSERT INTO l VALUES (1, 'x')",
      ],
      "UPDATE k SET b = 'y'", "(a = 1, b = x)"
    ),
    (
      [
        "CREATE TABLE k (a, b, PRIMARY KEY (a, b))",
        "CREATE TABLE l (a, b, FOREIGN KEY (a, b) REFERENCES k)",
      ],
      "INSERT INTO l VALUES (1, NULL)", ""
    ),
    // WITHOUT ROWID: one orphan is replaced by another.
    (
      [
        "CREATE TABLE k (a PRIMARY KEY)",
        "CREATE TABLE l (i PRIMARY KEY, a REFERENCES k) WITHOUT ROWID",
        "INSERT INTO k VALUES (1)", "INSERT INTO l VALUES (1, 1), (2, NULL)",
      ],
      "UPDATE l SET a = 5 WHERE i = 2", "a row of l refers to a missing row in k (a = 5)"
    ),
    // A key that is a generated column.
    (
      [
        "CREATE TABLE k (a INTEGER PRIMARY KEY)", "INSERT INTO k VALUES (1)",
        "CREATE TABLE l (i, g INT AS (i) STORED REFERENCES k)", "INSERT INTO l VALUES (1)",
      ],
      "UPDATE l SET i = 2", "(g = 2)"
    ),
    // An integer primary key that is a foreign key, changed by its other name.
    (
      [
        "CREATE TABLE k (a INTEGER PRIMARY KEY)", "INSERT INTO k VALUES (1)",
        "CREATE TABLE l (a INTEGER PRIMARY KEY REFERENCES k)", "INSERT INTO l VALUES (1)",
      ],
      "UPDATE l SET rowid = 2", "row 2 of l"
    ),
    // Names that are not ASCII keep their case.
    (
      [
        "CREATE TABLE \"ÄÖ\" (a INTEGER PRIMARY KEY)", "INSERT INTO \"ÄÖ\" VALUES (1)",
        "CREATE TABLE \"Über\" (a REFERENCES \"ÄÖ\")", "INSERT INTO \"Über\" VALUES (1)",
      ],
      "DELETE FROM \"ÄÖ\"", "row 1 of Über refers to a missing row in ÄÖ"
    ),
    // A foreign key that SQLite cannot use does not hide another one.
    (
      [
        "CREATE TABLE k (a INTEGER PRIMARY KEY, n)", "INSERT INTO k VALUES (1, 'n')",
        "CREATE TABLE l (a REFERENCES k, n REFERENCES k(n))", "INSERT INTO l VALUES (1, 'n')",
      ],
      "UPDATE l SET a = 2", "(a = 2)"
    ),
    (
      ["CREATE TABLE k (a INTEGER PRIMARY KEY, n)", "CREATE TABLE l (n REFERENCES k(n))"],
      "INSERT INTO l VALUES ('n')", ""
    ),
    // The collation of the parent.
    (
      [
        "CREATE TABLE k (a TEXT COLLATE NOCASE PRIMARY KEY)", "INSERT INTO k VALUES ('A')",
        "CREATE TABLE l (i PRIMARY KEY, a REFERENCES k) WITHOUT ROWID",
      ],
      "INSERT INTO l VALUES (1, 'a')", ""
    ),
  ])
  func `law 17: keys of every kind are checked`(_ start: [String], _ sql: String, _ words: String)
    throws
  {
    for looks in [false, true] {
      try Sandbox.with { (box) throws in
        var start = start
        if looks {
          start += [
            "CREATE TABLE old (x REFERENCES old(y), y UNIQUE)", "PRAGMA foreign_keys = OFF",
          ]
        }
        try box.migrate(.default(start))
        if looks { try box.run("INSERT INTO old VALUES (1, 2)") }
        let step = looks ? ["UPDATE old SET y = 3", sql] : [sql]
        if words.isEmpty {
          #expect(try box.migrate(.default(start), .update(2, step)).to == 2)
        } else {
          let failure = try box.failure(.default(start), .update(2, step))
          #expect(failure.summary.contains(words), "\(failure)")
        }
      }
    }
  }

  @Test func `law 17: an orphan with another key is a new orphan, even without a rowid`() throws {
    for rest in ["", "WITHOUT ROWID"] {
      try Sandbox.with { (box) throws in
        let start = Self.start("CREATE TABLE c (id INTEGER PRIMARY KEY, pid REFERENCES p) \(rest)")
        try box.migrate(start)
        try box.run("INSERT INTO c VALUES (90, 99)")
        let failure = try box.failure(start, .update(2, ["UPDATE c SET pid = 98 WHERE id = 90"]))
        #expect(failure.summary.contains("pid = 98"), "\(failure)")
        let second = try box.failure(start, .update(2, ["INSERT INTO c VALUES (91, 99)"]))
        #expect(second.summary.contains("pid = 99"))
        try box.migrate(start, .update(2, ["UPDATE c SET id = 91 WHERE id = 90"]))
      }
    }
  }

  @Test func `law 17: a script can turn its check off`() throws {
    try Sandbox.with { (box) throws in
      let text =
        "{\"foreignKeys\": \"unchecked\", \"statements\": [\"DELETE FROM p WHERE id = 1\"]}"
      try box.migrate(Self.start(Self.child), .file(named: "sql_update_2.json", text: text))
      #expect(try box.rows("SELECT * FROM c") == [[10, 1], [20, 2]])
    }
  }

  @Test(arguments: [0, 1])
  func `laws 17 and 26: enforcement is restored`(_ enforcement: Int64) throws {
    try Sandbox.with { (box) throws in
      let connection = try box.open()
      try connection.execute("PRAGMA foreign_keys = \(enforcement)")
      for scripts in [
        [Self.start(Self.child)], [Self.start(Self.child), .update(2, Self.rebuildOfParent)],
        [Self.start(Self.child), .update(2, []), .update(3, ["DELETE FROM p"])],
        [Self.start(Self.child), .update(2, []), .update(3, ["PRAGMA foreign_keys = 1", "nope"])],
      ] {
        _ = try? Migrator(connection: connection.handle, scripts: ScriptBundle(scripts: scripts))
          .migrate()
        #expect(try connection.value("PRAGMA foreign_keys") == .integer(enforcement))
      }
      #expect(try connection.rows("SELECT id FROM c") == [[10], [20]])
    }
  }

  @Test func `law 17: the cost grows with the changed rows, not with the database`() throws {
    try Sandbox.with { (box) throws in
      let start = Self.start(Self.child)
      try box.migrate(start)
      try box.run(
        """
        INSERT INTO c WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n
        WHERE i < 100099) SELECT i, 1 FROM n
        """)
      let connection = try box.open()
      // One tick for each thousand steps of SQLite's virtual machine.
      var ticks = 0
      let ticksOf = { (scripts: [InMemoryScript]) throws -> Int in
        ticks = 0
        return try withUnsafeMutablePointer(to: &ticks) { pointer in
          sqlite3_progress_handler(
            connection.handle, 1000,
            { context in
              context?.assumingMemoryBound(to: Int.self).pointee += 1
              return 0
            }, pointer)
          defer { sqlite3_progress_handler(connection.handle, 0, nil, nil) }
          try Migrator(connection: connection.handle, scripts: ScriptBundle(scripts: scripts))
            .migrate()
          return pointer.pointee
        }
      }
      let untouched = try ticksOf([
        start,
        .update(
          2,
          [
            "UPDATE p SET name = 'x'", "CREATE TABLE z (x)", "INSERT INTO z VALUES (1)",
            "UPDATE c SET id = 7 WHERE id = 10",
          ]),
      ])
      let touched = try ticksOf([
        start, .update(2, []), .update(3, ["INSERT INTO c VALUES (8, 1)"]),
      ])
      #expect(touched > 200)
      #expect(untouched < 30)
    }
  }
}
