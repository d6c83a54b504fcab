import Testing

/// INSERT, UPDATE and DELETE.
struct RowSentenceTests {
  @Test(arguments: [
    ("UPDATE user SET status = 'x'", "Sets **status** to 'x' in **all** rows of **user**."),
    ("UPDATE user SET status = NULL", "Clears **status** in **all** rows of **user**."),
    (
      "UPDATE user SET status = name",
      "Sets **status** to the value of **name** in **all** rows of **user**."
    ),
    (
      "UPDATE user SET status = lower(name), age = 3",
      "Sets **status** to **name** in lower case and **age** to 3 in **all** rows of **user**."
    ),
    (
      "UPDATE user SET status = (SELECT group_concat(title, ', ') FROM team WHERE team.id = user.team AND 1 = 1)",
      "Sets **status** to a value computed from **team** in **all** rows of **user**. Expression for **status**: `(SELECT group_concat(title, ', ') FROM team WHERE team.id = user.team AND 1 = 1)`."
    ),
    (
      "UPDATE user SET status = CASE status WHEN 'new' THEN 'fresh' WHEN 'old' THEN 'stale' END",
      "Sets **status** in **all** rows of **user**: 'fresh' where **status** is 'new'; otherwise 'stale' where **status** is 'old'; otherwise no value."
    ),
    (
      "UPDATE user SET status = '\(String(repeating: "x", count: 80))'",
      "Sets **status** to a long text in **all** rows of **user**."
    ),
    (
      "UPDATE user SET (status, age) = (SELECT note, id FROM log)",
      "Sets **status** and **age** in **all** rows of **user**: the **note** and **id** of the first row found of **log**, or no values where there is none."
    ),
    (
      "UPDATE OR IGNORE user SET email = 'x'",
      "Sets **email** to 'x' in rows of **user** (1 of 3 sample rows), except where that is not allowed."
    ),
    ("DELETE FROM log", "Deletes **all** rows of **log**."),
    ("DELETE FROM log WHERE true", "Deletes **all** rows of **log**."),
    ("DELETE FROM log WHERE 1 = 1", "Deletes **all** rows of **log**."),
    ("DELETE FROM log RETURNING id", "Deletes **all** rows of **log**."),
    (
      "DELETE FROM user WHERE id > 0 ORDER BY id LIMIT 1",
      "Deletes the rows of **user** where **id** is greater than 0, at most the first of them in the order of **id** (1 of 3 sample rows)."
    ),
    (
      "UPDATE user SET status = 'x' WHERE id > 0 LIMIT 1 OFFSET 1",
      "Sets **status** to 'x' in **user** where **id** is greater than 0, at most 1 of them after the first one (1 of 3 sample rows)."
    ),
    (
      "DELETE FROM user WHERE id < -1000",
      "Deletes the rows of **user** where **id** is less than -1000 (0 of 3 sample rows)."
    ),
    (
      "WITH old AS (SELECT id FROM log) DELETE FROM user WHERE id IN (SELECT id + 1000 FROM old)",
      "Deletes the rows of **user** where a condition is true (0 of 3 sample rows). Condition: `id IN (SELECT id + 1000 FROM old)`. Query **old**: `SELECT id FROM log`."
    ),
  ])
  func `UPDATE and DELETE say which rows they change`(sql: String, sentence: String) throws {
    #expect(try text(sql) == [sentence])
  }

