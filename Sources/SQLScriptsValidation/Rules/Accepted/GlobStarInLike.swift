import SQLScriptsDiagnostics
import SQLScriptsFiles

/// `LIKE 'tom*'`
package struct GlobStarInLike: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A LIKE pattern uses the * wildcard of GLOB.", severity: .warning,
    why:
      "The wildcards of LIKE are % and _, so the pattern contains a literal asterisk, which usually "
      + "matches nothing.",
    wrong: [
      .init(before: user, "DELETE FROM user WHERE name LIKE «'tom*'»"),
      .init(before: user, "UPDATE user SET name = 'x' WHERE id > 5 AND name NOT LIKE «'*.jpg'»"),
    ],
    right: [
      .init(before: user, "DELETE FROM user WHERE name LIKE 'tom%'"),
      .init(before: user, "DELETE FROM user WHERE name GLOB 'tom*'"),
      .init(before: user, "DELETE FROM user WHERE name LIKE '%*%' OR name LIKE '5*3'"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for (index, token) in statement.tokens.enumerated()
    where token.kind == .string && statement.word(index - 1) == "LIKE" {
      let pattern = statement.name(token)
      guard pattern.hasPrefix("*") || pattern.hasSuffix("*"),
        !pattern.contains("%"), !pattern.contains("_")
      else { continue }
      let better = pattern.split(separator: "*", omittingEmptySubsequences: false)
        .joined(separator: "%")
      findings.report(
        "“*” in \(statement.text(token)) is not a wildcard in LIKE",
        at: statement.span(token),
        help: better.contains("'") ? "Replace * with %." : "Write LIKE '\(better)'.")
    }
  }
}
