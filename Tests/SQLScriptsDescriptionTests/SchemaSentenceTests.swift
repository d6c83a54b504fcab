import SQLScriptsDescription
import Testing

/// CREATE, ALTER and DROP.
struct SchemaSentenceTests {
  @Test func `a column may be computed from no other one`() throws {
    #expect(
      try text("ALTER TABLE log ADD COLUMN one INT AS (1)") == [
        "Adds the column **one** to **log** (whole number, computed)."
      ])
  }

  @Test func `a view that only names its columns finds the same rows`() throws {
    #expect(
      try sentences("DROP VIEW names", "CREATE VIEW names (id, name) AS SELECT id, name FROM user")
        .map(\.words.plain) == [
          "Replaces the view names: has the same columns and rows, but other details in its SQL."
        ])
  }

  @Test func `a trigger with an upsert also changes rows`() throws {
    let trigger = """
      CREATE TRIGGER k AFTER INSERT ON log BEGIN INSERT INTO team VALUES (new.id, 'a')
      ON CONFLICT (id) DO UPDATE SET title = 'b'; END
      """
    #expect(
      try sentences(trigger).map(\.words.plain) == [
        "Creates the trigger k, which adds rows to team and changes rows of team after a row is added to log."
      ])
  }

  @Test(arguments: [
    (
      "ALTER TABLE user ADD COLUMN n TEXT",
      "Adds the column **n** to **user** (text, no value in existing rows)."
    ),
    (
      "ALTER TABLE user ADD COLUMN n BOOLEAN NOT NULL DEFAULT FALSE",
      "Adds the column **n** to **user** (yes or no, required, “no” for existing rows)."
    ),
    (
      "ALTER TABLE user ADD COLUMN n INT NOT NULL DEFAULT 0",
      "Adds the column **n** to **user** (whole number, required, 0 for existing rows)."
    ),
    (
      "ALTER TABLE user ADD COLUMN n DATETIME DEFAULT ''",
      "Adds the column **n** to **user** (date and time, empty for existing rows)."
    ),
    (
      "ALTER TABLE user ADD COLUMN n INT AS (age * 2)",
      "Adds the column **n** to **user** (whole number, computed from other columns)."
    ),
    (
      "ALTER TABLE user ADD COLUMN n INT NOT NULL",
      "Adds the column **n** to **user** (whole number, required), but fails with the sample rows: `Cannot add a NOT NULL column with default value NULL`."
    ),
    (
      "ALTER TABLE user ADD COLUMN boss INT REFERENCES user(id) ON DELETE SET NULL",
      "Adds the column **boss** to **user** (whole number, no value in existing rows). A row can belong to another row, and loses the value in **boss** when that is deleted."
    ),
    (
      "ALTER TABLE user RENAME COLUMN age TO years",
      "Renames the column **age** of **user** to **years**."
    ),
    (
      "ALTER TABLE log ADD COLUMN size INTEGER DEFAULT '7'",
      "Adds the column **size** to **log** (whole number, 7 for existing rows)."
    ),
    (
      "ALTER TABLE log ADD COLUMN done BOOLEAN DEFAULT '0'",
      "Adds the column **done** to **log** (yes or no, “no” for existing rows)."
    ),
    (
      "ALTER TABLE log ADD COLUMN code TEXT DEFAULT '7'",
      "Adds the column **code** to **log** (text, '7' for existing rows)."
    ),
    (
      "ALTER TABLE log ADD COLUMN size INTEGER DEFAULT TRUE",
      "Adds the column **size** to **log** (whole number, 1 for existing rows)."
    ),
    ("ALTER TABLE log RENAME TO journal", "Renames the table **log** to **journal**."),
    (
      "ALTER TABLE user DROP COLUMN age", "Removes the column **age** and its values from **user**."
    ),
    ("DROP TABLE log", "Removes the table **log** with all its rows."),
    ("DROP TABLE IF EXISTS absent", "Does nothing here, because there is no table **absent**."),
    (
      "DROP INDEX user_status",
      "Removes the index **user\\_status**, which speeds up searching **user** by **status**."
    ),
    ("DROP VIEW names", "Removes the view **names**."),
    ("CREATE TABLE IF NOT EXISTS log (x)", "Does nothing here, because **log** already exists."),
    (
      "CREATE TABLE copy AS SELECT id FROM user",
      "Creates the table **copy** with the column **id** and fills it with rows from **user**."
    ),
    (
      "CREATE TABLE t (a INT PRIMARY KEY, b INT) WITHOUT ROWID",
      "Creates the table **t** with the columns **a** and **b**. No two rows can have the same **a**."
    ),
    ("CREATE TEMP TABLE t (a INT)", "Creates the temporary table **t**."),
    (
      "CREATE VIRTUAL TABLE s USING fts5(a, b)",
      "Creates the full-text index **s** over **a** and **b**."
    ),
    (
      "CREATE VIRTUAL TABLE s USING fts5(a, b UNINDEXED)",
      "Creates the full-text index **s** over **a**."
    ),
    (
      "CREATE VIRTUAL TABLE s USING rtree(a, b, c)",
      "Creates **s**, an index of areas and ranges over **a**, **b** and **c**."
    ),
  ])
  func `a change of the schema is one sentence`(sql: String, sentence: String) throws {
    #expect(try text(sql) == [sentence])
  }

  @Test(arguments: [
    ("a INT NOT NULL REFERENCES team", "Each row belongs to a row of **team**."),
    (
      "a INT NOT NULL REFERENCES team ON DELETE CASCADE",
      "Each row belongs to a row of **team** and is deleted with it."
    ),
    (
      "a INT REFERENCES team ON DELETE CASCADE",
      "A row can belong to a row of **team**, and is deleted with it."
    ),
    ("a INT REFERENCES t(a)", "A row can belong to another row."),
    // The deletion fails, so nothing is lost.
    (
      "a INT, b INT, FOREIGN KEY (a, b) REFERENCES team ON DELETE SET NULL",
      "A row can belong to a row of **team**, and loses the values in **a** and **b** when that is deleted."
    ),
    (
      "a INT REFERENCES team ON DELETE SET NULL, b INT REFERENCES log ON DELETE SET NULL",
      "A row can belong to a row of **log** and one of **team**, and loses the value in **b** or **a** when that is deleted."
    ),
    (
      "a INT, b INT, q INT REFERENCES log ON DELETE SET NULL, FOREIGN KEY (a, b) REFERENCES team ON DELETE SET NULL",
      "A row can belong to a row of **team** and one of **log**, and loses the values in **a** and **b**, or in **q** when that is deleted."
    ),
    ("a INT NOT NULL REFERENCES team ON DELETE SET NULL", "Each row belongs to a row of **team**."),
    (
      "a INT NOT NULL, b INT, FOREIGN KEY (a, b) REFERENCES team ON DELETE SET NULL ON UPDATE SET NULL",
      "A row can belong to a row of **team**."
    ),
    (
      "a INT NOT NULL, b INT, FOREIGN KEY (a, b) REFERENCES team ON DELETE SET DEFAULT",
      "A row can belong to a row of **team**."
    ),
    (
      "a INT NOT NULL DEFAULT 1, b INT, FOREIGN KEY (a, b) REFERENCES team ON DELETE SET DEFAULT",
      "A row can belong to a row of **team**, and gets the defaults of **a** and **b** when that is deleted."
    ),
    (
      "a INT NOT NULL REFERENCES team ON UPDATE SET DEFAULT",
      "Each row belongs to a row of **team**."
    ),
    (
      "a INT NOT NULL REFERENCES team, b INT NOT NULL REFERENCES log DEFERRABLE INITIALLY DEFERRED",
      "Each row belongs to a row of **log** and one of **team**."
    ),
    (
      "a INT NOT NULL REFERENCES team ON DELETE CASCADE, b INT NOT NULL REFERENCES log ON DELETE CASCADE",
      "Each row belongs to a row of **log** and one of **team**, and is deleted with either of them."
    ),
    (
      "a INT NOT NULL REFERENCES team, b INT NOT NULL REFERENCES team",
      "Each row belongs to a row of **team** twice, through **b** and **a**."
    ),
    (
      "a INT NOT NULL REFERENCES team, b INT REFERENCES team",
      "A row can belong to a row of **team** through **b**. Each row belongs to a row of **team** through **a**."
    ),
  ])
  func `references say what a row belongs to`(columns: String, sentence: String) throws {
    let text = try #require(try text("CREATE TABLE t (\(columns))").first)
    #expect(text.hasSuffix(". \(sentence)"), "\(text)")
  }

  @Test(arguments: [
    ("INDEX i ON user (name DESC, age)", "Speeds up searching **user** by **name** and **age**."),
    (
      "INDEX i ON user (lower(name) DESC) WHERE age IS NULL",
      "Speeds up searching **user** by **name** in lower case where **age** has no value."
    ),
    (
      "UNIQUE INDEX i ON user (name)",
      "Makes sure that no two rows of **user** have the same **name**."
    ),
    (
      "UNIQUE INDEX i ON user (coalesce(age, 0) % 7)",
      "Makes sure that no two rows of **user** have the same result of an expression. Expression: `coalesce(age, 0) % 7`."
    ),
    (
      "UNIQUE INDEX i ON user (name COLLATE NOCASE)",
      "Makes sure that no two rows of **user** have the same **name** (ignoring case)."
    ),
    (
      "UNIQUE INDEX i ON user (name, lower(status)) WHERE age > 3 AND status <> 'x'",
      "Makes sure that no two rows of **user** have the same **status** (ignoring case) and **name**, among the rows where **age** is greater than 3 and **status** has a value other than 'x'."
    ),
  ])
  func `an index says what it is for`(sql: String, sentence: String) throws {
    #expect(try text("CREATE \(sql)") == [sentence])
  }

  @Test func `dropping a unique index allows what it refused, unless something else refuses it`()
    throws
  {
    let unique = ["CREATE TABLE t (a INT, b INT)", "CREATE UNIQUE INDEX i ON t (a, b)"]
    let alone = try sentences(of: .update(2, ["DROP INDEX i"]), after: unique)
    #expect(
      alone.first?.words.plain
        == "Removes the index i, so that rows of t may have the same “a” and b.")
    let other = unique + ["CREATE UNIQUE INDEX j ON t (b)"]
    let both = try sentences(of: .update(2, ["DROP INDEX i"]), after: other)
    #expect(both.first?.words.plain.contains("may have") == false)
  }

  @Test(arguments: [
    (
      "AFTER DELETE ON user BEGIN DELETE FROM log; INSERT INTO log (note) VALUES ('x'); END",
      "deletes rows of **log** and adds rows to **log** after a row of **user** is deleted"
    ),
    (
      "BEFORE UPDATE OF name, age ON user WHEN new.age < 0 BEGIN SELECT RAISE(ABORT, 'no'); END",
      "prevents **age** or **name** from being set in a row of **user** if its new **age** is less than 0"
    ),
    (
      "BEFORE INSERT ON user BEGIN SELECT RAISE(IGNORE); END",
      "silently prevents a row from being added to **user**"
    ),
    (
      "BEFORE INSERT ON user BEGIN SELECT RAISE(ABORT, 'no') WHERE new.age < 0; END",
      "can prevent a row from being added to **user**"
    ),
    (
      "BEFORE DELETE ON user BEGIN SELECT CASE WHEN old.id = 1 THEN RAISE(IGNORE) END; SELECT CASE WHEN old.id = 2 THEN RAISE(ABORT, 'no') END; DELETE FROM log; END",
      "deletes rows of **log** and can skip or refuse the change before a row of **user** is deleted"
    ),
    (
      "AFTER DELETE ON user BEGIN SELECT RAISE(IGNORE); DELETE FROM log; END",
      "deletes rows of **log** after a row of **user** is deleted"
    ),
    (
      "INSTEAD OF INSERT ON names BEGIN INSERT INTO user (name) VALUES (new.name); END",
      "adds rows to **user** instead of adding a row to **names**"
    ),
    (
      "AFTER UPDATE ON user BEGIN UPDATE log SET note = 'a'; UPDATE team SET title = 'b'; END",
      "changes rows of **log** and **team** after a row of **user** is changed"
    ),
  ])
  func `a trigger says when it does what`(sql: String, words: String) throws {
    #expect(try text("CREATE TRIGGER t \(sql)") == ["Creates the trigger **t**, which \(words)."])
  }

  @Test(arguments: [
    ("note", "note"), ("note COLLATE BINARY", "note"),
    ("note COLLATE NOCASE", "note (ignoring case)"),
    ("id, note COLLATE RTRIM DESC", "id and note (ignoring spaces at the end)"),
    ("note COLLATE NOCASE, id", "note (ignoring case) and id"),
  ])
  func `an index says how it compares texts`(columns: String, words: String) throws {
    let found = try sentences("CREATE INDEX i ON log (\(columns))", "DROP INDEX i").map(
      \.words.plain)
    #expect(found.first == "Speeds up searching log by \(words).")
    #expect(found.last?.hasSuffix("speeds up searching log by \(words).") == true, "\(found)")
    let own = try sentences(
      of: .update(2, ["CREATE INDEX i ON t (x)"]), after: ["CREATE TABLE t (x TEXT COLLATE NOCASE)"]
    )
    #expect(own.map(\.words.plain) == ["Speeds up searching t by x."])
  }

  @Test func `a full-text index has no hidden columns`() throws {
    let found = try sentences("CREATE VIRTUAL TABLE f USING fts4(body)").map(\.words.plain)
    #expect(found == ["Creates the full-text index f over body."])
  }

  @Test(arguments: ["REPLACE INTO", "INSERT OR REPLACE INTO"])
  func `a trigger may replace rows`(verb: String) throws {
    let trigger =
      "CREATE TRIGGER t AFTER INSERT ON log BEGIN \(verb) team VALUES (new.id, 'x'); END"
    #expect(
      try sentences(trigger).map(\.words.plain) == [
        "Creates the trigger t, which adds or replaces rows of team after a row is added to log."
      ])
  }

  @Test(arguments: [
    (
      "LEFT JOIN team t ON t.id = u.team WHERE t.id IS NULL",
      "the rows of user without a match in team"
    ),
    (
      "LEFT OUTER JOIN team ON team.id = u.team WHERE title IS NULL",
      "the rows of user without a match in team"
    ),
    (
      "LEFT JOIN log ON log.id = u.team WHERE note IS NULL",
      "log and user matched where team equals the id of log, even without a match"
    ),
    ("JOIN team ON team.id = u.team WHERE team.id IS NULL", "team and user matched"),
    ("LEFT JOIN team ON team.id = u.team WHERE u.id IS NULL", "team and user, joined even without"),
  ])
  func `a join may find the rows without a match`(join: String, words: String) throws {
    let found = try sentences("INSERT INTO log (note) SELECT u.name FROM user u \(join)")
    let text = found.first?.words.plain ?? ""
    #expect(text.contains(" from \(words)"), "\(text)")
  }

  @Test func `a natural join says what it compares`() throws {
    let found = try sentences("INSERT INTO team (title) SELECT note FROM log NATURAL JOIN user")
    #expect(
      found.first?.words.plain.contains(" from log and user matched by id") == true,
      "\(found.map(\.words.plain))")
  }

  @Test func `a command to a full-text index in a trigger adds no rows`() throws {
    let text = try text(
      "CREATE VIRTUAL TABLE s USING fts5(note, content=log)",
      "CREATE TRIGGER t AFTER DELETE ON log BEGIN INSERT INTO s(s, rowid, note) VALUES ('delete', old.id, old.note); END",
      "INSERT INTO s(s) VALUES ('rebuild')", "INSERT INTO s(s) VALUES ('delete-all')")
    #expect(
      text.dropFirst() == [
        "Creates the trigger **t**, which updates **s** after a row of **log** is deleted.",
        "Fills the full-text index **s** again.", "Empties the full-text index **s**.",
      ])
  }

  @Test func `an object that is dropped and created again is one change`() throws {
    let found = try sentences(
      "DROP VIEW names", "DROP INDEX user_status", "CREATE INDEX user_status ON user (status)",
      "CREATE VIEW names AS SELECT id, name, email FROM user")
    #expect(
      found.map(\.words.markdown) == [
        "Removes the index **user\\_status** and creates it again, unchanged.",
        "Replaces the view **names**: adds **email**.",
      ])
    #expect(found.map(\.items) == [[2, 3], [1, 4]])
  }

  @Test func `temporary objects are known until the script ends`() throws {
    let text = try text(
      "CREATE TEMP TABLE t (a INT)", "UPDATE t SET a = 1", "DROP TABLE IF EXISTS t")
    #expect(text.last == "Removes the temporary table **t**.")
    #expect(text.dropFirst().first == "Sets **a** to 1 in **all** rows of **t**.")
  }

  @Test func `each ALTER that fails with any rows says so`() throws {
    let found = try text(
      "ALTER TABLE user ADD COLUMN a INTEGER NOT NULL", "ALTER TABLE user ADD COLUMN b TEXT",
      "ALTER TABLE user ADD COLUMN c TEXT DEFAULT CURRENT_TIMESTAMP",
      "UPDATE user SET a = 1, c = 'x'")
    #expect(
      found == [
        "Adds the column **a** to **user** (whole number, required), but fails with the sample rows: `Cannot add a NOT NULL column with default value NULL`.",
        "Adds the column **b** to **user** (text, no value in existing rows).",
        "Adds the column **c** to **user** (text, the current time for existing rows), but fails with the sample rows: `Cannot add a column with non-constant default`.",
        "Sets **a** to 1 and **c** to 'x' in **all** rows of **user**.",
      ])
  }
}