  @Test(arguments: [
    ("INSERT INTO log (note) VALUES ('it''s')", "Adds a row to **log**: **note** 'it's'."),
    ("INSERT INTO log VALUES (1, NULL)", "Adds a row to **log**: **id** 1, no **note**."),
    ("INSERT INTO log DEFAULT VALUES", "Adds a row to **log**."),
    (
      "INSERT INTO log (note) VALUES ('a'), ('b')", "Adds 2 rows to **log**: **note** 'a' and 'b'."
    ),
    (
      "INSERT OR IGNORE INTO log VALUES (1, 'a')",
      "Adds a row to **log** unless it is already there or not allowed: **id** 1, **note** 'a'."
    ),
    (
      "INSERT INTO log VALUES (1, 'a') ON CONFLICT DO NOTHING",
      "Adds a row to **log** unless it is already there: **id** 1, **note** 'a'."
    ),
    (
      "INSERT INTO log VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET note = 'b'",
      "Adds a row to **log**: **id** 1, **note** 'a'; if it is already there, sets **note** to 'b' instead."
    ),
    (
      "INSERT INTO log VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET note = excluded.note WHERE id > 5",
      "Adds a row to **log**: **id** 1, **note** 'a'; if it is already there and **id** is greater than 5, sets **note** to the new value instead."
    ),
    (
      "INSERT INTO log VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET note = 'b' ON CONFLICT DO UPDATE SET note = 'c'",
      "Adds a row to **log**: **id** 1, **note** 'a'; if it is already there, what happens depends on the key. Conflicts: `ON CONFLICT (id) DO UPDATE SET note = 'b' ON CONFLICT DO UPDATE SET note = 'c'`."
    ),
    (
      "INSERT INTO log SELECT id, title FROM team WHERE true ON CONFLICT (id) DO UPDATE SET note = 'b'",
      "Adds rows to **log** from **team** (with the sample rows: none added, 3 updated), setting **note** to **title**; in those already there, sets **note** to 'b' instead."
    ),
    (
      "REPLACE INTO log VALUES (1, 'a'), (2, 'b')",
      "Adds 2 rows to **log**, replacing rows with the same keys: **id** 1, **note** 'a'; **id** 2, **note** 'b'."
    ),
    (
      "INSERT INTO log (note) SELECT title FROM team",
      "Adds rows to **log** from **team** (3 with the sample rows), setting **note** to **title**."
    ),
    (
      "INSERT INTO log (note) SELECT title FROM team t JOIN user u ON (u.team = t.id) LEFT JOIN log USING (id) WHERE age > 0",
      "Adds rows to **log** from **log**, **team** and **user** matched where **team** equals the **id** of the row of **team** and by **id**, even without a match, only where **age** is greater than 0 (3 with the sample rows), setting **note** to the **title** of **team**."
    ),
    (
      "INSERT INTO log (note) SELECT 'a' UNION ALL SELECT title FROM team JOIN user USING (id)",
      "Adds rows to **log** from two queries of **team** and **user** (4 with the sample rows). Query: `SELECT 'a' UNION ALL SELECT title FROM team JOIN user USING (id)`."
    ),
    (
      "INSERT INTO log (note) SELECT note FROM log",
      "Adds rows to **log** from its own rows (3 with the sample rows)."
    ),
    (
      "INSERT INTO log (note) SELECT title FROM team WHERE id NOT IN (SELECT id FROM user)",
      "Adds rows to **log** from **team** where **id** is not the **id** of any row of **user** (none with the sample rows), setting **note** to **title**."
    ),
    (
      "INSERT INTO log (note) SELECT 'a' WHERE NOT EXISTS (SELECT 1 FROM log)",
      "Adds a row to **log** if **log** has no rows: **note** 'a'."
    ),
    (
      "WITH n(x) AS (VALUES ('a'), ('b')) INSERT INTO log (note) SELECT x FROM n",
      "Adds rows to **log** from a query (2 with the sample rows). Query: `WITH n(x) AS (VALUES ('a'), ('b')) SELECT x FROM n`."
    ),
    (
      "WITH n(x) AS (VALUES ('a'), ('b')) INSERT INTO log (note) SELECT x FROM n WHERE x = 'a' LIMIT 9",
      "Adds rows to **log** from a query where **x** is 'a', at most 9 of them (1 with the sample rows). Query: `WITH n(x) AS (VALUES ('a'), ('b')) SELECT x FROM n WHERE x = 'a' LIMIT 9`."
    ),
    (
      "INSERT INTO log (note) SELECT x FROM (SELECT title AS x FROM team LIMIT 1) WHERE x <> 'a'",
      "Adds rows to **log** from a query where **x** has a value other than 'a' (1 with the sample rows). Query: `SELECT x FROM (SELECT title AS x FROM team LIMIT 1) WHERE x <> 'a'`."
    ),
    (
      "INSERT INTO log (note) SELECT x FROM (SELECT title AS x FROM team LIMIT 1)",
      "Adds rows to **log** from a query of **team** (1 with the sample rows). Query: `SELECT x FROM (SELECT title AS x FROM team LIMIT 1)`."
    ),
    (
      "INSERT INTO log (note) SELECT x FROM (SELECT id AS x FROM team) JOIN user ON age = x",
      "Adds rows to **log** from a query (none with the sample rows). Query: `SELECT x FROM (SELECT id AS x FROM team) JOIN user ON age = x`."
    ),
    (
      "INSERT INTO log (note) SELECT 'a' LIMIT 0",
      "Adds no rows to **log**."
    ),
    (
      "INSERT INTO log (note) SELECT count(*) WHERE 0",
      "Adds rows to **log** from a query (1 with the sample rows). Query: `SELECT count(*) WHERE 0`."
    ),
    (
      "INSERT INTO log (id, note) SELECT 99, max(title) FROM team WHERE id > 1",
      "Adds a row to **log**, computed from **team** where **id** is greater than 1, setting **id** to 99. Expression for **note**: `max(title)`."
    ),
    (
      "INSERT INTO log (note) SELECT (SELECT max(name) FROM user) FROM team",
      "Adds rows to **log** from **team** (3 with the sample rows), setting **note** to the greatest value of **name** among the rows of **user**."
    ),
    (
      "INSERT INTO log (note) SELECT title FROM team WHERE id",
      "Adds rows to **log** from **team** where **id** has a value other than 0 (3 with the sample rows), setting **note** to **title**."
    ),
    (
      "INSERT INTO log (id, note) SELECT id, title FROM team GROUP BY title ON CONFLICT (id) DO UPDATE SET note = 'b' WHERE note = 'a'",
      "Adds rows to **log** from **team**, one for each **title** (none with the sample rows); in those already there where **note** is 'a', sets **note** to 'b' instead. Expression for **note**: `title`."
    ),
    (
      "INSERT INTO log (note) SELECT title FROM team LIMIT 9 OFFSET 1",
      "Adds rows to **log** from **team**, at most 9 of them after the first one (2 with the sample rows), setting **note** to **title**."
    ),
    (
      "INSERT INTO log (note) SELECT title FROM team WHERE true ON CONFLICT DO NOTHING",
      "Adds rows to **log** from **team**, except those already there (3 with the sample rows), setting **note** to **title**."
    ),
  ])
  func `INSERT says where rows come from, and what happens to existing ones`(
    sql: String, sentence: String
  ) throws {
    #expect(try text(sql) == [sentence])
  }

