/// A bracket that is opened and never closed.
package struct UnclosedBracket: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A bracket is opened and never closed.", severity: .error,
    why: "The update stops here for every user, and with it all updates after it.",
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
    guard case .unclosedBracket(let range) = statement.refusal else { return }
    findings.report(
      "This bracket is opened and never closed", at: statement.span(range), label: "opened here",
      help: "Write “)” where it ends.")
  }
}
