import SQLScriptsDescription
import Testing

/// What is told about rows that an index keeps different.
struct UniquenessTests {
  private func told(_ statements: String..., after table: String...) throws -> String {
    try sentences(of: .update(2, statements), after: table).map(\.words.plain).joined(
      separator: " ")
  }

  @Test func `another collation is another uniqueness`() throws {
    let unique = "CREATE UNIQUE INDEX a ON t (x)"
    let other = "CREATE UNIQUE INDEX b ON t (x COLLATE NOCASE)"
    #expect(
      try told("DROP INDEX b", after: "CREATE TABLE t (x TEXT)", unique, other)
        .contains("so that rows of t may have the same x"))
    #expect(
      try told("DROP INDEX b", after: "CREATE TABLE t (x TEXT PRIMARY KEY)", other)
        .contains("so that rows of t may have the same x"))
    #expect(
      try told("DROP INDEX a", after: "CREATE TABLE t (x TEXT)", unique, other)
        .contains("which speeds up searching t by x"))
  }

  @Test func `what is unique is told once`() throws {
    let found = try told(
      "CREATE TABLE n (id INTEGER PRIMARY KEY, x TEXT COLLATE NOCASE, UNIQUE (x), UNIQUE (x, id))",
      "CREATE UNIQUE INDEX c ON t (x, x COLLATE NOCASE)",
      "CREATE UNIQUE INDEX d ON t (x COLLATE NOCASE, lower(x))", "CREATE INDEX e ON t (x, x)",
      after: "CREATE TABLE t (x TEXT)")
    #expect(
      found.contains(
        """
        No two rows can have the same x (ignoring case). \
        Makes sure that no two rows of t have the same x. \
        Makes sure that no two rows of t have the same x (ignoring case). \
        Speeds up searching t by x.
        """), "\(found)")
  }

  @Test(arguments: ["t (x) WHERE y > 1", "t (x, lower(y))", "t (x) WHERE x IS NOT NULL"])
  func `an index whose rows another key keeps different takes nothing away`(index: String) throws {
    let found = try told(
      "DROP INDEX b", after: "CREATE TABLE t (x TEXT UNIQUE, y TEXT)",
      "CREATE UNIQUE INDEX b ON \(index)")
    #expect(!found.contains("may have the same"), "\(found)")
    let other = try told(
      "DROP INDEX b", after: "CREATE TABLE t (x TEXT, y TEXT UNIQUE)",
      "CREATE UNIQUE INDEX b ON t (x) WHERE y > 1")
    #expect(other.contains("may have the same x"), "\(other)")
  }

  @Test(arguments: [
    ("INDEX u ON t (x)", "; rows of t may now have the same x (ignoring case)."),
    (
      "UNIQUE INDEX u ON t (x) WHERE x > 'a'",
      "; other rows of t may now have the same x (ignoring case)."
    ),
    ("UNIQUE INDEX u ON t (x, y)", "; other rows of t may now have the same x (ignoring case)."),
    ("UNIQUE INDEX u ON t (x)", "; changes which values of x count as the same."),
    ("UNIQUE INDEX u ON t (x COLLATE NOCASE DESC)", nil),
  ])
  func `a replaced index says what is no longer unique`(index: String, words: String?) throws {
    let found = try told(
      "DROP INDEX u", "CREATE \(index)",
      after: "CREATE TABLE t (x TEXT, y TEXT)", "CREATE UNIQUE INDEX u ON t (x COLLATE NOCASE)")
    if let words {
      #expect(found.hasSuffix(words), "\(found)")
    } else {
      #expect(!found.contains("the same x;") && !found.contains("may now"), "\(found)")
    }
  }

  @Test(arguments: [
    (
      "x TEXT UNIQUE, y TEXT", "removes the index u, because a UNIQUE constraint keeps x unique now"
    ),
    (
      "x TEXT PRIMARY KEY, y TEXT",
      "removes the index u, because the primary key keeps x unique now"
    ),
    ("x TEXT, y TEXT", "removes the index u (rows of t may now have the same x)"),
    ("x TEXT COLLATE NOCASE UNIQUE, y TEXT", "removes the index u, because"),
    ("x TEXT COLLATE BINARY, y TEXT, UNIQUE (x, y)", "removes the index u (rows of t may"),
  ])
  func `a rebuild says what became of a unique index`(columns: String, words: String) throws {
    let found = try told(
      "CREATE TABLE n (\(columns))", "INSERT INTO n (x, y) SELECT x, y FROM t", "DROP TABLE t",
      "ALTER TABLE n RENAME TO t", after: "CREATE TABLE t (x TEXT, y TEXT)",
      "CREATE UNIQUE INDEX u ON t (x)")
    #expect(found.contains(words), "\(found)")
  }

  @Test(arguments: [
    ("x TEXT UNIQUE", "removes the index u (changes which values of x count as the same)"),
    ("x TEXT COLLATE NOCASE UNIQUE", "removes the index u, because a UNIQUE constraint"),
  ])
  func `a constraint that compares in another way keeps other rows different`(
    column: String, words: String
  ) throws {
    let found = try told(
      "CREATE TABLE n (\(column))", "INSERT INTO n SELECT * FROM t", "DROP TABLE t",
      "ALTER TABLE n RENAME TO t", after: "CREATE TABLE t (x TEXT COLLATE NOCASE)",
      "CREATE UNIQUE INDEX u ON t (x)")
    #expect(found.contains(words), "\(found)")
  }

  @Test(arguments: [
    ("x INT NOT NULL UNIQUE, y INT", "removes its primary key, but keeps x unique"),
    ("x INT, y INT", "removes its primary key (rows of t may now have the same x)"),
    ("x INT, y INT, PRIMARY KEY (x, y)", "key to x and y (rows of t may now have the same x)"),
    ("x INT UNIQUE, y INT PRIMARY KEY", "changes its primary key to y;"),
    ("z INT, y INT", "removes its primary key (rows of t may now have the same z)"),
  ])
  func `a table without its primary key says what may repeat`(
    columns: String, words: String
  ) throws {
    let found = try told(
      "CREATE TABLE n (\(columns))", "INSERT INTO n SELECT x, y FROM t", "DROP TABLE t",
      "ALTER TABLE n RENAME TO t", after: "CREATE TABLE t (x INT PRIMARY KEY, y INT) WITHOUT ROWID")
    #expect(found.contains(words), "\(found)")
  }

  @Test func `a unique index of columns that are renamed or gone is only removed`() throws {
    let found = try told(
      "CREATE TABLE n (z TEXT UNIQUE)", "INSERT INTO n (z) SELECT x FROM t", "DROP TABLE t",
      "ALTER TABLE n RENAME TO t", after: "CREATE TABLE t (x TEXT, y TEXT)",
      "CREATE UNIQUE INDEX u ON t (x)", "CREATE UNIQUE INDEX w ON t (x, y)")
    #expect(
      found.contains("removes the index u, because a UNIQUE constraint keeps z unique now"),
      "\(found)")
    #expect(found.contains("removes the index w; keeps"), "\(found)")
  }

  @Test func `an index of a constant allows one row`() throws {
    let table = "CREATE TABLE t (x TEXT)"
    let index = "CREATE UNIQUE INDEX u ON t ((1)) WHERE x > 'a'"
    #expect(
      try told(index, after: table).hasPrefix(
        "Makes sure that t has at most one row where x is greater than 'a'"))
    #expect(
      try told("DROP INDEX u", after: table, index)
        == "Removes the index u, so that t may have several rows where x is greater than 'a'.")
  }

  @Test func `a rebuild says what its index no longer does`() throws {
    let rebuild = { (old: String, new: String, index: String) in
      try told(
        "CREATE TABLE n (\(new))", "INSERT INTO n SELECT * FROM t", "DROP TABLE t",
        "ALTER TABLE n RENAME TO t", index, after: "CREATE TABLE t (\(old))")
    }
    let weaker = try rebuild(
      "a TEXT COLLATE NOCASE UNIQUE", "a TEXT COLLATE NOCASE",
      "CREATE UNIQUE INDEX pa ON t (a COLLATE BINARY)")
    #expect(weaker.contains("changes which values of “a” count as the same"), "\(weaker)")
    let same = try rebuild("a TEXT UNIQUE", "a TEXT", "CREATE UNIQUE INDEX pa ON t (a)")
    #expect(same.contains("keeps “a” unique, now with an index"), "\(same)")
    let filled = try rebuild(
      "a TEXT UNIQUE", "a TEXT", "CREATE UNIQUE INDEX pa ON t (a) WHERE a IS NOT NULL")
    #expect(filled.contains("keeps “a” unique, now with an index"), "\(filled)")
    let partial = try rebuild(
      "a TEXT UNIQUE", "a TEXT", "CREATE UNIQUE INDEX pa ON t (a) WHERE a > 'b'")
    #expect(partial.contains("allows “a” to repeat"), "\(partial)")
  }

  @Test func `an index that ignores case keeps other rows apart`() throws {
    let found = try sentences(
      of: .update(2, ["DROP INDEX u"]),
      after: ["CREATE TABLE t (x TEXT)", "CREATE UNIQUE INDEX u ON t (x COLLATE NOCASE)"])
    #expect(
      found.map(\.words.plain) == [
        "Removes the index u, so that rows of t may have the same x (ignoring case)."
      ])
  }
}
