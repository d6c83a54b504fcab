import SQLScripts
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// A script with `require` runs only with rows that its queries do not find.
struct RequiredRowsTests {
  private static let duplicates =
    "SELECT * FROM user WHERE email IN (SELECT email FROM user GROUP BY email HAVING count(*) > 1)"

  /// The findings about existing rows, by version.
  private func findings(_ updates: String...) -> [String] {
    var bundle = ScriptBundle(scripts: [
      .default(["CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT, name TEXT)"])
    ])
    for (version, text) in zip(Int64(2)..., updates) {
      let name = "sql_update_\(version).json"
      bundle = bundle.adding(
        ScriptFile(
          kind: .update(version), format: .json, name: name, displayName: name,
          content: .bytes(Array(text.utf8))))
    }
    return Validator(ScriptLibrary(bundle)).validate().diagnostics.filter { $0.severity != .info }
      .map { "\($0.span.file.name) \($0.id)" }
  }

  private func update(requiring query: String, _ statement: String) -> String {
    #"{"require": ["\#(query)"], "statements": ["\#(statement)"]}"#
  }

  @Test func `rows that stop a script before its first statement do not make it fail`() {
    let index = "CREATE UNIQUE INDEX user_email ON user (email)"
    #expect(findings(#"["\#(index)"]"#) == ["sql_update_2.json data-dependent"])
    #expect(findings(update(requiring: Self.duplicates, index)) == [])
    let special = "CREATE UNIQUE INDEX user_email ON user (lower(email))"
    let query = Self.duplicates.replacing("email", with: "lower(email)")
    #expect(findings(update(requiring: query, special)) == [])
  }

  @Test func `a query about something else does not help`() {
    #expect(
      findings(
        update(
          requiring: "SELECT * FROM user WHERE id < 0",
          "CREATE UNIQUE INDEX user_email ON user (email)")) == ["sql_update_2.json data-dependent"]
    )
  }

  @Test func `later scripts run with other rows again`() {
    #expect(
      findings(
        update(requiring: Self.duplicates, "CREATE UNIQUE INDEX user_email ON user (email)"),
        #"["CREATE UNIQUE INDEX user_name ON user (name)"]"#) == [
          "sql_update_3.json data-dependent"
        ])
  }

  @Test func `a script that runs only without rows is still rehearsed`() {
    #expect(
      findings(update(requiring: "SELECT * FROM user", "ALTER TABLE usr ADD COLUMN a")) == [
        "sql_update_2.json stops-with-rows", "sql_update_2.json no-such-table",
      ])
    #expect(
      findings(update(requiring: "SELECT * FROM user", "ALTER TABLE user ADD COLUMN a")) == [
        "sql_update_2.json stops-with-rows"
      ])
  }
}
