import SQLScriptsDescription
import Testing

/// Where new rows come from, and which ones they replace.
struct SourceSentenceTests {
  private static let tables = [
    "CREATE TABLE tag (k TEXT PRIMARY KEY, v TEXT UNIQUE)",
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE TABLE msg (body TEXT, uid INT)",
  ]

  @Test(arguments: [
    (
      "INSERT INTO msg (body) SELECT name FROM user WHERE id > 1 UNION ALL SELECT k FROM tag",
      "Adds rows to msg from two queries of tag and user ("
    ),
    (
      "INSERT INTO msg (body) SELECT u.name FROM user u LEFT JOIN msg m ON m.uid = u.id WHERE m.uid IS NULL",
      "Adds rows to msg from msg and user matched where uid equals id, even without a match, only where "
    ),
    (
      "INSERT OR REPLACE INTO tag (k, v) VALUES ('b', '1')",
      "Adds a row to tag, replacing rows that have one of its keys: "
    ),
  ])
  func `rows have exact sources`(sql: String, words: String) throws {
    let found = try sentences(of: .update(2, [sql]), after: Self.tables).first?.words.plain ?? ""
    #expect(found.hasPrefix(words), "\(found)")
  }

  @Test func `a CHECK that refuses the same rows is no other one`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (b INT CHECK (b > 0 OR b IS NULL))", "INSERT INTO n SELECT * FROM t",
          "DROP TABLE t", "ALTER TABLE n RENAME TO t",
        ]), after: ["CREATE TABLE t (b INT CHECK (b > 0))"])
    let words = found.first?.words.plain ?? ""
    #expect(!words.contains("no longer"), "\(words)")
  }

  @Test func `a column that is no longer computed keeps its values`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (id INTEGER PRIMARY KEY, a INT, c INT)",
          "INSERT INTO n SELECT id, a, c FROM t", "DROP TABLE t", "ALTER TABLE n RENAME TO t",
        ]),
      after: ["CREATE TABLE t (id INTEGER PRIMARY KEY, a INT, c INT AS (a * 2) STORED)"])
    let words = found.first?.words.plain ?? ""
    #expect(!words.contains("changes values"), "\(words)")
  }
}

