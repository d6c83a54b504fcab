import SQLScriptsSQL
import Testing

@testable import SQLScriptsSchema

struct SQLStatementTests {
  @Test func `parentheses have a nesting depth`() {
    let sql = SQLText("a(b, (c), d), e")
    #expect(sql.indices.map(sql.depth) == [0, 0, 1, 1, 1, 2, 1, 1, 1, 0, 0, 0])
    #expect(sql.end(ofParenthesis: 1) == 9)
    #expect(sql.end(ofParenthesis: 4) == 6)
    #expect(sql.parenthesis(around: 5) == 4)
    #expect(sql.parenthesis(around: 8) == 1)
    #expect(sql.parenthesis(around: 11) == nil)
    #expect(sql.arguments(1) == [2..<3, 4..<7, 8..<9])
    #expect(sql.outerIndices(from: 0) == [0, 10, 11])
    #expect(sql.outerIndices(from: 2) == [2, 3, 7, 8])
  }

  @Test func `a statement can end anywhere`() {
    for text in [
      "", "(", ")", "a(", "CREATE", "CREATE TABLE", "ALTER TABLE t ADD", "INSERT INTO",
      "UPDATE t SET", ") a (",
    ] {
      let sql = SQLText(text)
      #expect(sql.word(9) == "" && sql.name(-1) == "" && sql.depth(9) == 0)
      #expect(sql.created == nil && sql.alteration == nil && sql.columnParts.isEmpty)
      #expect(sql.assignments.isEmpty && sql.valueRows.isEmpty && sql.columnList == nil)
      #expect(sql.end(ofParenthesis: 0) <= max(0, sql.tokens.count - 1))
    }
  }

  @Test(arguments: [
    ("CREATE TABLE t (a)", SQLObjectKind.table, "t", nil as String?),
    ("create temp table if not exists main.\"T\" (a)", .table, "T", "main"),
    ("CREATE UNIQUE INDEX i ON t (a)", .index, "i", nil),
    ("CREATE VIEW [v w] AS SELECT 1", .view, "v w", nil),
    (
      "CREATE TEMPORARY TRIGGER temp.tr AFTER INSERT ON t BEGIN SELECT 1; END", .trigger, "tr",
      "temp"
    ),
    ("CREATE VIRTUAL TABLE f USING fts5(a)", .table, "f", nil),
  ])
  func `CREATE gives what it creates`(
    text: String, kind: SQLObjectKind, name: String, schema: String?
  ) throws {
    let sql = SQLText(text)
    let created = try #require(sql.created)
    #expect(created.kind == kind)
    #expect(sql.createdName == name)
    #expect(created.name.schema.map { sql.name($0) } == schema)
  }

  @Test(arguments: [
    ("ALTER TABLE t RENAME TO u", SQLAlteration.renameTable(to: 5)),
    ("ALTER TABLE main.t RENAME TO u", .renameTable(to: 7)),
    ("ALTER TABLE t RENAME a TO b", .renameColumn(4, to: 6)),
    ("ALTER TABLE t RENAME COLUMN a TO b", .renameColumn(5, to: 7)),
    ("ALTER TABLE t RENAME column TO b", .renameColumn(4, to: 6)),
    ("ALTER TABLE t RENAME COLUMN rename TO b", .renameColumn(5, to: 7)),
    ("ALTER TABLE t ADD a INT", .addColumn(4)), ("ALTER TABLE t ADD COLUMN a INT", .addColumn(5)),
    ("ALTER TABLE main.t DROP COLUMN a", .dropColumn(7)), ("ALTER TABLE t DROP a", .dropColumn(4)),
  ])
  func `ALTER TABLE gives the change`(text: String, alteration: SQLAlteration) {
    #expect(SQLText(text).alteration == alteration)
    #expect(SQLText(text).alteredTable == "t")
  }

  @Test(arguments: [
    ("INSERT INTO t (a, \"b\") VALUES (1, 2)", "t", ["a", "b"] as [String]?),
    ("REPLACE INTO main.t VALUES (1)", "t", nil),
    ("INSERT OR IGNORE INTO t AS x (a) SELECT 1", "t", ["a"]),
    ("WITH c (x) AS (SELECT 1) INSERT INTO t (a) SELECT x FROM c", "t", ["a"]),
    ("UPDATE OR FAIL main.t SET a = 1", "t", nil), ("DELETE FROM t WHERE a", "t", nil),
  ])
  func `a change has a table and can name columns`(
    text: String, table: String, columns: [String]?
  ) throws {
    let sql = SQLText(text)
    #expect(sql.name(try #require(sql.targetIndex)) == table)
    #expect(sql.columnList == columns)
  }

  @Test func `SET assigns values to columns, also in a trigger and an upsert`() {
    let names = { (text: String) -> [String] in
      let sql = SQLText(text)
      return sql.assignments.map { assignment in
        sql.name(assignment.column) + "=" + assignment.value.map { sql.word($0) }.joined()
      }
    }
    #expect(names("UPDATE t SET a = 1, b = f(1, 2) WHERE c = 3") == ["a=1", "b=F(1,2)"])
    #expect(names("UPDATE t SET a = (SELECT 1 FROM u), b = 2") == ["a=(SELECT1FROMU)", "b=2"])
    #expect(
      names("INSERT INTO t VALUES (1) ON CONFLICT DO UPDATE SET a = excluded.a") == ["a=EXCLUDED.A"]
    )
    #expect(
      names("CREATE TRIGGER x AFTER INSERT ON t BEGIN UPDATE t SET a = 1; UPDATE t SET b = 2; END")
        == ["a=1", "b=2"])
    #expect(names("CREATE TABLE c (a REFERENCES t ON DELETE SET NULL)") == [])
  }

  @Test func `CREATE TABLE and ADD COLUMN define columns`() {
    let columns = { (text: String) -> [String] in
      let sql = SQLText(text)
      return sql.columnParts.map { sql.name($0.lowerBound) }
    }
    #expect(
      columns("CREATE TABLE t (a INT, \"b\" DECIMAL(1, 2), UNIQUE (a, b), CHECK (a))") == [
        "a", "b",
      ])
    #expect(columns("ALTER TABLE t ADD COLUMN c TEXT DEFAULT (1, 2)") == ["c"])
    #expect(columns("CREATE TABLE t AS SELECT (1)") == [])
  }

  @Test func `rows after VALUES and statements of a trigger are found`() {
    let insert = SQLText("INSERT INTO t VALUES (1, f(2)), (3) RETURNING a")
    #expect(insert.valueRows.map { insert.arguments($0).count } == [2, 1])
    let trigger = SQLText(
      "CREATE TRIGGER x AFTER INSERT ON t BEGIN WITH c AS (SELECT 1) DELETE FROM t; SELECT 1; END")
    #expect(trigger.bodyParts.map { trigger.verb(of: $0) } == ["DELETE", "SELECT"])
    #expect(insert.bodyParts == [insert.indices])
  }
}
