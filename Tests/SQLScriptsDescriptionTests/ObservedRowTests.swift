import Testing

/// What statements did to the sample rows that were there, where their text alone would mislead.
struct ObservedRowTests {
  private static let tables = [
    "CREATE TABLE setting (k TEXT PRIMARY KEY, v TEXT, n INT DEFAULT 0)",
    "INSERT INTO setting VALUES ('theme', 'dark', 1), ('lang', 'de', 2), ('zoom', '2', 3)",
    "CREATE TABLE other (k TEXT, v TEXT)",
    "INSERT INTO other VALUES ('theme', 'x'), ('lang', 'y'), ('new', 'z')",
    "CREATE TABLE log (k TEXT)",
  ]

  @Test(arguments: [
    (
      "INSERT INTO setting (k, v) VALUES ('theme', 'a'), ('lang', 'b') ON CONFLICT (k) DO UPDATE SET v = excluded.v",
      "Adds 2 rows to setting (with the sample rows: none added, 2 updated): k 'theme', v 'a'; k 'lang', v 'b'; in those already there, sets v to the new value instead."
    ),
    (
      "INSERT INTO setting (k, v) VALUES ('theme', 'a'), ('new', 'b') ON CONFLICT (k) DO UPDATE SET v = excluded.v",
      "Adds 2 rows to setting (with the sample rows: 1 added, 1 updated): k 'theme', v 'a'; k 'new', v 'b'; in those already there, sets v to the new value instead."
    ),
    (
      "INSERT INTO setting (k, v) VALUES ('theme', 'a') ON CONFLICT (k) DO UPDATE SET v = excluded.v",
      "Adds a row to setting (with the sample rows: none added, 1 updated): k 'theme', v 'a'; if it is already there, sets v to the new value instead."
    ),
    (
      "INSERT INTO setting (k, v) SELECT k, v FROM other WHERE true ON CONFLICT (k) DO UPDATE SET v = excluded.v",
      "Adds rows to setting from “other” (with the sample rows: 1 added, 2 updated); in those already there, sets v to the new value instead."
    ),
    // No row is there already, or the WHERE keeps it as it is.
    (
      "INSERT INTO setting (k, v) VALUES ('new', 'a') ON CONFLICT (k) DO UPDATE SET v = excluded.v",
      "Adds a row to setting: k 'new', v 'a'; if it is already there, sets v to the new value instead."
    ),
    (
      "INSERT INTO setting (k, v) VALUES ('theme', 'a') ON CONFLICT (k) DO UPDATE SET v = excluded.v WHERE n < 0",
      "Adds a row to setting (none added with the sample rows): k 'theme', v 'a'; if it is already there and n is less than 0, sets v to the new value instead."
    ),
  ])
  func `an upsert tells the rows that it adds from those that it updates`(
    sql: String, sentence: String
  ) throws {
    let found = try sentences(of: .update(2, [sql]), after: Self.tables)
    #expect(found.map(\.words.plain) == [sentence])
  }

  @Test func `an upsert is not counted if a trigger adds rows to its table, too`() throws {
    let trigger =
      "CREATE TRIGGER tg AFTER UPDATE ON setting BEGIN INSERT INTO setting (k) VALUES ('t' || new.k); END"
    let found = try sentences(
      of: .update(
        2,
        [
          "INSERT INTO setting (k, v) VALUES ('theme', 'a') ON CONFLICT (k) DO UPDATE SET v = excluded.v"
        ]), after: Self.tables + [trigger])
    #expect(
      found.map(\.words.plain) == [
        "Adds a row to setting: k 'theme', v 'a'; if it is already there, sets v to the new value instead; a trigger also adds rows to setting."
      ])
  }

  @Test(arguments: [
    ("SELECT k, sum(n) FROM t GROUP BY k", "combines 4 sample rows into 3"),
    (
      "SELECT k, sum(n) FROM t WHERE n > 1 GROUP BY k", "makes 2 rows of 4 sample rows"
    ),
    ("SELECT 'all', sum(n) FROM t", "combines 4 sample rows into 1"),
    ("SELECT k, n FROM t", "keeps 4 of 4 sample rows"),
  ])
  func `a rebuild that makes one row of several adds none`(copy: String, words: String) throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE t_new (k TEXT, n INT)", "INSERT INTO t_new \(copy)", "DROP TABLE t",
          "ALTER TABLE t_new RENAME TO t",
        ]),
      after: [
        "CREATE TABLE t (k TEXT, n INT)",
        "INSERT INTO t VALUES ('a', 1), ('a', 2), ('b', 3), ('c', 1)",
      ])
    #expect(found.count == 1)
    #expect(found.first?.words.plain.hasSuffix("\(words).") == true, "\(found)")
  }

  @Test(arguments: [
    ("UPDATE w SET a = NULL", "Sets “a” to 'x' in all rows of w."),
    (
      "UPDATE w SET a = c",
      "Sets “a” to the value of c in all rows of w, storing the default of “a” where there is no value."
    ),
    ("INSERT INTO w (a, c) VALUES (NULL, 'c')", "Adds a row to w: “a” 'x', c 'c'."),
    (
      "INSERT OR REPLACE INTO w VALUES (9, 'x', NULL, 'c')",
      "Adds a row to w: id 9, “a” 'x', b 'y', c 'c'."
    ),
    (
      "INSERT INTO w (a) SELECT k FROM log WHERE k > 'a'",
      "Adds rows to w from log where k is greater than 'a', setting “a” to k, storing the default of “a” where there is no value."
    ),
    ("UPDATE OR REPLACE w SET b = NULL", "Sets b to 'y' in all rows of w."),
    ("UPDATE w SET c = NULL", "Clears c in all rows of w."),
  ])
  func `a default that is stored instead of no value is told`(
    sql: String, sentence: String
  ) throws {
    let found = try sentences(
      of: .update(2, [sql]),
      after: Self.tables + [
        "CREATE TABLE w (id INTEGER PRIMARY KEY, a TEXT NOT NULL ON CONFLICT REPLACE DEFAULT 'x', b TEXT NOT NULL DEFAULT 'y', c TEXT)"
      ])
    let text = found.first?.words.plain.replacing(#/ \([^)]*sample rows?[^)]*\)/#, with: "")
      .replacing(", deleting rows that then have the same key", with: "")
      .replacing(", replacing a row with the same key", with: "")
      .replacing("in rows of", with: "in all rows of")
    #expect(text == sentence)
  }
}
