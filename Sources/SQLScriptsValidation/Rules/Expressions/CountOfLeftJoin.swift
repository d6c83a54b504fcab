import SQLScriptsSQL
import SQLScriptsSchema

/// `SELECT shop.id, count(*) FROM shop LEFT JOIN review ON … GROUP BY shop.id`
package struct CountOfLeftJoin: Rule {
  private static let tables = [
    "CREATE TABLE shop (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE TABLE review (id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shop (id), stars INTEGER)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "count(*) counts the rows of a LEFT JOIN.", severity: .warning,
    why: "A row without a match is still one row of the join, so its count is 1, not 0.",
    wrong: [
      .init(
        before: tables,
        "CREATE VIEW v AS SELECT s.id, «count(*)» FROM shop s LEFT JOIN review r ON r.shop_id = s.id GROUP BY s.id"
      ),
      .init(
        before: tables, "CREATE TABLE n (shop INTEGER PRIMARY KEY, reviews INTEGER)",
        "INSERT INTO n SELECT shop.id, «count(1)» FROM shop LEFT OUTER JOIN review ON shop_id = shop.id GROUP BY shop.id"
      ),
    ],
    right: [
      .init(
        before: tables,
        "CREATE VIEW v AS SELECT s.id, count(r.id) FROM shop s LEFT JOIN review r ON r.shop_id = s.id GROUP BY s.id"
      ),
      .init(
        before: tables,
        "CREATE VIEW v AS SELECT r.stars, count(*) FROM review r LEFT JOIN shop s ON r.shop_id = s.id GROUP BY r.stars"
      ),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    for index in statement.indices
    where statement.has("COUNT", "(", at: index) && ["*", "1"].contains(statement.word(index + 2))
      && statement.kind(index + 3) == .rightParenthesis
    {
      guard let column = countedColumn(index, statement) else { continue }
      findings.report(
        "\(statement.text(ofTokens: index..<index + 4)) is 1 for a row without a match",
        at: statement.span(index...index + 3), help: "Write count(\(column)).")
    }
  }

  /// A column of the joined table that is NULL in a row without a match.
  private func countedColumn(_ count: Int, _ statement: RehearsedStatement) -> String? {
    let depth = statement.depth(count)
    let from = statement.indices.first {
      $0 > count && statement.depth($0) == depth && statement.word($0) == "FROM"
    }
    guard let from, let first = statement.namedTable(at: from + 1),
      statement.word(first.end) == "LEFT"
    else { return nil }
    let join = statement.word(first.end + 1) == "OUTER" ? first.end + 2 : first.end + 1
    guard statement.word(join) == "JOIN", let second = statement.namedTable(at: join + 1),
      statement.word(second.end) == "ON"
    else { return nil }
    let end = statement.end(
      ofClause: second.end, before: ["WHERE", "GROUP", "LEFT", "JOIN", "INNER"])
    guard statement.has("GROUP", "BY", at: end),
      let equal = (second.end..<end).first(where: { ["=", "=="].contains(statement.word($0)) })
    else { return nil }
    let tables = [first, second]
    let last = statement.kind(equal + 2) == .dot ? equal + 3 : equal + 1
    let group = statement.kind(end + 3) == .dot ? end + 4 : end + 2
    let sides = [equal - 1, last].compactMap { statement.column(at: $0, of: tables) }
    guard let key = sides.first(where: { $0.table.index == first.index }),
      let reference = sides.first(where: { $0.table.index == second.index }),
      first.table.isUnique(in: [SQLName(key.column.name)]),
      !second.table.isUnique(in: [SQLName(reference.column.name)]),
      statement.column(at: group, of: tables)?.table.index == first.index
    else { return nil }
    return "\(second.name).\(second.table.rowIDAlias?.name ?? reference.column.name)"
  }
}
