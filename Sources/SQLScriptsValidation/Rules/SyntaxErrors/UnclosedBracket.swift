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
    findings.report(
      "unclosed parenthesis", at: statement.span(range), label: "opened here",
      help: statement.isCutInColumns
        ? "Write “,” instead of “;” between the columns." : "Write the missing “)”.")
  }
}

extension RehearsedStatement {
  /// Whether `;` ends a CREATE TABLE in its list of columns, which continues after it.
  fileprivate var isCutInColumns: Bool {
    guard word(0) == "CREATE", tokens.indices.contains(where: { word($0) == "TABLE" }) else {
      return false
    }
    let rest = script.document.text[range.upperBound...].prefix(1000)
    guard rest.first == UInt8(ascii: ";") else { return false }
    let next = rest.dropFirst().prefix { $0 != UInt8(ascii: ";") && $0 != 0x3C }
    guard next.contains(UInt8(ascii: ")")), !next.contains(UInt8(ascii: "(")) else { return false }
    let first = next.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
    return !Keywords.starters.contains(String(decoding: first, as: UTF8.self).uppercased())
  }
}
