import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `2024-01-15`
package struct UnquotedDate: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A date without quotes is an arithmetic expression.", severity: .error,
    why: "SQLite subtracts the numbers: 2024-01-15 is 2008.",
    wrong: [
      .init(
        before: ["CREATE TABLE event (id INTEGER PRIMARY KEY, day TEXT)"],
        "INSERT INTO event (day) VALUES («2024-01-15»)"),
      .init(
        before: ["CREATE TABLE event (id INTEGER PRIMARY KEY, day TEXT)"],
        "DELETE FROM event WHERE day < «2024/1/5»"),
      .init(
        before: ["CREATE TABLE event (id INTEGER PRIMARY KEY, day TEXT)"],
        "update event set day = «15-01-2024» where id = 1"),
      .init("CREATE TABLE event (id INTEGER PRIMARY KEY, day TEXT DEFAULT («2024-01-15»))"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE event (id INTEGER PRIMARY KEY, day TEXT)"],
        "INSERT INTO event (day) VALUES ('2024-01-15'), (2024 - 1 - 15), (20240115), (10-2-1)"),
      .init(
        before: ["CREATE TABLE event (id INTEGER PRIMARY KEY, day TEXT)"],
        "UPDATE event SET day = 86400/60/60, id = 2000-500-100 /* 2024-01-15 */ WHERE id = 1"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    let tokens = statement.tokens
    guard statement.succeeded, tokens.count > 4 else { return }
    for index in 0..<tokens.count - 4 where tokens[index].kind == .integer {
      let sign = statement.text(tokens[index + 1])
      guard sign == "-" || sign == "/", statement.text(tokens[index + 3]) == sign,
        tokens[index + 2].kind == .integer, tokens[index + 4].kind == .integer,
        (index..<index + 4).allSatisfy({
          tokens[$0].range.upperBound == tokens[$0 + 1].range.lowerBound
        }), isDate([0, 2, 4].map { statement.text(tokens[index + $0]) })
      else { continue }
      let span = statement.span(tokens[index], to: tokens[index + 4])
      let text = [0, 1, 2, 3, 4].map { statement.text(tokens[index + $0]) }.joined()
      findings.report(
        "this unquoted date is an arithmetic expression: SQLite \(sign == "-" ? "subtracts" : "divides") the numbers",
        at: span, help: "Write the date in quotes: '\(text)'.")
    }
  }

  private func isDate(_ parts: [String]) -> Bool {
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == 3 else { return false }
    let isYear = { (index: Int) in
      parts[index].utf8.count == 4 && (1800...2999).contains(numbers[index])
    }
    let isShort = { (index: Int, limit: Int) in
      parts[index].utf8.count <= 2 && (1...limit).contains(numbers[index])
    }
    if isYear(0) { return isShort(1, 12) && isShort(2, 31) }
    return isYear(2) && isShort(0, 31) && isShort(1, 31)
  }
}
