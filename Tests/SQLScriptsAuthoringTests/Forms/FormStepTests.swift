import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsSchema
import Testing

@testable import SQLScriptsAuthoring

/// Steps that are read as the forms that make them.
struct FormStepTests {
  private static let start = [
    "CREATE TABLE user (\n  id INTEGER PRIMARY KEY,\n  name TEXT,\n  nick TEXT\n)",
    "CREATE TABLE session (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES user (id))",
    "CREATE INDEX session_user_id ON session (user_id)",
  ]

  private func bench() throws -> FormBench {
    let bench = try FormBench()
    for statement in Self.start { try bench.connection.execute(statement) }
    return bench
  }

  /// What a form reads from statements that run on the start.
  private func read(_ statements: [String], require: [String] = []) throws -> FormStep? {
    let bench = try bench()
    let before = try bench.schema
    for statement in statements { try bench.connection.execute(statement) }
    return FormStep(statements, require: require, from: before, to: try bench.schema)
  }

  /// Changes with the answers to their questions.
  private func changes() throws -> [(FormChange, [FormAnswer])] {
    let bench = try bench()
    let text = FormColumn(name: "email", type: .text)
    var required = text
    required.isRequired = true
    let fill = FormAnswer(question: "missingValue user.email", answer: 0, value: "it's none")
    let stop = FormAnswer(question: "missingValue user.email", answer: 1)
    return [
      (try bench.change("user") { $0.append(text) }, []),
      (
        try bench.change("user") {
          $0.append(
            FormColumn(
              name: "vip", type: .yesno, isRequired: true, default: .value("0"), isUnique: false))
        }, []
      ),
      (
        try bench.change("user") {
          $0.append(
            FormColumn(name: "price", type: .other, sqlType: "NUMERIC(10, 2)", isUnique: true))
        }, [FormAnswer(question: "mayNotFit user.price", answer: 0)]
      ),
      (try bench.change("user") { $0.append(required) }, [fill]),
      (try bench.change("user") { $0.append(required) }, [stop]),
      (
        try bench.change("user") { $0[1].isRequired = true },
        [FormAnswer(question: "missingValue user.name", answer: 0, value: "?")]
      ),
      (try bench.change("user") { $0[1].name = "full name" }, []),
      (try bench.change("user", name: "person"), []),
      (try bench.change("user") { $0.remove(at: 2) }, []),
      (
        .createTable(
          name: "message",
          columns: [
            FormColumn(name: "id", type: .whole, isKey: true),
            FormColumn(
              name: "user_id", type: .whole, isRequired: true,
              belongsTo: FormReference(table: "user", onDelete: .delete)),
            FormColumn(name: "code", type: .text, default: .sql("lower('A')"), isUnique: true),
          ]), []
      ),
      (.dropTable("session"), []),
      (.addIndex(table: "user", columns: ["nick", "name"], isUnique: false), []),
      (
        .addIndex(table: "user", columns: ["nick"], isUnique: true),
        [FormAnswer(question: "mayNotFit user.nick", answer: 0)]
      ),
      (
        .addIndex(table: "user", columns: ["nick"], isUnique: true),
        [FormAnswer(question: "mayNotFit user.nick", answer: 1)]
      ),
      (.dropIndex(name: "session_user_id"), []),
      (.fillValues(table: "user", column: "nick", to: .value("x"), where: .empty), []),
      (.fillValues(table: "user", column: "nick", to: .sql("upper(name)"), where: .all), []),
      (
        .fillValues(
          table: "user", column: "nick", to: .value("x"),
          where: .having(column: "id", .value("3"))), []
      ),
      (
        .fillValues(
          table: "user", column: "nick", to: .value("x"),
          where: .filled(column: "nick", true)), []
      ),
      (
        .fillValues(
          table: "user", column: "nick", to: .value("x"),
          where: .filled(column: "name", false)), []
      ),
      (.deleteRows(table: "user", where: .filled(column: "nick", false)), []),
      (.deleteRows(table: "user", where: .filled(column: "name", true)), []),
      (.deleteRows(table: "session", where: .all), []),
      (.deleteRows(table: "user", where: .having(column: "nick", .value("a = b"))), []),
      (.addRow(table: "user", values: ["name": .value("Ann"), "id": .value("-4")]), []),
    ]
  }

