/// DELETE of every row.
package struct DeleteWithoutWhere: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A DELETE without WHERE deletes every row of its table.", severity: .warning,
    why: "What users have entered is gone on every device, and no update brings it back.",
    wrong: [
      .init(before: ["CREATE TABLE session (id INTEGER PRIMARY KEY)"], "«DELETE FROM session»")
    ],
    right: [
      .init(
        before: ["CREATE TABLE session (id INTEGER PRIMARY KEY, ended INTEGER)"],
        "DELETE FROM session WHERE ended = 1"),
      .init(
        before: ["CREATE TABLE session (id INTEGER PRIMARY KEY)"],
        "/* sqlscripts: ignore[delete-without-where] sessions are only a cache */ DELETE FROM session"
      ),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.has("DELETE", "FROM", at: 0),
      !statement.tokens.indices.contains(where: { statement.word($0) == "WHERE" })
    else { return }
    let table = statement.tokens.indices.contains(2) ? statement.name(statement.tokens[2]) : ""
    findings.report(
      "This deletes every row of “\(table)”", at: statement.span,
      help: "Say which rows with WHERE, or allow it with a reason: ignore[delete-without-where].")
  }
}
