import SQLScriptsSQL
import SQLScriptsSchema

/// `SET day = day + 1` for a TEXT column
package struct ArithmeticOnText: Rule {
  private static let visit = [
    "CREATE TABLE visit (id INTEGER PRIMARY KEY, day TEXT, count INTEGER)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A number is added to a column of texts.", severity: .warning,
    why: "SQLite uses the number at the start of the text: '2020-10-02' + 1 is 2021.",
    wrong: [
      .init(before: visit, "UPDATE visit SET day = «day + 1» WHERE id = 7"),
      .init(before: visit, "UPDATE visit SET day = «'2020-10-02' - 7» WHERE id = 7"),
    ],
    right: [
      .init(before: visit, "UPDATE visit SET day = date(day, '+1 day') WHERE id = 7"),
      .init(before: visit, "UPDATE visit SET count = count + 1 WHERE id = 7"),
      .init(before: visit, "UPDATE visit SET count = day + 0 WHERE id = 7"),
    ])

  package init() {}

  /// `date('now') - 30`
  private func checkDates(_ statement: RehearsedStatement, _ findings: inout Findings) {
    for index in statement.indices
    where ["DATE", "DATETIME"].contains(statement.word(index))
      && statement.kind(index + 1) == .leftParenthesis
    {
      let end = statement.end(ofParenthesis: index + 1)
      guard ["+", "-"].contains(statement.word(end + 1)), statement.kind(end + 2) == .integer,
        end > index + 2
      else { continue }
      let days = statement.word(end + 1) + statement.text(statement.tokens[end + 2])
      let arguments = statement.text(ofTokens: index + 2..<end)
      let call = statement.word(index).lowercased()
      findings.report(
        "\(call)() gives text, and \(statement.word(end + 1)) makes a number of its year",
        at: statement.span(index...end + 2),
        help: "Write \(call)(\(arguments), '\(days) days').")
    }
  }

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    if statement.succeeded, statement.hasExpressions { checkDates(statement, &findings) }
    guard statement.succeeded, let table = statement.writtenTable.flatMap({ statement.after[$0] })
    else { return }
    for (column, value) in statement.storedValues where value.count == 3 {
      let first = value.lowerBound
      guard ["+", "-"].contains(statement.word(first + 1)),
        statement.kind(first + 2) == .integer || statement.kind(first + 2) == .float,
        let target = table.column(column), Affinity(target.type) == .text
      else { continue }
      if statement.isName(first) {
        let columns = statement.readColumns(named: statement.name(first))
        guard !columns.isEmpty, columns.allSatisfy({ Affinity($0.type) == .text }) else {
          continue
        }
      } else if statement.kind(first) != .string {
        continue
      }
      let days = statement.text(ofTokens: first + 1..<first + 3).filter { $0 != " " }
      findings.report(
        "\(statement.word(first + 1)) makes a number of the text for “\(column)”",
        at: statement.span(first...first + 2),
        help: "For a date, write date(\(statement.text(statement.tokens[first])), '\(days) days').")
    }
  }
}