  @Test func `what a form has made can be changed in it again`() throws {
    for (change, answers) in try changes() {
      let bench = try bench()
      let result = try bench.result(change, answers)
      #expect(result.questions == [], "\(change)")
      let step = try read(result.statements, require: result.require)
      let known = try #require(step, "\(result.statements)")
      let again = try bench.result(known.change, known.answers)
      #expect(again == result)
      // What was typed as a value is shown as a value.
      if case .fillValues = change { #expect(known.change == change) }
      if case .addRow = change { #expect(known.change == change) }
      if case .deleteRows = change { #expect(known.change == change) }
      if case .createTable = change { #expect(known.change == change) }
      if answers.contains(where: { $0.value != nil }) { #expect(known.answers == answers) }
    }
  }

  @Test(arguments: [
    "ALTER TABLE user ADD COLUMN age INTEGER CHECK (age > 0)",
    "ALTER TABLE user ADD COLUMN age INTEGER COLLATE NOCASE",
    "CREATE TABLE t (a INTEGER, CHECK (a > 0))",
    "CREATE TABLE t (a TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE INDEX i ON user (name)", "CREATE INDEX user_name ON user (name) WHERE name > 'a'",
    "CREATE INDEX user_name ON user (lower(name))", "CREATE VIEW v AS SELECT 1",
    "UPDATE user SET name = 'x', nick = 'y'", "UPDATE user SET name = 'x' WHERE id > 3",
    "UPDATE OR IGNORE user SET name = 'x'", "UPDATE user SET name = 'two\nlines'",
    "INSERT INTO user (name) VALUES ('a'), ('b')", "INSERT OR IGNORE INTO user (id) VALUES (1)",
    "INSERT INTO user SELECT 1, 'a', 'b'", "DELETE FROM user WHERE id IN (1, 2)",
    "CREATE UNIQUE INDEX user_name ON user (name)", "SELECT 1", "DROP TABLE IF EXISTS session",
  ])
  func `a step that a form would change is left to SQL`(sql: String) throws {
    #expect(try read([sql]) == nil)
  }

  @Test(arguments: [
    "CREATE TABLE message (\n  id INTEGER PRIMARY KEY,\n  user_id INTEGER REFERENCES user (id)\n)",
    "ALTER TABLE session ADD COLUMN other_id INTEGER REFERENCES user (id)",
  ])
  func `a reference without an index has a form, which adds none`(sql: String) throws {
    let step = try #require(try read([sql]))
    let bench = try bench()
    let result = try bench.result(step.change, step.answers)
    #expect(result.statements.count == 2)
    #expect(step.omitted == [CanonicalSQL(result.statements[1])])
  }

  @Test(arguments: [
    "ALTER TABLE user ADD age INT", "ALTER TABLE user ADD COLUMN age INTEGER NULL",
    "ALTER TABLE user ADD COLUMN age INTEGER DEFAULT NULL",
    "ALTER TABLE user ADD COLUMN age INTEGER DEFAULT (1)",
    "ALTER TABLE user ADD COLUMN age INTEGER DEFAULT 0 NOT NULL",
    "ALTER TABLE main.user ADD COLUMN age INTEGER",
    "ALTER TABLE user ADD COLUMN age INTEGER CONSTRAINT c NOT NULL DEFAULT 0",
  ])
  func `a column that is added in another way has a form`(sql: String) throws {
    let step = try #require(try read([sql]))
    guard case .changeTable(_, _, let columns) = step.change else { return }
    #expect(columns.last?.name == "age" && columns.count == 4)
  }

  @Test func `how a step is spelled does not matter`() throws {
    let step = try read(["alter table \"user\" add column [age] integer /* years */ default 7;"])
    guard case .changeTable("user", "user", let columns) = step?.change else {
      Issue.record("\(step as Any)")
      return
    }
    #expect(columns.last == FormColumn(name: "age", type: .whole, default: .value("7")))
  }
}
