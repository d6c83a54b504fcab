import SQLScriptsSQL
import SQLScriptsSchema

/// `INSERT INTO best SELECT player, max(points) FROM score`
package struct AggregateWithoutGroup: Rule {
  private static let score = [
    "CREATE TABLE score (id INTEGER PRIMARY KEY, player TEXT, points INTEGER)",
    "CREATE TABLE best (player TEXT PRIMARY KEY, points INTEGER)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A query with an aggregate function selects a column and has no GROUP BY.",
    severity: .warning, why: "It gives one row for the whole table, not one for each value.",
    wrong: [
      .init(
        before: score, "INSERT INTO best (player, points) SELECT «player», max(points) FROM score"),
      .init(
        before: score,
        "INSERT INTO best SELECT «s.player», count(*) FROM score AS s WHERE s.points > 7"),
    ],
    right: [
      .init(
        before: score, "INSERT INTO best SELECT player, max(points) FROM score GROUP BY player"),
      .init(before: score, "INSERT INTO best SELECT 'all', max(points) FROM score"),
      .init(before: score, "INSERT INTO best SELECT player, max(points, 0) FROM score"),
      .init(before: score, "INSERT INTO best SELECT player, sum(points) OVER () FROM score"),
    ])

  package init() {}

  private static let aggregates: Set = [
    "AVG", "COUNT", "GROUP_CONCAT", "MAX", "MIN", "STRING_AGG", "SUM", "TOTAL",
    "JSON_GROUP_ARRAY", "JSON_GROUP_OBJECT",
  ]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions, let verb = statement.verb,
      ["INSERT", "REPLACE"].contains(statement.word(verb)),
      let select = statement.outerIndex(of: "SELECT", from: verb),
      let from = statement.outerIndex(of: "FROM", from: select), select + 1 < from,
      statement.outerIndex(of: "GROUP", from: from) == nil,
      statement.outerIndex(of: "UNION", from: from) == nil,
      statement.outerIndex(of: "LIMIT", from: from) == nil,
      let source = statement.namedTable(at: from + 1)
    else { return }
    let values = statement.parts(of: select + 1..<from)
    guard values.contains(where: { isAggregate($0, statement) }) else { return }
    for value in values {
      guard let last = value.last, value.count == 1 || value.count == 3,
        let column = statement.column(at: last, of: [source])?.column
      else { continue }
      findings.report(
        "this gives one row, with “\(column.name)” of any row of “\(source.table.name)”",
        at: statement.span(value.lowerBound...last),
        help: "Add GROUP BY \(statement.text(ofTokens: value)).")
      return
    }
  }

  /// Whether a value is the result of an aggregate function. With two arguments, max() and min() are no such functions.
  private func isAggregate(_ value: Range<Int>, _ statement: RehearsedStatement) -> Bool {
    value.contains { index in
      guard Self.aggregates.contains(statement.word(index)),
        statement.kind(index + 1) == .leftParenthesis,
        statement.depth(index) == statement.depth(value.lowerBound)
      else { return false }
      let end = statement.end(ofParenthesis: index + 1)
      let isScalar =
        ["MAX", "MIN"].contains(statement.word(index)) && statement.arguments(index + 1).count > 1
      return !isScalar && !["OVER", "FILTER"].contains(statement.word(end + 1))
    }
  }
}
