import SQLScriptsDiagnostics
import SQLScriptsSQL

/// `WHERE a NOT IN ('x', NULL)`
package struct NullInList: Rule {
  package static let documentation = RuleDocumentation(
    summary: "NULL in an IN list never matches, and makes NOT IN and CHECK useless.",
    severity: .warning,
    why:
      "Nothing is equal to NULL. So IN with NULL in its list is either true or NULL, and never false: NOT IN is never "
      + "true, and in a CHECK, which refuses only false, IN refuses nothing.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "DELETE FROM user WHERE name NOT IN ('Ada', «NULL»)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "UPDATE user SET name = '?' WHERE name IN («null», '')"),
      .init(
        "CREATE TABLE user (id INTEGER PRIMARY KEY, sex TEXT CHECK (sex IN ('f', 'm', «NULL»)))"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "DELETE FROM user WHERE name NOT IN ('Ada', '') OR name IS NULL"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "UPDATE user SET name = '' WHERE id IN (1, coalesce(NULL, 2)) AND name IN (SELECT NULL)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, sex TEXT CHECK (sex IN ('f', 'm')))"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for index in statement.indices where statement.word(index) == "IN" {
      guard statement.tokens[index].kind == .word,
        statement.kind(index + 1) == .leftParenthesis
      else { continue }
      for part in statement.arguments(index + 1) where part.count == 1 {
        let token = statement.tokens[part.lowerBound]
        guard token.kind == .word, statement.word(part.lowerBound) == "NULL" else { continue }
        let (message, help) = words(for: index, in: statement)
        findings.report(message, at: statement.span(token), help: help)
      }
    }
  }

  private func words(for index: Int, in statement: RehearsedStatement) -> (String, help: String) {
    if statement.word(index - 1) == "NOT" {
      return ("NOT IN with NULL in its list is never true", "Delete NULL from the list.")
    }
    if statement.isInCheck(index) {
      return (
        "in this CHECK, IN refuses nothing, because its list contains NULL",
        "Delete NULL from the list. A CHECK accepts NULL anyway."
      )
    }
    return (
      "NULL in an IN list matches nothing",
      "Delete NULL from the list. To match NULL, too, add OR … IS NULL."
    )
  }
}

extension RehearsedStatement {
  /// Whether a token belongs to a `CHECK (…)`.
  fileprivate func isInCheck(_ index: Int) -> Bool {
    var inner = index
    while let outer = parenthesis(around: inner) {
      if word(outer - 1) == "CHECK" { return true }
      inner = outer
    }
    return false
  }
}
