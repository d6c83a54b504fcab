/// A comma after the last part of a list.
package struct TrailingCommaInList: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A comma stands after the last part of a list.", severity: .error,
    why: "The update stops here for every user, and with it all updates after it.",
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
    guard case .trailingComma(let range) = statement.refusal else { return }
    findings.report(
      "The last part of a list must not be followed by a comma", at: statement.span(range),
      label: "take this comma out", help: "Take this comma out, or write what should follow it.",
      fixIt: statement.provedFixIt("Delete the comma", [StatementEdit(range, "")]))
  }
}
