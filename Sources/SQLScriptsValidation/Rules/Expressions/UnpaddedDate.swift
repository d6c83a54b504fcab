import SQLScriptsSQL

/// `WHERE day < '2022-1-4'`
package struct UnpaddedDate: Rule {
  private static let visit = ["CREATE TABLE visit (id INTEGER PRIMARY KEY, day TEXT, kind TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A date has a month or day of one digit, or does not exist.", severity: .warning,
    why:
      "Dates are compared as text: '2022-01-10' is less than '2022-1-4'. SQLite's date functions give "
      + "NULL for it.",
    wrong: [
      .init(before: visit, "UPDATE visit SET kind = 'old' WHERE day < «'2022-1-4'»"),
      .init(before: visit, "INSERT INTO visit (day, kind) VALUES («'2022-12-4'», 'a')"),
      .init(before: visit, "UPDATE visit SET day = «'2022-13-45'» WHERE id = 7"),
    ],
    right: [
      .init(before: visit, "UPDATE visit SET kind = 'old' WHERE day < '2022-01-04'"),
      .init(before: visit, "UPDATE visit SET kind = '1-2-3' WHERE day = '2022-13'"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for index in statement.indices where statement.kind(index) == .string {
      if Self.isImpossible(statement.name(index)) {
        findings.report(
          "there is no day \(statement.text(statement.tokens[index]))",
          at: statement.span(index...index), help: "Write a date in the form YYYY-MM-DD.")
        continue
      }
      guard let date = Self.padded(statement.name(index)) else { continue }
      findings.report(
        "the date \(statement.text(statement.tokens[index])) is not in the form YYYY-MM-DD",
        at: statement.span(index...index), help: "Write '\(date)'.")
    }
  }

  /// Whether a text in the form YYYY-MM-DD is no day of the calendar. Zeros and nines often stand for “no date”.
  private static func isImpossible(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
      let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]),
      (1800...2999).contains(year), month > 0, day > 0
    else { return false }
    guard month <= 12 else { return true }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    return day > [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
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
