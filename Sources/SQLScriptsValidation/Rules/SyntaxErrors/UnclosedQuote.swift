/// An opening quote without a closing one.
package struct UnclosedQuote: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A quote is never closed.", severity: .error,
    why: RuleDocumentation.failsOnEveryDevice,
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
    guard case .unclosedQuote(let range, let missing) = statement.syntaxErrorCause else { return }
    let opening = statement.words(in: range)
    let closing = opening == "[" ? "]" : opening
    findings.report(
      "unclosed quote: “\(opening)”", at: statement.span(range),
      label: missing?.isOpening == true ? "nothing is opened before this" : "opened here",
      help: missing?.help ?? "Write “\(closing)” at the end of the string or name.")
  }
}

extension MissingQuote {
  fileprivate var isOpening: Bool {
    if case .before = place { true } else { false }
  }

  fileprivate var help: String {
    switch place {
    case .between(let last, let next): "Write \(quote) after “\(last)”, before “\(next)”."
    case .after(let last): "Write \(quote) after “\(last)”."
    case .before(let first): "Write \(quote) before “\(first)”."
    case .insteadOf(let typographic): "Write \(quote) for \(typographic)."
    case .once(let last):
      "Write ' only once after “\(last)”. If the text ends with an apostrophe, write it three times."
    }
  }
}
