/// A quote that is opened and never closed.
package struct UnclosedQuote: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A quote is opened and never closed.", severity: .error,
    why: "The update stops here for every user, and with it all updates after it.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (name TEXT)"], "INSERT INTO user (name) VALUES («'»Ada)"),
      .init("CREATE TABLE «`»user (name TEXT)"),
      .init("CREATE TABLE «[»user (name TEXT)"),
      .init(
        before: ["CREATE TABLE user (name TEXT, town TEXT)"],
        "INSERT INTO user (name, town) VALUES («'»Ada, 'London')"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (name TEXT)"],
        "INSERT INTO user (name) VALUES ('6\"'), ('it''s')")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard case .unclosedQuote(let range) = statement.refusal else { return }
    let opening = statement.words(in: range)
    let closing = opening == "[" ? "]" : opening
    findings.report(
      "The quote “\(opening)” is opened here and never closed", at: statement.span(range),
      label: "opened here", help: "Write “\(closing)” where the text or the name ends.")
  }
}
