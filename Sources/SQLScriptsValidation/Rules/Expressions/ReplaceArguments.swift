import SQLScriptsSQL

/// `replace('+49', '0049', phone)`, `instr('@', email)`
package struct ReplaceArguments: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, phone TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "replace() or instr() searches in a constant text.", severity: .warning,
    why:
      "The order is replace(text, old, new) and instr(text, part). A constant first argument gives the same for most rows.",
    wrong: [
      .init(
        before: user,
        "UPDATE user SET phone = «replace('0049', '+49', phone)» WHERE phone LIKE '0049%'"),
      .init(
        before: user,
        "UPDATE user SET phone = substr(phone, «instr('/', phone)» + 1) WHERE phone LIKE '%/%'"),
    ],
    right: [
      .init(
        before: user,
        "UPDATE user SET phone = substr(phone, instr(phone, '/') + 1) WHERE phone LIKE '%/%'"),
      .init(before: user, "DELETE FROM user WHERE instr(',1,2,3,', ',' || phone || ',') > 0"),
      .init(
        before: user,
        "UPDATE user SET phone = replace(phone, '0049', '+49') WHERE phone LIKE '0049%'"),
      .init(before: user, "UPDATE user SET phone = replace('a-b', '-', '') WHERE id = 7"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    checkInstr(in: statement, &findings)
    for index in statement.indices
    where statement.word(index) == "REPLACE" && statement.kind(index + 1) == .leftParenthesis {
      let arguments = statement.arguments(index + 1)
      guard arguments.count == 3, arguments[0].count == 1, arguments[1].count == 1,
        statement.kind(arguments[0].lowerBound) == .string,
        statement.kind(arguments[1].lowerBound) == .string,
        arguments[2].contains(where: statement.isName)
      else { continue }
      let texts = arguments.map(statement.text(ofTokens:))
      findings.report(
        "replace() searches in \(texts[0].forMessage), not in \(texts[2])",
        at: statement.span(index...statement.end(ofParenthesis: index + 1)),
        help:
          "Write replace(\(texts[2]), \(texts[0]), \(texts[1])), or the texts the other way round.")
    }
  }

  /// A character that is searched for the text of a column.
  private func checkInstr(in statement: RehearsedStatement, _ findings: inout Findings) {
    for index in statement.indices
    where statement.word(index) == "INSTR" && statement.kind(index + 1) == .leftParenthesis {
      let arguments = statement.arguments(index + 1)
      guard arguments.count == 2, arguments[0].count == 1, let last = arguments[1].last,
        statement.kind(arguments[0].lowerBound) == .string,
        statement.name(arguments[0].lowerBound).count < 3, statement.isName(last)
      else { continue }
      let texts = arguments.map(statement.text(ofTokens:))
      findings.report(
        "instr() searches in \(texts[0].forMessage), not in \(texts[1])",
        at: statement.span(index...statement.end(ofParenthesis: index + 1)),
        help: "Write instr(\(texts[1]), \(texts[0])).")
    }
  }
}
