import SQLScripts
import SQLScriptsDescription
import SQLScriptsFiles
import Testing

/// Statements without an effect, scripts that fail, and conditions.
struct LabelTests {
  @Test(arguments: [
    ("SELECT 1", "Runs SQL that does not change any table."),
    ("EXPLAIN DELETE FROM log", "Runs SQL that does not change any table."),
    (
      "PRAGMA foreign_key_check",
      "Looks for rows that refer to missing rows, but ignores the result."
    ),
    (
      "PRAGMA foreign_key_check(user)",
      "Looks for rows of **user** that refer to missing rows, but ignores the result."
    ),
    ("PRAGMA integrity_check", "Looks for damage in the database, but ignores the result."),
    (
      "PRAGMA foreign_keys = OFF",
      "Does nothing: references between tables are checked at the end anyway."
    ),
    (
      "PRAGMA writable_schema = ON",
      "Is refused, because a script may not set PRAGMA writable\\_schema."
    ),
    ("CREATE TABLE (", "Fails: `near \"(\": syntax error`."),
    ("INSERT INTO nothing VALUES (1)", "Fails: `near \"nothing\": syntax error`."),
    ("-- nothing", "Contains no SQL."),
  ])
  func `what has no effect is labeled with the reason`(sql: String, sentence: String) throws {
    let found = try sentences(sql)
    #expect(found.map(\.words.markdown) == [sentence])
    #expect(found.map(\.isLabel) == [true])
    #expect(found.map(\.items) == [[1]])
  }

  @Test func `BEGIN and COMMIT are one label`() throws {
    let found = try sentences("BEGIN", "DELETE FROM log", "COMMIT")
    #expect(found.map(\.items) == [[1, 3], [2]])
    #expect(
      found.first?.words.plain == "Does nothing: each script runs as a whole or not at all anyway.")
  }

  @Test func `a script after one that fails is described`() throws {
    let found = try sentences(
      of: .update(2, ["CREATE TABLE ("]), .update(3, ["DELETE FROM log"]))
    #expect(found.map(\.words.plain) == ["Deletes all rows of log."])
  }

  @Test func `an empty script has no sentences`() throws {
    #expect(try sentences(of: .update(2, [])) == [])
    #expect(try sentences(of: .file(named: "sql_update_2.sql", text: "-- nothing\n")) == [])
  }

  @Test func `queries before, between and after the statements are told`() throws {
    let text = """
      {"require": ["SELECT 1 FROM log -- no\\n WHERE id < 0"], "verify": ["SELECT email FROM user GROUP BY email HAVING count(*) > 1"],
      "statements": [{"onlyIf": "SELECT count(*) = 1 FROM pragma_table_info('user') WHERE name = 'age'", "sql": "DELETE FROM log"}, {"onlyIf": "SELECT 0", "sql": "DELETE FROM user"}]}
      """
    let found = try sentences(of: .file(named: "sql_update_2.json", text: text))
    #expect(
      found.map(\.words.markdown) == [
        "Stops before it changes anything if **log** has a row in which **id** is less than 0.",
        "Only if **user** has a column **age**: deletes **all** rows of **log**.",
        "Does nothing, because its condition is never true. Query: `SELECT 0`.",
        "Undoes everything if, at the end, **user** has several rows with the same **email** (or none).",
      ])
  }

  @Test func `a script that does not check references says nothing else`() throws {
    let text = """
      {"foreignKeys": "unchecked", "statements": ["PRAGMA foreign_keys = OFF", "DELETE FROM log"]}
      """
    let found = try sentences(of: .file(named: "sql_update_2.json", text: text))
    #expect(
      found.first?.words.plain
        == "Does nothing: this script does not check references between tables anyway.")
  }

  @Test func `a query that finds sample rows says so`() throws {
    let text = """
      {"require": ["SELECT 1 FROM log", "SELECT 1 FROM user"], "statements": ["DELETE FROM log"]}
      """
    let script = """
      {"verify": ["SELECT 1 FROM log", "SELECT 1 FROM log WHERE note = 'x'", "SELECT 1 FROM user WHERE id < 0"],
      "statements": ["UPDATE log SET note = 'x'"]}
      """
    let found = try [text, script].flatMap {
      try sentences(of: .file(named: "sql_update_2.json", text: $0)).map(\.words.plain)
    }
    #expect(
      found == [
        "Stops before it changes anything if log has rows (as with the sample rows).",
        "Stops before it changes anything if user has rows (as with the sample rows).",
        "Deletes all rows of log.",
        "Sets note to 'x' in all rows of log.",
        "Undoes everything if, at the end, log has rows (as with the sample rows).",
        "Undoes everything if, at the end, log has a row in which note is 'x' (as with the sample rows).",
        "Undoes everything if, at the end, user has a row in which id is less than 0.",
      ])
  }

  @Test func `a check that rows of the scripts stop finds sample rows, too`() throws {
    let script = """
      {"verify": ["SELECT 1 FROM team WHERE title = 'a'", "SELECT title FROM team GROUP BY title HAVING count(*) > 1"],
      "statements": ["INSERT INTO team VALUES (901, 'a'), (902, 'a')"]}
      """
    let found = try sentences(of: .file(named: "sql_update_2.json", text: script))
      .map(\.words.plain).dropFirst()
    #expect(
      found == [
        "Undoes everything if, at the end, team has a row in which title is 'a' (as with the sample rows).",
        "Undoes everything if, at the end, team has several rows with the same title (as with the sample rows).",
      ])
  }

  @Test func `what a condition avoids does not fail`() throws {
    let text = """
      {"statements": [{"onlyIf": "SELECT count(*) = 0 FROM pragma_table_info('user') WHERE name = 'name'", "sql": "ALTER TABLE user ADD COLUMN name TEXT"},
      {"onlyIf": "SELECT 0", "sql": "ALTER TABEL user"}]}
      """
    let found = try sentences(of: .file(named: "sql_update_2.json", text: text))
    #expect(
      found.first?.words.markdown == "Does nothing here, because **user** has a column **name**.")
    #expect(found.last?.words.plain.hasPrefix("Fails") == true)
  }

  @Test func `a script outside a transaction says so`() throws {
    let text = #"{"transaction": false, "statements": ["CREATE INDEX i ON log (note)"]}"#
    let found = try sentences(of: .file(named: "sql_update_2.json", text: text))
    #expect(
      found.first?.words.plain
        == "Does not run as a whole: if it fails, what it has done until then stays.")
    #expect(found.count == 2)
  }
}
