import SQLScriptsSQL

/// `INSERT INTO report SELECT … FROM pupil, class`
package struct MissingJoinCondition: Rule {
  private static let tables = [
    "CREATE TABLE pupil (id INTEGER PRIMARY KEY, class INTEGER)",
    "CREATE TABLE class (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE TABLE report (pupil INTEGER, class TEXT)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A statement joins two tables without a condition.", severity: .warning,
    why: "Each row of one table is combined with each row of the other.",
    wrong: [
      .init(
        before: tables,
        "INSERT INTO report (pupil, class) SELECT p.id, c.name FROM pupil p«,» class c"
      ),
      .init(
        before: tables,
        "INSERT INTO report (pupil, class) SELECT p.id, c.name FROM pupil p «JOIN» class c"),
    ],
    right: [
      .init(
        before: tables,
        "INSERT INTO report (pupil, class) SELECT p.id, c.name FROM pupil p JOIN class c ON c.id = p.class"
      ),
      .init(
        before: tables,
        "INSERT INTO report (pupil, class) SELECT p.id, c.name FROM pupil p, class c WHERE c.id = p.class"
      ),
      .init(
        before: tables,
        "INSERT INTO report (pupil, class) SELECT p.id, c.name FROM pupil p CROSS JOIN class c"),
    ])

  package init() {}

  private static let conditions: Set = ["ON", "USING", "WHERE", "NATURAL", "CROSS"]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, let verb = statement.verb,
      ["INSERT", "REPLACE"].contains(statement.word(verb)),
      let select = statement.outerIndex(of: "SELECT", from: verb),
      let from = statement.outerIndex(of: "FROM", from: select)
    else { return }
    let ends: Set = ["UNION", "EXCEPT", "INTERSECT", "GROUP", "ORDER", "LIMIT"]
    let rest = statement.outerIndices(from: from + 1)
    let end = rest.first { ends.contains(statement.word($0)) } ?? statement.tokens.count
    let parts = rest.filter { $0 < end }
    guard !parts.contains(where: { Self.conditions.contains(statement.word($0)) }),
      let join = parts.first(where: {
        statement.kind($0) == .comma || statement.word($0) == "JOIN"
      }),
      // A table-valued function reads the row before it.
      !parts.contains(where: {
        statement.isName($0) && statement.kind($0 + 1) == .leftParenthesis
      }), !parts.contains(where: { statement.kind($0) == .leftParenthesis })
    else { return }
    findings.report(
      "the join has no condition, so each row is combined with each row",
      at: statement.span(join...join),
      help: "Add ON or WHERE. If you mean all pairs, write CROSS JOIN.")
  }
}
