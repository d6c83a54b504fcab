import SQLScriptsSQL

/// `strftime('%Y', day) = 2021`
package struct TextComparedWithNumber: Rule {
  private static let visit = ["CREATE TABLE visit (id INTEGER PRIMARY KEY, day TEXT, kind TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "The result of a text function is compared with a number.", severity: .warning,
    why:
      "To SQLite, every text is greater than every number. So = is never true, and < and BETWEEN are "
      + "not either.",
    wrong: [
      .init(
        before: visit, "UPDATE visit SET kind = 'old' WHERE «strftime('%Y', day)» = 2021"),
      .init(
        before: visit,
        "DELETE FROM visit WHERE «strftime('%m', day)» BETWEEN 6 AND 8 AND kind = ''"),
      .init(
        before: visit, "CREATE VIEW v AS SELECT id FROM visit WHERE «substr(day, 1, 4)» > 2020"),
      .init(before: visit, "DELETE FROM visit WHERE id + 86400 < «strftime('%s', 'now')»"),
    ],
    right: [
      .init(before: visit, "UPDATE visit SET kind = 'old' WHERE strftime('%Y', day) = '2021'"),
      .init(
        before: visit,
        "UPDATE visit SET kind = 'old' WHERE CAST(strftime('%Y', day) AS INTEGER) = 2021"),
      .init(before: visit, "UPDATE visit SET kind = 'old' WHERE strftime('%Y', day) + 0 = 2021"),
      .init(before: visit, "UPDATE visit SET kind = 'old' WHERE instr(day, '-') = 5"),
      .init(before: visit, "DELETE FROM visit WHERE id < strftime('%s', 'now') - 86400"),
    ])

  package init() {}

  private static let functions: Set = [
    "STRFTIME", "DATE", "TIME", "DATETIME", "SUBSTR", "SUBSTRING", "LOWER", "UPPER", "TRIM",
    "LTRIM", "RTRIM", "REPLACE", "PRINTF", "FORMAT", "HEX", "TYPEOF",
  ]
  private static let comparisons: Set = ["=", "==", "<>", "!=", "<", ">", "<=", ">=", "BETWEEN"]
  private static let arithmetic: Set = ["+", "-", "*", "/", "%", "||"]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for index in statement.indices
    where statement.kind(index + 1) == .leftParenthesis
      && Self.functions.contains(statement.word(index))
    {
      if isComparedWithCalculation(index, statement) {
        findings.report(
          "\(statement.word(index).lowercased())() gives text, and a calculation is always less than a text",
          at: statement.span(index...statement.end(ofParenthesis: index + 1)),
          help: advice(index, [], statement)
        )
        continue
      }
      let end = statement.end(ofParenthesis: index + 1)
      guard end > index, !Self.arithmetic.contains(statement.word(index - 1)) else { continue }
      var number = end + 2
      let isList = statement.word(end + 1) == "IN" && statement.kind(end + 2) == .leftParenthesis
      if isList { number += 1 }
      guard isList || Self.comparisons.contains(statement.word(end + 1)),
        [.integer, .float].contains(statement.kind(number)),
        !Self.arithmetic.contains(statement.word(number + 1))
      else { continue }
      findings.report(
        "\(statement.word(index).lowercased())() gives text, which is never equal to a number",
        at: statement.span(index...end), help: advice(index, [number], statement))
    }
  }

  /// - Parameter numbers: the number with which the call is compared, if it is one.
  private func advice(_ call: Int, _ numbers: [Int], _ statement: RehearsedStatement) -> String {
    let end = statement.end(ofParenthesis: call + 1)
    let isDate = ["DATE", "DATETIME"].contains(statement.word(call))
    if isDate, numbers.isEmpty {
      return "Write unixepoch(\(statement.text(ofTokens: call + 2..<max(call + 2, end))))."
    }
    if isDate { return "Write the date as a text, such as '2024-01-31'." }
    let type = numbers.contains { statement.kind($0) == .float } ? "REAL" : "INTEGER"
    return "Write CAST(\(statement.text(ofTokens: call..<end + 1)) AS \(type))."
  }

  /// `expires + 86400 < strftime('%s', 'now')`. SQLite converts the text for a column of numbers, but not for a
  /// calculation.
  private func isComparedWithCalculation(_ call: Int, _ statement: RehearsedStatement) -> Bool {
    guard ["<", ">", "<=", ">=", "=", "=="].contains(statement.word(call - 1)),
      !Self.arithmetic.contains(statement.word(statement.end(ofParenthesis: call + 1) + 1))
    else { return false }
    let depth = statement.depth(call - 1)
    var hasSign = false
    for index in statement.indices.prefix(call - 1).reversed() {
      if statement.depth(index) < depth { break }
      guard statement.depth(index) == depth else { continue }
      if ["+", "-", "*", "/"].contains(statement.word(index)) { hasSign = true }
      let isOperand =
        statement.isName(index)
        || [.integer, .float, .operator, .dot].contains(statement.kind(index))
        || statement.kind(index) == .rightParenthesis || statement.kind(index) == .leftParenthesis
      guard isOperand, !Self.ends.contains(statement.word(index)) else { break }
      if statement.word(index) == "||" { return false }
    }
    return hasSign
  }

  private static let ends: Set = [
    "WHERE", "AND", "OR", "NOT", "ON", "WHEN", "HAVING", "SELECT", "THEN", "SET", "RETURN", "ELSE",
    "CHECK", "BETWEEN", "=", "<", ">",
  ]
}
