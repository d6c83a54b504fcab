import SQLScriptsFiles

/// 'localtime' in a date function.
package struct LocalTime: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A date function uses the time zone of the device.", severity: .info,
    why:
      "The same moment is stored as a different string in each time zone. SQLite also refuses "
      + "'localtime' in indexes and CHECK.",
    wrong: [
      .init("CREATE TABLE user (made TEXT DEFAULT (datetime('now', «'localtime'»)))"),
      .init(
        before: ["CREATE TABLE user (made TEXT)"],
        "UPDATE user SET made = STRFTIME('%H', made, '+1 day', «'LocalTime'») WHERE made <> ''"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE word (id INTEGER, text TEXT)"],
        "INSERT INTO word VALUES (1, 'localtime')",
        "UPDATE word SET text = replace(text, 'x', 'localtime') WHERE id = 1",
        "UPDATE word SET text = datetime(text, 'utc') WHERE id = 1")
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for (index, token) in statement.tokens.enumerated() where token.kind == .string {
      guard token.range.count == 11, statement.word(index) == "'LOCALTIME'",
        statement.word(index - 1) == ",", let call = statement.parenthesis(around: index),
        DateFunctions.all.contains(statement.word(call - 1))
      else { continue }
      findings.report(
        "'localtime' depends on the time zone of the device", at: statement.span(token),
        help: "Store the time without 'localtime', and convert it when you display it.")
    }
  }
}
