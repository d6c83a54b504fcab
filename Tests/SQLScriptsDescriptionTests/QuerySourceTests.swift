import Testing

/// Queries whose SQL follows the sentence, and what they are told as otherwise.
struct QuerySourceTests {
  @Test func `many values with words are told instead of a query that would be cut`() throws {
    let names = (1...6).map { "column_with_a_long_name_\($0)" }
    let copy = names.map { "\($0) AS other_\($0)" }.joined(separator: ", ")
    let found = try sentences(
      of: .update(2, ["INSERT INTO duplicates SELECT \(copy) FROM things"]),
      after: [
        "CREATE TABLE things (\(names.list))",
        "CREATE TABLE duplicates (\(names.map { "to_" + $0 }.list))",
      ]
    ).map(\.words.plain)
    let values = names.map { "to_\($0) to \($0)" }
    #expect(
      found == [
        "Adds rows to duplicates from things (3 with the sample rows), setting \(values.dropLast().list) and \(values.suffix(1).list)."
      ])
  }

  @Test func `two conditions of joins that have no words are told together`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          """
          INSERT INTO log (note) SELECT user.name FROM user JOIN team ON instr(user.name, team.title) > 3
          LEFT JOIN log AS other ON abs(other.id - user.id) < 4
          """
        ])
    ).map(\.words.plain).joined()
    #expect(
      found.contains("matched by 2 conditions, even without a match (none with the sample rows)"),
      "\(found)")
  }

  @Test func `a value of another table in a calculation is said to be of it`() throws {
    let found = try text("UPDATE log SET note = log.note + u.age FROM user u WHERE u.id = log.id")
    #expect(
      found.first?.hasPrefix("Sets **note** to its value + the **age** of **user** in") == true)
  }

  @Test func `rows of a query that WITH names like a table are not those of the table`() throws {
    #expect(
      try text("WITH log AS (SELECT 99 AS id, 'x' AS note) INSERT INTO log SELECT * FROM log") == [
        "Adds rows to **log** from a query (1 with the sample rows). Query: `WITH log AS (SELECT 99 AS id, 'x' AS note) SELECT * FROM log`."
      ])
  }

  @Test(arguments: [
    (
      "INSERT INTO log (note) SELECT value FROM json_each('[1]')",
      "Adds rows to log from a query (1 with the sample rows). Query: SELECT value FROM json_each('[1]')."
    ),
    (
      "INSERT INTO log (note) VALUES ('x') UNION ALL SELECT title FROM team",
      "Adds rows to log from a query (4 with the sample rows). Query: VALUES ('x') UNION ALL SELECT title FROM team."
    ),
    (
      "INSERT INTO log (note) SELECT 'z' EXCEPT SELECT note FROM log",
      "Adds rows to log from a query (1 with the sample rows). Query: SELECT 'z' EXCEPT SELECT note FROM log."
    ),
    (
      "INSERT INTO log (note) SELECT 'z' UNION SELECT title FROM team",
      "Adds rows to log from two queries of team, equal rows only once (4 with the sample rows). Query: SELECT 'z' UNION SELECT title FROM team."
    ),
    (
      "INSERT INTO log SELECT id + 100, substr(title, 1, 2) FROM team",
      "Adds rows to log from team (3 with the sample rows), setting id to id + 100. Expression for note: substr(title, 1, 2)."
    ),
    (
      "INSERT INTO log SELECT max(id) + 100, max(title) FROM team",
      "Adds a row to log, computed from team. Expression for id: max(id) + 100. Expression for note: max(title)."
    ),
    (
      "INSERT INTO log SELECT id + 100, NULL FROM team",
      "Adds rows to log from team (3 with the sample rows), setting id to id + 100 and leaving note without a value."
    ),
    (
      "INSERT INTO log (note) SELECT title FROM team EXCEPT SELECT note FROM log",
      "Adds rows to log from team, except those that another query finds, equal rows only once (3 with the sample rows), setting note to title. Other query: SELECT note FROM log."
    ),
    (
      "INSERT INTO log (note) WITH t AS (SELECT 'x' AS n) SELECT n FROM t",
      "Adds rows to log from a query (1 with the sample rows). Query: WITH t AS (SELECT 'x' AS n) SELECT n FROM t."
    ),
    (
      "WITH t AS (SELECT 1 AS n) UPDATE user SET age = (SELECT n FROM t)",
      "Sets age to the result of an expression in all rows of user. Expression for age: (SELECT n FROM t). Query t: SELECT 1 AS n."
    ),
    ("INSERT INTO log (note) SELECT title FROM team WHERE 0", "Adds no rows to log."),
    ("DELETE FROM log WHERE 0", "Deletes no rows of log."),
    ("UPDATE log SET note = 'x' WHERE FALSE", "Changes no rows of log."),
    // An aggregate of no rows is a row.
    (
      "INSERT INTO log (note) SELECT max(title) FROM team WHERE 0",
      "Adds a row to log, computed from team where a condition is true. Condition: 0. Expression for note: max(title)."
    ),
    (
      "CREATE TEMP TABLE copy AS SELECT id, upper(title) AS title FROM team",
      "Creates the temporary table “copy” and fills it with rows from team. Query: SELECT id, upper(title) AS title FROM team."
    ),
    (
      "CREATE TEMP TABLE copy AS SELECT team.id, title AS name FROM team",
      "Creates the temporary table “copy” and fills it with rows from team. Query: SELECT team.id, title AS name FROM team."
    ),
    (
      "CREATE TEMP TABLE copy AS SELECT team.id, title AS title FROM team",
      "Creates the temporary table “copy” and fills it with rows from team."
    ),
    (
      "CREATE TABLE copy AS SELECT id, title FROM team WHERE 0",
      "Creates the table “copy” with the columns id and title."
    ),
    (
      "CREATE TABLE n (a INT, b INT AS (a + 1), c INT AS (a * 2) STORED)",
      "Creates the table n with the columns “a”, b and c. b and c are computed from other columns."
    ),
    (
      "UPDATE user SET name = substr(name, 1, 2), status = substr(name, 3)",
      "Sets name and status to the results of expressions in all rows of user. Expression for name: substr(name, 1, 2). Expression for status: substr(name, 3)."
    ),
    (
      "CREATE TABLE n AS VALUES (1, 2), (3, 4)",
      "Creates the table n with the columns column1 and column2 and fills it with 2 rows."
    ),
    (
      "INSERT INTO team VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET (id, title) = (SELECT 2, note FROM log)",
      "Adds a row to team: id 1, title 'a'; if it is already there, updates it instead. Update: UPDATE SET (id, title) = (SELECT 2, note FROM log)."
    ),
    (
      "UPDATE user SET email = NULL, age = NULL, team = NULL",
      "Clears email, age and team in all rows of user."
    ),
    (
      "UPDATE user SET name = 'a', email = NULL, age = 1, status = 'b', team = NULL",
      "Changes name, email, age, status and team in all rows of user. New values: name = 'a', email = NULL, age = 1, status = 'b', team = NULL."
    ),
    (
      "DELETE FROM user WHERE coalesce(email, status) IS NULL",
      "Deletes the rows of user where email and status have no value (0 of 3 sample rows)."
    ),
  ])
  func `what a query does is told, or its SQL follows`(sql: String, sentence: String) throws {
    #expect(try sentences(sql).map(\.words.plain) == [sentence])
  }

  @Test func `rows that a rebuild adds from another table are no changed ones`() throws {
    let found = try sentences(
      "CREATE TABLE n (id INTEGER PRIMARY KEY, note TEXT)",
      "INSERT INTO n SELECT id, note FROM log UNION ALL SELECT NULL, title FROM team",
      "DROP TABLE log", "ALTER TABLE n RENAME TO log")
    let text = found.first?.words.plain ?? ""
    #expect(text.contains("copies the rows that two queries find, adds rows (3"), "\(text)")
    #expect(!text.contains("can change"), "\(text)")
  }

  @Test func `the query that a rebuild copies follows the sentence`() throws {
    let found = try sentences(
      "CREATE TABLE n (id INTEGER PRIMARY KEY, note TEXT)",
      "WITH some AS (SELECT * FROM log) INSERT INTO n SELECT * FROM some", "DROP TABLE log",
      "ALTER TABLE n RENAME TO log")
    #expect(
      found.first?.words.plain.hasSuffix(
        " Query: WITH some AS (SELECT * FROM log) SELECT * FROM some.") == true)
  }

  @Test func `rows that another key puts in another order have no new values`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (title TEXT PRIMARY KEY, size INT) WITHOUT ROWID",
          "INSERT INTO n SELECT title, size FROM t", "DROP TABLE t", "ALTER TABLE n RENAME TO t",
        ]),
      after: [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, size INT)",
        "INSERT INTO t VALUES (1, 'z', 1), (2, 'y', 2), (3, 'x', 3), (4, 'w', 4)",
      ])
    #expect(found.first?.words.plain.contains("new values of title") == false, "\(found)")
  }

  @Test func `no and yes change places`() throws {
    let found = try sentences(
      of: .update(2, ["UPDATE t SET a = NOT a", "UPDATE t SET b = NOT b"]),
      after: ["CREATE TABLE t (id INTEGER PRIMARY KEY, a BOOLEAN, b INT)"])
    #expect(
      found.map(\.words.plain) == [
        "Swaps “yes” and “no” in “a” in all rows of t.",
        "Sets b to the result of an expression in all rows of t. Expression for b: NOT b.",
      ])
  }

  @Test func `a name of a subquery is not taken for one of the table`() throws {
    let found =
      try sentences(
        "UPDATE log SET note = o.note || '!' FROM (SELECT id, title AS note FROM team) AS o WHERE o.id = log.id"
      ).first?.words.plain ?? ""
    #expect(
      found.hasPrefix(
        "Sets note to title followed by '!' in log, using team, where the id of team equals"),
      "\(found)")
  }

  @Test(arguments: [
    ("SELECT upper(note) AS n FROM log", "rows from log, setting n to note in upper case."),
    ("SELECT 1 AS a, 'x' AS b", "a row, setting “a” to 1 and b to 'x'."),
    ("SELECT id, NULL AS note FROM log", "rows from log, each without note."),
    (
      "SELECT note, count(*) n FROM log GROUP BY note",
      "rows from log, one for each note. Expression for n: count(*)."
    ),
    (
      "SELECT 'it is ' || note || '!' n FROM log GROUP BY note",
      "rows from log, one for each note. Expression for n: 'it is ' || note || '!'."
    ),
    ("SELECT id, note FROM log", "rows from log."),
  ])
  func `a table that a query makes says what it gets`(query: String, words: String) throws {
    let found = try sentences("CREATE TABLE made AS \(query)").first?.words.plain ?? ""
    #expect(found.hasSuffix("and fills it with \(words)"), "\(found)")
  }
}

extension Sequence<String> {
  fileprivate var list: String { joined(separator: ", ") }
}
