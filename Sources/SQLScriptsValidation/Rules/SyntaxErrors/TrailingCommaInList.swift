/// A comma after the last element of a list.
package struct TrailingCommaInList: Rule {
  package static let documentation = RuleDocumentation(
    summary: "The last element of a list is followed by a comma.", severity: .error,
    why: RuleDocumentation.failsOnEveryDevice,
    wrong: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT«,»)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT«,» /* the last */ )"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "INSERT INTO user VALUES (1, 'Ada'), (2, 'Bea')«,»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "UPDATE user SET name = 'Ada'«,» WHERE id = 1"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "CREATE VIEW names AS SELECT id, name«,» FROM user"),
    ],
    right: [.init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT DEFAULT ',)')")],
    canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard case .trailingComma(let range) = statement.syntaxErrorCause else { return }
    let goesOn = range.upperBound == statement.tokens.last?.range.upperBound && statement.isTorn
    findings.report(
      "trailing comma at the end of a list", at: statement.span(range),
      label: goesOn ? nil : "remove this comma",
      help: goesOn
        ? "If the next \(statement.script.file.format == .sql ? "statement" : "item") continues this one, join the two. Otherwise remove this comma."
        : "Remove this comma, or write what should follow it.",
      fixIt: statement.isTorn || statement.hasGap(behind: range)
        ? nil : statement.provedFixIt("Delete the comma", [StatementEdit(range, "")]))
  }
}

extension RehearsedStatement {
  /// Whether something may be missing after a comma, so that deleting the comma could be wrong: there is a
  /// comment, which may have been the next element, or room for an element.
  fileprivate func hasGap(behind comma: Range<Int>) -> Bool {
    script.document.withBytes(of: range.lowerBound + comma.upperBound..<item.text.upperBound) {
      text in
      let blanks = text.prefix { $0 == 0x20 || (0x09...0x0D).contains($0) }
      // An empty line is room, too. One space before a keyword is not.
      let isLineEnd = blanks.count { $0 == 0x0A } == 1 && blanks.first.map { $0 != 0x20 } == true
      switch text[blanks.endIndex...].first {
      case nil, UInt8(ascii: ";"): return false
      case UInt8(ascii: ")"): return !blanks.isEmpty && !isLineEnd
      case UInt8(ascii: "-"), UInt8(ascii: "/"): return true
      default: return blanks.count != 1 && !isLineEnd
      }
    }
  }
}
