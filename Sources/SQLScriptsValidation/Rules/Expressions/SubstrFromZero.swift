import SQLScriptsSQL

/// `substr(day, 0, 5)`
package struct SubstrFromZero: Rule {
  private static let visit = ["CREATE TABLE visit (id INTEGER PRIMARY KEY, day TEXT, year TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "substr() starts at 0.", severity: .warning,
    why: "The first character is number 1. From 0, the result is one character shorter.",
    wrong: [
      .init(before: visit, "UPDATE visit SET year = substr(day, «0», 4) WHERE year IS NULL")
    ],
    right: [
      .init(before: visit, "UPDATE visit SET year = substr(day, 1, 4) WHERE year IS NULL"),
      .init(before: visit, "UPDATE visit SET year = substr(day, -2) WHERE year IS NULL"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for index in statement.indices
    where ["SUBSTR", "SUBSTRING"].contains(statement.word(index))
      && statement.kind(index + 1) == .leftParenthesis
    {
      let arguments = statement.arguments(index + 1)
      guard arguments.count == 3, arguments[1].count == 1, let start = arguments[1].first,
        statement.text(statement.tokens[start]) == "0"
      else { continue }
      findings.report(
        "substr() counts from 1, so the result is one character too short",
        at: statement.span(start...start), help: "Write 1.")
    }
  }
}
