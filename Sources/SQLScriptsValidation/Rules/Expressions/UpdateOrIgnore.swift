import SQLScriptsSQL

/// `UPDATE OR IGNORE`
package struct UpdateOrIgnore: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, email TEXT UNIQUE)"]

  package static let documentation = RuleDocumentation(
    summary: "UPDATE OR IGNORE skips rows without an error.", severity: .warning,
    why: "Rows whose new values violate a constraint keep the old values, and nobody notices.",
    wrong: [
      .init(
        before: user, "«UPDATE OR IGNORE» user SET email = lower(email) WHERE email IS NOT NULL")
    ],
    right: [
      .init(before: user, "UPDATE user SET email = trim(email) WHERE email LIKE ' %'"),
      .init(before: user, "INSERT OR IGNORE INTO user (id) VALUES (1)"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, let verb = statement.verb,
      statement.has("UPDATE", "OR", "IGNORE", at: verb),
      !(statement.writtenTable.map { table in
        statement.script.allowsRowLoss.contains { SQLName(statement.script.text($0)) == table }
      } ?? false)
    else { return }
    findings.report(
      "rows that violate a constraint keep their old values",
      at: statement.span(verb...verb + 2),
      help: "Correct such rows in an earlier statement, then write UPDATE, or "
        + Suppressions.howTo("update-or-ignore"))
  }
}
