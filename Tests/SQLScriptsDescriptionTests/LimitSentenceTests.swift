import Testing

/// LIMIT, and the order that decides what it leaves.
struct LimitSentenceTests {
  @Test(arguments: [
    ("LIMIT -1", ""), ("LIMIT -1 OFFSET 0", ""), ("LIMIT 9223372036854775807", ""),
    ("LIMIT 2", ", at most 2 of them"),
    ("LIMIT -1 OFFSET 1", ", except the first of them"),
    ("LIMIT 3, 2", ", at most 2 of them after the first 3"),
    ("ORDER BY id LIMIT 1", ", at most the first of them in the order of id"),
    (
      "ORDER BY age DESC, name DESC LIMIT 2 OFFSET 1",
      ", at most 2 of them after the first one in the descending order of age and name"
    ),
    ("ORDER BY age, name DESC LIMIT 2", ", at most the first 2 of them in an order"),
    ("LIMIT 1 + 1", ", but maybe not all of them"),
  ])
  func `a limit of UPDATE, DELETE and a query is said`(limit: String, words: String) throws {
    for (sql, start) in [
      ("DELETE FROM user WHERE id > 0", "Deletes the rows of user where id is greater than 0"),
      ("INSERT INTO log (note) SELECT name FROM user", "Adds rows to log from user"),
      (
        "UPDATE user SET age = 1 WHERE id > 0",
        "Sets age to 1 in user where id is greater than 0"
      ),
    ] {
      let found = try sentences("\(sql) \(limit)").first?.words.plain
      #expect(found?.hasPrefix("\(start)\(words) (") == true, "\(found ?? "")")
    }
  }

  @Test(arguments: ["LIMIT 0", "LIMIT 0 OFFSET 3", "LIMIT -1 OFFSET 9223372036854775807"])
  func `a limit that leaves no rows is said so`(limit: String) throws {
    for (sql, sentence) in [
      ("DELETE FROM user WHERE id > 0", "Deletes no rows of user."),
      ("INSERT INTO log (note) SELECT name FROM user", "Adds no rows to log."),
      ("UPDATE user SET age = 1", "Changes no rows of user."),
    ] {
      #expect(try sentences("\(sql) \(limit)").map(\.words.plain) == [sentence])
    }
  }