  @Test func `a series of INSERTs is one sentence with all its items`() throws {
    let found = try sentences(
      "INSERT INTO log VALUES (1, 'a')", "INSERT INTO log VALUES (2, 'b'), (3, 'c')",
      "INSERT INTO team VALUES (9, 'd')", "INSERT INTO log VALUES (4, 'e')")
    #expect(found.map(\.items) == [[1, 2], [3], [4]])
    #expect(
      found.first?.words.plain
        == "Adds 3 rows to log: id 1, note 'a'; id 2, note 'b'; id 3, note 'c'.")
  }

  @Test(arguments: [
    (
      "INSERT INTO t VALUES (2, 'x', 'b')",
      "Adds a row to **t**, replacing a row with the same **a**: **id** 2, **a** 'x', **b** 'b'."
    ),
    (
      "INSERT OR FAIL INTO t VALUES (2, 'y', 'b')",
      "Adds a row to **t**: **id** 2, **a** 'y', **b** 'b'."
    ),
    (
      "INSERT INTO i VALUES ('x', 1), ('x', 2), ('y', 3)",
      "Adds 3 rows to **i**, except those with the same **a** as another row (2 with the sample rows): **a** 'x', **b** 1; **a** 'x', **b** 2; **a** 'y', **b** 3."
    ),
    (
      "INSERT INTO r VALUES (1)",
      "Adds a row to **r** unless a trigger skips it (none added with the sample rows): **a** 1."
    ),
    (
      "INSERT INTO r SELECT 1 FROM t",
      "Adds rows to **r** from **t**, except those that a trigger skips (none with the sample rows), setting **a** to 1."
    ),
    (
      "UPDATE t SET a = 'x'",
      "Sets **a** to 'x' in **all** rows of **t**, deleting rows that then have the same **a**."
    ),
    ("UPDATE t SET b = 'x'", "Sets **b** to 'x' in **all** rows of **t**."),
  ])
  func `what the table does with a row counts, too`(sql: String, sentence: String) throws {
    let found = try sentences(
      of: .update(2, [sql]),
      after: [
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT UNIQUE ON CONFLICT REPLACE, b TEXT)",
        "CREATE TABLE i (a TEXT UNIQUE ON CONFLICT IGNORE, b INT)", "CREATE TABLE r (a INT)",
        "CREATE TRIGGER no BEFORE INSERT ON r BEGIN SELECT RAISE(IGNORE); END",
      ])
    #expect(found.map(\.words.markdown) == [sentence])
  }

  @Test func `a series of INSERTs counts the rows that were added`() throws {
    let found = try sentences(
      of: .update(2, ["INSERT INTO i VALUES ('x')", "INSERT INTO i VALUES ('x'), ('y')"]),
      after: ["CREATE TABLE i (a TEXT UNIQUE ON CONFLICT IGNORE)"])
    #expect(
      found.map(\.words.plain) == [
        "Adds 3 rows to i, except those with the same “a” as another row (2 with the sample rows): “a” 'x', 'x' and 'y'."
      ])
  }

  @Test func `every row of a bulk script counts`() throws {
    let inserts = (1...2500).map { "INSERT INTO log VALUES (\($0), 'x')" }
    let found = try sentences(of: .update(2, inserts))
    #expect(
      found.map(\.words.plain) == [
        "Adds 1000 rows to log; the first one has id 1 and note 'x'.",
        "Adds 1500 more rows to log.",
      ])
    #expect(found.flatMap(\.items) == Array(1...2500))
  }

  @Test(arguments: [
    (
      "INSERT INTO sqlite_sequence (name, seq) VALUES ('user', 100)",
      "Gives new rows of **user** IDs greater than 100 if SQLite does not count its IDs yet, and otherwise changes nothing."
    ),
    (
      "UPDATE sqlite_sequence SET seq = 100 WHERE name = 'user'",
      "Makes new IDs of **user** continue after 100, or after the highest one that exists if that is higher, but only if SQLite already counts its IDs."
    ),
    (
      "UPDATE sqlite_sequence SET seq = (SELECT max(id) FROM user) WHERE name = 'user'",
      "Makes new IDs of **user** continue from the highest one that exists."
    ),
    (
      "DELETE FROM sqlite_sequence WHERE name = 'user'",
      "Makes new IDs of **user** continue from the highest one that exists."
    ),
    (
      "DELETE FROM sqlite_sequence",
      "Makes new IDs continue from the highest one that exists, in **all** tables."
    ),
    (
      "UPDATE sqlite_sequence SET seq = seq + 1",
      "Changes the numbers from which SQLite counts new IDs."
    ),
  ])
  func `the counter of AUTOINCREMENT has words of its own`(sql: String, sentence: String) throws {
    #expect(try text(sql) == [sentence])
  }
}

