import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation
import Testing

@testable import SQLScriptsAuthoring

/// New tables, indexes and rows from forms, and what is refused.
struct FormChangeTests {
  /// The findings of `validate` about a default script.
  private func findings(_ statements: [String]) -> [String] {
    Validator(ScriptLibrary(ScriptBundle(scripts: [.default(statements)]))).validate().diagnostics
      .map { "\($0.id): \($0.message)" }
  }

  private let message = FormChange.createTable(
    name: "message",
    columns: [
      FormColumn(name: "id", type: .whole, isKey: true),
      FormColumn(
        name: "user_id", type: .whole, isRequired: true,
        belongsTo: FormReference(table: "user", onDelete: .delete)),
      FormColumn(
        name: "reply_to", type: .whole, belongsTo: FormReference(table: "message", onDelete: .clear)
      ),
      FormColumn(name: "text", type: .text, isRequired: true, default: .value("")),
      FormColumn(name: "code", type: .text, isUnique: true),
      FormColumn(
        name: "sent_at", type: .datetime, isRequired: true, default: .sql("CURRENT_TIMESTAMP")),
      FormColumn(name: "day", type: .date, default: .value("2025-12-31")),
      FormColumn(name: "is_read", type: .yesno, isRequired: true, default: .value("no")),
      FormColumn(name: "size", type: .number, default: .value("1.5")),
      FormColumn(name: "data", type: .binary),
      FormColumn(name: "extra", type: .any),
      FormColumn(
        name: "price", type: .other, sqlType: "NUMERIC(10, 2)", default: .sql("abs(-1)")),
    ])

