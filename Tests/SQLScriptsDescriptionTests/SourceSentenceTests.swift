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
      "Adds rows to msg from several queries of tag and user ("
    ),
    (
      "INSERT INTO msg (body) SELECT u.name FROM user u LEFT JOIN msg m ON m.uid = u.id WHERE m.uid IS NULL",
      "Adds rows to msg from msg and user, joined even without a match, only where "
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
      "SELECT id + 1000, 'x' FROM team",
      "Adds rows to **log** from **team** (3 with the sample rows), each with **note** 'x'."
    ),
    (
      "SELECT id + 1000, NULL FROM team",
      "Adds rows to **log** from **team** (3 with the sample rows)."
    ),
    (
      "SELECT DISTINCT id + 1000, title FROM team",
      "Adds rows to **log** from **team**, equal rows only once (3 with the sample rows)."
    ),
    (
      "SELECT min(id) + 1000, title FROM team GROUP BY title",
      "Adds rows to **log** from **team**, one for each **title** (3 with the sample rows)."
    ),
    (
      "SELECT min(id) + 1000, title FROM team GROUP BY title HAVING count(*) > 1",
      "Adds rows to **log** from **team**, one for each **title** that several rows have (none with the sample rows)."
    ),
    (
      "SELECT min(id) + 1000, title FROM team GROUP BY id % 100, title HAVING max(id) < 9",
      "Adds rows to **log** from **team**, one for each group for which a condition is true (none with the sample rows). Groups: `id % 100, title`. Condition: `max(id) < 9`."
    ),
  ])
  func `INSERT … SELECT says which rows it adds`(query: String, sentence: String) throws {
    #expect(try text("INSERT INTO log (id, note) \(query)") == [sentence])
  }
}
