import SQLScriptsSchema

/// `WHERE due < '31.12.2023'`
package struct DayFirstDate: Rule {
  private static let loan = ["CREATE TABLE loan (id INTEGER PRIMARY KEY, due TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A date that begins with the day is compared with < or >.", severity: .warning,
    why:
      "Text is compared letter by letter, so the day decides: '02.01.2030' is less than '31.12.2023'.",
    wrong: [
      .init(before: loan, "DELETE FROM loan WHERE due < «'31.12.2023'»"),
      .init(
        before: loan, "DELETE FROM loan WHERE loan.due BETWEEN '2023-06-01' AND «'30/06/2023'»"),
    ],
    right: [
      .init(before: loan, "DELETE FROM loan WHERE due < '2023-12-31'"),
      .init(before: loan, "DELETE FROM loan WHERE due = '31.12.2023'"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for index in statement.indices where statement.kind(index) == .string {
      let isUpper = statement.word(index - 1) == "AND" && statement.word(index - 3) == "BETWEEN"
      guard isUpper || ["<", "<=", ">", ">=", "BETWEEN"].contains(statement.word(index - 1)),
        let sorted = Self.sortable(statement.name(index))
      else { continue }
      findings.report(
        "\(statement.text(statement.tokens[index])) is compared by its day, not by its year",
        at: statement.span(index...index),
        help: "Write '\(sorted)', and store dates in this form.")
    }
  }

  /// A date such as 31.12.2023 with the year first.
  static func sortable(_ text: String) -> String? {
    let parts = text.split(omittingEmptySubsequences: false) { "./-".contains($0) }
    let sizes = parts.map(\.utf8.count)
    guard sizes == [2, 2, 4],
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    // Americans write the month first.
    let isMonthFirst = Int(parts[1]).map { $0 > 12 } ?? false
    return "\(parts[2])-\(parts[isMonthFirst ? 0 : 1])-\(parts[isMonthFirst ? 1 : 0])"
  }
}
