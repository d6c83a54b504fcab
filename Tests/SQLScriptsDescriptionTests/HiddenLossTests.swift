import SQLScriptsDescription
import Testing

/// What a statement takes away although its words are about something else.
struct HiddenLossTests {
  @Test func `a reference of the new table stores no column of its name`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (team INT REFERENCES team(id), name TEXT)",
          "INSERT INTO n SELECT team, name FROM user", "DROP TABLE user",
          "ALTER TABLE n RENAME TO user",
        ])
    ).map(\.words.plain)
    #expect(
      found.first?.hasPrefix("Rebuilds user: removes id, email, age and status and their values;")
        == true, "\(found)")
  }

  @Test(arguments: [
    ("SELECT id, note FROM log", ""), ("SELECT * FROM log", ""),
    ("SELECT id, 'x' FROM log", ", but no values of note"),
    ("SELECT id, count(*) FROM log GROUP BY id", ", but no values of note"),
  ])
  func `columns that are not copied before their table is dropped are a loss`(
    query: String, words: String
  ) throws {
    let found = try sentences("INSERT OR IGNORE INTO team \(query)", "DROP TABLE log")
    let last = found.last?.words.plain ?? ""
    #expect(last.hasPrefix("Removes the table log with all its rows, after "), "\(last)")
    #expect(last.hasSuffix("were copied from it\(words)."), "\(last)")
  }

  @Test func `a view that refers to the old table is broken with it`() throws {
    let found = try sentences(
      "ALTER TABLE user RENAME TO user_old",
      "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
      "INSERT INTO user SELECT id, name FROM user_old", "DROP TABLE user_old")
    let rebuild = found.first?.words.plain ?? ""
    #expect(rebuild.contains("makes names refer to user_old, which no longer exists"), "\(rebuild)")
  }

  private static let tables = [
    "CREATE TABLE setting (k TEXT PRIMARY KEY, v TEXT, n INT DEFAULT 0)",
    "CREATE TABLE item (id INTEGER PRIMARY KEY, code TEXT UNIQUE, price REAL, amount INT, rest)",
    "CREATE TABLE log (id INTEGER PRIMARY KEY, note TEXT)",
    "CREATE TRIGGER keep BEFORE DELETE ON log WHEN old.id = 1 BEGIN SELECT RAISE(IGNORE); END",
    "CREATE TRIGGER same BEFORE UPDATE OF note ON log WHEN old.id = 1 BEGIN SELECT RAISE(IGNORE); END",
  ]

  private func texts(_ statements: String...) throws -> [String] {
    try sentences(of: .update(2, statements), after: Self.tables).map(\.words.plain)
  }

  @Test(arguments: [
    ("INSERT INTO log SELECT id, code FROM item", "rows"),
    ("INSERT OR IGNORE INTO log SELECT id, code FROM item", "rows, perhaps not all of them,"),
    ("INSERT INTO log SELECT id, code FROM item WHERE id > 1", "rows, perhaps not all of them,"),
    ("UPDATE log SET note = (SELECT code FROM item WHERE item.id = log.id)", "values"),
  ])
  func `a table that is dropped after its rows were copied says which`(
    copy: String, words: String
  ) throws {
    let found = try texts(copy, "DROP TABLE item")
    #expect(
      found.last
        == "Removes the table item with all its rows, after \(words) were copied from it, but no values of price, amount and rest."
    )
  }

  @Test func `a copy under a condition may lack all rows`() throws {
    let text = """
      {"statements": [
        {"sql": "INSERT INTO log (note) SELECT code FROM item", "onlyIf": "SELECT count(*) < 5 FROM item"},
        "DROP TABLE item"]}
      """
    let found = try sentences(
      of: .file(named: "sql_update_2.json", text: text), after: Self.tables)
    #expect(found.last?.words.plain.contains("after rows, perhaps not all of them, were") == true)
  }

  @Test func `a renamed column has its new name in views, too`() throws {
    let found = try sentences(
      of: .update(2, ["ALTER TABLE setting RENAME COLUMN v TO w"]),
      after: Self.tables + [
        "CREATE VIEW a AS SELECT k, v FROM setting", "CREATE VIEW b AS SELECT v AS x FROM setting",
      ])
    #expect(
      found.map(\.words.plain) == ["Renames the column v of setting to w, also in the view “a”."])
  }

  @Test(arguments: [
    (
      "INSERT OR REPLACE INTO setting (k, v) VALUES ('a', 'b')",
      "Adds a row to setting, replacing a row with the same key, whose n is lost: k 'a', v 'b'."
    ),
    (
      "REPLACE INTO setting (k) VALUES ('a'), ('b')",
      "Adds 2 rows to setting, replacing rows with the same keys, whose v and n are lost: k 'a' and 'b'."
    ),
    (
      "REPLACE INTO setting VALUES ('a', 'b', 1)",
      "Adds a row to setting, replacing a row with the same key: k 'a', v 'b', n 1."
    ),
    (
      "REPLACE INTO item (code) VALUES ('a')",
      "Adds a row to item, replacing rows that have one of its keys, whose other values are lost: code 'a'."
    ),
  ])
  func `REPLACE loses the values that it is not given`(sql: String, sentence: String) throws {
    #expect(try texts(sql) == [sentence])
  }

  @Test(arguments: [
    (
      "price = CAST(price AS INTEGER)",
      "Sets price to its value as a whole number (without its decimals) in"
    ),
    (
      "amount = CAST(code AS INTEGER)",
      "Sets amount to the value of code as a whole number (0 if it does not begin with one) in"
    ),
    (
      "price = CAST(code AS REAL)",
      "Sets price to the value of code as a number (0 if it does not begin with one) in"
    ),
    ("price = CAST(amount AS INTEGER)", "Sets price to the value of amount as a whole number in"),
    ("amount = CAST(rest AS INTEGER)", "Sets amount to the result of an expression in"),
    ("code = CAST(price AS TEXT)", "Sets code to the value of price as a text in"),
  ])
  func `a cast says what it cuts off`(assignment: String, start: String) throws {
    let found = try texts("UPDATE item SET \(assignment)")
    #expect(
      found.first?.replacing("the value of ", with: "").hasPrefix(
        start.replacing("the value of ", with: "")) == true, "\(found)")
  }

  @Test(arguments: [
    ("DELETE FROM log WHERE id > 0", ", except those that a trigger skips."),
    ("UPDATE log SET note = 'x'", ", except those that a trigger skips."),
    ("UPDATE log SET id = id + 10", "in all rows of log."),
  ])
  func `rows that a trigger skips are told`(sql: String, end: String) throws {
    let found = try texts(sql)
    #expect(found.first?.hasSuffix(end) == true, "\(found)")
  }

  @Test(arguments: ["a_c", "%a%c%", "%a_%"])
  func `a pattern ignores case, too`(pattern: String) throws {
    let found = try texts("DELETE FROM item WHERE code LIKE '\(pattern)'")
    #expect(
      found.first?.contains("matches the pattern '\(pattern)' (ignoring case), where") == true)
  }

  @Test(arguments: [("", true), (" ON DELETE CASCADE", false)])
  func `a reference of another column may no longer delete rows`(
    action: String, isLost: Bool
  ) throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (id INTEGER PRIMARY KEY, author TEXT REFERENCES team(id)\(action))",
          "INSERT INTO n SELECT id, team FROM post", "DROP TABLE post",
          "ALTER TABLE n RENAME TO post",
        ]),
      after: schema + [
        "CREATE TABLE post (id INTEGER PRIMARY KEY, team INT REFERENCES team(id) ON DELETE CASCADE)"
      ])
    let words = found.first?.words.plain ?? ""
    #expect(
      words.contains("no longer deletes a row when its row of team is deleted") == isLost,
      "\(words)"
    )
  }
}