extension RowSentenceTests {
  @Test(arguments: [
    (
      "DELETE FROM team",
      "Deletes **all** rows of **team**; a trigger also deletes rows of **user**."
    ),
    (
      "UPDATE team SET title = 'x'",
      "Sets **title** to 'x' in **all** rows of **team**; a trigger also changes **age** of **user** and adds rows to **log**."
    ),
    (
      "INSERT INTO team (title) VALUES ('x')",
      "Adds a row to **team**: **title** 'x'; a trigger also updates **search**."
    ),
    (
      "DELETE FROM names WHERE id = 3",
      "A trigger deletes rows of **user** instead of deleting the rows of **names** where **id** is 3."
    ),
    (
      "UPDATE names SET name = 'x'",
      "Changes nothing, because a trigger runs instead of setting **name** to 'x' in **all** rows of **names**."
    ),
    (
      "UPDATE names SET name = NULL, id = NULL",
      "Changes nothing, because a trigger runs instead of setting **name** to no value and **id** to no value in **all** rows of **names**."
    ),
    (
      "INSERT INTO names VALUES (1, 'x')",
      "A trigger may add rows to **log** instead of adding a row to **names**: **id** 1, **name** 'x'."
    ),
    ("DELETE FROM log", "Deletes **all** rows of **log**."),
    (
      "UPDATE user SET age = age + 1, age = age + 2",
      "Adds 2 to **age** in **all** rows of **user**."
    ),
  ])
  func `what triggers do is told`(sql: String, sentence: String) throws {
    let bodies = [
      "d AFTER DELETE ON team BEGIN DELETE FROM user WHERE team = old.id; END",
      "u AFTER UPDATE ON team BEGIN UPDATE user SET age = 1; INSERT INTO log (note) VALUES (1); END",
      "i AFTER INSERT ON team BEGIN INSERT INTO search (note) VALUES (new.title); END",
      "n INSTEAD OF DELETE ON names BEGIN DELETE FROM user WHERE id = old.id; END",
      "o INSTEAD OF UPDATE ON names BEGIN SELECT 1; END",
      "p INSTEAD OF INSERT ON names WHEN new.id > 5 BEGIN INSERT INTO log (note) VALUES (1); END",
    ]
    let found = try sentences(
      of: .update(2, [sql]),
      after: schema + ["CREATE VIRTUAL TABLE search USING fts5(note)"]
        + bodies.map { "CREATE TRIGGER \($0)" })
    #expect(found.map(\.words.markdown) == [sentence])
  }

