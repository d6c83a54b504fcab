import SQLScriptsSQL

/// `DELETE FROM user WHERE handle LIKE 'test_%'`
package struct UnderscoreInLike: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, handle TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A LIKE pattern that decides which rows change has _ after a letter.",
    severity: .warning,
    why: "_ stands for any character, so 'test_%' also matches “tester”.",
    wrong: [
      .init(before: user, "DELETE FROM user WHERE handle LIKE «'test_%'»"),
      .init(before: user, "UPDATE user SET handle = '' WHERE handle LIKE «'%old_name'»"),
      .init(before: user, "DELETE FROM user WHERE handle LIKE «'%_old'»"),
    ],
    right: [
      .init(before: user, "DELETE FROM user WHERE handle LIKE 'test\\_%' ESCAPE '\\'"),
      .init(before: user, "DELETE FROM user WHERE handle LIKE '____-__-__'"),
      .init(before: user, "CREATE VIEW v AS SELECT id FROM user WHERE handle LIKE 'test_%'"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, let verb = statement.verb,
      ["UPDATE", "DELETE"].contains(statement.word(verb))
    else { return }
    for index in statement.indices
    where statement.kind(index) == .string && statement.word(index - 1) == "LIKE"
      && statement.word(index + 1) != "ESCAPE"
    {
      let pattern = statement.name(index)
      let follows =
        zip(pattern, pattern.dropFirst()).contains { $0.isLetter && $1 == "_" }
        || pattern.hasPrefix("%_") && (pattern.dropFirst(2).first.map(\.isLetter) ?? false)
      guard follows, !pattern.contains("\\") else { continue }
      let escaped = pattern.replacing("_", with: "\\_")
      findings.report(
        "_ stands for any character here", at: statement.span(index...index),
        help: "Write \(escaped.quoted(by: "'")) ESCAPE '\\'.")
    }
  }
}
