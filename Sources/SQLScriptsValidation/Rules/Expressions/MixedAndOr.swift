import SQLScriptsSQL

/// `DELETE FROM log WHERE day = '' OR level = 1 AND app = 3`
package struct MixedAndOr: Rule {
  private static let log = ["CREATE TABLE log (id INTEGER PRIMARY KEY, level INTEGER, app INTEGER)"]

  package static let documentation = RuleDocumentation(
    summary: "The WHERE of a DELETE or UPDATE has AND and OR without parentheses.",
    severity: .warning, why: "AND is evaluated first, so more rows may match than you expect.",
    wrong: [
      .init(before: log, "DELETE FROM log WHERE level = 0 «OR» level = 1 AND app = 3"),
      .init(before: log, "UPDATE log SET level = 2 WHERE app = 3 AND level = 0 «OR» level = 1"),
    ],
    right: [
      .init(before: log, "DELETE FROM log WHERE (level = 0 OR level = 1) AND app = 3"),
      .init(before: log, "DELETE FROM log WHERE level = 0 OR (level = 1 AND app = 3)"),
      .init(before: log, "DELETE FROM log WHERE level BETWEEN 0 AND 3 OR app = 3"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, let verb = statement.verb,
      ["UPDATE", "DELETE"].contains(statement.word(verb)),
      let start = statement.outerIndex(of: "WHERE", from: verb)
    else { return }
    var isBetween = false
    var (hasAnd, firstOr): (Bool, Int?) = (false, nil)
    for index in statement.outerIndices(from: start) {
      switch statement.word(index) {
      case "BETWEEN": isBetween = true
      case "AND":
        if !isBetween { hasAnd = true }
        isBetween = false
      case "OR": firstOr = firstOr ?? index
      // The AND of CASE WHEN a AND b THEN … END stands between its own words.
      case "CASE": return
      default: break
      }
    }
    guard hasAnd, let firstOr else { return }
    findings.report(
      "AND is evaluated before OR", at: statement.span(firstOr...firstOr),
      help: "Put the conditions that belong together in parentheses.")
  }
}
