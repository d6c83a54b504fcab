import SQLScriptsSQL
import SQLScriptsSchema

/// `SELECT player, game, points FROM score GROUP BY player`
package struct BareColumnInGroup: Rule {
  private static let score = [
    "CREATE TABLE score (id INTEGER PRIMARY KEY, player TEXT, game TEXT, points INTEGER)",
    "CREATE TABLE best (player TEXT PRIMARY KEY, game TEXT, points INTEGER)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A query with GROUP BY selects a column that differs within a group.",
    severity: .warning, why: "SQLite takes the value of any row of the group.",
    wrong: [
      .init(
        before: score, "INSERT INTO best SELECT player, «game», points FROM score GROUP BY player"),
      .init(
        before: score,
        "INSERT INTO best (player, points, game) SELECT s.player, sum(s.points), «s.game» FROM score AS s GROUP BY s.player"
      ),
    ],
    right: [
      .init(
        before: score,
        "INSERT INTO best SELECT player, game, max(points) FROM score GROUP BY player"),
      .init(
        before: score,
        "INSERT INTO best SELECT player, min(game), sum(points) FROM score GROUP BY player"),
      .init(before: score, "INSERT INTO best SELECT player, game, points FROM score GROUP BY id"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    // GROUP BY in the copy of a rebuild has a rule of its own.
    let copies = Set(script.lineages.filter { $0.kind == .rebuilt }.flatMap(\.copies))
    for (place, statement) in script.statements.enumerated()
    where statement.succeeded && statement.hasExpressions && !copies.contains(place) {
      guard let verb = statement.verb, ["INSERT", "REPLACE"].contains(statement.word(verb)),
        let group = statement.outerIndex(of: "GROUP", from: verb),
        let column = bareColumn(statement, verb, group)
      else { continue }
      findings.report(
        "“\(column.name)” is that of any row of its group",
        at: statement.span(column.tokens.lowerBound...column.tokens.upperBound - 1),
        help:
          "Select max(\(column.name)) or min(\(column.name)), or add “\(column.name)” to GROUP BY.")
    }
  }

  /// The first column of the SELECT that GROUP BY does not determine.
  private func bareColumn(
    _ statement: RehearsedStatement, _ verb: Int, _ group: Int
  ) -> (name: String, tokens: Range<Int>)? {
    guard let select = statement.outerIndex(of: "SELECT", from: verb),
      let from = statement.outerIndex(of: "FROM", from: select), from < group, select + 1 < from,
      let source = statement.namedTable(at: from + 1),
      source.end == group || statement.word(source.end) == "WHERE",
      statement.outerIndex(of: "HAVING", from: group) == nil
    else { return nil }
    let end = statement.end(ofClause: group, before: ["ORDER", "LIMIT", "ON", "RETURNING"])
    guard group + 2 < end else { return nil }
    var keys: Set<SQLName> = []
    for part in statement.parts(of: group + 2..<end) {
      guard let last = part.last, part.count == 1 || part.count == 3,
        let column = statement.column(at: last, of: [source])?.column
      else { return nil }
      keys.insert(SQLName(column.name))
    }
    let values = statement.parts(of: select + 1..<from)
    // With one max() or min(), SQLite takes the row of the maximum or minimum.
    let hasMaximum = values.contains { value in
      value.contains { ["MAX", "MIN"].contains(statement.word($0)) }
    }
    guard !hasMaximum, !source.table.isUnique(in: keys) else { return nil }
    for value in values {
      guard let last = value.last, value.count == 1 || value.count == 3,
        let column = statement.column(at: last, of: [source])?.column,
        !keys.contains(SQLName(column.name))
      else { continue }
      return (statement.text(ofTokens: value), value)
    }
    return nil
  }
}
