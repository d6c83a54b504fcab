import Testing

/// Statements that look like a rebuild of a table, but do more than one sentence could say.
struct UnusualRebuildTests {
  private func told(_ statements: String..., after more: [String] = []) throws -> [String] {
    let tables = [
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT)",
      "CREATE TABLE p (id INTEGER PRIMARY KEY, n TEXT)",
    ]
    return try sentences(of: .update(2, statements), after: tables + more).map(\.words.plain)
  }

  private let new = "CREATE TABLE m (id INTEGER PRIMARY KEY, a INTEGER, b TEXT)"
  private let drop = "DROP TABLE t"
  private let rename = "ALTER TABLE m RENAME TO t"

  @Test func `a table from before the script keeps its name in the sentences`() throws {
    let found = try told("INSERT INTO p (n) SELECT b FROM t", drop, "ALTER TABLE p RENAME TO t")
    #expect(
      found == [
        "Adds rows to p from t (3 with the sample rows), setting n to b.",
        "Removes the table t with all its rows, after rows were copied from it, but no values of “a”.",
        "Renames the table p to t.",
      ])
  }

  @Test func `another table that gets the name of the old one is not mistaken for it`() throws {
    let found = try told(
      new, "INSERT INTO m SELECT * FROM t", drop, "ALTER TABLE p RENAME TO t",
      "ALTER TABLE m RENAME TO p")
    #expect(
      found == [
        "Creates the table m with the columns id, “a” and b.",
        "Adds rows to m from t (3 with the sample rows).",
        "Removes the table t with all its rows, after rows were copied from it.",
        "Renames the table p to t.", "Renames the table m to p.",
      ])
  }

  @Test func `a table that gives its name to a rebuilt one is told`() throws {
    for name in ["o", "t"] {
      let found = try told(
        "ALTER TABLE t RENAME TO x", "ALTER TABLE p RENAME TO \(name)",
        "CREATE TABLE p (id INTEGER PRIMARY KEY, a INTEGER, b TEXT)",
        "INSERT INTO p SELECT * FROM x",
        "DROP TABLE x")
      #expect(found.contains { $0.hasPrefix("Renames p with its rows to \(name)") }, "\(found)")
      #expect(!found.contains { $0.hasPrefix("Rebuilds") }, "\(found)")
    }
  }

  @Test func `a table whose name the new one gets is removed first`() throws {
    let copy = "INSERT INTO m SELECT * FROM t"
    let rename = "ALTER TABLE m RENAME TO p"
    let rebuilt = "Rebuilds t as p with the same definition: keeps 3 of 3 sample rows."
    for drops in [["DROP TABLE p", drop], [drop, "DROP TABLE p"]] {
      let found = try told(new, copy, drops[0], drops[1], rename)
      #expect(found == ["Removes the table p with all its rows.", rebuilt])
    }
    let view = try told(
      new, copy, "DROP VIEW v", drop, "ALTER TABLE m RENAME TO v",
      after: ["CREATE VIEW v AS SELECT 1"])
    #expect(view.first == "Removes the view v.", "\(view)")
    // Rows that the new table gets by then are not told as those of the removed one.
    let filled = try told(
      new, copy, "INSERT INTO m (b) VALUES ('x')", "DROP TABLE p", drop, rename)
    #expect(filled.first == "Creates the table m with the columns id, “a” and b.", "\(filled)")
    #expect(!filled.contains { $0.hasPrefix("Rebuilds") }, "\(filled)")
  }

  @Test func `a column that the new table gets after the copy has no values of the old one`() throws
  {
    let add = "ALTER TABLE m ADD COLUMN b TEXT DEFAULT 'z'"
    let lost =
      "Rebuilds t: makes 'z' the default of b, does not copy the values of b, keeps 3 of 3 sample rows."
    let added = try told(
      "CREATE TABLE m (id INTEGER PRIMARY KEY, a INTEGER)", "INSERT INTO m SELECT id, a FROM t",
      add, drop, rename)
    #expect(added == [lost])
    let again = try told(
      new, "INSERT INTO m SELECT * FROM t", "ALTER TABLE m DROP COLUMN b", add, drop, rename)
    #expect(again == [lost])
    // Another copy fills it.
    let filled = try told(
      "CREATE TABLE m (id INTEGER PRIMARY KEY, a INTEGER)", "INSERT INTO m SELECT id, a FROM t",
      add, "UPDATE m SET b = (SELECT b FROM t WHERE t.id = m.id)", drop, rename)
    #expect(!filled.contains { $0.contains("does not copy") }, "\(filled)")
  }

  @Test func `a column that the old table gets fills one of the new table with its default`() throws
  {
    let table = "CREATE TABLE m (id INTEGER PRIMARY KEY, a INTEGER, b TEXT, x INTEGER)"
    let add = "ALTER TABLE t ADD COLUMN x INTEGER DEFAULT 5"
    let found = try told(table, add, "INSERT INTO m SELECT * FROM t", drop, rename)
    #expect(
      found.last == "Rebuilds t: adds x (whole number), sets x to 5, keeps 3 of 3 sample rows.")
    // Its values may be others by then.
    let changed = try told(
      table, add, "UPDATE t SET x = id", "INSERT INTO m SELECT * FROM t", drop, rename)
    #expect(!changed.contains { $0.contains("sets x to 5") }, "\(changed)")
  }

  @Test func `what another table gets is told, although the copy reads it`() throws {
    let fills = [
      "INSERT INTO p (n) SELECT b FROM t":
        "Adds rows to p from t (3 with the sample rows), setting n to b.",
      "UPDATE p SET n = (SELECT max(b) FROM t)":
        "Sets n in all rows of p: the greatest value of b among the rows of t.",
    ]
    for (fill, words) in fills {
      let found = try told(
        fill, new, "INSERT INTO m SELECT * FROM t WHERE id NOT IN (SELECT id FROM p)", drop, rename)
      #expect(
        found == [
          words,
          "Rebuilds t with the same definition: copies only rows where id is not the id of any row of p, keeps none of 3 sample rows.",
        ])
    }
  }

  @Test func `a table that the copy reads may be rebuilt itself`() throws {
    let found = try told(
      "INSERT INTO p (n) SELECT b FROM t",
      "CREATE TABLE m (id INTEGER PRIMARY KEY, a INTEGER, p INTEGER)",
      "INSERT INTO m SELECT t.id, t.a, p.id FROM t JOIN p ON p.n = t.b", drop, rename,
      "CREATE TABLE q (id INTEGER PRIMARY KEY, n TEXT NOT NULL)",
      "INSERT INTO q SELECT id, ifnull(n, '') FROM p", "DROP TABLE p",
      "ALTER TABLE q RENAME TO p")
    #expect(
      found == [
        "Adds rows to p from t (3 with the sample rows), setting n to b.",
        "Rebuilds t: removes b; adds p (whole number); copies only rows with a match in p (where n equals b); sets p to the id of p; keeps 3 of 3 sample rows.",
        "Rebuilds p: makes n required, sets n to an empty text where it has no value, keeps 3 of 3 sample rows.",
      ])
  }

  @Test func `a table from which the rows come back is told if it existed before`() throws {
    let found = try told(
      "INSERT INTO p SELECT id, b FROM t", new, "INSERT INTO m (id, b) SELECT id, n FROM p", drop,
      rename)
    #expect(
      found == [
        "Adds rows to p from t, setting n to b, but fails with the sample rows: UNIQUE constraint failed: p.id.",
        "Creates the table m with the columns id, “a” and b.",
        "Adds rows to m from p, setting b to n.",
        "Removes the table t with all its rows, after rows were copied from it, but no values of “a”.",
        "Renames the table m to t.",
      ])
  }

  @Test func `a helper table that chooses rows is told`() throws {
    let found = try told(
      "CREATE TABLE keep AS SELECT min(id) AS id FROM t GROUP BY b", new,
      "INSERT INTO m SELECT * FROM t WHERE id IN (SELECT id FROM keep)", drop, rename,
      "DROP TABLE keep")
    #expect(
      found == [
        "Creates the table keep with the column id and fills it with rows from t, one for each b. Expression for id: min(id).",
        "Rebuilds t with the same definition: copies only rows where id is the id of a row of keep, keeps 3 of 3 sample rows.",
        "Removes the table keep with all its rows.",
      ])
  }

  @Test func `a copy on the way may change values, but not twice`() throws {
    let back = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT)"
    let once = try told(
      "CREATE TABLE bak AS SELECT id, a, upper(b) AS b FROM t", drop, back,
      "INSERT INTO t SELECT id, a, b FROM bak", "DROP TABLE bak")
    #expect(
      once == [
        "Rebuilds t with the same definition: changes b to upper case, keeps 3 of 3 sample rows."
      ])
    let twice = try told(
      "CREATE TABLE bak AS SELECT id, a AS b, b AS a FROM t", drop, back,
      "INSERT INTO t SELECT id, b, a FROM bak", "DROP TABLE bak")
    #expect(
      twice == [
        "Creates the table bak with the columns id, b and “a” and fills it with rows from t, setting b to “a” and “a” to b.",
        "Removes the table t with all its rows, after rows were copied from it.",
        "Creates the table t with the columns id, “a” and b.",
        "Adds rows to t from bak (3 with the sample rows), setting “a” to b and b to “a”.",
        "Removes the table bak with all its rows.",
      ])
  }

  @Test func `a column that the old table has only for now is not named alone`() throws {
    let found = try told(
      "ALTER TABLE t RENAME TO x", "ALTER TABLE x RENAME COLUMN b TO z",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT)",
      "INSERT INTO t SELECT id, a, z FROM x", "DROP TABLE x")
    #expect(
      found == [
        "Renames the table t to x.",
        "Renames the column b of x to z.",
        "Creates the table t with the columns id, “a” and b.",
        "Adds rows to t from x (3 with the sample rows), setting b to z.",
        "Removes the table x with all its rows, after rows were copied from it.",
      ])
  }

  @Test func `a statement that uses both tables names both`() throws {
    let found = try told(
      new, "INSERT INTO m SELECT * FROM t",
      "UPDATE p SET n = (SELECT m.b FROM m JOIN t ON t.id = m.id WHERE t.id = p.id)", drop, rename)
    #expect(
      found == [
        "Creates the table m with the columns id, “a” and b.",
        "Adds rows to m from t (3 with the sample rows).",
        "Sets n to a value computed from m and t in all rows of p. Expression for n: (SELECT m.b FROM m JOIN t ON t.id = m.id WHERE t.id = p.id).",
        "Removes the table t with all its rows, after rows were copied from it.",
        "Renames the table m to t.",
      ])
  }

  @Test func `values that another table gets are not lost with the old one`() throws {
    let found = try told(
      "CREATE TABLE m (id INTEGER PRIMARY KEY)", "INSERT INTO m SELECT id FROM t",
      "CREATE TABLE tb (id INTEGER PRIMARY KEY, b TEXT)",
      "INSERT INTO tb SELECT m.id, t.b FROM t JOIN m ON m.id = t.id", drop, rename)
    #expect(
      found == [
        "Creates the table m with the column id.",
        "Adds rows to m from t (3 with the sample rows).",
        "Creates the table tb with the columns id and b.",
        "Adds rows to tb from m and t matched where the id of m equals the id of t (3 with the sample rows).",
        "Removes the table t with all its rows, after rows were copied from it, but no values of “a”.",
        "Renames the table m to t.",
      ])
  }

  @Test func `what another table gets from the renamed old one is told before the rebuild`() throws
  {
    let found = try told(
      "ALTER TABLE t RENAME TO t_old",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER NOT NULL DEFAULT 0, b TEXT UNIQUE)",
      "INSERT INTO t SELECT id, ifnull(a, 0), b FROM t_old",
      "INSERT INTO p (n) SELECT max(b) FROM t_old",
      "UPDATE p SET n = (SELECT max(a) FROM t_old)", "UPDATE t_old SET b = 'x'",
      "DROP TABLE t_old")
    #expect(
      found == [
        "Adds a row to p, computed from t. Expression for n: max(b).",
        "Sets n in all rows of p: the greatest value of “a” among the rows of t.",
        "Sets b to 'x' in all rows of t, but only in the old table, which is removed below.",
        "Rebuilds t: makes “a” required; makes 0 the default of “a”; makes b unique; sets “a” to 0 where it has no value; keeps 3 of 3 sample rows.",
      ])
  }

  @Test func `the old name of a table that was renamed is told with both tables`() throws {
    let found = try told(
      "ALTER TABLE t RENAME TO x", "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER)",
      "INSERT INTO t SELECT id, a FROM x",
      "UPDATE p SET n = (SELECT max(x.b) FROM x JOIN t ON t.id = x.id)", "DROP TABLE x")
    #expect(
      found == [
        "Renames the table t to x.",
        "Creates the table t with the columns id and “a”.",
        "Adds rows to t from x (3 with the sample rows).",
        "Sets n to a value computed from t and x in all rows of p. Expression for n: (SELECT max(x.b) FROM x JOIN t ON t.id = x.id).",
        "Removes the table x with all its rows, after rows were copied from it.",
      ])
    // A view is about the name.
    let view = try told(
      "ALTER TABLE t RENAME TO x", "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER)",
      "INSERT INTO t SELECT id, a FROM x", "CREATE VIEW v AS SELECT b FROM x", "DROP TABLE x")
    #expect(
      view == [
        "Rebuilds t: removes b and its values; keeps 3 of 3 sample rows; makes v refer to x, which no longer exists.",
        "Creates the view v with the column b.",
      ])
  }

  @Test func `a trigger that changes rows during the copy is told`() throws {
    for act in ["DELETE FROM p", "UPDATE m SET b = 'x' WHERE id = new.id"] {
      let found = try told(
        new, "CREATE TRIGGER r AFTER INSERT ON m BEGIN \(act); END",
        "INSERT INTO m SELECT * FROM t",
        drop, rename)
      #expect(found.contains { $0.contains("; a trigger also ") }, "\(found)")
      #expect(found.contains { $0.hasSuffix("after a row is added to m.") }, "\(found)")
    }
  }

  @Test func `a few statements that fill the new table are told one by one`() throws {
    let found = try told(
      new, "INSERT INTO m SELECT * FROM t WHERE a = 1", "INSERT OR IGNORE INTO m SELECT * FROM t",
      drop, rename)
    #expect(
      found == [
        "Creates the table m with the columns id, “a” and b.",
        "Adds rows to m from t where “a” is 1 (none with the sample rows).",
        "Adds rows to m from t, except those already there or not allowed (3 with the sample rows).",
        "Removes the table t with all its rows, after rows, perhaps not all of them, were copied from it.",
        "Renames the table m to t.",
      ])
    let copies = (0..<6).map { "INSERT INTO m SELECT * FROM t WHERE a = \($0)" }
    let many = try sentences(
      of: .update(2, [new] + copies + [drop, rename]),
      after: ["CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT)"])
    #expect(many.count == 1)
    #expect(many.first?.words.plain.contains("copies only rows that 6 queries select") == true)
  }

  @Test func `a new table that is filled with other rows was not only created again`() throws {
    let filled = try told("CREATE TABLE m AS SELECT * FROM p", drop, rename)
    #expect(
      filled == [
        "Creates the table m with the columns id and n and fills it with rows from p.",
        "Removes the table t with all its rows.",
        "Renames the table m to t.",
      ])
    let exchanged = try told(
      "CREATE TABLE t2 AS SELECT * FROM t", "CREATE TABLE p2 AS SELECT * FROM p", drop,
      "DROP TABLE p", "ALTER TABLE t2 RENAME TO p", "ALTER TABLE p2 RENAME TO t")
    #expect(
      exchanged == [
        "Creates the table t2 with the columns id, “a” and b and fills it with rows from t.",
        "Creates the table p2 with the columns id and n and fills it with rows from p.",
        "Removes the table t with all its rows.",
        "Removes the table p with all its rows.",
        "Renames the table t2 to p.",
        "Renames the table p2 to t.",
      ])
  }

  @Test func `a copy that the rehearsal skips is still a copy`() throws {
    let found = try sentences(
      of: .file(
        named: "sql_update_2.json",
        text: """
          {"statements": ["CREATE TABLE m (id INTEGER PRIMARY KEY, note TEXT)",
          {"onlyIf": "SELECT count(*) FROM log WHERE id < 0", "sql": "INSERT INTO m SELECT * FROM log"},
          "DROP TABLE log", "ALTER TABLE m RENAME TO log"]}
          """)
    ).map(\.words.plain)
    #expect(found.count == 4, "\(found)")
    #expect(!found.contains { $0.contains("creates it again") }, "\(found)")
  }

  @Test func `a change of the new table in between is told once`() throws {
    let create = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, b TEXT)"
    let (old, copy) = (
      "ALTER TABLE t RENAME TO x", "INSERT INTO t (id, a, b) SELECT id, a, b FROM x"
    )
    let add = "ALTER TABLE t ADD COLUMN c TEXT DEFAULT 'k'"
    for statements in [[create, add, copy], [create, copy, add]] {
      let found = try sentences(
        of: .update(2, [old] + statements + ["DROP TABLE x"]), after: [create])
      #expect(found.count == 1, "\(found.map(\.words.plain))")
    }
    // Its own sentence would be about a column that is gone by then.
    let found = try told(
      old, create, copy, "UPDATE t SET a = length(b)", "ALTER TABLE t DROP COLUMN b", "DROP TABLE x"
    )
    #expect(
      found == [
        "Renames the table t to x.",
        "Creates the table t with the columns id, “a” and b.",
        "Adds rows to t from x (3 with the sample rows).",
        "Sets “a” to the length of b in all rows of t.",
        "Removes the column b and its values from t.",
        "Removes the table x with all its rows, after rows were copied from it.",
      ])
  }

  @Test func `a column is not renamed to one that exists already`() throws {
    let found = try told(
      "ALTER TABLE t ADD COLUMN c TEXT", "UPDATE t SET c = b",
      "CREATE TABLE m (id INTEGER PRIMARY KEY, a INTEGER, c TEXT)",
      "INSERT INTO m SELECT id, a, c FROM t", drop, rename)
    #expect(
      found == [
        "Adds the column c to t (text, no value in existing rows).",
        "Sets c to the value of b in all rows of t.",
        "Rebuilds t: removes b, keeps 3 of 3 sample rows.",
      ])
  }

  @Test func `the sentence about a rebuild follows what still uses the old table`() throws {
    let found = try told(
      "CREATE TABLE m (id INTEGER PRIMARY KEY, a INTEGER)",
      "INSERT INTO p (n) SELECT b FROM t WHERE b IS NOT NULL", "INSERT INTO m SELECT id, a FROM t",
      drop, rename)
    #expect(
      found == [
        "Adds rows to p from t where b has a value (3 with the sample rows), setting n to b.",
        "Rebuilds t: removes b, keeps 3 of 3 sample rows.",
      ])
  }

  @Test func `a trigger does not hide that only the old table changes`() throws {
    let found = try told(
      new, "INSERT INTO m SELECT * FROM t", "DELETE FROM t", drop, rename,
      after: ["CREATE TRIGGER r AFTER DELETE ON t BEGIN INSERT INTO p (n) VALUES ('gone'); END"])
    #expect(
      found.first
        == "Deletes all rows of t, but only in the old table, which is removed below; a trigger also adds rows to p.",
      "\(found)")
  }
}
