import SQLScriptsDescription
import Testing

/// Rebuilds that give rows other keys, which may be the old keys of other rows.
struct RenumberingTests {
  /// The sentence of a rebuild of `u`, which has 5 rows with gaps between their IDs.
  private func rebuild(
    _ copy: String..., columns: String = "id INTEGER PRIMARY KEY, name TEXT",
    then statements: [String] = []
  ) throws -> String {
    let found = try sentences(
      of: .update(
        2,
        ["CREATE TABLE u2 (\(columns))"] + copy.map { "INSERT INTO u2 \($0)" }
          + ["DROP TABLE u", "ALTER TABLE u2 RENAME TO u"] + statements),
      after: [
        "CREATE TABLE u (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO u VALUES (1, 'a'), (3, 'b'), (4, 'a'), (7, 'c'), (8, NULL)",
      ])
    return found.first?.words.plain ?? ""
  }

  @Test(arguments: [
    "(name) SELECT name FROM u", "(name) SELECT name FROM u ORDER BY name DESC",
    "(id, name) SELECT NULL, name FROM u", "SELECT NULL, name FROM u",
  ])
  func `new IDs are told, and no row is lost`(copy: String) throws {
    let words = try rebuild(copy)
    #expect(
      words
        == "Rebuilds u with the same definition: numbers its rows anew in id, keeps 5 of 5 sample rows."
    )
  }

  @Test(arguments: [
    ("SELECT id + 1, name FROM u", "adds 1 to id, keeps 5 of 5 sample rows."),
    ("(rowid, name) SELECT id + 1, name FROM u", "adds 1 to id, keeps 5 of 5 sample rows."),
    ("(rowid, name) SELECT oid, name FROM u", "keeps 5 of 5 sample rows."),
    (
      "SELECT row_number() OVER (ORDER BY id), name FROM u",
      "sets id to the result of an expression, keeps 5 of 5 sample rows. Expression for id: row_number() OVER (ORDER BY id)."
    ),
    (
      "(name) SELECT upper(name) FROM u",
      "changes name to upper case, numbers its rows anew in id, keeps 5 of 5 sample rows."
    ),
  ])
  func `keys that are computed are not those of other rows`(copy: String, words: String) throws {
    #expect(try rebuild(copy) == "Rebuilds u with the same definition: \(words)")
  }

  @Test func `rows that are really lost or added are counted`() throws {
    let fewer = try rebuild("(name) SELECT name FROM u WHERE name = 'a'")
    #expect(fewer.hasSuffix("numbers its rows anew in id, keeps only 2 of 5 sample rows."))
    let more = try rebuild("(name) SELECT name FROM u UNION ALL SELECT name FROM u")
    #expect(
      more.hasSuffix(
        "copies the rows that two queries find; numbers its rows anew in id; adds rows (5 with the sample rows); keeps 5 of 5 sample rows."
      ))
    let other = try rebuild(
      "(name) SELECT name FROM u WHERE id > 1 UNION ALL SELECT 'new' FROM u WHERE id = 1")
    #expect(other.hasSuffix("adds rows (1 with the sample rows); keeps only 4 of 5 sample rows."))
  }

  @Test func `rows that wait in a temporary table are not told as lost`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TEMP TABLE b AS SELECT * FROM log", "DROP TABLE log",
          "CREATE TABLE log (id INTEGER PRIMARY KEY, note TEXT NOT NULL)",
          "INSERT INTO log SELECT id, ifnull(note, '') FROM b",
        ]))
    #expect(
      found.map(\.words.plain) == [
        "Creates the temporary table b and fills it with rows from log.",
        "Removes the table log and creates it again, after rows were copied to the temporary table b: makes note required.",
        "Adds rows to log from b (3 with the sample rows). Expression for note: ifnull(note, '').",
      ])
  }

  @Test func `new IDs are told also if other statements change rows`() throws {
    let words = try rebuild(
      "(name) SELECT name FROM u", then: ["UPDATE u SET name = 'x' WHERE id = 2"])
    #expect(words.contains("numbers its rows anew in id"))
    #expect(!words.contains("keeps only"))
  }

  @Test func `a value of another type is that of the same row`() throws {
    let words = try rebuild(
      "(name) SELECT name FROM u", columns: "id INTEGER PRIMARY KEY, name INTEGER")
    #expect(words.hasSuffix("numbers its rows anew in id, keeps 5 of 5 sample rows."))
  }
}

extension RenumberingTests {
  @Test func `a reference follows a table that is renamed only for a while`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "ALTER TABLE p RENAME TO old_p", "CREATE TABLE p (id INTEGER PRIMARY KEY)",
          "INSERT INTO p SELECT id FROM old_p",
          "CREATE TABLE n (id INTEGER PRIMARY KEY, p INT REFERENCES p)",
          "INSERT INTO n SELECT id, p FROM t", "DROP TABLE t", "ALTER TABLE n RENAME TO t",
          "DROP TABLE old_p",
        ]),
      after: [
        "CREATE TABLE p (id INTEGER PRIMARY KEY)",
        "CREATE TABLE t (id INTEGER PRIMARY KEY, p INT REFERENCES p)",
      ])
    #expect(
      found.map(\.words.plain).last
        == "Rebuilds t with the same definition: keeps 3 of 3 sample rows.")
  }
}