  @Test func `a new table is readable and valid`() throws {
    let user = "CREATE TABLE user (\n  id INTEGER PRIMARY KEY,\n  name TEXT\n)"
    let bench = try FormBench(user)
    let statements = try bench.run(message)
    #expect(
      statements == [
        """
        CREATE TABLE message (
          id INTEGER PRIMARY KEY,
          user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
          reply_to INTEGER REFERENCES message (id) ON DELETE SET NULL,
          text TEXT NOT NULL DEFAULT '',
          code TEXT UNIQUE,
          sent_at DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
          day DATE DEFAULT '2025-12-31',
          is_read BOOLEAN NOT NULL DEFAULT 0,
          size REAL DEFAULT 1.5,
          data BLOB,
          extra,
          price NUMERIC(10, 2) DEFAULT (abs(-1))
        )
        """, "CREATE INDEX message_reply_to ON message (reply_to)",
        "CREATE INDEX message_user_id ON message (user_id)",
      ])
    #expect(findings([user] + statements) == [])
    #expect(try bench.result(bench.change("message")) == FormResult())
  }

  @Test(arguments: FormType.allCases, [true, false])
  func `a key and a column of every type are valid`(type: FormType, isStrict: Bool) throws {
    let sql = type == .other ? "INT" : nil
    if isStrict {
      let table = "CREATE TABLE t (id INTEGER PRIMARY KEY) STRICT"
      let bench = try FormBench(table)
      let change = try bench.change("t") {
        $0.append(FormColumn(name: "a", type: type, sqlType: sql))
      }
      #expect(findings([table] + (try bench.run(change))) == [])
      #expect(try bench.result(bench.change("t")) == FormResult())
    } else {
      let bench = try FormBench()
      let statements = try bench.run(
        .createTable(
          name: "t",
          columns: [
            FormColumn(name: "id", type: type, sqlType: sql, isUnique: true, isKey: true),
            FormColumn(name: "b", type: type, sqlType: sql),
          ]))
      // An INT is no rowid alias, which validate mentions.
      #expect(findings(statements).filter { !$0.hasPrefix("not-rowid-alias") } == [])
      #expect(try bench.table("t").primaryKey == ["id"])
    }
  }

  @Test func `several key columns and none are fine`() throws {
    let bench = try FormBench()
    let statements = try bench.run(
      .createTable(
        name: "tag",
        columns: [
          FormColumn(name: "a", type: .whole, isKey: true),
          FormColumn(name: "b", type: .text, isKey: true),
        ]))
    #expect(
      statements == [
        "CREATE TABLE tag (\n  a INTEGER NOT NULL,\n  b TEXT NOT NULL,\n  PRIMARY KEY (a, b)\n)"
      ])
    #expect(findings(statements) == [])
    try bench.run(.createTable(name: "u", columns: [FormColumn(name: "a", type: .text)]))
    #expect(try bench.table("u").primaryKey == [])
  }

  @Test func `indexes are made and dropped`() throws {
    let bench = try FormBench(
      "CREATE TABLE t (a, b UNIQUE)", "INSERT INTO t VALUES (1, 1), (1, 2)")
    let plain = FormChange.addIndex(table: "T", columns: ["A", "b"], isUnique: false)
    #expect(try bench.run(plain) == ["CREATE INDEX t_a_b ON t (a, b)"])
    #expect(
      try bench.refusal(plain) == "columns: “t” has such an index already: “t_a_b”")
    let unique = FormChange.addIndex(table: "t", columns: ["a"], isUnique: true)
    #expect(try bench.result(unique).questions.map(\.id) == ["mayNotFit t.a"])
    let stop = FormAnswer(question: "mayNotFit t.a", answer: 0)
    #expect(try bench.result(unique, [stop]).statements == ["CREATE UNIQUE INDEX t_a ON t (a)"])
    #expect(try bench.rows(bench.result(unique, [stop]).require[0]).count == 2)
    #expect(try bench.run(.dropIndex(name: "T_a_B")) == ["DROP INDEX \"t_a_b\""])
    #expect(
      try bench.refusal(.dropIndex(name: "sqlite_autoindex_t_1"))
        == "name: “sqlite_autoindex_t_1” belongs to a UNIQUE or PRIMARY KEY constraint of its table"
    )
    #expect(try bench.refusal(.dropIndex(name: "no")) == "name: there is no index “no”")
  }

  @Test func `rows are filled, deleted and added`() throws {
    let bench = try FormBench(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b INTEGER NOT NULL DEFAULT 5, c TEXT NOT NULL, d AS (b + 1))",
      "INSERT INTO t VALUES (1, NULL, 1, ''), (2, 'x', 2, 'y')")
    #expect(
      try bench.run(.fillValues(table: "t", column: "A", to: .value("it's"), where: .empty))
        == ["UPDATE t SET a = 'it''s' WHERE a IS NULL"])
    #expect(
      try bench.run(.fillValues(table: "t", column: "c", to: .sql("a || b"), where: .empty))
        == ["UPDATE t SET c = a || b WHERE c = ''"])
    #expect(
      try bench.run(.fillValues(table: "t", column: "b", to: .value("-7"), where: .all))
        == ["UPDATE t SET b = -7"])
    #expect(try bench.rows("SELECT a, b, c, d FROM t") == ["it's|-7|it's1|-6", "x|-7|y|-6"])
    #expect(
      try bench.run(.deleteRows(table: "t", where: .having(column: "d", .value("-6"))))
        == ["DELETE FROM t WHERE d = -6"])
    #expect(
      try bench.run(.deleteRows(table: "t", where: .having(column: "a", .sql("NULL"))))
        == ["DELETE FROM t WHERE a IS NULL"])
    #expect(
      try bench.result(.deleteRows(table: "t", where: .filled(column: "A", false))).statements
        == ["DELETE FROM t WHERE a IS NULL"])
    #expect(
      try bench.result(.deleteRows(table: "t", where: .filled(column: "a", true))).statements
        == ["DELETE FROM t WHERE a IS NOT NULL"])
    #expect(
      try bench.result(.deleteRows(table: "t", where: .filled(column: "c", false))).statements
        == ["DELETE FROM t WHERE c = ''"])
    #expect(
      try bench.result(.deleteRows(table: "t", where: .filled(column: "c", true))).statements
        == ["DELETE FROM t WHERE c <> ''"])
    #expect(
      try bench.refusal(.deleteRows(table: "t", where: .filled(column: "b", true)))
        == "where.column: “b” has a value in all rows")
    #expect(
      try bench.refusal(.deleteRows(table: "t", where: .filled(column: "id", false)))
        == "where.column: “id” has a value in all rows")
    #expect(
      try bench.refusal(.deleteRows(table: "t", where: .filled(column: "e", true)))
        == "where.column: “t” has no column “e”")
    #expect(
      try bench.run(.addRow(table: "t", values: ["C": .value("z"), "a": .sql("lower('Q')")]))
        == ["INSERT INTO t (a, c) VALUES (lower('Q'), 'z')"])
    #expect(try bench.rows("SELECT a, b, c FROM t") == ["q|5|z"])
    #expect(
      try bench.refusal(.addRow(table: "t", values: [:]))
        == "values.c: “c” is required, so enter a value")
    #expect(
      try bench.refusal(.addRow(table: "t", values: ["d": .value("1")]))
        == "values.d: “d” is computed from other columns, so it cannot be filled")
    #expect(
      try bench.refusal(.fillValues(table: "t", column: "b", to: .value("x"), where: .all))
        == "to: “x” is not a whole number")
    #expect(
      try bench.refusal(.fillValues(table: "t", column: "b", to: .value("1"), where: .empty))
        == "where: “b” has a value in all rows")
    let quoted = try bench.refusal(
      .fillValues(table: "t", column: "b", to: .sql("\"x\""), where: .all))
    #expect(quoted?.hasPrefix("to: SQLite does not accept this: no such column: ") ?? false)
    #expect(
      try bench.refusal(.deleteRows(table: "t", where: .having(column: "e", .value("1"))))
        == "where.column: “t” has no column “e”")
    try bench.run(.createTable(name: "u", columns: [FormColumn(name: "a", type: .text)]))
    #expect(try bench.run(.addRow(table: "u", values: [:])) == ["INSERT INTO u DEFAULT VALUES"])
  }

  @Test func `a table is dropped, unless something needs it`() throws {
    let bench = try FormBench(
      "CREATE TABLE p (id INTEGER PRIMARY KEY)", "CREATE TABLE c (p REFERENCES p (id))",
      "CREATE VIEW v AS SELECT * FROM c", "CREATE VIRTUAL TABLE f USING fts5 (a)",
      "CREATE TABLE self (id INTEGER PRIMARY KEY, up REFERENCES self (id))")
    let question = try #require(try bench.result(.dropTable("c")).questions.first)
    #expect(question.text == "The view “v” uses “c”, which will be gone.")
    #expect(question.answers.map(\.words) == ["delete the view, too"])
    #expect(try bench.refusal(.dropTable("no")) == "table: there is no table “no”")
    #expect(try bench.refusal(.dropTable("f_data")) == "table: there is no table “f_data”")
    #expect(
      try bench.run(.dropTable("C"), [FormAnswer(question: question.id, answer: 0)])
        == ["DROP VIEW \"v\"", "DROP TABLE \"c\""])
    #expect(try bench.run(.dropTable("f")) == ["DROP TABLE \"f\""])
    #expect(try bench.run(.dropTable("self")) == ["DROP TABLE \"self\""])
  }

  private static let referred = [
    "CREATE TABLE p (a INTEGER, b INTEGER, PRIMARY KEY (a, b))", "INSERT INTO p VALUES (1, 2)",
    "CREATE TABLE q (id INTEGER PRIMARY KEY)", "INSERT INTO q VALUES (7)",
    "CREATE TABLE c (id INTEGER PRIMARY KEY, q INTEGER REFERENCES q (id) ON DELETE CASCADE, n TEXT)",
    "CREATE INDEX c_q ON c (q)", "INSERT INTO c VALUES (1, 7, 'one')",
    "CREATE TABLE d (q INTEGER NOT NULL, note TEXT, FOREIGN KEY (q) REFERENCES q (id))",
    "INSERT INTO d VALUES (7, 'x')",
  ]

  @Test func `a table that others refer to is deleted with these references or their columns`()
    throws
  {
    for (first, second) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
      let bench = try FormBench()
      for statement in Self.referred { try bench.connection.execute(statement) }
      let questions = try bench.result(.dropTable("q")).questions
      #expect(
        questions.map(\.text) == [
          "What happens to “q” of “c”, which leads to rows of “q”?",
          "What happens to “q” of “d”, which leads to rows of “q”?",
        ])
      let answers = zip(questions, [first, second]).map {
        FormAnswer(question: $0.id, answer: $1)
      }
      #expect(try bench.result(.dropTable("q"), [answers[0]]).questions == [questions[1]])
      try bench.run(.dropTable("q"), answers)
      #expect(try bench.schema["q"] == nil)
      #expect(try bench.rows("SELECT * FROM c") == [first == 0 ? "1|7|one" : "1|one"])
      #expect(try bench.rows("SELECT * FROM d") == [second == 0 ? "7|x" : "x"])
      #expect(try bench.table("c").foreignKeys == [])
      #expect(try bench.table("c").indexes.count == 1 - first)
    }
  }

  @Test func `a form does not take a reference of several columns or a key apart`() throws {
    let bench = try FormBench(
      Self.referred[0], Self.referred[2],
      "CREATE TABLE c (a INTEGER, b INTEGER, FOREIGN KEY (a, b) REFERENCES p (a, b))",
      "CREATE TABLE k (q INTEGER PRIMARY KEY REFERENCES q (id))")
    #expect(
      try bench.refusal(.dropTable("p"))
        == "table: the columns “a” and “b” of “c” lead to rows of “p”, so delete them or the table “c” first"
    )
    let question = try #require(try bench.result(.dropTable("q")).questions.first)
    #expect(question.answers.map(\.words) == ["keep its values, without the reference"])
    #expect(
      try bench.refusal(.dropTable("q"), [FormAnswer(question: question.id, answer: 1)])
        == "answers[0]: choose one of the answers")
    try bench.run(.dropTable("q"), [FormAnswer(question: question.id, answer: 0)])
  }

  @Test(arguments: [
    ("", "name: enter a name for the table"), (" \t", "name: enter a name for the table"),
    ("a\0b", "name: a name cannot contain the character NUL"),
    ("SQLite_x", "name: names that begin with “sqlite_” belong to SQLite"),
    ("db_version", "name: “db_version” belongs to the migration and cannot be a table of the app"),
    ("T", "name: there is already a table “t”"), ("v", "name: there is already a view “v”"),
    ("I", "name: there is already an index “I”"),
  ])
  func `wrong names of tables are refused`(name: String, message: String) throws {
    let bench = try FormBench(
      "CREATE TABLE t (a)", "CREATE TABLE u (a)", "CREATE VIEW v AS SELECT 1",
      "CREATE INDEX i ON t (a)")
    let column = FormColumn(name: "a", type: .text)
    #expect(try bench.refusal(.createTable(name: name, columns: [column])) == message)
    #expect(try bench.refusal(bench.change("u", name: name)) == message)
  }

  @Test func `what a form cannot do is refused in words`() throws {
    let bench = try FormBench(
      "CREATE TABLE p (id INTEGER PRIMARY KEY, code TEXT UNIQUE, used TEXT, CHECK (code <> used))",
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b REFERENCES p (code), c AS (a))",
      "CREATE TABLE two (a, b, PRIMARY KEY (a, b))", "CREATE VIEW v AS SELECT a FROM t")
    func refusal(
      _ table: String, _ edit: (inout [FormColumn]) -> Void
    ) throws -> String? { try bench.refusal(bench.change(table, edit)) }
    let new = FormColumn(name: "n", type: .text)
    #expect(try refusal("t") { $0 = [] } == "columns: a table needs at least one column")
    #expect(
      try refusal("t") { $0[1].name = "ID" } == "columns[1].name: two columns have the name “ID”")
    #expect(try refusal("t") { $0[1].name = "" } == "columns[1].name: enter a name for the column")
    #expect(
      try refusal("t") { $0.remove(at: 0) }
        == "columns: the key of “t” cannot be dropped, because it identifies the rows")
    #expect(
      try refusal("t") { $0[0].isKey = false }
        == "columns[0].key: the key of “t” stays as it is, because it identifies the rows")
    #expect(
      try refusal("t") { $0[0].type = .text }
        == "columns[0].type: the type of the key stays as it is, because it identifies the rows")
    #expect(try refusal("t") { $0[1].was = "x" } == "columns[1].was: “t” has no column “x”")
    #expect(try refusal("t") { $0[1].was = "b" } == "columns[2].was: “b” occurs twice")
    #expect(
      try refusal("t") {
        $0[1] = new
        $0[1].name = "a"
      }
        == "columns[1].name: “a” exists already. To replace it, drop it first, and add the new column afterwards"
    )
    #expect(
      try refusal("t") { $0.remove(at: 1) }
        == "columns: “a” cannot be dropped, because the key, a reference or another constraint of “t” needs it"
    )
    #expect(
      try refusal("p") { $0.remove(at: 1) }
        == "columns: “code” cannot be dropped, because the key, a reference or another constraint of “p” needs it"
    )
    func adding(_ edit: (inout FormColumn) -> Void) throws -> String? {
      var column = new
      edit(&column)
      return try refusal("t") { $0.append(column) }
    }
    #expect(
      try adding { $0.belongsTo = FormReference(table: "two", onDelete: .refuse) }
        == "columns[4].belongsTo: rows cannot belong to “two”, because its key is not a single column"
    )
    #expect(
      try adding { $0.belongsTo = FormReference(table: "v", onDelete: .refuse) }
        == "columns[4].belongsTo: there is no table “v”")
    #expect(
      try adding {
        $0.belongsTo = FormReference(table: "p", onDelete: .clear)
        $0.isRequired = true
      }
        == "columns[4].belongsTo: “n” is required, so it cannot be cleared when the row of “p” is deleted"
    )
    #expect(
      try adding {
        $0.type = .other
        $0.sqlType = "TEXT) --"
      } == "columns[4].sqlType: “TEXT) --” is not a type, such as VARCHAR(20)")
    #expect(
      try adding { $0.default = .sql("0, m TEXT") }
        == "columns[4].default: “0, m TEXT” is not a single SQL value or calculation")
    let notConstant = try adding { $0.default = .sql("(SELECT 1)") }
    #expect(
      notConstant
        == "SQLite does not accept this: default value of column [n] is not constant")
    #expect(
      try bench.refusal(.changeTable("v", name: "v", columns: [new]))
        == "table: “v” is a view or a virtual table, which a form cannot change")
    #expect(
      try bench.refusal(.changeTable("x", name: "x", columns: [new]))
        == "table: there is no table “x”")
  }

  @Test func `two questions about one column have one answer`() throws {
    let bench = try FormBench(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT)", "INSERT INTO t (a) VALUES ('5'), ('6')")
    let change = try bench.change("t") {
      $0[1].type = .whole
      $0[1].isUnique = true
    }
    let questions = try bench.result(change).questions
    #expect(questions.map(\.id) == ["mayNotFit t.a"])
    #expect(questions[0].text.contains("new type") && questions[0].text.contains("unique"))
    try bench.run(change, [FormAnswer(question: "mayNotFit t.a", answer: 0)])
    #expect(try bench.rows("SELECT a, typeof(a) FROM t") == ["5|integer", "6|integer"])
  }
}