  @Test func `a trigger with a condition may do nothing`() throws {
    let found = try sentences(
      of: .update(2, ["UPDATE team SET title = 'x'"]),
      after: schema + [
        "CREATE TRIGGER a AFTER UPDATE ON team WHEN new.id > 5 BEGIN DELETE FROM log; END"
      ])
    #expect(
      found.first?.words.plain
        == "Sets title to 'x' in all rows of team; a trigger may also delete rows of log.")
  }

  @Test func `a trigger that fires another one is not alone`() throws {
    let found = try sentences(
      of: .update(
        2, ["INSERT INTO log (note) VALUES ('a')", "INSERT INTO log (note) VALUES ('b')"]),
      after: schema + [
        "CREATE TRIGGER a AFTER INSERT ON log BEGIN DELETE FROM team; END",
        "CREATE TRIGGER b AFTER DELETE ON team BEGIN UPDATE user SET age = 1; END",
      ])
    #expect(
      found.map(\.words.plain) == [
        "Adds 2 rows to log: note 'a' and 'b'; triggers also delete rows of team and change age of user."
      ])
  }

  @Test func `a statement that never ends is said to have been stopped`() throws {
    let endless =
      "INSERT INTO log (id) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0"
    #expect(
      try text(endless) == ["Fails: `stopped after 2 seconds, because it did not end`."])
  }

  @Test(arguments: [
    (
      "UPDATE user SET status = status",
      "Sets **status** to its own value in **all** rows of **user** (no sample row changes)."
    ),
    (
      "UPDATE user SET status = user.status, age = age WHERE age IS NOT NULL",
      "Sets **status** and **age** to their own values in **user** where **age** has a value (3 of 3 sample rows, none of which changes)."
    ),
    (
      "UPDATE user SET status = status, age = 1",
      "Sets **age** to 1 in **all** rows of **user**."
    ),
    (
      "UPDATE user SET age = age + 0",
      "Sets **age** to its value + 0 in **all** rows of **user** (no sample row changes)."
    ),
    (
      "UPDATE user SET rowid = rowid + 100",
      "Sets **rowid** to the row number + 100 in **all** rows of **user**."
    ),
    (
      "INSERT INTO log (id, note) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET id = id",
      "Adds a row to **log** unless it is already there: **id** 1, **note** 'a'."
    ),
  ])
  func `an UPDATE that changes nothing is no change`(sql: String, sentence: String) throws {
    #expect(try text(sql) == [sentence])
  }

  @Test(arguments: [
    (
      "UPDATE user SET status = email, email = status",
      "Swaps **status** and **email** in **all** rows of **user**."
    ),
    (
      "UPDATE user SET status = email, age = 1, email = status",
      "Swaps **status** and **email** and sets **age** to 1 in **all** rows of **user**."
    ),
    (
      "UPDATE user SET name = status, email = name, status = email",
      "Sets **name** to the old value of **status**, **email** to the old value of **name** and **status** to the old value of **email** in **all** rows of **user**."
    ),
    (
      "UPDATE user SET age = 1, status = name || age",
      "Sets **age** to 1 and **status** to **name** followed by the old **age** (no value where **age** has none) in **all** rows of **user**."
    ),
  ])
  func `a value is computed from the values before`(sql: String, sentence: String) throws {
    #expect(try text(sql) == [sentence])
  }

  @Test func `a rebuild can swap columns`() throws {
    let swapped = try text(
      "CREATE TABLE n (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, email TEXT UNIQUE, age INTEGER, status TEXT DEFAULT 'new', team INTEGER REFERENCES team(id))",
      "INSERT INTO n SELECT id, name, status, age, email, team FROM user", "DROP TABLE user",
      "ALTER TABLE n RENAME TO user", "CREATE INDEX user_status ON user (status)")
    #expect(swapped.contains { $0.contains("swaps **email** and **status**") }, "\(swapped)")
  }
}
