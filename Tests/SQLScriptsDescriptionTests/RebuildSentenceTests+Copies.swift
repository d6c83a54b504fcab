import Testing

/// What the copy of a rebuild does to rows and values.
extension RebuildSentenceTests {
  @Test func `a copy may leave out rows with a match`() throws {
    let columns = "a INTEGER PRIMARY KEY, b TEXT"
    let joined = { (on: String) in
      try rebuild(from: columns, to: columns, as: "t.a, t.b FROM t LEFT JOIN p ON \(on) --")
    }
    #expect(
      try joined("p.code = t.a WHERE p.id IS NULL").contains(
        "copies only rows without a match in **p**"))
    // A match may have no value there.
    #expect(
      try joined("p.id = t.a WHERE p.code IS NULL").contains(
        "where **code** has no value"))
  }

  /// What the forms of the editor write.
  @Test func `a conversion says what becomes of values that do not fit`() throws {
    let cast = "CAST(b AS INTEGER)"
    let found = try rebuild(
      from: "a INTEGER PRIMARY KEY, b TEXT, c TEXT", to: "a INTEGER PRIMARY KEY, b INTEGER, c TEXT",
      copying: "a, b, c",
      as: "a, (CASE WHEN \(cast) <> b THEN NULL ELSE \(cast) END), "
        + "(CASE WHEN rowid IN (SELECT min(rowid) FROM t GROUP BY c) THEN c END) FROM t --")
    #expect(
      found.contains(
        "**b** case by case (no value where **b** is not a whole number; otherwise its value as a whole number)"
      ), "\(found)")
    #expect(
      found.contains(
        "**c** case by case (its value where no earlier row has the same **c** (or none); otherwise no value)"
      ), "\(found)")
  }

  @Test func `a column that is computed from now on loses its values`() throws {
    let found = try rebuild(
      from: "a INTEGER PRIMARY KEY, b TEXT, c INT",
      to: "a INTEGER PRIMARY KEY, b TEXT, c INT AS (a + 1)")
    #expect(
      found.contains("removes the values of **c** and computes it from other columns"), "\(found)")
  }

  @Test func `a rebuild says which rows it leaves out`() throws {
    let columns = "a INTEGER PRIMARY KEY, b TEXT"
    #expect(
      try rebuild(from: columns, to: columns, as: "a, b FROM t WHERE b IS NOT NULL --")
        .contains("copies only rows where **b** has a value"))
    #expect(
      try rebuild(from: columns, to: columns, as: "a, b FROM t LIMIT 100 --")
        .contains("copies at most 100 rows, keeps"))
    #expect(
      try rebuild(from: columns, to: columns, as: "a, b FROM t LIMIT -1 --")
        == "Rebuilds **t** with the same definition: keeps 3 of 3 sample rows.")
    #expect(
      try rebuild(from: columns, to: columns, as: "t.a, p.code FROM t LEFT JOIN p ON p.id = t.b --")
        .contains("sets **b** to the **code** of **p**, or no value where there is none; keeps"))
    #expect(
      try rebuild(from: columns, to: columns, as: "t.a, t.b FROM t JOIN p ON p.id = t.a --")
        .contains("copies only rows with a match in **p**"))
    #expect(
      try rebuild(from: columns, to: columns, as: "t.a, t.b FROM t LEFT JOIN p ON p.id = t.a --")
        == "Rebuilds **t** with the same definition: looks up rows of **p** where **id** equals **a**, keeps 3 of 3 sample rows."
    )
    #expect(
      try rebuild(
        from: columns, to: columns, as: "a, b FROM t UNION SELECT a + 1000, b FROM t --"
      )
      .contains(
        "copies the rows that two queries find; copies equal rows only once; can change the values of **a**; adds rows (3 with the sample rows); keeps 3 of 3"
      ))
  }

  @Test(arguments: [
    ("OR IGNORE", "leaves out rows that the new table does not allow"),
    ("OR REPLACE", "lets a row replace earlier ones with the same key"),
  ])
  func `a rebuild says that its copy may lose rows`(manner: String, words: String) throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (a INTEGER PRIMARY KEY, b TEXT UNIQUE)",
          "INSERT \(manner) INTO n SELECT * FROM t", "DROP TABLE t", "ALTER TABLE n RENAME TO t",
        ]), after: ["CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)"])
    #expect(found.first?.words.plain.contains(words) == true)
  }

  @Test(arguments: [
    (
      "a, CASE WHEN b = 'x' THEN 'y' ELSE b END",
      "sets **b** case by case ('y' where **b** is 'x'; otherwise it stays as it is)"
    ),
    ("a, coalesce(b, 'none')", "sets **b** to 'none' where it has no value"),
    ("a, coalesce(b, a)", "sets **b** to the value of **a** where it has no value"),
    ("a, NOT b", "Expression for **b**: `NOT b`"),
    ("a, b NOTNULL", "sets **b** case by case (1 where **b** has a value; otherwise 0)"),
    ("a, lower(b) AS b", "changes **b** to lower case"), ("a, 'b'", "sets **b** to 'b'"),
    ("a, a", "sets **b** to the value of **a**"), ("a, x.b FROM t AS x --", nil),
    ("DISTINCT a, t.b", "copies equal rows only once"),
    ("a, p.id FROM t, p --", "sets **b** to the **id** of **p**"),
  ])
  func `a rebuild says what it does to values that no sample row has`(
    expressions: String, words: String?
  ) throws {
    let columns = "a INTEGER PRIMARY KEY, b TEXT"
    let text = try rebuild(from: columns, to: columns, as: expressions)
    let plain = "Rebuilds **t** with the same definition: keeps 3 of 3 sample rows."
    if let words { #expect(text.contains(words), "\(text)") } else { #expect(text == plain) }
  }

  @Test(arguments: [
    ("b IN ('x', 'y')", "b IN ('x', 'y', NULL)", "changes what rows it refuses, "),
    ("a < 9000", "(a > -5000) IS TRUE", "changes what rows it refuses, "),
  ])
  func `a CHECK whose refusals have no exact words is SQL`(
    old: String, new: String, words: String
  ) throws {
    let text = try rebuild(from: "a INT, b TEXT CHECK (\(old))", to: "a INT, b TEXT CHECK (\(new))")
    #expect(text.hasPrefix("Rebuilds **t**: \(words)"), "\(text)")
    #expect(text.hasSuffix("Check now: `\(new)`."), "\(text)")
  }

  @Test func `a renamed column keeps what happens in a conflict`() throws {
    let text = try rebuild(
      from: "a INTEGER PRIMARY KEY, b TEXT UNIQUE ON CONFLICT IGNORE",
      to: "a INTEGER PRIMARY KEY, c TEXT UNIQUE ON CONFLICT IGNORE", copying: "a, c", as: "a, b")
    #expect(
      text
        == "Rebuilds **t**: renames **b** to **c**, leaves out rows that the new table does not allow, keeps 3 of 3 sample rows."
    )
  }

  @Test func `a CHECK with a list says what it allows`() throws {
    let text = try rebuild(
      from: "a INT, b TEXT", to: "a INT, b TEXT CHECK (b IN ('x', 'y'))")
    #expect(
      text.hasPrefix("Rebuilds **t**: allows only 'x', 'y' or no value in **b**, but fails"),
      "\(text)")
  }

  @Test func `columns that change places with SELECT * are told`() throws {
    let words = try rebuild(
      from: "a INTEGER PRIMARY KEY, b TEXT, c TEXT", to: "a INTEGER PRIMARY KEY, c TEXT, b TEXT",
      copying: "a, c, b", as: "*")
    #expect(words.contains("swaps **c** and **b**"), "\(words)")
  }

  @Test func `values that are not copied are told`() throws {
    let columns = "a INTEGER PRIMARY KEY, b TEXT, c TEXT DEFAULT 'x'"
    let words = try rebuild(from: columns, to: columns)
    #expect(words.contains("does not copy the values of **c**"), "\(words)")
    let keys = try rebuild(from: columns, to: columns, copying: "b, c")
    #expect(keys.contains("numbers its rows anew in **a**"), "\(keys)")
    #expect(!keys.contains("does not copy"))
  }

  @Test func `values that only a later UPDATE sets are not copied`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (a INTEGER PRIMARY KEY, b TEXT)", "INSERT INTO n (a) SELECT a FROM t",
          "DROP TABLE t", "ALTER TABLE n RENAME TO t", "UPDATE t SET b = 'x' WHERE a < 0",
        ]), after: ["CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)"])
    #expect(found.first?.words.plain.contains("does not copy the values of b") == true)
  }

  @Test func `CREATE TABLE AS is a copy like any other`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n AS SELECT a, b || '!' AS b FROM t WHERE b IS NOT NULL", "DROP TABLE t",
          "ALTER TABLE n RENAME TO t",
        ]), after: ["CREATE TABLE t (a INT, b TEXT)"])
    let words = try #require(found.first?.words.plain)
    #expect(words.contains("copies only rows where b has a value"), "\(words)")
    #expect(words.contains("adds '!' to the end of b"), "\(words)")
  }

  @Test func `a copy of a query is not taken for one of the table`() throws {
    let columns = "a INTEGER PRIMARY KEY, b TEXT"
    let query = "a, b FROM (SELECT a, upper(b) AS b FROM t) WHERE b = 'x' --"
    let words = try rebuild(from: columns, to: columns, as: query)
    let clauses = "copies the result of a query, copies only rows of the query where **b** is 'x'"
    #expect(words.contains(clauses), "\(words)")
  }

  @Test func `many copies with other values are told together`() throws {
    let copies = (1...5).map { "INSERT INTO n SELECT \($0), b FROM t WHERE b = 'x\($0)'" }
    let found = try sentences(
      of: .update(
        2,
        ["CREATE TABLE n (a INTEGER PRIMARY KEY, b TEXT)"] + copies
          + ["DROP TABLE t", "ALTER TABLE n RENAME TO t"]),
      after: ["CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)"])
    #expect(
      found.map(\.words.markdown) == [
        "Rebuilds **t** with the same definition: copies only rows that 5 queries select, computes new values of **a**, keeps **none** of 3 sample rows."
      ])
  }

  @Test func `a table that is only renamed keeps its rows`() throws {
    let table = "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT, c TEXT)"
    let copied = try sentences(
      of: .update(
        2,
        [
          "ALTER TABLE t RENAME TO t_old", "CREATE TABLE t (a INTEGER PRIMARY KEY, b TEXT)",
          "INSERT INTO t SELECT a, b FROM t_old",
        ]), after: [table])
    #expect(
      copied.map(\.words.markdown) == [
        "Rebuilds **t**: removes **c**, keeps 3 of 3 sample rows, keeps the old table as **t\\_old**."
      ])
    let swapped = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (a INTEGER PRIMARY KEY, b TEXT, c TEXT)", "ALTER TABLE t RENAME TO t_old",
          "ALTER TABLE n RENAME TO t",
        ]), after: [table])
    #expect(
      swapped.last?.words.plain
        == "Renames t with its rows to t_old and puts another table in its place.")
  }

  @Test func `a rebuild says that its rows get other keys`() throws {
    let columns = "a INTEGER PRIMARY KEY, b TEXT"
    let words = try rebuild(from: columns, to: columns, as: "a * 10, b")
    #expect(words.contains("multiplies **a** by 10, keeps 3 of 3 sample rows"))
  }

  @Test func `a missing answer is filled with yes or no`() throws {
    let words = try rebuild(
      from: "a INTEGER PRIMARY KEY, b BOOLEAN", to: "a INTEGER PRIMARY KEY, b BOOLEAN NOT NULL",
      as: "a, ifnull(b, 1)")
    #expect(words.contains("sets **b** to “yes” where it has no value"), "\(words)")
  }

  @Test func `a value that changes with the type of its column is told`() throws {
    let words = try rebuild(
      from: "a INTEGER PRIMARY KEY, b INTEGER", to: "a INTEGER PRIMARY KEY, b TEXT",
      as: "a, b * 2")
    #expect(words.contains("multiplies **b** by 2"))
    let same = try rebuild(
      from: "a INTEGER PRIMARY KEY, b INTEGER", to: "a INTEGER PRIMARY KEY, b TEXT")
    #expect(!same.contains("changes values"))
  }

  @Test func `HAVING says which rows it leaves out`() throws {
    let columns = "a INTEGER PRIMARY KEY, b TEXT"
    let having = "GROUP BY b HAVING count(*) > 1 --"
    #expect(
      try rebuild(from: columns, to: columns, as: "min(a), b FROM t \(having)").contains(
        "copies only one row for each **b** that several rows have, and leaves out all other rows"))
    #expect(
      try rebuild(from: columns, to: columns, as: "t.a, t.b FROM t JOIN p ON p.id = t.a \(having)")
        .contains("for each **b** that several joined rows have, and leaves out all other rows"))
    #expect(
      try !rebuild(from: columns, to: columns, as: "min(a), b FROM t GROUP BY b --").contains(
        "leaves out"))
  }
}
