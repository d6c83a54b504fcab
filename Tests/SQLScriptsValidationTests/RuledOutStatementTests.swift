import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Statements whose `onlyIf` is false in the rehearsal. They may run on some user's device, so they are checked, too.
struct RuledOutStatementTests {
  private static let never = "SELECT count(*) FROM user WHERE id = 1"

  private func findings(_ items: [(sql: String, onlyIf: String?)], then: [String] = [])
    -> [Diagnostic]
  {
    let objects = items.map { item in
      item.onlyIf.map { #"{"sql": "\#(item.sql)", "onlyIf": "\#($0)"}"# } ?? "\"\(item.sql)\""
    }
    let validation = Validator(
      ScriptLibrary(
        ScriptBundle(scripts: [
          .default([
            "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
            "CREATE TABLE visit (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL REFERENCES user (id))",
            "CREATE INDEX visit_user_id ON visit (user_id)",
          ]),
          .file(named: "sql_update_2.json", text: "[\(objects.joined(separator: ",\n"))]"),
          .update(3, then),
        ]))
    ).validate()
    return validation.diagnostics
  }

  @Test(arguments: [
    ("SELEC 1", "keyword-typo"), ("UPDATE user SET (", "unclosed-bracket"),
    ("UPDATE user SET nmae = 'x' WHERE id = 2", "no-such-column"),
    ("DELETE FROM usr WHERE id = 2", "no-such-table"), ("ATTACH 'x' AS x", "attach-or-extension"),
    ("DROP TABLE visit", "drop-table"), ("UPDATE user SET name = 'x'", "update-without-where"),
    ("UPDATE user SET name = ? WHERE id = 2", "unbound-parameter"),
  ])
  func `errors of a skipped statement are reported`(_ sql: String, _ rule: String) {
    #expect(findings([(sql, Self.never)]).map(\.id).contains(rule), "\(sql)")
  }

  @Test(arguments: [
    (
      "ALTER TABLE user ADD COLUMN name TEXT",
      "SELECT count(*) = 0 FROM pragma_table_info('user') WHERE name = 'name'"
    ),
    (
      "CREATE TABLE user (id INTEGER PRIMARY KEY)",
      "SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = 'user')"
    ),
    ("DROP TABLE old_user", "SELECT 1 FROM sqlite_schema WHERE name = 'old_user'"),
    (
      "UPDATE user SET name = nick WHERE id > 7",
      "SELECT 1 FROM pragma_table_info('user') WHERE name = 'NICK'"
    ),
    ("DROP INDEX old_index", "SELECT 1 FROM sqlite_schema WHERE name LIKE 'old%'"),
    ("INSERT INTO visit (id, user_id) VALUES (1, 7)", "SELECT count(*) FROM user WHERE id = 7"),
    ("INSERT INTO visit (id, user_id) VALUES (1, NULL)", "SELECT count(*) FROM user WHERE id = 7"),
  ])
  func `errors that the condition may prevent are not reported`(_ sql: String, _ condition: String)
  {
    #expect(
      findings([(sql, condition)]).filter { $0.severity == .error }.map(\.message) == [])
  }

  @Test func `a name that another skipped statement creates is known`() {
    let found = findings(
      [
        ("ALTER TABLE user ADD COLUMN age INTEGER", Self.never),
        ("CREATE TABLE extra (id INTEGER PRIMARY KEY)", Self.never),
        ("SELECT 1", nil), ("UPDATE user SET age = 1 WHERE id = 2", Self.never),
        ("INSERT INTO extra (id) VALUES (1)", Self.never),
      ])
    #expect(found.filter { $0.severity == .error }.map(\.message) == [])
  }

  @Test func `a skipped statement leaves no trace`() {
    let found = findings(
      [
        ("CREATE TABLE extra (id INTEGER PRIMARY KEY)", Self.never),
        ("DROP TABLE visit", Self.never),
        ("INSERT INTO visit (id, user_id) VALUES (8, NULL)", "SELECT 0"),
      ],
      then: [
        "CREATE TABLE extra (id INTEGER PRIMARY KEY, name TEXT)",
        "UPDATE visit SET user_id = user_id + 1 WHERE id = 3",
        "INSERT INTO extra (id, name) VALUES (1, 'a')",
      ])
    #expect(found.filter { $0.severity == .error }.map(\.message) == [])
  }
}
