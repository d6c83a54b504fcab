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
      .init(before: tables, "UPDATE report SET class = class.name «FROM class»"),
      .init(
        before: tables,
        "UPDATE report SET class = c.name «FROM class AS c» WHERE report.class IS NULL"),
      .init(
        before: tables,
        "INSERT INTO report (pupil, class) SELECT p.id, c.name FROM pupil p JOIN class c ON «c.id = c.id»"
      ),
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
      .init(
        before: tables,
        "UPDATE report SET class = c.name FROM class c, pupil p WHERE c.id = p.class AND p.id = pupil"
      ),
      .init(
        before: tables, "UPDATE report SET class = n FROM (SELECT max(name) AS n FROM class)"),
    ])

  package init() {}

  private static let conditions: Set = ["ON", "USING", "WHERE", "NATURAL", "CROSS"]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    checkCopy(statement, &findings)
    if statement.created?.kind == .view { checkView(statement, &findings) }
    checkUpdate(statement, &findings)
    checkOn(statement, &findings)
  }

  /// A view of two tables that nothing compares.
  private func checkView(_ statement: RehearsedStatement, _ findings: inout Findings) {
    let tables = statement.namedTables(in: statement.indices)
    let start = statement.indices.last { statement.word($0) == "WHERE" } ?? statement.tokens.count
    let isCompared = tables.allSatisfy { table in
      statement.indices.dropFirst(start).contains { index in
        guard statement.isName(index) else { return false }
        return statement.kind(index + 1) == .dot
          ? statement.name(index).isSameName(as: table.name)
          : statement.kind(index - 1) != .dot && table.table.column(statement.name(index)) != nil
      }
    }
    guard tables.count == 2, !isCompared, !tables.contains(where: { $0.table.hasOneRow }),
      !statement.indices.contains(where: {
        ["ON", "USING", "CROSS", "NATURAL"].contains(statement.word($0))
      }), statement.indices.count(where: { statement.word($0) == "SELECT" }) == 1
    else { return }
    let join = tables[0].end
    guard ["JOIN", ","].contains(statement.word(join)) || statement.has("INNER", "JOIN", at: join)
    else { return }
    let (first, second) = (tables[0], tables[1])
    findings.report(
      "each row of “\(first.table.name)” is combined with each row of “\(second.table.name)”",
      at: statement.span(first.index...second.end - 1),
      help: "Add ON with a condition on both tables.")
  }

  /// An UPDATE … FROM whose WHERE does not mention the other table.
  private func checkUpdate(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let verb = statement.verb, statement.word(verb) == "UPDATE",
      let set = statement.outerIndex(of: "SET", from: verb),
      let from = statement.outerIndex(of: "FROM", from: set),
      let updated = statement.namedTables(in: verb..<verb + 1).first,
      let source = statement.namedTable(at: from + 1)
    else { return }
    let end = statement.end(ofClause: from, before: ["WHERE", "RETURNING"])
    guard source.end == end, !source.table.hasOneRow else { return }
    let condition = end..<statement.tokens.count
    let tables = [updated, source]
    let isJoined = condition.contains { index in
      if statement.kind(index) == .dot {
        return statement.name(index - 1).isSameName(as: source.name)
      }
      return statement.isName(index) && source.table.column(statement.name(index)) != nil
        && statement.column(at: index, of: tables)?.table.index != updated.index
    }
    guard !isJoined else { return }
    let key = source.table.primaryKey.first { updated.table.column($0) != nil }
    let example = key.map { "\(source.name).\($0) = \(updated.name).\($0)" }
    findings.report(
      "each row of “\(updated.table.name)” gets the values of any row of “\(source.table.name)”",
      at: statement.span(from...end - 1),
      help: "Add a condition on both tables\(example.map { ": WHERE \($0)" } ?? ".")")
  }

  /// An ON that compares a column with itself.
  private func checkOn(_ statement: RehearsedStatement, _ findings: inout Findings) {
    for index in statement.indices where statement.word(index) == "ON" {
      guard statement.isName(index + 1), statement.kind(index + 2) == .dot,
        statement.word(index + 4) == "=", statement.kind(index + 6) == .dot,
        statement.name(index + 1).isSameName(as: statement.name(index + 5)),
        statement.name(index + 3).isSameName(as: statement.name(index + 7))
      else { continue }
      findings.report(
        "this compares a column with itself, so each row is combined with each row",
        at: statement.span(index + 1...index + 7),
        help: "Compare with a column of the other table.")
    }
  }

  private func checkCopy(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let verb = statement.verb,
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
