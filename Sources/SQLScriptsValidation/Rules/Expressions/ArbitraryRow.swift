import SQLScriptsSQL
import SQLScriptsSchema

/// `SET address = (SELECT address FROM email WHERE email.person = person.id)`
package struct ArbitraryRow: Rule {
  private static let tables = [
    "CREATE TABLE person (id INTEGER PRIMARY KEY, address TEXT)",
    "CREATE TABLE email (id INTEGER PRIMARY KEY, person INTEGER REFERENCES person (id), address TEXT)",
    "CREATE TABLE photo (person INTEGER PRIMARY KEY REFERENCES person (id), url TEXT)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A subquery or UPDATE … FROM takes any of several rows.", severity: .warning,
    why: "If a row has several others that refer to it, SQLite takes any of them.",
    wrong: [
      .init(
        before: tables,
        "UPDATE person SET address = «(SELECT address FROM email WHERE email.person = person.id)»"),
      .init(
        before: tables,
        "UPDATE person SET address = coalesce(«(SELECT address FROM email e WHERE e.person = person.id LIMIT 1)», '?')"
      ),
      .init(
        before: tables,
        "CREATE VIEW v AS SELECT p.id, «(SELECT address FROM email WHERE person = p.id LIMIT 1)» FROM person AS p"
      ),
      .init(
        before: tables,
        "UPDATE person SET address = e.address FROM email e WHERE «e.person = person.id»"),
    ],
    right: [
      .init(
        before: tables,
        "UPDATE person SET address = (SELECT address FROM email WHERE email.person = person.id ORDER BY email.id LIMIT 1)"
      ),
      .init(
        before: tables,
        "UPDATE person SET address = (SELECT max(address) FROM email WHERE email.person = person.id)"
      ),
      .init(
        before: tables,
        "UPDATE person SET address = (SELECT url FROM photo WHERE photo.person = person.id)"),
      .init(
        before: tables,
        "UPDATE person SET address = url FROM photo WHERE photo.person = person.id"),
      .init(
        before: tables, "UPDATE person SET address = '' FROM email WHERE email.person = person.id"),
    ])

  package init() {}

  private static let single: Set = [
    "COUNT", "SUM", "MAX", "MIN", "AVG", "TOTAL", "GROUP_CONCAT", "STRING_AGG", "JSON_GROUP_ARRAY",
    "JSON_GROUP_OBJECT", "EXISTS", "ORDER", "GROUP", "OR", "AND", "JOIN", "UNION", "OFFSET",
  ]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions, !statement.isLong else { return }
    checkSubqueries(statement, &findings)
    checkUpdateFrom(statement, &findings)
  }

  private func checkSubqueries(_ statement: RehearsedStatement, _ findings: inout Findings) {
    let opening = statement.valueSubqueries
    guard !opening.isEmpty else { return }
    let all = statement.namedTables(in: statement.indices)
    for open in opening {
      let end = statement.end(ofParenthesis: open)
      let inside = open + 1..<end
      guard !statement.mentions(Self.single, in: inside),
        let from = inside.first(where: { statement.word($0) == "FROM" }),
        let source = statement.namedTable(at: from + 1), statement.word(source.end) == "WHERE",
        let equal = inside.first(where: { ["=", "=="].contains(statement.word($0)) }),
        let (key, _) = reference(around: equal, from: source, all, statement),
        !source.table.isUnique(in: [SQLName(key)])
      else { continue }
      let order = "ORDER BY \(source.name).\(source.table.rowIDAlias?.name ?? "rowid")"
      let isLimited = statement.mentions(["LIMIT"], in: inside)
      findings.report(
        "several rows of “\(source.table.name)” may have the same “\(key)”, and this takes any of them",
        at: statement.span(open...end),
        help: isLimited
          ? "Say which one: write \(order), or the order that you mean, before LIMIT."
          : "Choose one: add \(order) LIMIT 1.")
    }
  }

  /// `UPDATE seat SET guest = b.guest FROM booking b WHERE b.seat_id = seat.id`
  private func checkUpdateFrom(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let verb = statement.verb, statement.word(verb) == "UPDATE",
      let updated = statement.namedTables(in: verb..<verb + 1).first,
      let from = statement.outerIndex(of: "FROM", from: verb),
      let source = statement.namedTable(at: from + 1), statement.word(source.end) == "WHERE"
    else { return }
    let condition = source.end + 1..<statement.end(ofClause: source.end, before: ["RETURNING"])
    let tables = [updated, source]
    guard !statement.mentions(["OR", "AND", "SELECT"], in: condition),
      let equal = condition.first(where: { ["=", "=="].contains(statement.word($0)) }),
      let (key, id) = reference(around: equal, from: source, tables, statement),
      !source.table.isUnique(in: [SQLName(key)]),
      let assignment = statement.assignments.first(where: { assignment in
        assignment.value.contains {
          statement.column(at: $0, of: tables)?.table.index == source.index
        }
      })
    else { return }
    let column = statement.name(assignment.column)
    let value = statement.text(ofTokens: assignment.value)
    let order = source.table.rowIDAlias?.name ?? "rowid"
    findings.report(
      "several rows of “\(source.table.name)” may have the same “\(key)”, and FROM takes any of them",
      at: statement.span(condition.lowerBound...condition.upperBound - 1),
      help:
        "Choose one: SET \(column) = (SELECT \(value) FROM \(source.table.name) AS \(source.name) "
        + "WHERE \(source.name).\(key) = \(updated.name).\(id) ORDER BY \(source.name).\(order) LIMIT 1)."
    )
  }

  /// The column that is compared with the row that it refers to, and the column of that row.
  private func reference(
    around index: Int, from source: NamedTable, _ tables: [NamedTable],
    _ statement: RehearsedStatement
  ) -> (key: String, id: String)? {
    let last = statement.kind(index + 2) == .dot ? index + 3 : index + 1
    let sides = [index - 1, last]
    for (mine, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard let key = statement.column(at: mine, of: [source])?.column.name,
        let outer = statement.column(
          at: other, of: tables.filter { $0.index != source.index }),
        source.table.foreignKeys.contains(where: { foreign in
          foreign.columns.count == 1 && foreign.columns[0].isSameName(as: key)
            && foreign.parent.isSameName(as: outer.table.table.name)
        })
      else { continue }
      return (key, outer.column.name)
    }
    return nil
  }
}
