import SQLScriptsSQL
import SQLScriptsSchema

/// `SET price = round(price * 1.19)`
package struct RoundedDecimals: Rule {
  private static let dish = [
    "CREATE TABLE dish (id INTEGER PRIMARY KEY, price REAL, cents INTEGER)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "round() without a number of digits changes a column for decimal numbers.",
    severity: .warning, why: "round(12.49) is 12.0, so all decimals are lost.",
    wrong: [.init(before: dish, "UPDATE dish SET price = «round(price * 1.19)»")],
    right: [
      .init(before: dish, "UPDATE dish SET price = round(price * 1.19, 2)"),
      .init(before: dish, "UPDATE dish SET cents = round(cents * 1.19)"),
      .init(before: dish, "UPDATE dish SET price = round(price)"),
      .init(before: dish, "UPDATE dish SET price = round(price * 100)"),
      .init(before: dish, "UPDATE dish SET price = round(price * 1.19 * 20) / 20"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions,
      let table = statement.writtenTable.flatMap({ statement.before[$0] })
    else { return }
    for assignment in statement.assignments
    where statement.word(assignment.value.lowerBound) == "ROUND" {
      let value = assignment.value
      guard let column = table.column(statement.name(assignment.column)),
        [.real, .numeric].contains(Affinity(column.type)),
        statement.kind(value.lowerBound + 1) == .leftParenthesis,
        statement.end(ofParenthesis: value.lowerBound + 1) == value.upperBound - 1,
        statement.arguments(value.lowerBound + 1).count == 1,
        value.contains(where: { statement.name($0).isSameName(as: column.name) }),
        // A factor such as 100 converts the unit.
        let factor = value.first(where: { statement.kind($0) == .float }),
        let number = Double(statement.text(ofTokens: factor..<factor + 1)),
        number != number.rounded()
      else { continue }
      let argument = statement.text(ofTokens: value.lowerBound + 2..<value.upperBound - 1)
      findings.report(
        "round() without a number of digits removes the decimals of “\(column.name)”",
        at: statement.span(value.lowerBound...value.upperBound - 1),
        help: "Write round(\(argument), 2).")
    }
  }
}
