import SQLScriptsSQL
import SQLScriptsSchema

/// `SELECT sum(bill.cents), sum(refund.cents) FROM client JOIN bill … JOIN refund …`
package struct JoinMultipliesRows: Rule {
  private static let tables = [
    "CREATE TABLE client (id INTEGER PRIMARY KEY, credit INTEGER)",
    "CREATE TABLE bill (id INTEGER PRIMARY KEY, client INTEGER REFERENCES client (id), cents INTEGER)",
    "CREATE TABLE refund (id INTEGER PRIMARY KEY, client INTEGER REFERENCES client (id), cents INTEGER)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A sum or count has rows several times because of another join.", severity: .warning,
    why: "A join combines each bill of a client with each refund of the same client.",
    wrong: [
      .init(
        before: tables,
        "CREATE VIEW v AS SELECT c.id, coalesce(«sum(b.cents)», 0), sum(r.cents) FROM client c LEFT JOIN bill b ON b.client = c.id LEFT JOIN refund r ON r.client = c.id GROUP BY c.id"
      ),
      .init(
        before: tables,
        "CREATE VIEW v AS SELECT «sum(client.credit)» FROM client JOIN bill ON bill.client = client.id"
      ),
    ],
    right: [
      .init(
        before: tables,
        "CREATE VIEW v AS SELECT c.id, sum(b.cents) FROM client c LEFT JOIN bill b ON b.client = c.id GROUP BY c.id"
      ),
      .init(
        before: tables,
        "CREATE VIEW v AS SELECT c.id, (SELECT sum(cents) FROM bill WHERE client = c.id), (SELECT sum(cents) FROM refund WHERE client = c.id) FROM client c"
      ),
      .init(
        before: tables,
        "CREATE VIEW v AS SELECT c.id, count(DISTINCT b.id), count(DISTINCT r.id) FROM client c LEFT JOIN bill b ON b.client = c.id LEFT JOIN refund r ON r.client = c.id GROUP BY c.id"
      ),
    ])

  package init() {}

  private static let sums: Set = ["SUM", "TOTAL"]
  private static let aggregates: Set = ["SUM", "TOTAL", "COUNT", "GROUP_CONCAT"]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions,
      statement.mentions(Self.aggregates, in: statement.indices)
    else { return }
    for clause in FromClause.joining(in: statement) {
      let joins = clause.sources.indices.map { Join(of: $0, in: clause, statement) }
      guard let select = statement.select(of: clause),
        clause.sources.allSatisfy({ $0.table != nil }),
        joins.contains(where: \.isMany)
      else { continue }
      for call in statement.calls(of: Self.aggregates, in: select + 1..<clause.start) {
        let end = statement.end(ofParenthesis: call + 1)
        let summed = clause.sources(in: call + 2..<max(call + 2, end))
        guard summed.count == 1, let one = summed.first, statement.word(call + 2) != "DISTINCT",
          statement.word(end + 1) != "OVER",
          let other = joins.indices.first(where: {
            multiplies(
              $0, one, joins, statement.word(call),
              isGrouped: isGrouped(by: clause.sources[$0], statement))
          }),
          let table = clause.sources[one].table, let many = clause.sources[other].table
        else { continue }
        let written = statement.text(ofTokens: call..<end + 1)
        let verb =
          Self.sums.contains(statement.word(call))
          ? "adds" : statement.word(call) == "COUNT" ? "counts" : "repeats"
        let name = clause.sources[one].name
        let alias = name.isSameName(as: table.name) ? "" : " AS \(name)"
        findings.report(
          "\(written) \(verb) each row of “\(table.name)” once for each row of “\(many.name)” that is joined to it",
          at: statement.span(call...end),
          help: joins[one].condition.map {
            "Write a subquery without the joins: (SELECT \(written) FROM \(table.name)\(alias) WHERE \(statement.text(ofTokens: $0)))."
          } ?? "Calculate \(written) without the join of “\(many.name)”.")
        break
      }
    }
  }

  /// Whether GROUP BY names a column of a source, so that its rows are what is added up.
  private func isGrouped(by source: FromClause.Source, _ statement: RehearsedStatement) -> Bool {
    statement.indices.contains { index in
      guard statement.has("GROUP", "BY", at: index) else { return false }
      let last = statement.kind(index + 3) == .dot ? index + 4 : index + 2
      if last > index + 2 { return statement.name(index + 2).isSameName(as: source.name) }
      return source.table?.column(statement.name(last)) != nil
    }
  }

  /// Whether each row of a source occurs once for each of several rows of another one.
  private func multiplies(
    _ other: Int, _ one: Int, _ joins: [Join], _ function: String, isGrouped: Bool
  ) -> Bool {
    guard other != one, joins[other].isMany, let parent = joins[other].parent,
      !isAbove(other, one, joins)
    else { return false }
    if joins[one].isMany, joins[one].parent == parent { return true }
    return Self.sums.contains(function) && isAbove(one, other, joins) && !isGrouped
  }

  /// Whether the second source is the first one or hangs on it.
  private func isAbove(_ first: Int, _ second: Int, _ joins: [Join]) -> Bool {
    var place: Int? = second
    for _ in joins.indices {
      guard let index = place else { return false }
      if index == first { return true }
      place = joins[index].parent
    }
    return false
  }
}

/// How a source hangs on another one.
private struct Join {
  /// The source with whose rows its rows are compared.
  var parent: Int?
  /// Whether several of its rows may belong to one of them, and nothing chooses one.
  var isMany = false
  var condition: Range<Int>?

  init(of source: Int, in clause: FromClause, _ statement: RehearsedStatement) {
    guard let table = clause.sources[source].table else { return }
    let conditions = clause.sources[source].conditions
    let all = conditions + clause.conditions
    // Conditions on it alone may choose one row.
    let isChosen = all.contains { clause.sources(in: $0) == [source] }
    guard conditions.count == 1, !isChosen, let condition = conditions.first,
      let equal = condition.first(where: { ["=", "=="].contains(statement.word($0)) })
    else { return }
    let last = statement.kind(equal + 2) == .dot ? equal + 3 : equal + 1
    guard condition.lowerBound == statement.start(ofName: equal - 1),
      condition.upperBound == last + 1,
      let left = clause.source(ofColumn: equal - 1), let right = clause.source(ofColumn: last),
      left != right, left == source || right == source
    else { return }
    parent = left == source ? right : left
    self.condition = condition
    let mine = SQLName(statement.name(left == source ? equal - 1 : last))
    let theirs = SQLName(statement.name(left == source ? last : equal - 1))
    guard let parent, let other = clause.sources[parent].table else { return }
    let rowIDs: Set<SQLName> = ["rowid", "oid", "_rowid_"]
    isMany =
      !rowIDs.contains(mine) && !table.isUnique(in: [mine]) && other.isUnique(in: [theirs])
  }
}

extension RehearsedStatement {
  /// The calls of some functions in a range, without those in subqueries.
  fileprivate func calls(of functions: Set<String>, in range: Range<Int>) -> [Int] {
    var found: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if has("(", "SELECT", at: index) {
        index = end(ofParenthesis: index)
      } else if kind(index + 1) == .leftParenthesis, functions.contains(word(index)) {
        found.append(index)
      }
      index += 1
    }
    return found
  }

  /// The index of the SELECT of a FROM.
  fileprivate func select(of clause: FromClause) -> Int? {
    let depth = depth(clause.start)
    var index = clause.start - 1
    while index >= 0, self.depth(index) >= depth {
      if self.depth(index) == depth, kind(index) == .word, word(index) == "SELECT" { return index }
      index -= 1
    }
    return nil
  }
}
