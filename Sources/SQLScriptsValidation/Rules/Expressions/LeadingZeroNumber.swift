import SQLScriptsSQL

/// `WHERE code = 0027`
package struct LeadingZeroNumber: Rule {
  private static let account = [
    "CREATE TABLE account (id INTEGER PRIMARY KEY, number TEXT, name TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A number has leading zeros.", severity: .warning,
    why: "SQLite drops them: 0027 is 27. A code, phone number or postal code is a text.",
    wrong: [
      .init(before: account, "UPDATE account SET name = '' WHERE number = «0027»"),
      .init(before: account, "INSERT INTO account (number, name) VALUES («00420», 'a')"),
    ],
    right: [
      .init(before: account, "UPDATE account SET name = '' WHERE number = '0027'"),
      .init(before: account, "UPDATE account SET name = '' WHERE id = 0 OR id = 0x1F OR id = 0.5"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for index in statement.indices where statement.kind(index) == .integer {
      let text = statement.text(statement.tokens[index])
      guard text.hasPrefix("0"), text.count > 1, text.allSatisfy(\.isNumber),
        !isInDate(index, statement)
      else { continue }
      findings.report(
        "\(text) is the number \(Int64(text) ?? 0)", at: statement.span(index...index),
        help: "Write '\(text)'.")
    }
  }

  /// Whether it is a part of a date without quotes, which has a rule of its own: `2026-05-01`
  private func isInDate(_ index: Int, _ statement: RehearsedStatement) -> Bool {
    [(index - 1, index - 2), (index + 1, index + 2)].contains { sign, number in
      ["-", "/"].contains(statement.word(sign)) && statement.kind(number) == .integer
    }
  }
}
