import SQLScriptsSQL

/// `EXISTS (SELECT count(*) FROM post)`
package struct CountOfNothing: Rule {
  private static let tables = [
    "CREATE TABLE author (id INTEGER PRIMARY KEY, active INTEGER NOT NULL DEFAULT 0)",
    "CREATE TABLE post (id INTEGER PRIMARY KEY, author_id INTEGER NOT NULL REFERENCES author (id))",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A condition expects no row or NULL from a query with count().", severity: .warning,
    why:
      "Without GROUP BY, such a query always gives one row. Its count() is 0 if there is nothing to count.",
    wrong: [
      .init(
        before: tables,
        "UPDATE author SET active = 1 WHERE «EXISTS (SELECT count(*) FROM post WHERE author_id = author.id)»"
      ),
      .init(
        before: tables,
        "DELETE FROM author WHERE «(SELECT count(*) FROM post WHERE author_id = author.id) IS NULL»"
      ),
    ],
    right: [
      .init(
        before: tables,
        "UPDATE author SET active = 1 WHERE EXISTS (SELECT 1 FROM post WHERE author_id = author.id)"
      ),
      .init(
        before: tables,
        "UPDATE author SET active = 1 WHERE EXISTS (SELECT count(*) FROM post WHERE author_id = author.id HAVING count(*) > 2)"
      ),
      .init(
        before: tables,
        "DELETE FROM author WHERE (SELECT count(*) FROM post WHERE author_id = author.id) = 0"),
    ])

  package init() {}

  private static let aggregates: Set = ["COUNT", "SUM", "TOTAL", "AVG", "GROUP_CONCAT"]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for index in statement.indices where statement.has("(", "SELECT", at: index) {
      let end = statement.end(ofParenthesis: index)
      guard Self.aggregates.contains(statement.word(index + 2)),
        statement.kind(index + 3) == .leftParenthesis, end > index,
        !(index + 2..<end).contains(where: { at in
          statement.depth(at) == statement.depth(index + 1)
            && ["GROUP", "HAVING", "OVER", "LIMIT", "UNION"].contains(statement.word(at))
        })
      else { continue }
      let call = statement.word(index + 2).lowercased()
      if statement.word(index - 1) == "EXISTS" {
        findings.report(
          "EXISTS is always true here: \(call)() gives a row even if there are none",
          at: statement.span(index - 1...end), help: "Write SELECT 1 instead of SELECT \(call)(…).")
      } else if call == "count", statement.word(end + 1) == "IS" {
        let isNot = statement.word(end + 2) == "NOT"
        guard statement.word(end + (isNot ? 3 : 2)) == "NULL" else { continue }
        findings.report(
          "count() is never NULL, so this is true for \(isNot ? "every" : "no") row",
          at: statement.span(index...end + (isNot ? 3 : 2)),
          help: "Write \(isNot ? "> 0" : "= 0") instead of \(isNot ? "IS NOT NULL" : "IS NULL").")
      }
    }
  }
}
