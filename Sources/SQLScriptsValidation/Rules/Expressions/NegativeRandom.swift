import SQLScriptsSQL

/// `random() % 6 + 1`
package struct NegativeRandom: Rule {
  private static let draw = ["CREATE TABLE draw (id INTEGER PRIMARY KEY, seat INTEGER)"]

  package static let documentation = RuleDocumentation(
    summary: "The remainder of random() is negative in half of the cases.", severity: .warning,
    why: "random() gives numbers from −2^63 to 2^63 − 1, and % keeps the sign.",
    wrong: [
      .init(before: draw, "UPDATE draw SET seat = «random() % 6» + 1 WHERE seat IS NULL")
    ],
    right: [
      .init(before: draw, "UPDATE draw SET seat = abs(random() % 6) + 1 WHERE seat IS NULL"),
      .init(before: draw, "UPDATE draw SET seat = abs(random()) % 6 + 1 WHERE seat IS NULL"),
      .init(before: draw, "UPDATE draw SET seat = (random() % 6 + 6) % 6 WHERE seat IS NULL"),
      .init(before: draw, "UPDATE draw SET seat = 1 WHERE random() % 2 = 0"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for index in statement.indices
    where statement.has("RANDOM", "(", ")", "%", at: index)
      && statement.kind(index + 4) == .integer
    {
      let divisor = statement.text(statement.tokens[index + 4])
      let isAbsolute = (max(0, index - 6)..<index).contains { statement.word($0) == "ABS" }
      let isRepaired = (index + 5..<index + 10).contains { statement.word($0) == "%" }
      // The sign does not matter for a comparison with 0.
      let isCompared = ["=", "==", "<>", "!=", "IS"].contains(statement.word(index + 5))
      guard !isAbsolute, !isRepaired, !isCompared else { continue }
      findings.report(
        "random() is negative in half of the cases, and so is its remainder",
        at: statement.span(index...index + 4), help: "Write abs(random() % \(divisor)).")
    }
  }
}
