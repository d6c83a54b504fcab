import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL
import Testing

/// Law 17, with names and keys that are equal in Swift and different in SQLite.
@Suite struct ForeignKeyNameTests {
  /// Pairs of names that SQLite treats as different.
  private static let pairs = [
    ("caf\u{E9}", "cafe\u{301}"), ("Ä", "ä"), ("\u{212A}", "k"), ("İ", "i\u{307}"), ("ſ", "s"),
  ]

  private func migrate(
    _ start: [String], old: [String], _ sql: [String], isCode: Bool
  ) throws -> MigrationFailure? {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    let first = InMemoryScript.default(start)
    _ = try Migrator(connection: connection.handle, scripts: ScriptBundle(scripts: [first]))
      .migrate()
    for sql in old { try connection.execute(sql) }
    var options = MigrationOptions()
    if isCode {
      options.codeSteps = [
        CodeStep(version: 2, name: "code") { database in
          for statement in sql { try database.execute(statement) }
        }
      ]
    }
    do {
      try Migrator(
        connection: connection.handle,
        scripts: ScriptBundle(scripts: [first, .update(2, isCode ? [] : sql)]), options: options
      ).migrate()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: pairs, [false, true])
  func `law 17: tables whose names Swift considers equal are checked separately`(
    _ pair: (String, String), isCode: Bool
  ) throws {
    let (one, two) = (pair.0.quotedName, pair.1.quotedName)
    let (child, other) = ("c \(pair.0)".quotedName, "c \(pair.1)".quotedName)
    let start = [
      "CREATE TABLE \(one) (id INTEGER PRIMARY KEY)", "INSERT INTO \(one) VALUES (1), (2)",
      "CREATE TABLE \(two) (id INTEGER PRIMARY KEY)", "INSERT INTO \(two) VALUES (1), (3)",
      "CREATE TABLE \(child) (id INTEGER PRIMARY KEY, p INTEGER REFERENCES \(one))",
      "CREATE TABLE \(other) (id INTEGER PRIMARY KEY, p INTEGER REFERENCES \(two))",
      "INSERT INTO \(child) VALUES (1, 1), (2, 2)", "INSERT INTO \(other) VALUES (1, 1), (3, 3)",
    ]
    // Old orphans of one table excuse none of the other, in either direction.
    let old = [
      "INSERT INTO \(child) VALUES (8, 88), (9, 99)", "INSERT INTO \(other) VALUES (7, 77)",
    ]
    let refused: [[String]] = [
      ["DELETE FROM \(one) WHERE id = 2"], ["DELETE FROM \(two) WHERE id = 3"],
      ["DELETE FROM \(child) WHERE id = 8", "INSERT INTO \(other) VALUES (8, 88)"],
      ["DELETE FROM \(other) WHERE id = 7", "INSERT INTO \(child) VALUES (7, 77)"],
      [
        "INSERT OR IGNORE INTO \(one) VALUES (3)", "UPDATE \(two) SET id = 4 WHERE id = 3",
        "UPDATE \(child) SET p = 1",
      ],
      [
        "CREATE TABLE n (id INTEGER PRIMARY KEY)", "INSERT INTO n SELECT * FROM \(one)",
        "DROP TABLE \(two)", "ALTER TABLE n RENAME TO \(two)",
      ],
    ]
    for sql in refused {
      let failure = try migrate(start, old: old, sql, isCode: isCode)
      guard case .foreignKeys = failure?.reason else {
        Issue.record("\(sql): \(String(describing: failure))")
        continue
      }
    }
    let accepted: [[String]] = [
      ["UPDATE \(child) SET id = id + 10", "UPDATE \(other) SET id = id + 10"],
      ["DELETE FROM \(child)", "DELETE FROM \(one)"],
      [
        "CREATE TABLE n (id INTEGER PRIMARY KEY, p INTEGER REFERENCES \(one))",
        "INSERT INTO n SELECT * FROM \(child)", "DROP TABLE \(child)",
        "ALTER TABLE n RENAME TO \(child)",
      ],
      [
        "ALTER TABLE \(one) RENAME TO swap", "ALTER TABLE \(two) RENAME TO \(one)",
        "ALTER TABLE swap RENAME TO \(two)", "UPDATE \(child) SET id = id + 10",
      ],
    ]
    // The guard of a code step cannot know which table has which name after a swap.
    for sql in accepted.dropLast(isCode ? 1 : 0) {
      let failure = try migrate(start, old: old, sql, isCode: isCode)
      #expect(failure == nil, "\(sql)")
    }
  }

  @Test(arguments: pairs, [false, true])
  func `law 17: columns whose names Swift considers equal are checked separately`(
    _ pair: (String, String), isCode: Bool
  ) throws {
    let (one, two) = (pair.0.quotedName, pair.1.quotedName)
    let start = [
      "CREATE TABLE p (\(one) UNIQUE, \(two) UNIQUE)", "INSERT INTO p VALUES (1, 2), (3, 4)",
      "CREATE TABLE c (id INTEGER PRIMARY KEY, \(one) REFERENCES p(\(one)), \(two) REFERENCES p(\(two)))",
      "INSERT INTO c VALUES (1, 1, 2), (3, 3, 4)",
    ]
    let old = ["INSERT INTO c VALUES (8, 88, NULL)"]
    for sql in [
      ["UPDATE c SET \(two) = 88 WHERE id = 8"],
      ["UPDATE c SET \(two) = \(one), \(one) = NULL WHERE id = 8"],
      ["UPDATE p SET \(one) = 5 WHERE \(one) = 3"], ["UPDATE p SET \(two) = 5 WHERE \(two) = 4"],
    ] {
      let failure = try migrate(start, old: old, sql, isCode: isCode)
      guard case .foreignKeys = failure?.reason else {
        Issue.record("\(sql): \(String(describing: failure))")
        continue
      }
    }
    for sql in [
      ["UPDATE c SET id = id + 10", "UPDATE p SET \(one) = \(one)"],
      ["UPDATE c SET \(two) = NULL"], ["ALTER TABLE c RENAME COLUMN \(one) TO \("z".quotedName)"],
    ] {
      #expect(try migrate(start, old: old, sql, isCode: isCode) == nil, "\(sql)")
    }
  }

  @Test func `law 17: keys that Swift considers equal are two orphans`() throws {
    let start = [
      "CREATE TABLE p (k TEXT PRIMARY KEY)", "CREATE TABLE c (k TEXT REFERENCES p(k))",
      "CREATE TABLE nc (k TEXT COLLATE NOCASE PRIMARY KEY)",
      "CREATE TABLE d (k TEXT REFERENCES nc(k))",
    ]
    for (one, two) in Self.pairs {
      for table in ["c", "d"] {
        let insert = "INSERT INTO \(table) VALUES ('\(one)')"
        let failure = try migrate(
          start, old: [insert], ["UPDATE \(table) SET k = '\(two)'"], isCode: false)
        guard case .foreignKeys = failure?.reason else {
          Issue.record("\(one), \(two): \(String(describing: failure))")
          continue
        }
        #expect(
          try migrate(
            start, old: [insert], ["DELETE FROM \(table)", insert], isCode: false) == nil)
      }
    }
  }
}
