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
    ("INDEX u ON t (x)", "; rows of t may now have the same x."),
    ("UNIQUE INDEX u ON t (x) WHERE x > 'a'", "; other rows of t may now have the same x."),
    ("UNIQUE INDEX u ON t (x, y)", "; other rows of t may now have the same x."),
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
}
