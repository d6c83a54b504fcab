import SQLScriptsSQL

/// `WHERE day < '2022-1-4'`
package struct UnpaddedDate: Rule {
  private static let visit = ["CREATE TABLE visit (id INTEGER PRIMARY KEY, day TEXT, kind TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A date has a month or day of one digit.", severity: .warning,
    why:
      "Dates are compared as text: '2022-01-10' is less than '2022-1-4'. SQLite's date functions give "
      + "NULL for it.",
    wrong: [
      .init(before: visit, "UPDATE visit SET kind = 'old' WHERE day < «'2022-1-4'»"),
      .init(before: visit, "INSERT INTO visit (day, kind) VALUES («'2022-12-4'», 'a')"),
    ],
    right: [
      .init(before: visit, "UPDATE visit SET kind = 'old' WHERE day < '2022-01-04'"),
      .init(before: visit, "UPDATE visit SET kind = '1-2-3' WHERE day = '2022-13'"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for index in statement.indices where statement.kind(index) == .string {
      guard let date = Self.padded(statement.name(index)) else { continue }
      findings.report(
        "the date \(statement.text(statement.tokens[index])) is not in the form YYYY-MM-DD",
        at: statement.span(index...index), help: "Write '\(date)'.")
    }
  }

  /// The date with two digits for month and day; nil if it has them, or is no date.
  private static func padded(_ text: String) -> String? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4,
      parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
      let month = Int(parts[1]), let day = Int(parts[2]), (1...12).contains(month),
      (1...31).contains(day), parts[1].count == 1 || parts[2].count == 1
    else { return nil }
    return "\(parts[0])-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
