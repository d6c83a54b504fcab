import Testing

/// The constraints of new tables and columns.
struct ConstraintSentenceTests {
  @Test(arguments: [
    ("a INTEGER PRIMARY KEY, b TEXT", nil),
    ("a TEXT PRIMARY KEY, b TEXT NOT NULL", "No two rows can have the same **a**."),
    ("a TEXT PRIMARY KEY, b TEXT, UNIQUE (a)", "No two rows can have the same **a**."),
    ("a INTEGER PRIMARY KEY, b TEXT UNIQUE", "No two rows can have the same **b**."),
    (
      "a INTEGER PRIMARY KEY, b TEXT COLLATE NOCASE UNIQUE",
      "No two rows can have the same **b** (ignoring case)."
    ),
    (
      "a TEXT, b TEXT COLLATE NOCASE, UNIQUE (a, b)",
      "No two rows can have the same **b** (ignoring case) and **a**."
    ),
    (
      "a TEXT COLLATE NOCASE, b TEXT COLLATE NOCASE, UNIQUE (a, b)",
      "No two rows can have the same **a** (ignoring case) and **b** (ignoring case)."
    ),
    ("a INT, b TEXT, PRIMARY KEY (b, a)", "No two rows can have the same **b** and **a**."),
    (
      "a INT CHECK (a & 1), b TEXT CHECK (b GLOB '[x]*')",
      "It checks each row. Check: `a & 1`. Check: `b GLOB '[x]*'`."
    ),
    (
      "a INT CHECK (a & 1), b TEXT CHECK (b <> '')",
      "It refuses rows in which **b** is an empty text. It checks each row. Check: `a & 1`."
    ),
    (
      "a TEXT COLLATE RTRIM UNIQUE, b TEXT CHECK (b GLOB 'x*')",
      "No two rows can have the same **a** (ignoring spaces at the end). It refuses rows in which **b** has a value that does not begin with 'x'."
    ),
    ("a INT, b TEXT) STRICT --", "It refuses values of other types."),
    ("a ANY, b ANY) STRICT --", nil),
    ("a INT UNIQUE, b TEXT UNIQUE", "No two rows can have the same **a** or **b**."),
    (
      "a INT, b TEXT, c TEXT UNIQUE, UNIQUE (a, b)",
      "No two rows can have the same **a** and **b**, or the same **c**."
    ),
    ("a INT, b TEXT CHECK (b IN ('x', 'y'))", "It allows only 'x', 'y' or no value in **b**."),
    (
      "a INT CHECK (a BETWEEN 1 AND 9), b TEXT",
      "It refuses rows in which **a** is less than 1 or greater than 9."
    ),
    ("a INT, b TEXT, CHECK (a & 1)", "It checks each row. Check: `a & 1`."),
    (
      "a INT CHECK (a > 1) CHECK (a < 9), b TEXT CHECK (b <> '') CHECK (b & 1)",
      "Each row must pass 4 checks. Check: `a > 1`. Check: `a < 9`. Check: `b <> ''`. Check: `b & 1`."
    ),
    (
      "a TEXT UNIQUE ON CONFLICT IGNORE, b TEXT UNIQUE ON CONFLICT REPLACE",
      "It lets a new row replace the one with the same **b**. It silently leaves out new rows with the same **a** as another one."
    ),
    (
      "a TEXT UNIQUE ON CONFLICT IGNORE, b TEXT UNIQUE ON CONFLICT IGNORE",
      "It silently leaves out new rows with the same **a** or **b** as another one."
    ),
    (
      "a INT REFERENCES team(id) ON UPDATE CASCADE, b TEXT",
      "If the **id** of its row of **team** changes, **a** changes with it."
    ),
    (
      "a INT REFERENCES team ON UPDATE SET NULL, b TEXT",
      "If the key of its row of **team** changes, **a** loses its value."
    ),
    // SQLite refuses to change such a key.
    ("a INT NOT NULL REFERENCES team ON UPDATE SET NULL, b TEXT", "belongs to a row of **team**."),
  ])
  func `a new table says what it refuses`(columns: String, words: String?) throws {
    let found = try text("CREATE TABLE n (\(columns))")
    let start = "Creates the table **n** with the columns "
    #expect(found.first?.hasPrefix(start) == true)
    #expect(found.first?.hasSuffix(words ?? "**a** and **b**.") == true, "\(found)")
  }

  @Test(arguments: [
    (
      "TEXT COLLATE NOCASE",
      "Adds the column **x** to **log** (text, compared ignoring case, no value in existing rows)."
    ),
    (
      "TEXT COLLATE RTRIM",
      "Adds the column **x** to **log** (text, compared ignoring spaces at the end, no value in existing rows)."
    ),
    ("TEXT COLLATE BINARY", "Adds the column **x** to **log** (text, no value in existing rows)."),
    (
      "INT NOT NULL DEFAULT 1 CHECK (x IN (1, 2))",
      "Adds the column **x** to **log** (whole number, required, 1 for existing rows). Allows only 1 and 2 in **x**."
    ),
    (
      "INT CHECK (x > 0) CHECK (x < 9)",
      "Adds the column **x** to **log** (whole number, no value in existing rows). Refuses rows in which **x** is at most 0. Refuses rows in which **x** is at least 9."
    ),
  ])
  func `a new column says what it refuses`(column: String, sentence: String) throws {
    #expect(try text("ALTER TABLE log ADD COLUMN x \(column)") == [sentence])
  }

  @Test(arguments: [
    ("(a + 1) VIRTUAL", "(a + 1) STORED", "stores the computed values of **b**"),
    ("(a + 1) STORED", "(a + 1)", "no longer stores the computed values of **b**"),
    (
      "(a + 1) STORED", "(a + 2) VIRTUAL",
      "changes how **b** is computed, no longer stores the computed values of **b**"
    ),
    ("(stored)", "(stored + 1)", "changes how **b** is computed"),
  ])
  func `where computed values are stored is no change of the computation`(
    before: String, after: String, clause: String
  ) throws {
    let columns = { (value: String) in "a INTEGER PRIMARY KEY, stored INT, b INT AS \(value)" }
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (\(columns(after)))",
          "INSERT INTO n (a, stored) SELECT a, stored FROM g", "DROP TABLE g",
          "ALTER TABLE n RENAME TO g",
        ]),
      after: ["CREATE TABLE g (\(columns(before)))"])
    #expect(
      found.first?.words.markdown == "Rebuilds **g**: \(clause), keeps 3 of 3 sample rows.")
  }

  @Test func `a changed reference that is deferred now says so, too`() throws {
    let found = try text(
      "CREATE TABLE n (id INTEGER PRIMARY KEY, note TEXT)", "DROP TABLE n",
      "CREATE TABLE n (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, email TEXT UNIQUE, age INTEGER, status TEXT DEFAULT 'new', team INTEGER REFERENCES log(id) DEFERRABLE INITIALLY DEFERRED)",
      "INSERT INTO n SELECT id, name, email, age, status, NULL FROM user", "DROP TABLE user",
      "ALTER TABLE n RENAME TO user", "CREATE INDEX user_status ON user (status)")
    #expect(found.contains { $0.contains("changes when it checks references") }, "\(found)")
  }
}
