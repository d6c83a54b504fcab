import SQLScriptsDiagnostics
import SQLScriptsSQL

/// `SET a = 1, a = 2`
package struct ColumnNamedTwice: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, a TEXT, b TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A statement sets the same column twice.", severity: .warning,
    why: "SQLite silently uses one of the two values. Usually another column was meant.",
    wrong: [
      .init(before: user, "UPDATE user SET a = 'x', «a» = 'y' WHERE id = 1"),
      .init(before: user, "INSERT INTO user (id, a, «A») VALUES (1, 'x', 'y')"),
    ],
    right: [
      .init(
        before: user, "UPDATE user SET a = 'x', b = a WHERE id = 1",
        "INSERT INTO user (id, a, b) VALUES (1, 'x', 'x')")
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    let columns =
      statement.columnListIndices
      ?? (statement.word(0) == "UPDATE" ? statement.assignments.map(\.column) : [])
    var seen: Set<String> = []
    for index in columns {
      let name = statement.name(statement.tokens[index])
      if seen.insert(name.asciiLowercased).inserted { continue }
      findings.report(
        "“\(name)” is set twice in this statement",
        at: statement.span(statement.tokens[index]),
        help: "Correct the name of the column, or remove one of the two.")
    }
  }
}
