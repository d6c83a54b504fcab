import SQLScriptsSQL

/// The same `SET cents = cents * 119 / 100` twice
package struct RepeatedUpdate: Rule {
  private static let fee = ["CREATE TABLE fee (id INTEGER PRIMARY KEY, cents INTEGER, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A script has the same UPDATE twice.", severity: .warning,
    why: "The values are calculated twice, for example with the tax on top of the tax.",
    wrong: [
      .init(
        before: fee, "UPDATE fee SET cents = cents * 119 / 100",
        "«UPDATE fee SET cents = cents * 119 / 100»")
    ],
    right: [
      .init(
        before: fee, "UPDATE fee SET cents = cents * 119 / 100",
        "UPDATE fee SET cents = cents + 1 WHERE id = 7"),
      .init(
        before: fee, "UPDATE fee SET name = replace(name, '  ', ' ')",
        "UPDATE fee SET name = replace(name, '  ', ' ')"),
    ])

  package init() {}

  private static let operators: Set = ["+", "-", "*", "/", "||"]

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    var seen: [String: RehearsedStatement] = [:]
    for statement in script.statements
    where statement.succeeded && statement.word(0) == "UPDATE" && accumulates(statement) {
      let text = statement.indices.map { statement.word($0) }.joined(separator: " ")
      guard let first = seen[text] else {
        seen[text] = statement
        continue
      }
      findings.report(
        "the script already contains this UPDATE", at: statement.span,
        help: "Delete one of the two statements.",
        related: [.init(span: first.span, message: "the first one is here")])
    }
  }

  /// Whether it changes its own result if it runs again.
  private func accumulates(_ statement: RehearsedStatement) -> Bool {
    guard statement.outerIndex(of: "LIMIT") == nil else { return false }
    return statement.assignments.contains { assignment in
      let column = statement.name(assignment.column)
      return assignment.value.contains { Self.operators.contains(statement.word($0)) }
        && assignment.value.contains {
          statement.isName($0) && statement.name($0).isSameName(as: column)
        }
        && !statement.mentions(["SELECT", "REPLACE", "CASE", "IIF"], in: assignment.value)
    }
  }
}
