import Testing

/// Indexes, triggers and views that a script drops, and creates again sooner or later.
struct RecreatedPartTests {
  private static let tables = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
    "CREATE TABLE msg (id INTEGER PRIMARY KEY, uid INT REFERENCES user ON DELETE CASCADE)",
    "CREATE UNIQUE INDEX k ON user (email)", "CREATE INDEX p ON user (name) WHERE name > 'a'",
    "CREATE TRIGGER tg AFTER DELETE ON user BEGIN DELETE FROM msg WHERE uid = old.id; END",
  ]
  private static let table = "CREATE TABLE user_n (id INTEGER PRIMARY KEY, email TEXT, name TEXT)"
  private static let copy = "INSERT INTO user_n SELECT id, email, name FROM user"
  private static let swap = ["DROP TABLE user", "ALTER TABLE user_n RENAME TO user"]
  private static let parts = Array(tables[2...])

  private func texts(_ statements: [String], after tables: [String] = tables) throws -> [String] {
    try sentences(of: .update(2, statements), after: tables).map { sentence in
      sentence.words.markdown.replacing("**", with: "").replacing("\\", with: "")
    }
  }

  @Test func `what a rebuild drops and creates again is part of it`() throws {
    let whole =
      "Rebuilds user: changes the order of its columns, keeps 4 of 4 sample rows."
    let drops = ["DROP INDEX k", "DROP INDEX p", "DROP TRIGGER tg"]
    #expect(try texts(drops + [Self.table, Self.copy] + Self.swap + Self.parts) == [whole])
    #expect(try texts([Self.table, Self.copy] + drops + Self.swap + Self.parts) == [whole])
  }

  @Test func `what is created again later is only gone for now`() throws {
    let found = try texts(
      ["DROP INDEX k", "DELETE FROM msg", Self.table, Self.copy] + Self.swap + Self.parts)
    #expect(found.count == 3)
    #expect(found.first == "Removes the index k for now; it is created again below.")
  }

  @Test func `what is created otherwise later is told twice`() throws {
    let found = try texts(
      ["DROP INDEX k", "DELETE FROM msg", Self.table, Self.copy] + Self.swap
        + ["CREATE INDEX k ON user (email)"] + Self.parts.dropFirst())
    #expect(found.first == "Removes the index k; another one of this name is created below.")
    #expect(found.last?.contains("adds the index k") == true, "\(found)")
  }

  @Test func `what is not created again is told with its consequence`() throws {
    let found = try texts(
      ["DROP INDEX k", Self.table, Self.copy] + Self.swap + Self.parts.dropFirst())
    #expect(
      found.first == "Removes the index k, so that rows of user may have the same email.")
  }

  @Test(arguments: [
    (
      0, "CREATE INDEX k ON user (email)",
      "changes the index k, which now speeds up searching user by email (rows of user may now have the same email)"
    ),
    (
      0, "CREATE UNIQUE INDEX k ON user (email DESC)",
      "changes the index k, which still makes sure that no two rows of user have the same email; keeps 4 of 4 sample rows. Index k: `CREATE UNIQUE INDEX k ON user (email DESC)`"
    ),
    (
      1, "CREATE UNIQUE INDEX p ON user (name)",
      "changes the index p, which now makes sure that no two rows of user have the same name"
    ),
    (
      1, "CREATE INDEX p ON user (name)",
      "changes the index p, which now speeds up searching user by name"
    ),
    (
      2, "CREATE TRIGGER tg AFTER DELETE ON user BEGIN UPDATE msg SET uid = NULL; END",
      "changes the trigger tg, which now changes rows of msg after a row of user is deleted"
    ),
    (
      2, "CREATE TRIGGER tg AFTER DELETE ON user BEGIN DELETE FROM msg; END",
      "changes the trigger tg, which still deletes rows of msg after a row of user is deleted; keeps 4 of 4 sample rows. Trigger tg: `CREATE TRIGGER tg AFTER DELETE ON user BEGIN DELETE FROM msg; END`"
    ),
  ])
  func `a rebuild says what a changed index or trigger does now`(
    part: Int, sql: String, words: String
  ) throws {
    var parts = Self.parts
    parts[part] = sql
    let found = try texts([Self.table, Self.copy] + Self.swap + parts)
    #expect(found.count == 1)
    #expect(found.first?.contains(words) == true, "\(found)")
  }

  @Test func `a trigger that is replaced by a similar one is told with its SQL`() throws {
    let sql = "CREATE TRIGGER tg AFTER DELETE ON user BEGIN DELETE FROM msg; END"
    #expect(
      try texts(["DROP TRIGGER tg", sql]) == [
        "Replaces the trigger tg, which still deletes rows of msg after a row of user is deleted. Trigger tg: `\(sql)`."
      ])
  }

  @Test func `a reference to a table that is gone is told`() throws {
    let found = try texts(
      [
        "ALTER TABLE user RENAME TO user_old",
        "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)",
        "INSERT INTO user SELECT * FROM user_old", "DROP TABLE user_old",
      ], after: Array(Self.tables.prefix(2)))
    #expect(
      found == [
        "Rebuilds user with the same definition: keeps 3 of 3 sample rows; makes msg refer to user_old, which no longer exists."
      ])
  }

  @Test func `what is created again only if it is missing is the same`() throws {
    let trigger = Self.parts[2].replacing("TRIGGER", with: "TRIGGER IF NOT EXISTS")
    #expect(
      try texts(["DROP TRIGGER IF EXISTS tg", trigger]) == [
        "Removes the trigger tg and creates it again, unchanged."
      ])
  }

  @Test func `a view with other columns is told with its query if more of it changes`() throws {
    let tables = Self.tables + ["CREATE VIEW v AS SELECT id, name FROM user"]
    func replaced(by query: String) throws -> String? {
      try texts(["DROP VIEW v", "CREATE VIEW v AS \(query)"], after: tables).first
    }
    #expect(
      try replaced(by: "SELECT id, name, email FROM user") == "Replaces the view v: adds email.")
    #expect(try replaced(by: "SELECT \"ID\" FROM user") == "Replaces the view v: removes name.")
    for query in [
      "SELECT id, name, email FROM user WHERE id > 1", "SELECT email AS id FROM user",
      "SELECT * FROM user", "SELECT DISTINCT id FROM user",
      "SELECT id FROM user UNION SELECT id FROM msg", "SELECT id, name, count(*) AS n FROM user",
      "SELECT name FROM user ORDER BY 1 LIMIT 2", "SELECT name FROM user GROUP BY name",
    ] {
      let found = try replaced(by: query) ?? ""
      #expect(found.contains(", uses another query. Query: `\(query)`."), "\(found)")
    }
  }

  @Test func `a table that takes the name of another one leaves references behind`() throws {
    let found = try texts(
      ["ALTER TABLE user RENAME TO user_old", "CREATE TABLE user (id INTEGER PRIMARY KEY)"],
      after: Array(Self.tables.prefix(2)))
    #expect(
      found == [
        "Renames user with its rows to user_old and puts another table in its place: removes name and email, makes msg refer to user_old."
      ])
  }

  @Test func `a table does not begin to refer to itself by being renamed`() throws {
    let found = try texts(
      ["ALTER TABLE user RENAME TO user_old", "CREATE TABLE user (id INTEGER PRIMARY KEY)"],
      after: [
        "CREATE TABLE user (id INTEGER PRIMARY KEY, boss INT REFERENCES user)",
        "CREATE TABLE msg (id INTEGER PRIMARY KEY, uid INT REFERENCES user)",
      ])
    #expect(found.first?.hasSuffix("makes msg refer to user_old.") == true, "\(found)")
  }

  @Test func `a view is told with its query and the triggers that it loses`() throws {
    let view = "CREATE VIEW v AS SELECT id, name FROM user"
    let trigger = "CREATE TRIGGER w INSTEAD OF DELETE ON v BEGIN DELETE FROM user; END"
    let tables = Self.tables + [view, trigger]
    #expect(try texts(["DROP VIEW v"], after: tables) == ["Removes the view v and its trigger w."])
    #expect(
      try texts(["DROP VIEW v", view], after: tables) == [
        "Removes the view v and creates it again, unchanged; its trigger w is gone."
      ])
    #expect(
      try texts(
        ["DROP VIEW v", "CREATE VIEW v AS SELECT id, email AS name FROM user", trigger],
        after: tables
      ).first
        == "Replaces the view v: uses another query for the same columns. Query: `SELECT id, email AS name FROM user`."
    )
  }

  @Test(arguments: [true, false])
  func `a trigger of another table may refer to the old one`(isNew: Bool) throws {
    let trigger = "CREATE TRIGGER away AFTER DELETE ON user BEGIN DELETE FROM log; END"
    let rebuild = [
      "ALTER TABLE log RENAME TO log_old", "CREATE TABLE log (id INTEGER PRIMARY KEY, note TEXT)",
      "INSERT INTO log SELECT * FROM log_old", "DROP TABLE log_old",
    ]
    let found = try sentences(
      of: .update(2, (isNew ? [trigger] : []) + rebuild), after: schema + (isNew ? [] : [trigger])
    ).map(\.words.plain)
    #expect(
      found.last?.hasSuffix("; makes the trigger away refer to log_old, which no longer exists.")
        == true, "\(found)")
  }
}
