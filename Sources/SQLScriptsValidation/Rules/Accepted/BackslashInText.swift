import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

/// `'line one\nline two'`
/// `'line one\\nline two'`
package struct BackslashInText: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A string contains a backslash escape such as \\n.", severity: .warning,
    why:
      "SQLite has no backslash escapes. It stores the backslash and the letter, and the app "
      + "shows them.",
    wrong: [
      .init(before: user, #"UPDATE user SET name = 'one\ntwo' WHERE id = 1"#),
      .init(before: user, #"INSERT INTO user (name) VALUES ('a\tb')"#),
    ],
    right: [
      .init(before: user, "UPDATE user SET name = 'one' || char(10) || 'two' WHERE id = 1"),
      .init(before: user, #"INSERT INTO user (name) VALUES ('C:\new'), ('{"a": "b\n"}')"#),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, ["INSERT", "UPDATE", "REPLACE"].contains(statement.word(0)) else {
      return
    }
    for (index, token) in statement.tokens.prefix(2000).enumerated() where token.kind == .string {
      let before = statement.word(index - 1)
      guard token.range.count <= 2000, before == "=" || before == "," || before == "(",
        // The first argument of a function may be a pattern.
        before != "(" || ["VALUES", ","].contains(statement.word(index - 2)),
        let code = Self.code(in: statement.text(token))
      else { continue }
      findings.report(
        "SQLite stores \(code) as the two characters \(code)", at: statement.span(token),
        help: code == "\\t"
          ? "Write 'a' || char(9) || 'b', or type a tab."
          : "Write 'a' || char(10) || 'b', or break the line inside the string.")
    }
  }

  /// Nil for JSON, which has these escapes itself, and for paths and patterns.
  private static func code(in text: String) -> String? {
    guard text.contains("\\"), !text.contains(where: { "{[(*+^$".contains($0) }),
      !text.contains(":\\")
    else { return nil }
    return ["\\n", "\\r", "\\t"].first { text.contains($0) }
  }
}
