import Testing

/// What ON CONFLICT of constraints does with new and changed rows.
struct ConflictSentenceTests {
  private static let tables = [
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE ON CONFLICT IGNORE, b TEXT UNIQUE ON CONFLICT REPLACE, c INT)",
    "CREATE TABLE r (a INT, b INT, c INT NOT NULL ON CONFLICT IGNORE, PRIMARY KEY (a, b) ON CONFLICT REPLACE)",
  ]

  @Test(arguments: [
    (
      "INSERT INTO t (a, b) VALUES ('x', 'y')",
      "Adds a row to t unless another row has the same “a”, replacing a row with the same b, whose id and c are lost: “a” 'x', b 'y'."
    ),
    (
      "INSERT INTO t (a, b) VALUES ('x', 'y'), ('z', 'y')",
      "Adds 2 rows to t, except those with the same “a” as another row, replacing rows with the same b, whose id and c are lost: “a” 'x', b 'y'; “a” 'z', b 'y'."
    ),
    (
      "INSERT INTO r VALUES (1, 2, 3)",
      "Adds a row to r unless it has no c, replacing a row with the same “a” and b: “a” 1, b 2, c 3."
    ),
    ("INSERT OR ABORT INTO t (a, b) VALUES ('x', 'y')", "Adds a row to t: “a” 'x', b 'y'."),
    (
      "UPDATE t SET a = 'x', b = 'y'",
      "Sets “a” to 'x' and b to 'y' in rows of t (1 of 3 sample rows), except where another row has the same “a”, deleting rows that then have the same b."
    ),
    ("UPDATE t SET c = 1", "Sets c to 1 in all rows of t."),
    (
      "UPDATE r SET c = NULL", "Clears c in all rows of r, except where c would have no value.",
    ),
  ])
  func `each constraint is told by its own manner`(sql: String, sentence: String) throws {
    let found = try sentences(of: .update(2, [sql]), after: Self.tables)
    let text = found.first?.words.plain.replacing(
      #/ in rows of r \(.*?\)/#, with: " in all rows of r")
    #expect(text == sentence)
  }
}
