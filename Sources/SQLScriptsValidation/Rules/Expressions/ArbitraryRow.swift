import SQLScriptsSQL
import SQLScriptsSchema

/// `SET email = (SELECT address FROM email WHERE email.person_id = person.id)`
package struct ArbitraryRow: Rule {
  private static let tables = [
    "CREATE TABLE person (id INTEGER PRIMARY KEY, address TEXT)",
    "CREATE TABLE email (id INTEGER PRIMARY KEY, person INTEGER REFERENCES person (id), address TEXT)",
    "CREATE TABLE photo (person INTEGER PRIMARY KEY REFERENCES person (id), url TEXT)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A subquery takes one of several rows.", severity: .warning,
    why: "If a row has several others that refer to it, SQLite takes any of them.",
    wrong: [
      .init(
        before: tables,
        "UPDATE person SET address = «(SELECT address FROM email WHERE email.person = person.id)»")
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
    ])

  package init() {}

  private static let single: Set = [
    "COUNT", "SUM", "MAX", "MIN", "AVG", "TOTAL", "GROUP_CONCAT", "STRING_AGG", "JSON_GROUP_ARRAY",
    "JSON_GROUP_OBJECT", "EXISTS", "LIMIT", "ORDER", "GROUP", "OR", "AND", "JOIN", "UNION",
  ]

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, let verb = statement.verb, statement.word(verb) == "UPDATE",
      let updated = statement.namedTables(in: verb..<verb + 1).first
    else { return }
    for assignment in statement.assignments
    where statement.has("(", "SELECT", at: assignment.value.lowerBound) {
      let open = assignment.value.lowerBound
      let end = statement.end(ofParenthesis: open)
      let inside = open + 1..<end
      guard end == assignment.value.upperBound - 1,
        !statement.mentions(Self.single, in: inside),
        let from = inside.first(where: { statement.word($0) == "FROM" }),
        let source = statement.namedTable(at: from + 1), statement.word(source.end) == "WHERE",
        let equal = inside.first(where: { ["=", "=="].contains(statement.word($0)) }),
        let key = reference(around: equal, from: source, to: updated, statement),
        !source.table.isUnique(in: [SQLName(key)])
      else { continue }
      let order = source.table.rowIDAlias?.name ?? "rowid"
      findings.report(
        "several rows of “\(source.table.name)” may have the same “\(key)”",
        at: statement.span(open...end),
        help: "Choose one: add ORDER BY \(source.name).\(order) LIMIT 1.")
    }
  }

  /// The column that is compared with the row that it refers to.
  private func reference(
    around index: Int, from source: NamedTable, to updated: NamedTable,
    _ statement: RehearsedStatement
  ) -> String? {
    let last = statement.kind(index + 2) == .dot ? index + 3 : index + 1
    let names = [index - 1, last].compactMap {
      statement.column(at: $0, of: [source])?.column.name
    }
    return names.first { name in
      source.table.foreignKeys.contains { key in
        key.columns.count == 1 && key.columns[0].isSameName(as: name)
          && key.parent.isSameName(as: updated.table.name)
      }
    }
  }
}
