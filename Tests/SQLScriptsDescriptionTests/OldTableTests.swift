import SQLScripts
import SQLScriptsFiles
import SQLScriptsValidation
import TestSupport
import Testing

@testable import SQLScriptsDescription

/// What a script does with the old table of a rebuild after its rows were copied, and with the new one after it has its place.
struct OldTableTests {
  @Test func `a staging table has its final name, although a column has the same name`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (id INTEGER PRIMARY KEY, n TEXT)", "INSERT INTO n SELECT * FROM p",
          "INSERT INTO n VALUES (100, 'x')", "UPDATE n SET n = 'y' WHERE id = 100",
          "DELETE FROM n WHERE n = 'z'", "INSERT INTO n (n) SELECT n FROM n", "DROP TABLE p",
          "ALTER TABLE n RENAME TO p",
        ]), after: ["CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT)"]
    ).map(\.words.plain)
    #expect(found.contains("Adds a row to p: id 100, n 'x'."), "\(found)")
    #expect(found.contains { $0.hasPrefix("Sets n to 'y' in p where id is 100") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("Deletes the rows of p where n is 'z'") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("Adds rows to p from its own rows") }, "\(found)")
  }

  @Test(arguments: [
    ("a NOT IN (SELECT id FROM n)", "a NOT IN (SELECT id FROM p)"),
    ("a NOT IN (SELECT q.id FROM u AS q, n)", "FROM u AS q, p)"),
    ("a NOT IN (SELECT q.id FROM u AS q JOIN n ON n.id = q.id)", "JOIN p ON p.id = q.id)"),
    ("a NOT IN (SELECT max(a, n) FROM u)", "max(a, n) FROM u)"),
    ("n IS NOT DISTINCT FROM n + 0 AND a NOT IN (SELECT id FROM u)", "DISTINCT FROM n + 0"),
    ("a NOT IN (WITH n AS (SELECT 1 AS id) SELECT id FROM n)", "SELECT id FROM n)"),
  ])
  func `a staging table has its final name in SQL, too`(condition: String, words: String) throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (id INTEGER PRIMARY KEY)", "INSERT INTO n SELECT id FROM p",
          "DELETE FROM u WHERE \(condition)", "DROP TABLE p", "ALTER TABLE n RENAME TO p",
        ]),
      after: [
        "CREATE TABLE p (id INTEGER PRIMARY KEY)",
        "CREATE TABLE u (id INTEGER PRIMARY KEY, a INT, n TEXT)",
      ]
    ).map(\.words.plain)
    #expect(found.contains { $0.contains(words) }, "\(found)")
  }

  @Test func `an old table that stays keeps its indexes and triggers`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (id INTEGER PRIMARY KEY, x TEXT)", "INSERT INTO n SELECT * FROM t",
          "ALTER TABLE t RENAME TO t_old", "ALTER TABLE n RENAME TO t",
        ]),
      after: [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT)", "CREATE UNIQUE INDEX u ON t (x)",
        "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END",
      ]
    ).map(\.words.plain)
    #expect(
      found == [
        "Rebuilds t: leaves the index u with t_old (rows of t may now have the same x); leaves the trigger r with t_old; keeps 3 of 3 sample rows; keeps the old table as t_old."
      ])
  }

  @Test func `a new table may refer to the old one that stays`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "ALTER TABLE log RENAME TO memo",
          "CREATE TABLE log (id INTEGER PRIMARY KEY, memo INT REFERENCES memo(id))",
          "INSERT INTO log (memo) SELECT id FROM memo",
        ])
    ).map(\.words.plain)
    #expect(found.first?.contains("makes memo refer to rows of memo") == true, "\(found)")
    #expect(found.first?.contains("makes log refer") == false, "\(found)")
  }

  @Test func `a copy that is dropped keeps no change`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE bak (id INTEGER PRIMARY KEY, note TEXT)",
          "INSERT INTO bak SELECT * FROM log",
          "DROP TABLE log", "CREATE TABLE log (id INTEGER PRIMARY KEY, note TEXT)",
          "INSERT INTO log SELECT * FROM bak", "UPDATE bak SET note = 'x'", "DROP TABLE bak",
        ])
    ).map(\.words.plain)
    #expect(
      found.last
        == "Sets note to 'x' in all rows of bak, but only in a copy, which is removed below.",
      "\(found)")
  }

  @Test func `a table is removed before an old one gets its name`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (id INTEGER PRIMARY KEY, title TEXT NOT NULL)",
          "INSERT INTO n SELECT * FROM team", "DROP TABLE log", "ALTER TABLE team RENAME TO log",
          "ALTER TABLE n RENAME TO team",
        ])
    ).map(\.words.plain)
    #expect(found.first == "Removes the table log with all its rows.", "\(found)")
    #expect(found.last?.contains("keeps the old table as log") == true, "\(found)")
  }

  private static let tables = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE TABLE log (id INTEGER PRIMARY KEY, note TEXT)", "CREATE INDEX k ON user (name)",
  ]
  private static let copy = [
    "CREATE TABLE user_n (id INTEGER PRIMARY KEY, name TEXT, age INT)",
    "INSERT INTO user_n (id, name) SELECT id, name FROM user",
  ]
  private static let swap = ["DROP TABLE user", "ALTER TABLE user_n RENAME TO user"]
  private static let start = "Rebuilds user: adds age"

  private func texts(_ statements: [String]) throws -> [String] {
    try sentences(of: .update(2, statements), after: Self.tables).map(\.words.plain)
  }

  @Test(arguments: [
    [], ["ALTER TABLE user RENAME COLUMN name TO nick"], ["CREATE INDEX k ON user (name)"],
  ])
  func `a table that is renamed after its rebuild keeps its rows`(between: [String]) throws {
    let found = try texts(
      Self.copy + Self.swap + between + ["ALTER TABLE user RENAME TO account"])
    #expect(found.first?.hasPrefix(Self.start) == true, "\(found)")
    #expect(found.first?.contains("keeps 3 of 3 sample rows") == true, "\(found)")
    #expect(found.last == "Renames the table user to account.", "\(found)")
    #expect(!found.joined().contains("all its rows"))
  }

  @Test func `a table that is renamed twice after its rebuild keeps its rows`() throws {
    let renames = ["ALTER TABLE user RENAME TO person", "ALTER TABLE person RENAME TO account"]
    let found = try texts(Self.copy + Self.swap + renames)
    #expect(found.count == 3 && !found.joined().contains("all its rows"), "\(found)")
  }

  @Test func `a table that is rebuilt again after a rename has both rebuilds`() throws {
    let found = try texts(
      Self.copy + Self.swap + [
        "ALTER TABLE user RENAME TO account", "CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO n SELECT id, name FROM account", "DROP TABLE account",
        "ALTER TABLE n RENAME TO account",
      ])
    #expect(found.first?.hasPrefix(Self.start) == true, "\(found)")
    #expect(found.dropFirst().first == "Renames the table user to account.", "\(found)")
    #expect(found.last?.hasPrefix("Rebuilds account: removes age") == true, "\(found)")
  }

  @Test(arguments: [
    "DELETE FROM user WHERE id = 1", "UPDATE user SET name = 'x'",
    "INSERT INTO user (id, name) VALUES (9, 'y')",
    "INSERT INTO user (id, name) VALUES (8, 'y'), (9, 'y')",
  ])
  func `a change of the old table that comes after the copy is lost`(change: String) throws {
    let ending = ", but only in the old table, which is removed below."
    #expect(try texts(Self.copy + [change] + Self.swap).first?.hasSuffix(ending) == true)
    for late in [[change] + Self.copy + Self.swap, Self.copy + Self.swap + [change]] {
      #expect(try !texts(late).joined().contains("only in the old table"))
    }
    // Here the change reaches another table.
    let read = ["INSERT INTO log SELECT id, name FROM user"]
    #expect(try !texts(Self.copy + [change] + read + Self.swap).joined().contains("only in"))
  }

  @Test(arguments: [
    "CREATE INDEX n ON user (name)", "CREATE UNIQUE INDEX n ON user (name)",
    "CREATE TRIGGER n BEFORE DELETE ON user BEGIN SELECT RAISE(ABORT, ''); END",
    "ALTER TABLE user ADD COLUMN log INT REFERENCES log(id)",
    "ALTER TABLE user RENAME COLUMN name TO nick",
  ])
  func `a change of the definition of the old table is gone with it`(change: String) throws {
    let ending = ", but only in the old table, which is removed below."
    let found = try texts(Self.copy + [change] + Self.swap)
    #expect(found.count == 2 && found[0].hasSuffix(ending), "\(found)")
    #expect(found.last?.hasPrefix(Self.start) == true, "\(found)")
    #expect(
      try !texts(Self.copy + Self.swap + [change]).joined().contains("only in the old table"))
  }

  @Test(arguments: [
    "CREATE INDEX n ON user (name)", "ALTER TABLE user ADD COLUMN age INT DEFAULT 7",
  ])
  func `a change of the definition of the old table does not last if its rows are copied later`(
    change: String
  ) throws {
    let found = try texts([Self.copy[0], change, Self.copy[1]] + Self.swap)
    let ending = ", but only in the old table, which is read below and then removed."
    #expect(found.count == 2 && found[0].hasSuffix(ending), "\(found)")
    // An old table that stays keeps what it got.
    let kept = try texts(
      Self.copy + [change, "ALTER TABLE user RENAME TO o", "ALTER TABLE user_n RENAME TO user"])
    #expect(!kept.joined().contains("only in"), "\(kept)")
  }

  @Test func `a view keeps the new name of a column of the old table`() throws {
    let found = try sentences(
      of: .update(
        2, Self.copy + ["ALTER TABLE user RENAME COLUMN name TO nick", "DROP VIEW v"] + Self.swap),
      after: Self.tables + ["CREATE VIEW v AS SELECT name FROM user"]
    ).map(\.words.plain)
    let words = ", but only in the old table, which is removed below, and in the view v."
    #expect(found.contains { $0.hasSuffix(words) }, "\(found)")
  }

  @Test func `a change of the old table that another table reads does not reach the new one`()
    throws
  {
    let read = ["INSERT INTO log (note) SELECT age FROM user"]
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT, age INT)",
          "INSERT INTO n SELECT * FROM user", "UPDATE user SET name = 'x'",
        ] + read
          + ["DROP TABLE user", "ALTER TABLE n RENAME TO user"]),
      after: [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INT)",
        "CREATE TABLE log (id INTEGER PRIMARY KEY, note TEXT)",
      ]
    ).map(\.words.plain)
    #expect(
      found == [
        "Sets name to 'x' in all rows of user, but in the old table, which is read below and then removed.",
        "Adds rows to log from user (3 with the sample rows), setting note to age.",
        "Rebuilds user with the same definition: keeps 3 of 3 sample rows.",
      ])
  }

  @Test func `a change of the new table after the copy stays`() throws {
    let found = try texts(
      Self.copy + ["UPDATE user_n SET name = 'x'"] + Self.swap)
    #expect(!found.joined().contains("but "), "\(found)")
  }

  @Test func `the time for changes of an old table grows with their number`() throws {
    let seconds = try [250, 1_000].map { count in
      let changes = (0..<count).map { "UPDATE user SET name = 'x\($0)' WHERE id = 1" }
      let bundle = ScriptBundle(scripts: [
        .default(Self.tables), .update(2, Self.copy + changes + Self.swap),
      ])
      let library = ScriptLibrary(bundle)
      let rehearsed = BundleDescription(Validator(library), of: library).entries.last?.rehearsed
      let script = try #require(rehearsed)
      let start = ProcessorTime.now
      let found = ScriptDescription(script).sentences
      let end = ProcessorTime.now
      #expect(found.count == count + 1)
      #expect(found.first?.words.plain.contains("only in the old table") == true)
      return end - start
    }
    // Its square would take 16 times as long.
    #expect(seconds[1] < 8 * seconds[0], "\(seconds)")
  }

  @Test func `an index of another table that has a name from before is no part of a rebuild`()
    throws
  {
    let found = try texts(Self.copy + Self.swap + ["CREATE INDEX k ON log (note)"])
    #expect(found.first?.contains("removes the index k") == true, "\(found)")
    #expect(found.last == "Speeds up searching log by note.", "\(found)")
  }

  @Test func `a trigger of another table that has a name from before is no part of a rebuild`()
    throws
  {
    let trigger = { (table: String) in
      "CREATE TRIGGER t AFTER INSERT ON \(table) BEGIN DELETE FROM log; END"
    }
    let found = try sentences(
      of: .update(2, Self.copy + Self.swap + [trigger("log")]),
      after: Self.tables + [trigger("user")]
    ).map(\.words.plain)
    #expect(found.first?.contains("removes the trigger t") == true, "\(found)")
    #expect(found.last?.hasPrefix("Creates the trigger t") == true, "\(found)")
  }

  @Test func `a rebuild that copies its rows only sometimes says what happens otherwise`() throws {
    let text = """
      {"statements": ["CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT)",
        {"sql": "INSERT INTO n SELECT id, name FROM user",
         "onlyIf": "SELECT count(*) FROM user WHERE name = 'a'"},
        "DROP TABLE user", "ALTER TABLE n RENAME TO user"]}
      """
    let found = try sentences(
      of: .file(named: "sql_update_2.json", text: text),
      after: Self.tables + ["INSERT INTO user VALUES (1, 'a')"])
    let ending =
      "copies its rows only if user has a row in which name is 'a', and otherwise loses all of them."
    #expect(found.first?.words.plain.hasSuffix(ending) == true, "\(found)")
  }
}
