import SQLScriptsSQL

/// `printf('%02d:%02d', minutes / 60, minutes)`
package struct MissingRemainder: Rule {
  private static let lap = [
    "CREATE TABLE lap (id INTEGER PRIMARY KEY, minutes INTEGER, clock TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "printf() writes the quotient and then the whole number.", severity: .warning,
    why: "95 minutes would become 01:95 instead of 01:35.",
    wrong: [
      .init(
        before: lap,
        "UPDATE lap SET clock = printf('%02d:%02d', minutes / 60, «minutes») WHERE id > 7")
    ],
    right: [
      .init(
        before: lap,
        "UPDATE lap SET clock = printf('%02d:%02d', minutes / 60, minutes % 60) WHERE id > 7"),
      .init(
        before: lap,
        "UPDATE lap SET clock = printf('%d min, %d h', minutes, minutes / 60) WHERE id > 7"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for index in statement.indices
    where ["PRINTF", "FORMAT"].contains(statement.word(index))
      && statement.kind(index + 1) == .leftParenthesis
    {
      let arguments = Array(statement.arguments(index + 1).dropFirst())
      for (quotient, rest) in zip(arguments, arguments.dropFirst()) {
        guard let sign = quotient.first(where: { statement.word($0) == "/" }),
          sign == quotient.upperBound - 2, statement.kind(sign + 1) == .integer,
          statement.text(of: quotient.lowerBound..<sign) == statement.text(of: rest)
        else { continue }
        let divisor = statement.text(statement.tokens[sign + 1])
        guard ["7", "24", "60", "100", "3600"].contains(divisor) else { continue }
        let value = statement.text(ofTokens: rest)
        findings.report(
          "this is all of \(value), not what is left after dividing by \(divisor)",
          at: statement.span(rest.lowerBound...rest.upperBound - 1),
          help: "Write \(value) % \(divisor).")
      }
    }
  }
}
