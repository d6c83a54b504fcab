import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsScratch
import SQLScriptsValidation
import Testing

@testable import SQLScriptsAuthoring

/// Changes of a table by a form, with all that must survive them.
struct FormTableChangeTests {
  @Test(arguments: [
    "CREATE TABLE t (a TEXT)",
    "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a VARCHAR(20) NOT NULL DEFAULT 'x' COLLATE NOCASE)",
    "CREATE TABLE t (a BOOL DEFAULT TRUE, b TIMESTAMP DEFAULT CURRENT_TIMESTAMP, c NUMERIC(10, 2), d)",
    "CREATE TABLE t (a INT UNIQUE ON CONFLICT REPLACE, b DECIMAL DEFAULT (1 + 1), c JSON, UNIQUE (b))",
    "CREATE TABLE t (a INTEGER PRIMARY KEY, b INT REFERENCES t (a) ON DELETE SET DEFAULT ON UPDATE CASCADE)",
    "CREATE TABLE t (a TEXT, b TEXT AS (a || 'x') STORED, c INT, PRIMARY KEY (a, c)) WITHOUT ROWID",
    "CREATE TABLE t (a TEXT PRIMARY KEY, b INTEGER, c ANY, d BLOB) STRICT",
    "CREATE TABLE t (a INT CONSTRAINT p NOT NULL CHECK (a > 0), b INT, FOREIGN KEY (b) REFERENCES t (a))",
  ])
  func `a form in which nothing was changed changes nothing`(sql: String) throws {
    let bench = try FormBench(sql)
    let result = try bench.result(bench.change("t"))
    #expect(result == FormResult(), "\(result)")
  }

  @Test func `a new column is added at the end`() throws {
    let bench = try FormBench(
      "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)", "INSERT INTO user VALUES (1, 'Ann')")
    let statements = try bench.run(
      bench.change("user") {
        $0.insert(
          FormColumn(name: "age", type: .whole, isRequired: true, default: .value("0")), at: 0)
      })
    #expect(statements == ["ALTER TABLE \"user\" ADD COLUMN age INTEGER NOT NULL DEFAULT 0"])
    #expect(try bench.rows("SELECT * FROM user") == ["1|Ann|0"])
  }

