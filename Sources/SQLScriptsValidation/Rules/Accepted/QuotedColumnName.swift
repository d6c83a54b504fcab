import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `WHERE 'name' = 'Ada'`
package struct QuotedColumnName: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A column name in single quotes is a string.", severity: .warning,
    why:
      "The condition compares two strings, so it has the same result for every row and is "
      + "usually never true.",
    wrong: [
      .init(before: user, "DELETE FROM user WHERE «'name'» = 'Ada'"),
      .init(before: user, "UPDATE user SET name = 'x' WHERE id > 5 AND «'id'» <> 7"),
    ],
    right: [
      .init(before: user, "DELETE FROM user WHERE name = 'name' OR \"name\" = 'id'"),
      .init(before: user, "UPDATE user SET 'name' = 'x' WHERE id = 1"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for (index, token) in statement.tokens.enumerated() where token.kind == .string {
      guard Self.before.contains(statement.word(index - 1)),
        Self.comparisons.contains(statement.word(index + 1)),
        !statement.columnsInReach(named: statement.name(token)).isEmpty
      else { continue }
      let name = statement.name(token)
      findings.report(
        "\(statement.text(token)) is a string, not the column “\(name)”",
        at: statement.span(token), help: "Write \(name) without quotes.")
    }
  }

  private static let before: Set = ["WHERE", "AND", "OR", "NOT", "ON", "HAVING"]
  private static let comparisons: Set = [
    "=", "==", "<>", "!=", "<", ">", "<=", ">=", "IS", "IN", "LIKE", "GLOB", "BETWEEN",
  ]
}
