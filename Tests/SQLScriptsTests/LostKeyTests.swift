import SQLScripts
import SQLScriptsDatabase
import Testing

/// Law 17: a foreign key that SQLite could check before a script must not be one that it cannot check
/// afterwards. With foreign keys enforced, it would refuse every write to the table.
@Suite struct LostKeyTests {
  private static let start = [
    "CREATE TABLE product (id INTEGER PRIMARY KEY, Code TEXT UNIQUE, a, b)",
    "CREATE UNIQUE INDEX pair ON product(a, b)",
    "CREATE TABLE line (id INTEGER PRIMARY KEY, code TEXT REFERENCES product(code))",
    "CREATE TABLE stock (a, b, FOREIGN KEY (a, b) REFERENCES product(b, a))",
    "CREATE TABLE label (p INTEGER REFERENCES product)",
  ]

  private static func rebuild(_ columns: String) -> [String] {
    [
      "CREATE TABLE n (\(columns))", "INSERT INTO n SELECT id, code, a, b FROM product",
      "DROP TABLE product", "ALTER TABLE n RENAME TO product",
    ]
  }

  private static func update(
    _ version: Int64, _ setting: String, _ sql: [String]
  ) -> InMemoryScript {
    .file(
      named: "sql_update_\(version).json",
      text:
        "{ \(setting), \"statements\": [\(sql.map { "\"\($0)\"" }.joined(separator: ", "))] }")
  }

  private func migrate(
    _ start: [String], _ scripts: InMemoryScript...,
    code: CodeStep...
  ) throws -> MigrationFailure? {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    let first = InMemoryScript.default(start)
    _ = try Migrator(connection: connection.handle, scripts: ScriptBundle(scripts: [first]))
      .migrate()
    var options = MigrationOptions()
    options.codeSteps = code
    do {
      try Migrator(
        connection: connection.handle, scripts: ScriptBundle(scripts: [first] + scripts),
        options: options
      ).migrate()
      return nil
    } catch {
      return error
    }
  }

  private func expectRefusal(
    _ failure: MigrationFailure?, _ words: String,
    at place: Testing.SourceLocation = #_sourceLocation
  ) {
    guard let failure, case .foreignKeys(_, _, let violations, _) = failure.reason else {
      Issue.record("\(String(describing: failure))", sourceLocation: place)
      return
    }
    #expect(violations.first?.missing.isOfKey == true, sourceLocation: place)
    #expect(failure.summary.contains(words), "\(failure)", sourceLocation: place)
  }

  private static let losses: [(sql: [String], words: String)] = [
    (
      rebuild("id INTEGER PRIMARY KEY, code TEXT, a, b, UNIQUE (a, b)"),
      "the foreign key of line (code) refers to product (code), which is neither the PRIMARY KEY nor UNIQUE"
    ),
    (["DROP INDEX pair"], "stock (a, b) refers to product (b, a)"),
    (["DROP INDEX pair", "CREATE INDEX pair ON product(a, b)"], "stock (a, b)"),
    (["DROP INDEX pair", "CREATE UNIQUE INDEX pair ON product(a, b) WHERE a"], "stock (a, b)"),
    (["DROP INDEX pair", "CREATE UNIQUE INDEX pair ON product(a, b, id)"], "stock (a, b)"),
    (
      ["DROP INDEX pair", "CREATE UNIQUE INDEX pair ON product(a, b COLLATE NOCASE)"],
      "stock (a, b)"
    ),
    (
      rebuild("id INTEGER, code TEXT UNIQUE, a, b, UNIQUE (a, b)"),
      "label (p) refers to the primary key of product"
    ),
    (
      rebuild("id, code TEXT UNIQUE, a, b, UNIQUE (a, b), PRIMARY KEY (id, a)"),
      "label (p) refers to the primary key of product, which does not have the same number of columns"
    ),
    (
      [
        "CREATE TABLE n (id INTEGER PRIMARY KEY, code TEXT REFERENCES product(a))",
        "INSERT INTO n SELECT * FROM line", "DROP TABLE line", "ALTER TABLE n RENAME TO line",
      ], "line (code) refers to product (a)"
    ),
    (["ALTER TABLE label ADD COLUMN a REFERENCES product(a)"], "label (a) refers to product (a)"),
  ]

  @Test(arguments: ["", "PRAGMA foreign_keys = OFF"])
  func `law 17: a view that replaces the parent is not a parent`(first: String) throws {
    let failure = try migrate(
      Self.start + ["INSERT INTO product VALUES (1, 'a', 1, 1)", "INSERT INTO label VALUES (1)"],
      .update(
        2,
        [
          first, "CREATE TABLE item (id INTEGER PRIMARY KEY)",
          "DROP TABLE product", "CREATE VIEW product AS SELECT id FROM item",
        ]))
    expectRefusal(failure, "refers to product, which does not exist")
  }

  @Test(arguments: losses.indices)
  func `law 17: a script that removes the parent key of a foreign key is refused`(_ index: Int)
    throws
  {
    let (sql, words) = Self.losses[index]
    expectRefusal(try migrate(Self.start, .update(2, sql)), words)
    expectRefusal(try migrate(Self.start, .update(2, ["PRAGMA foreign_keys = OFF"] + sql)), words)
    let code = CodeStep(version: 2, name: "code") { database in
      for statement in sql { try database.execute(statement) }
    }
    expectRefusal(try migrate(Self.start, .update(2, []), code: code), words)
  }

  @Test(arguments: losses.indices)
  func `law 17: a later statement can restore the key, and “unchecked” allows its loss`(
    _ index: Int
  ) throws {
    let sql = Self.losses[index].sql
    let restored =
      sql + Self.rebuild("id INTEGER PRIMARY KEY, code TEXT UNIQUE, a UNIQUE, b, UNIQUE (a, b)")
    #expect(try migrate(Self.start, .update(2, restored)) == nil)
    #expect(try migrate(Self.start, Self.update(2, "\"foreignKeys\": \"unchecked\"", sql)) == nil)
    // The next script starts without the key.
    let later = try migrate(
      Self.start, Self.update(2, "\"foreignKeys\": \"unchecked\"", sql),
      .update(3, ["ALTER TABLE product ADD COLUMN z", "CREATE INDEX i ON product(z)"]),
      .update(4, ["DROP INDEX i", "UPDATE product SET z = 1"]),
      .update(5, ["ALTER TABLE line RENAME TO lines", "ALTER TABLE lines RENAME id TO number"]))
    #expect(later == nil)
  }

  @Test func `law 17: an existing foreign key without a parent key is not reported`() throws {
    let bad = [
      "CREATE TABLE p (n, m)", "CREATE TABLE c (id INTEGER PRIMARY KEY, n REFERENCES p(n))",
    ]
    for sql in [
      ["ALTER TABLE p ADD COLUMN x"], ["ALTER TABLE c RENAME COLUMN n TO p"],
      ["ALTER TABLE p RENAME COLUMN n TO k"], ["ALTER TABLE c RENAME TO d"],
      ["CREATE TABLE q (n)", "DROP TABLE p", "ALTER TABLE q RENAME TO p"],
      [
        "CREATE TABLE d (id INTEGER PRIMARY KEY, n REFERENCES p(n))",
        "INSERT INTO d SELECT * FROM c", "DROP TABLE c", "ALTER TABLE d RENAME TO c",
      ],
      ["CREATE TABLE d (n REFERENCES p(m))"],
    ] {
      #expect(try migrate(bad, .update(2, sql)) == nil)
      let code = CodeStep(version: 2, name: "code") { database in
        for statement in sql { try database.execute(statement) }
      }
      #expect(try migrate(bad, .update(2, []), code: code) == nil)
    }
    // A parent that did not exist before is not reported either.
    #expect(
      try migrate(["CREATE TABLE c (n REFERENCES p(n))"], .update(2, ["CREATE TABLE p (n)"]))
        == nil)
  }

  @Test func `law 17: an old foreign key without a parent key excuses no other`() throws {
    let start =
      Self.start + ["CREATE TABLE worse (id REFERENCES product(a), c REFERENCES product(code))"]
    let sql = Self.rebuild("id INTEGER PRIMARY KEY, code TEXT, a, b, UNIQUE (a, b)")
    let failure = try migrate(start, .update(2, sql))
    expectRefusal(failure, "leaves 2 foreign keys that cannot be used: the foreign key of line")
    #expect(failure?.summary.contains("worse (id)") == false)
  }

  @Test func `laws 17 and 19: a script outside a transaction that removes a parent key is refused`()
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrate(.default(Self.start))
      let failure = try box.failure(
        .default(Self.start),
        Self.update(
          2, "\"transaction\": false", ["DROP INDEX pair", "CREATE INDEX pair ON product(a, b)"]))
      expectRefusal(failure, "stock (a, b) refers to product (b, a)")
    }
  }
}
