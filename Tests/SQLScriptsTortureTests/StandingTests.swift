import SQLScriptsDatabase
import SQLScriptsTorture
import Testing

/// The state of a database, for the comparison with another.
struct StandingTests {
  /// The differences in a database after these statements.
  private func difference(
    _ made: [String], _ changed: [String]
  ) throws -> Set<String> {
    let folder = try Folder.temporary(in: ["/dev/shm", "/tmp"])
    defer { folder.remove() }
    func run(_ statements: [String]) throws {
      let connection = try Connection(
        path: folder.database, mode: .create, busyTimeout: Milliseconds(0))
      for statement in statements { try connection.execute(statement) }
    }
    try run(made)
    let before = try DatabaseState(of: folder.database)
    #expect(before == (try DatabaseState(of: folder.database)))
    try run(changed)
    return try DatabaseState(of: folder.database).differences(from: before)
  }

  private static let made = [
    "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, age)",
    "INSERT INTO person VALUES (1, 'a', 7), (2, 'b', NULL)",
  ]

  @Test func `a missing file and an empty file have the same state`() throws {
    let folder = try Folder.temporary(in: ["/dev/shm", "/tmp"])
    defer { folder.remove() }
    let none = try DatabaseState(of: folder.database)
    try folder.fill(["app.db": []])
    #expect(none == (try DatabaseState(of: folder.database)) && none.version == nil)
    #expect(try difference([], []) == [])
  }

  @Test(arguments: [
    ("UPDATE person SET age = 8 WHERE id = 1", ["“age” of “person”"]),
    ("UPDATE person SET age = '7' WHERE id = 1", ["“age” of “person”"]),
    ("UPDATE person SET name = CASE id WHEN 1 THEN 'b' ELSE 'a' END", ["“name” of “person”"]),
    ("CREATE INDEX by_age ON person (age)", ["the index “by_age”"]),
    ("CREATE VIEW grown AS SELECT 1", ["the view “grown”"]),
    ("ANALYZE", []),
  ])
  func `a change is reported by name`(_ statement: String, _ names: [String]) throws {
    #expect(try difference(Self.made, [statement]) == Set(names))
  }

  @Test func `rows that violate constraints are not damage but a difference`() throws {
    let made = ["CREATE TABLE person (id INTEGER PRIMARY KEY, age CHECK (age > 0))"]
    let insert = "INSERT INTO person VALUES (1, -1)"
    let lax = "PRAGMA ignore_check_constraints = ON"
    #expect(try difference(made + [lax, insert], []) == [])
    #expect(
      try difference(
        made + ["INSERT INTO person VALUES (1, 1)"], [lax, "UPDATE person SET age = -1"])
        == ["“age” of “person”", "the rows that constraints forbid"])
  }

  @Test func `a removed row is a difference in every column`() throws {
    #expect(
      try difference(Self.made, ["DELETE FROM person WHERE id = 2"]) == [
        "the rows of “person”", "“rowid” of “person”", "“id” of “person”", "“name” of “person”",
        "“age” of “person”",
      ])
  }

  @Test func `a different AUTOINCREMENT counter is a difference`() throws {
    let made = [
      "CREATE TABLE a (id INTEGER PRIMARY KEY AUTOINCREMENT)", "INSERT INTO a VALUES (4)",
    ]
    #expect(
      try difference(made, ["UPDATE sqlite_sequence SET seq = 3"]) == ["“seq” of “sqlite_sequence”"]
    )
  }

  @Test func `tables of every kind are read`() throws {
    let made = [
      "CREATE TABLE a (k PRIMARY KEY, v) WITHOUT ROWID", "INSERT INTO a VALUES (1, 2)",
      "CREATE VIRTUAL TABLE t USING fts5 (words)", "INSERT INTO t VALUES ('one two')",
    ]
    #expect(try difference(made, ["UPDATE a SET v = 3"]) == ["“v” of “a”"])
    #expect(try difference(made, ["UPDATE t SET words = 'three'"]) == ["“words” of “t”"])
    // The module decides how the words are stored.
    #expect(try difference(made, ["INSERT INTO t (t) VALUES ('optimize')"]) == [])
  }

  @Test func `a new orphan is a difference, and an old one is not`() throws {
    let made = [
      "CREATE TABLE p (id INTEGER PRIMARY KEY)", "CREATE TABLE c (p REFERENCES p (id))",
      "INSERT INTO c VALUES (8)", "INSERT INTO p VALUES (9)",
    ]
    #expect(try difference(made, []) == [])
    #expect(
      try difference(made, ["PRAGMA foreign_keys = OFF", "UPDATE c SET p = 7", "DELETE FROM p"])
        .contains("“p” of “c”"))
    #expect(
      try difference(made, ["INSERT INTO c VALUES (10)"])
        .contains("the rows that foreign keys refer to"))
  }

  @Test func `values that are not stable are left out`() throws {
    let folder = try Folder.temporary(in: ["/dev/shm", "/tmp"])
    defer { folder.remove() }
    try Connection(path: folder.database, mode: .create, busyTimeout: Milliseconds(0))
      .execute("CREATE TABLE a AS SELECT random() AS chance, 1 AS b")
    let first = try DatabaseState(of: folder.database)
    try Connection(path: folder.database, mode: .readWrite, busyTimeout: Milliseconds(0))
      .execute("UPDATE a SET chance = 'x'")
    let second = try DatabaseState(of: folder.database)
    let unstable = second.differences(from: first)
    #expect(unstable == ["“chance” of “a”"])
    #expect(first != second && first.without(unstable) == second.without(unstable))
  }

  @Test func `a damaged file has no state`() throws {
    let folder = try Folder.temporary(in: ["/dev/shm", "/tmp"])
    defer { folder.remove() }
    try Connection(path: folder.database, mode: .create, busyTimeout: Milliseconds(0))
      .execute("CREATE TABLE a AS SELECT 1 AS b")
    var bytes = try folder.bytes("app.db")
    bytes.replaceSubrange(4096..<4200, with: repeatElement(0xFF, count: 104))
    try folder.fill(["app.db": bytes])
    #expect(throws: (any Error).self) { try DatabaseState(of: folder.database) }
  }
}