  @Test(arguments: [
    ("age AS name", "name", " in the order of age"),
    ("age name", "name DESC", " in the descending order of age"),
    ("user.age AS name", "name", " in the order of age"),
    ("length(email) AS name", "name", " in an order"),
    ("age AS other", "name", " in the order of name"),
    ("age AS name", "user.name", " in the order of name"),
  ])
  func `an order by an alias is that of its value`(
    result: String, term: String, words: String
  ) throws {
    let found = try text("INSERT INTO log (id) SELECT \(result) FROM user ORDER BY \(term) LIMIT 1")
    #expect(
      found.first?.replacing("**", with: "").contains("the first of them\(words) (") == true,
      "\(found)")
    #expect(found.first?.contains("Order: `length(email)`") == result.hasPrefix("length"))
  }

  @Test func `what a limit is computed from follows the sentence`() throws {
    #expect(
      try text("DELETE FROM user ORDER BY length(name) LIMIT 1 + 1") == [
        "Deletes rows of **user**, but maybe not all of them in an order (2 of 3 sample rows). Limit: `1 + 1`. Order: `length(name)`."
      ])
  }

  @Test(arguments: [
    ("", ""), ("LIMIT 1000000", "copies at most 1000000 rows, "),
    ("LIMIT 1", "copies at most 1 row, "), ("LIMIT -1", ""),
    ("LIMIT 2 OFFSET 1", "copies at most 2 rows after the first one, "),
    ("LIMIT -1 OFFSET 1", "leaves out the first row, "),
    ("LIMIT -1 OFFSET 2", "leaves out the first 2 rows, "),
    ("ORDER BY id LIMIT 2", "copies at most the first 2 rows in the order of id, "),
    ("GROUP BY id", ""), ("GROUP BY note, log.id", ""), ("GROUP BY rowid", ""),
    ("GROUP BY note", "copies only one row for each note, "),
    (
      "GROUP BY note HAVING count(*) > 1",
      "copies only one row for each note that several rows have, and leaves out all other rows; "
    ),
    ("GROUP BY id HAVING max(note) > 'a'", "copies only rows for which a condition is true, "),
    ("GROUP BY 1", "copies only one row for each group, "),
    ("EXCEPT SELECT 1, 'x'", "leaves out rows that another query finds, "),
    ("INTERSECT SELECT 1, 'x'", "copies only rows that another query finds, too; "),
    (
      "EXCEPT SELECT 1, 'x' EXCEPT SELECT 2, 'y'", "leaves out rows that other queries find, "
    ),
    ("UNION SELECT 1, 'x' EXCEPT SELECT 2, 'y'", "copies the result of several queries; "),
  ])
  func `a rebuild says which rows it may leave out`(end: String, words: String) throws {
    let found = try sentences(
      "CREATE TABLE n (id INTEGER PRIMARY KEY, note TEXT)",
      "INSERT OR REPLACE INTO n SELECT id, note FROM log \(end)", "DROP TABLE log",
      "ALTER TABLE n RENAME TO log"
    ).first?.words.plain
    let start = "Rebuilds log with the same definition: \(words)"
    #expect(found?.hasPrefix(start) == true, "\(found ?? "")")
    let next = found?.dropFirst(start.count) ?? ""
    #expect(["keeps ", "lets a row", "can change "].contains(where: next.hasPrefix), "\(next)")
  }

  @Test(arguments: [
    ("UNION ALL SELECT name FROM user", " ("),
    ("UNION SELECT name FROM user", ", equal rows only once ("),
    ("UNION ALL SELECT name FROM user UNION SELECT 'x'", ", equal rows only once ("),
  ])
  func `queries that drop equal rows say so`(end: String, words: String) throws {
    let found = try text("INSERT INTO log (note) SELECT title FROM team \(end)").first ?? ""
    #expect(found.contains(" queries of **team** and **user**\(words)"), "\(found)")
  }

  @Test func `only some of the queries may drop equal rows`() throws {
    let query = "SELECT title FROM team UNION SELECT name FROM user UNION ALL SELECT 'x'"
    let found = try text("INSERT INTO log (note) \(query)").first ?? ""
    #expect(found.contains(" from a query ("), "\(found)")
    #expect(found.hasSuffix("Query: `\(query)`."), "\(found)")
  }

  @Test func `an alias is that of its own query`() throws {
    let found = try sentences(
      "CREATE TABLE n (id INTEGER PRIMARY KEY, note TEXT)",
      "INSERT INTO n SELECT x.id + 1000, x.title FROM team x UNION ALL SELECT x.id, x.note FROM log x",
      "DROP TABLE log", "ALTER TABLE n RENAME TO log")
    #expect(found.first?.words.plain.contains("can change") == false, "\(found)")
  }

  @Test func `rows without a value are one group`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (a TEXT UNIQUE, b TEXT)", "INSERT INTO n SELECT a, b FROM t GROUP BY a",
          "DROP TABLE t", "ALTER TABLE n RENAME TO t",
        ]),
      after: ["CREATE TABLE t (a TEXT UNIQUE, b TEXT)"])
    #expect(found.first?.words.plain.contains("copies only one row for each “a”") == true)
  }

  @Test func `an aggregate makes one row of all rows`() throws {
    let found = try sentences(
      "CREATE TABLE n (id INTEGER PRIMARY KEY, note TEXT)",
      "INSERT INTO n SELECT max(id), note FROM log", "DROP TABLE log",
      "ALTER TABLE n RENAME TO log")
    #expect(found.first?.words.plain.contains("makes a single row of all rows") == true)
  }

  @Test(arguments: [
    (
      "EXCEPT SELECT title FROM team",
      ", except those that another query finds, equal rows only once ("
    ),
    (
      "INTERSECT SELECT title FROM team",
      ", only those that another query finds as well, equal rows only once ("
    ),
  ])
  func `a query without the rows of another one names that one`(end: String, words: String) throws {
    let found = try text("INSERT INTO log (note) SELECT name FROM user WHERE age > 1 \(end)").first
    #expect(
      found?.hasPrefix(
        "Adds rows to **log** from **user** where **age** is greater than 1\(words)") == true)
    #expect(found?.hasSuffix(" Other query: `SELECT title FROM team`.") == true, "\(found ?? "")")
  }
}
