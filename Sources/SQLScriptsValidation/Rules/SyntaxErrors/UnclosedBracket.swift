/// An opening parenthesis without a closing one.
package struct UnclosedBracket: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A parenthesis is never closed.", severity: .error,
    why: RuleDocumentation.failsOnEveryDevice,
    wrong: [
      .init("CREATE TABLE user «(»id INTEGER PRIMARY KEY, name TEXT"),
      .init("CREATE TABLE user «(»id INTEGER PRIMARY KEY, name TEXT;"),
      .init("CREATE TABLE user (name VARCHAR«(»20, age INTEGER)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, age INTEGER)"],
        "DELETE FROM user WHERE id IN «(»SELECT id FROM user WHERE age < 3"),
    ],
    right: [.init("CREATE TABLE user (name TEXT DEFAULT '(' /* ( */)")], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard case .unclosedBracket(let range) = statement.syntaxErrorCause else { return }
    let list = statement.tableBody == nil ? "in the list" : "between the columns"
    findings.report(
      "unclosed parenthesis", at: statement.span(range), label: "opened here",
      help: statement.restOfCutList == nil
        ? "Write the missing “)”." : "Write “,” instead of “;” \(list).")
  }
}
