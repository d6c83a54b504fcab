import SQLScriptsDescription
import Testing

/// Changes of `sqlite_sequence` that SQLite takes no notice of, and those that it does.
struct SequenceSentenceTests {
  private func last(_ statements: String...) throws -> String? {
    try sentences(of: .update(2, statements)).last?.words.plain
  }

  @Test(arguments: [
    ("INSERT INTO sqlite_sequence VALUES ('team', 5)", "team has no AUTOINCREMENT"),
    ("UPDATE sqlite_sequence SET seq = 5 WHERE name = 'team'", "team has no AUTOINCREMENT"),
    (
      "UPDATE sqlite_sequence SET seq = 5 WHERE name = 'User'",
      "the name of the table is written user"
    ), ("DELETE FROM sqlite_sequence WHERE name = 'absent'", "there is no table absent"),
    ("UPDATE sqlite_sequence SET seq = 5 WHERE name = 'absent'", "there is no table absent"),
  ])
  func `SQLite counts the IDs of tables with AUTOINCREMENT only`(
    sql: String, reason: String
  ) throws {
    #expect(try last(sql) == "Has no effect, because \(reason).")
  }

  @Test func `only the first number of a table counts`() throws {
    let number = "INSERT INTO sqlite_sequence (name, seq) VALUES ('user', 100)"
    #expect(
      try last("INSERT INTO user (name) VALUES ('a')", number)
        == "Has no effect, because SQLite already counts the IDs of user.")
    let continuing =
      "Makes new IDs of user continue after 100, or after the highest one that exists if that is higher."
    #expect(try last("DELETE FROM sqlite_sequence WHERE name = 'user'", number) == continuing)
    #expect(try last("DELETE FROM sqlite_sequence", number) == continuing)
    #expect(
      try last("DELETE FROM sqlite_sequence WHERE name LIKE 'u%'", number)?.contains(
        "does not count")
        == true)
  }

  @Test func `NULL is the number 0`() throws {
    let table = "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a)"
    let insert = "INSERT INTO sqlite_sequence VALUES ('t', NULL)"
    #expect(try last(table, insert) == "Gives new rows of t IDs greater than 0.")
    let update = "UPDATE sqlite_sequence SET seq = NULL WHERE name = 'user'"
    #expect(try last(update) == last(update.replacing("NULL", with: "0")))
  }

  @Test func `a table has no number before its first row`() throws {
    let table = "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a)"
    let update = "UPDATE sqlite_sequence SET seq = 9 WHERE name = 't'"
    let none = "Has no effect, because SQLite has no number of t at this point."
    #expect(try last(table, update) == none)
    #expect(
      try last(
        "CREATE TABLE s (id INTEGER PRIMARY KEY AUTOINCREMENT)", "ALTER TABLE s RENAME TO t", update
      ) == none)
    #expect(
      try last(table, "INSERT INTO t (a) SELECT name FROM user", update)?
        .hasPrefix("Makes new IDs of t continue after 9") == true)
    // A query without rows gives it the number 0.
    #expect(
      try last(table, "INSERT INTO t (a) SELECT name FROM user WHERE false", update)?
        .hasSuffix("if that is higher.") == true)
    #expect(
      try last(update.replacing("'t'", with: "'user'"))?.hasSuffix(
        "but only if SQLite already counts its IDs.") == true)
    #expect(
      try last(table, "INSERT INTO sqlite_sequence VALUES ('t', 9)")
        == "Gives new rows of t IDs greater than 9.")
  }

  @Test(arguments: [
    (
      "UPDATE sqlite_sequence SET seq = 50 WHERE name = 'n'",
      "Makes new IDs of n continue after 50"
    ),
    (
      "INSERT INTO sqlite_sequence VALUES ('n', 50)",
      "Gives new rows of n IDs greater than 50 if SQLite does not count its IDs yet, and otherwise"
    ),
  ])
  func `a statement that the rehearsal skipped may have added a row`(
    sql: String, words: String
  ) throws {
    let text = """
      ["CREATE TABLE n (id INTEGER PRIMARY KEY AUTOINCREMENT)",
      {"sql": "INSERT INTO n VALUES (1)", "onlyIf": "SELECT EXISTS (SELECT 1 FROM user)"},
      "\(sql)"]
      """
    let found = try sentences(of: .file(named: "sql_update_2.json", text: text))
    #expect(found.last?.words.plain.hasPrefix(words) == true, "\(found.map(\.words.plain))")
  }

  @Test(arguments: [
    "CREATE TRIGGER m_n AFTER INSERT ON m WHEN new.x > 5 BEGIN INSERT INTO n VALUES (NULL); END",
    "CREATE TRIGGER no_n BEFORE INSERT ON n BEGIN SELECT raise(IGNORE); END",
  ])
  func `a trigger decides whether there is a row`(trigger: String) throws {
    let number = "INSERT INTO sqlite_sequence VALUES ('n', 50)"
    let table = "CREATE TABLE n (id INTEGER PRIMARY KEY AUTOINCREMENT)"
    let row = trigger.contains("ON m ") ? "INSERT INTO m VALUES (1)" : "INSERT INTO n VALUES (1)"
    let words = try last(table, "CREATE TABLE m (x INTEGER)", trigger, row, number)
    #expect(words?.contains("if SQLite does not count its IDs yet") == true, "\(words ?? "")")
    let both = try last(
      table, "CREATE TABLE m (x INTEGER)", "INSERT INTO n VALUES (7)", trigger, row, number)
    #expect(both == "Has no effect, because SQLite already counts the IDs of n.")
  }

  @Test func `an UPDATE neither stores nor removes a number`() throws {
    let delete = "DELETE FROM sqlite_sequence WHERE name = 'user'"
    let update = "UPDATE sqlite_sequence SET seq = 9 WHERE name = 'user'"
    let number = "INSERT INTO sqlite_sequence VALUES ('user', 70)"
    let none = "Has no effect, because SQLite has no number of user at this point."
    #expect(try last(delete, update, update) == none)
    #expect(
      try last(delete, update, number)?.hasPrefix("Makes new IDs of user continue after 70") == true
    )
    #expect(try last(delete, "UPDATE sqlite_sequence SET name = 'user'", update) != none)
    #expect(
      try last(number, update, number)
        == "Has no effect, because SQLite already counts the IDs of user.")
  }

  @Test func `SQLite reads the first of two numbers of a table`() throws {
    let table = "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a)"
    let number = { (table: String) in
      "INSERT INTO sqlite_sequence (seq, name) VALUES (50, '\(table)')"
    }
    let none = "Has no effect, because SQLite already counts the IDs of t."
    #expect(try last(table, number("t"), number("t")) == none)
    #expect(
      try last(table, "INSERT INTO sqlite_sequence VALUES ('user', 3), ('t', 4)", number("t"))
        == none)
    #expect(try last(table, number("user"), number("t"))?.hasPrefix("Gives new rows") == true)
    #expect(try last(table, number("T"), number("t"))?.hasPrefix("Gives new rows") == true)
    #expect(
      try last(
        table, "INSERT INTO sqlite_sequence SELECT name, 3 FROM user", number("t")
      )?.contains("if SQLite does not count its IDs yet") == true)
  }

  @Test func `a number that is not there is not deleted`() throws {
    let delete = "DELETE FROM sqlite_sequence WHERE name = 'user'"
    #expect(
      try last(delete, delete)
        == "Has no effect, because SQLite has no number of user at this point.")
    #expect(try last(delete) == "Makes new IDs of user continue from the highest one that exists.")
  }

  @Test func `an earlier script may have deleted the number of a table with rows`() throws {
    let found = try sentences(
      of: .update(2, ["DELETE FROM sqlite_sequence WHERE name = 'user'"]),
      .update(3, ["UPDATE sqlite_sequence SET seq = 9 WHERE name = 'user'"]))
    #expect(
      found.map(\.words.plain) == [
        "Makes new IDs of user continue after 9, or after the highest one that exists if that is higher, but only if SQLite already counts its IDs."
      ])
  }
}