extension SourceSentenceTests {
  @Test func `a rebuild through a view copies the result of a query`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (id INTEGER PRIMARY KEY, a INT)", "INSERT INTO n SELECT id, a FROM v",
          "DROP VIEW v", "DROP TABLE t", "ALTER TABLE n RENAME TO t",
        ]),
      after: [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT)",
        "CREATE VIEW v AS SELECT id, a FROM t WHERE a > 5",
      ])
    let words = found.first?.words.plain ?? ""
    #expect(words.contains("copies the result of a query"), "\(words)")
  }

  @Test(arguments: [
    ("SELECT 1, 'x'", "Adds a row to **log**: **id** 1, **note** 'x'."),
    ("SELECT NULL, 'x' AS note WHERE 1", "Adds a row to **log**: **note** 'x'."),
    (
      "SELECT 1, 'x' WHERE NOT EXISTS (SELECT 1 FROM team)",
      "Adds a row to **log** if **team** has no rows: **id** 1, **note** 'x'."
    ),
    (
      "SELECT id + 2000, lower(hex(randomblob(4))) FROM team",
      "Adds rows to **log** from **team** (3 with the sample rows), setting **id** to **id** + 2000 and **note** to a random text of 8 hexadecimal digits."
    ),
    (
      "SELECT rowid + 3000, title FROM team LIMIT 0 + 9",
      "Adds rows to **log** from **team**, but maybe not all of them (3 with the sample rows), setting **id** to the row number + 3000 and **note** to **title**. Limit: `0 + 9`."
    ),
    (
      "SELECT id + 1000, 'x' FROM team",
      "Adds rows to **log** from **team** (3 with the sample rows), setting **id** to **id** + 1000 and **note** to 'x'."
    ),
    (
      "SELECT id + 1000, NULL FROM team",
      "Adds rows to **log** from **team** (3 with the sample rows), setting **id** to **id** + 1000 and leaving **note** without a value."
    ),
    (
      "SELECT DISTINCT id + 1000, title FROM team",
      "Adds rows to **log** from **team**, equal rows only once (3 with the sample rows), setting **id** to **id** + 1000 and **note** to **title**."
    ),
    (
      "SELECT min(id) + 1000, title FROM team GROUP BY title",
      "Adds rows to **log** from **team**, one for each **title** (3 with the sample rows). Expression for **id**: `min(id) + 1000`. Expression for **note**: `title`."
    ),
    (
      "SELECT min(id) + 1000, title FROM team GROUP BY title HAVING count(*) > 1",
      "Adds rows to **log** from **team**, one for each **title** that several rows have (none with the sample rows). Expression for **id**: `min(id) + 1000`. Expression for **note**: `title`."
    ),
    (
      "SELECT min(id) + 1000, title FROM team GROUP BY id % 100, title HAVING max(id) < 9",
      "Adds rows to **log** from **team**, one for each group for which a condition is true (none with the sample rows). Groups: `id % 100, title`. Condition: `max(id) < 9`. Expression for **id**: `min(id) + 1000`. Expression for **note**: `title`."
    ),
  ])
  func `INSERT … SELECT says which rows it adds`(query: String, sentence: String) throws {
    #expect(try text("INSERT INTO log (id, note) \(query)") == [sentence])
  }

  @Test(arguments: [
    ("SELECT * FROM log", "if **log** has rows"),
    (
      "SELECT * FROM (SELECT id, note, NULL AS at FROM log) AS log LIMIT 20",
      "if **log** has rows"
    ),
    (
      "SELECT * FROM (SELECT id, note AS text FROM log) AS log WHERE text IS NULL",
      "if **log** has a row in which **note** has no value"
    ),
    (
      "SELECT * FROM (SELECT id, note FROM log) WHERE note IN (SELECT note FROM (SELECT id, note FROM log) WHERE note IS NOT NULL GROUP BY note HAVING count(*) > 1)",
      "if **log** has a row in which **note** is the same as in another row"
    ),
    (
      "SELECT * FROM (SELECT id AS note, note AS id FROM log) AS log WHERE note > 3",
      "if **log** has a row in which **id** is greater than 3"
    ),
    (
      "SELECT * FROM (SELECT id FROM log WHERE note = 'a') AS log",
      "if a query finds a row. Query: `SELECT * FROM (SELECT id FROM log WHERE note = 'a') AS log`"
    ),
    (
      "SELECT 1 FROM user WHERE EXISTS (SELECT 1 FROM (SELECT id FROM log) AS l WHERE age = 3)",
      "if **user** has a row in which **log** has a row in which the **age** of **user** is 3"
    ),
  ])
  func `a query that chooses columns is about the table`(query: String, words: String) throws {
    let script = #"{"require": ["\#(query)"], "statements": ["DELETE FROM team"]}"#
    let found = try sentences(of: .file(named: "sql_update_2.json", text: script))
    let told = found.first?.words.markdown.replacing(" (as with the sample rows)", with: "")
    #expect(told == "Stops before it changes anything \(words).")
  }

  @Test(arguments: [
    "SELECT count(*) FROM log", "SELECT count(*) FROM pragma_table_info('user') WHERE name = 'x'",
    "SELECT count(*) WHERE (SELECT count(*) FROM log) > 5", "SELECT 0",
  ])
  func `a query that finds a row everywhere always stops the script`(query: String) throws {
    let script = #"{"require": ["\#(query)"], "statements": ["DELETE FROM team"]}"#
    let found = try sentences(of: .file(named: "sql_update_2.json", text: script))
    #expect(
      found.first?.words.plain
        == "Always stops before it changes anything, because its query always finds a row. Query: \(query)."
    )
  }
}
