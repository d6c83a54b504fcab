/// `a = 'x' OR 'y'`
package struct StringAsCondition: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A string stands where a condition should be.", severity: .error,
    why: "As a condition, a string that does not begin with a number is false.",
    wrong: [
      .init(before: user, "DELETE FROM user WHERE name = 'Ada' OR «'Bob'»"),
      .init(
        before: user, "UPDATE user SET name = '' WHERE id > 7 AND (name = 'a' OR «'b'»)"),
      .init(before: user, "DELETE FROM user WHERE «'inactive'»"),
    ],
    right: [
      .init(before: user, "DELETE FROM user WHERE name = 'Ada' OR name = 'Bob'"),
      .init(before: user, "DELETE FROM user WHERE name IN ('Ada', 'Bob') OR 'a' = name"),
      .init(before: user, "DELETE FROM user WHERE name BETWEEN 'a' AND 'b' OR '1'"),
    ])

  package init() {}

  private static let before: Set = ["OR", "AND", "WHERE", "NOT", "HAVING"]
  private static let after: Set = [
    "", ")", ";", "OR", "AND", "ORDER", "GROUP", "LIMIT", "RETURNING", "THEN", "END",
  ]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for index in statement.indices where statement.kind(index) == .string {
      guard isCondition(index, statement) else { continue }
      let text = statement.text(statement.tokens[index])
      let column = comparedColumn(before: index - 1, statement)
      findings.report(
        "\(text.forMessage) is a string, and as a condition it is false",
        at: statement.span(index...index),
        help: column.map { "Write \($0) = \(text.forMessage)." }
          ?? "Write the comparison that you mean.")
    }
  }

  private func isCondition(_ index: Int, _ statement: RehearsedStatement) -> Bool {
    let previous = statement.word(index - 1)
    let isFirst =
      previous == "(" && ["OR", "AND", "WHERE", "NOT"].contains(statement.word(index - 2))
      && ["OR", "AND"].contains(statement.word(index + 1))
    guard Self.before.contains(previous) || isFirst,
      Self.after.contains(statement.word(index + 1))
    else { return false }
    if previous == "AND" || statement.word(index + 1) == "AND",
      statement.indices.contains(where: { statement.word($0) == "BETWEEN" })
    {
      return false
    }
    let number = statement.name(index).prefix { $0 == " " || $0 == "-" || $0 == "+" || $0 == "." }
    let first = statement.name(index).dropFirst(number.count).first
    return first.map { !$0.isNumber } ?? true
  }

  /// The column of the comparison with a string before a word.
  private func comparedColumn(before index: Int, _ statement: RehearsedStatement) -> String? {
    var index = index
    while statement.word(index) == "OR", statement.kind(index - 1) == .string {
      if ["=", "=="].contains(statement.word(index - 2)), statement.isName(index - 3) {
        return statement.text(statement.tokens[index - 3])
      }
      index -= 2
    }
    return nil
  }
}