  @Test func `a required column without a default is a question that can be answered`() throws {
    let bench = try FormBench(
      "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)", "INSERT INTO user VALUES (7, 'Ann')")
    let change = try bench.change("user") {
      $0.append(FormColumn(name: "age", type: .whole, isRequired: true))
    }
    let question = try #require(try bench.result(change).questions.first)
    #expect(question.id == "missingValue user.age")
    #expect(question.type == .whole)
    #expect(question.answers.map(\.needsExpression) == [true, false])
    #expect(
      try bench.refusal(change, [FormAnswer(question: question.id, answer: 0, value: "abc")])
        == "answers[0]: “abc” is not a whole number")
    #expect(
      try bench.refusal(change, [FormAnswer(question: question.id, answer: 0)])
        == "answers[0]: enter a value for the existing rows")
    #expect(
      try bench.refusal(change, [FormAnswer(question: question.id, answer: 2, value: "1")])
        == "answers[0]: choose one of the answers")
    #expect(
      try bench.refusal(change, [FormAnswer(question: question.id, answer: 0, sql: "nme")])
        == "answers[0]: the expression for “user.age” cannot be computed: no such column: nme. Text has to be in single quotes, as in 'general'"
    )
    let stop = try bench.result(change, [FormAnswer(question: question.id, answer: 1)])
    #expect(try stop.require.map { try bench.rows($0).count } == [1])
    try bench.run(change, [FormAnswer(question: question.id, answer: 0, sql: "length(name)")])
    #expect(try bench.rows("SELECT * FROM user") == ["7|Ann|3"])
  }

  @Test
  func `an answer that says what to do needs no expression, and none that replaces all values`()
    throws
  {
    let bench = try FormBench(
      "CREATE TABLE user (id INTEGER PRIMARY KEY, mail TEXT)",
      "INSERT INTO user VALUES (1, 'a'), (2, 'a'), (3, 'b')")
    let change = FormChange.addIndex(table: "user", columns: ["mail"], isUnique: true)
    let question = try #require(try bench.result(change).questions.first)
    let answer = try #require(question.answers.firstIndex { $0.suggestion != nil })
    #expect(!question.answers[answer].needsExpression)
    #expect(
      try bench.refusal(change, [FormAnswer(question: question.id, answer: answer, sql: "NULL")])
        == "answers[0]: this would give every row the same value, even the rows that fit; use the column in the calculation"
    )
    try bench.run(change, [FormAnswer(question: question.id, answer: answer)])
    #expect(try bench.rows("SELECT * FROM user") == ["1|a", "2|NULL", "3|b"])
  }

  @Test func `views, triggers, indexes and rows survive a rebuild`() throws {
    let bench = try FormBench(
      "CREATE TABLE user (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, age INTEGER)",
      "CREATE TABLE log (text TEXT)",
      "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id) ON DELETE CASCADE)",
      "CREATE INDEX user_name ON user (name COLLATE NOCASE) WHERE age > 1",
      "CREATE VIEW adult AS SELECT * FROM user WHERE age > 17",
      "CREATE TRIGGER named AFTER UPDATE OF name ON user BEGIN INSERT INTO log VALUES (new.name); END",
      "INSERT INTO user VALUES (3, 'Ann', 20), (5, 'Bob', 3)", "INSERT INTO pet VALUES (1, 5)")
    let change = try bench.change("user") {
      $0[1].isRequired = true
      $0[2].type = .text
    }
    let result = try bench.result(change)
    #expect(result.questions.map(\.id) == ["missingValue user.name"])
    let before = try bench.schema
    try bench.run(
      change,
      [
        FormAnswer(question: "missingValue user.name", answer: 0, value: "?")
      ])
    #expect(try bench.rows("SELECT * FROM user") == ["3|Ann|20", "5|Bob|3"])
    let after = try bench.schema
    #expect(after["adult"]?.sql == before["adult"]?.sql)
    #expect(after["user"]?.triggers == before["user"]?.triggers)
    #expect(after["user"]?.indexes == before["user"]?.indexes)
    #expect(after["pet"] == before["pet"])
    try bench.connection.execute("UPDATE user SET name = 'Cid' WHERE id = 5")
    #expect(try bench.rows("SELECT * FROM log") == ["Cid"])
  }

  @Test func `every clause that a form does not change keeps its bytes`() throws {
    let sql = """
      CREATE TABLE t (
        -- The key.
        id INTEGER PRIMARY KEY AUTOINCREMENT, -- a number
        "a b" VARCHAR ( 20 ) /* text */ CONSTRAINT 'c1' CHECK ("a b" <> ',') COLLATE NOCASE, -- a
        [c] INT DEFAULT (1 + 2) NULL,
        d TEXT GENERATED ALWAYS AS ("a b" || 'x') VIRTUAL,
        CONSTRAINT u UNIQUE ([c], "a b") ON CONFLICT IGNORE,
        CHECK (c > 0) -- last
      )
      """
    let bench = try FormBench(sql, "INSERT INTO t (\"a b\", c) VALUES ('x', 1)")
    let change = try bench.change("t") { $0[1].isRequired = true }
    try bench.run(
      change,
      [
        FormAnswer(question: "missingValue t.a b", answer: 0, value: ""),
        FormAnswer(question: "mayNotFit t.a b", answer: 0),
        FormAnswer(question: "mayNotFit t", answer: 0),
      ])
    #expect(
      try bench.table("t").sql
        == sql.replacing("VARCHAR ( 20 ) /*", with: "VARCHAR ( 20 ) NOT NULL /*")
        .replacing("CREATE TABLE t", with: "CREATE TABLE \"t\""))
    try bench.run(try bench.change("t") { $0[1].isRequired = false })
    #expect(try bench.table("t").sql == sql.replacing("CREATE TABLE t", with: "CREATE TABLE \"t\""))
    try bench.run(
      try bench.change("t") { $0[2].default = .value("5") },
      [])
    #expect(
      try bench.table("t").sql
        == sql.replacing("(1 + 2)", with: "5")
        .replacing("CREATE TABLE t", with: "CREATE TABLE \"t\""))
    #expect(try bench.rows("SELECT id, \"a b\", c, d FROM t") == ["1|x|1|xx"])
  }

  @Test(arguments: [
    "a TEXT UNIQUE", "a TEXT CONSTRAINT u UNIQUE ON CONFLICT REPLACE", "a TEXT, UNIQUE (a)",
    "a TEXT, CONSTRAINT x UNIQUE (\"a\" COLLATE NOCASE DESC) ON CONFLICT IGNORE", "a TEXT",
  ])
  func `unique can be turned off however it was declared, and on again`(columns: String) throws {
    let bench = try FormBench(
      "CREATE TABLE t (b, \(columns))", "INSERT INTO t (a) VALUES ('x'), ('y')")
    if columns == "a TEXT" { try bench.connection.execute("CREATE UNIQUE INDEX t_a ON t (a)") }
    #expect(try bench.columns("t")[1].isUnique)
    try bench.run(bench.change("t") { $0[1].isUnique = false })
    #expect(try bench.columns("t")[1].isUnique == false)
    try bench.connection.execute("INSERT INTO t (a) VALUES ('x')")
    let change = try bench.change("t") { $0[1].isUnique = true }
    let result = try bench.result(change)
    #expect(result.questions.map(\.id) == ["mayNotFit t.a"])
    let stop = [FormAnswer(question: "mayNotFit t.a", answer: 0)]
    #expect(try bench.rows(bench.result(change, stop).require[0]).count == 2)
    try bench.connection.execute("DELETE FROM t WHERE rowid = 3")
    #expect(try bench.run(change, stop) == ["CREATE UNIQUE INDEX t_a ON t (a)"])
    #expect(try bench.rows("SELECT a FROM t ORDER BY 1") == ["x", "y"])
  }

  @Test(arguments: [
    "a INTEGER REFERENCES p (id) ON UPDATE CASCADE",
    "a INTEGER CONSTRAINT f REFERENCES p ON DELETE CASCADE ON UPDATE CASCADE",
    "a INTEGER, CONSTRAINT f FOREIGN KEY (a) REFERENCES \"p\" (id) ON UPDATE CASCADE ON DELETE CASCADE",
  ])
  func `a reference can be changed and removed however it was declared`(columns: String) throws {
    let bench = try FormBench(
      "CREATE TABLE p (id INTEGER PRIMARY KEY)", "CREATE TABLE q (id INTEGER PRIMARY KEY)",
      "CREATE TABLE t (\(columns))", "INSERT INTO p VALUES (1)", "INSERT INTO t VALUES (1)")
    try bench.run(bench.change("t") { $0[0].belongsTo?.onDelete = .clear })
    #expect(try bench.table("t").foreignKeys.map(\.onDelete) == ["SET NULL"])
    #expect(try bench.table("t").foreignKeys.map(\.onUpdate) == ["CASCADE"])
    try bench.run(bench.change("t") { $0[0].belongsTo?.onDelete = .refuse })
    #expect(try bench.table("t").foreignKeys.map(\.onDelete) == ["NO ACTION"])
    try bench.run(bench.change("t") { $0[0].belongsTo?.onDelete = .delete })
    try bench.connection.execute("INSERT INTO q VALUES (1)")
    try bench.run(
      bench.change("t") { $0[0].belongsTo?.table = "Q" },
      [FormAnswer(question: "mayNotFit t.a", answer: 0)])
    #expect(try bench.table("t").foreignKeys.map(\.parent) == ["q"])
    try bench.run(bench.change("t") { $0[0].belongsTo = nil })
    #expect(try bench.table("t").foreignKeys == [])
    #expect(try bench.rows("SELECT * FROM t") == ["1"])
  }

  @Test func `names change places, and the table gets another one`() throws {
    let bench = try FormBench(
      "CREATE TABLE t (a TEXT, b TEXT, c TEXT UNIQUE)", "CREATE VIEW v AS SELECT a, b FROM t",
      "INSERT INTO t VALUES ('1', '2', '3')")
    try bench.run(
      bench.change("t", name: "order") {
        $0[0].name = "b"
        $0[1].name = "a"
        $0[2].name = "C"
      })
    #expect(try bench.rows("SELECT a, b, c FROM \"order\"") == ["2|1|3"])
    #expect(try bench.rows("SELECT * FROM v") == ["1|2"])
    #expect(try bench.table("order").columns.map(\.name) == ["b", "a", "C"])
    try bench.run(bench.change("order", name: "Order"))
    #expect(try bench.table("order").name == "Order")
  }

  @Test func `a column that is missing in the form is dropped with its index`() throws {
    let bench = try FormBench(
      "CREATE TABLE t (a TEXT, b TEXT, c TEXT)", "CREATE INDEX i ON t (b)",
      "INSERT INTO t VALUES ('1', '2', '3')")
    let statements = try bench.run(bench.change("t") { $0.remove(at: 1) })
    #expect(statements == ["DROP INDEX \"i\"", "ALTER TABLE \"t\" DROP COLUMN \"b\""])
    #expect(try bench.rows("SELECT * FROM t") == ["1|3"])
  }

  @Test func `a renamed column may get the name of one that is dropped`() throws {
    let bench = try FormBench("CREATE TABLE t (a TEXT, b TEXT)", "INSERT INTO t VALUES ('1', '2')")
    try bench.run(
      bench.change("t") {
        $0.remove(at: 0)
        $0[0].name = "a"
      })
    #expect(try bench.rows("SELECT * FROM t") == ["2"])
    #expect(try bench.table("t").columns.map(\.name) == ["a"])
  }

  @Test func `every column may be replaced`() throws {
    let bench = try FormBench("CREATE TABLE t (a TEXT)", "INSERT INTO t VALUES ('1'), ('2')")
    try bench.run(bench.change("t") { $0 = [FormColumn(name: "b", type: .whole)] })
    #expect(try bench.rows("SELECT * FROM t") == ["NULL", "NULL"])
  }

  @Test(arguments: [
    "order", "a b", "a\"b", "a'b", "中文", "🙂", "[x]", "`", "e\u{301}", "1st", "current_date",
    "true", "rowid", "a.b", "a=b", "--", "/*", ";", "%", "select",
  ])
  func `hostile names are quoted`(name: String) throws {
    let bench = try FormBench()
    try bench.run(
      .createTable(
        name: name,
        columns: [
          FormColumn(name: "id", type: .whole, isKey: true),
          FormColumn(name: name, type: .text, isRequired: true, default: .value("'")),
          FormColumn(
            name: "parent", type: .whole, isUnique: false,
            belongsTo: FormReference(table: name, onDelete: .clear)),
        ]))
    #expect(try bench.table(name).name == name)
    #expect(try bench.table(name).columns.map(\.name) == ["id", name, "parent"])
    try bench.run(.addRow(table: name, values: [name: .value("x")]))
    try bench.run(
      .fillValues(
        table: name, column: name, to: .value("y"), where: .having(column: name, .value("x"))))
    try bench.run(
      bench.change(name, name: "\(name)2") {
        $0[1].name = "\(name)3"
        $0[1].isUnique = true
      }, [FormAnswer(question: "mayNotFit \(SchemaPlace("\(name)2", "\(name)3").text)", answer: 0)])
    try bench.run(bench.change("\(name)2") { $0.append(FormColumn(name: name, type: .date)) })
    #expect(try bench.rows("SELECT * FROM \("\(name)2".quotedName)") == ["1|y|NULL|NULL"])
    try bench.run(bench.change("\(name)2") { $0.removeLast(2) })
    try bench.run(.deleteRows(table: "\(name)2", where: .all))
    try bench.run(.dropTable("\(name)2"))
    #expect(try bench.schema.names == [])
  }

  @Test func `a renamed table takes its children, views and triggers along`() throws {
    let bench = try FormBench(
      "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, boss INTEGER REFERENCES user (id))",
      "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES user (id) ON DELETE CASCADE)",
      "CREATE TABLE log (text TEXT)", "CREATE VIEW v AS SELECT name FROM user",
      "CREATE TRIGGER g AFTER INSERT ON pet BEGIN INSERT INTO log SELECT name FROM user WHERE id = new.owner; END",
      "CREATE INDEX user_name ON user (name)", "INSERT INTO user VALUES (1, 'Ann', 1)",
      "INSERT INTO pet VALUES (1, 1)")
    let change = try bench.change("user", name: "Person") {
      $0[1].name = "full name"
      $0[1].isRequired = true
      $0[2].belongsTo = FormReference(table: "USER", onDelete: .clear)
      $0.append(FormColumn(name: "email", type: .text, isUnique: true))
    }
    let questions = try bench.result(change).questions
    #expect(questions.map(\.id) == ["missingValue Person.full name"])
    try bench.run(change, [FormAnswer(question: questions[0].id, answer: 0, value: "?")])
    try bench.connection.execute("INSERT INTO pet VALUES (2, 1)")
    #expect(try bench.rows("SELECT * FROM Person") == ["1|Ann|1|NULL"])
    #expect(try bench.rows("SELECT * FROM v") == ["Ann"])
    #expect(try bench.rows("SELECT * FROM log") == ["Ann", "Ann"])
    #expect(try bench.table("pet").foreignKeys.map(\.parent) == ["Person"])
    #expect(try bench.table("Person").foreignKeys.map(\.onDelete) == ["SET NULL"])
    #expect(
      try bench.table("Person").indexes.map(\.name).sorted() == ["Person_email", "user_name"])
  }

  @Test func `an old SQLite gets other statements, or a refusal`() throws {
    let bench = try FormBench("CREATE TABLE t (a TEXT, b TEXT)")
    let drop = try bench.change("t") { $0.removeLast() }
    let result = try drop.result(on: bench.schema, sqlite: SQLiteVersion(3, 30))
    #expect(result.statements.contains("DROP TABLE \"t\""))
    let rename = try bench.change("t") { $0[0].name = "c" }
    #expect(throws: FormRefusal.self) {
      try rename.result(on: bench.schema, sqlite: SQLiteVersion(3, 24))
    }
  }

  @Test func `what another tool wrote in its own way can be changed or is refused`() throws {
    let bench = try FormBench(
      "CREATE TABLE p (id INTEGER PRIMARY KEY)",
      "CREATE TABLE t (a TEXT NOT NULL NOT NULL DEFAULT 'x' DEFAULT 'y', b TEXT CONSTRAINT k, c TEXT UNIQUE UNIQUE, d INT, UNIQUE (d) CHECK (d > 0))",
      "INSERT INTO t (c, d) VALUES ('1', 2)")
    try bench.run(bench.change("t") { $0[0].isRequired = false })
    try bench.run(bench.change("t") { $0[0].default = nil })
    #expect(try bench.columns("t")[0].default == nil)
    try bench.run(bench.change("t") { $0[2].isUnique = false })
    try bench.run(bench.change("t") { $0[1].default = .value("é") })
    #expect(
      try bench.refusal(bench.change("t") { $0[3].isUnique = false })
        == "columns[3].unique: a form cannot make this change of “d”, so write it in SQL")
    #expect(try bench.rows("SELECT * FROM t") == ["y|NULL|1|2"])
  }

  @Test func `a new column may get the name of one that is renamed`() throws {
    let bench = try FormBench(
      "CREATE TABLE t (a TEXT, b TEXT)", "CREATE INDEX i ON t (a)",
      "INSERT INTO t VALUES ('1', '2')")
    try bench.run(
      bench.change("t") {
        $0[0].name = "old"
        $0.append(FormColumn(name: "A", type: .whole, default: .value("7")))
      })
    #expect(try bench.rows("SELECT old, b, a FROM t") == ["1|2|7"])
    #expect(try bench.table("t").indexes.map(\.columns) == [["old"]])
  }

  @Test func `columns that need each other are dropped together`() throws {
    let bench = try FormBench(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a INT CHECK (a < b), b INT, c AS (a + b), d TEXT, UNIQUE (a, b))",
      "INSERT INTO t (a, b, d) VALUES (1, 2, 'x')")
    try bench.run(bench.change("t") { $0.removeSubrange(1...3) })
    #expect(try bench.rows("SELECT * FROM t") == ["1|x"])
    let needed = try FormBench(
      "CREATE TABLE p (id INTEGER PRIMARY KEY, code TEXT UNIQUE)",
      "CREATE TABLE c (code TEXT REFERENCES p (code))")
    #expect(
      try needed.refusal(needed.change("p") { $0.removeLast() })
        == "columns: “code” cannot be dropped, because the key, a reference or another constraint of “p” needs it"
    )
  }
}
