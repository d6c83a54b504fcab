import SQLScriptsSQL
import SQLScriptsSchema

/// `WHERE id NOT IN (SELECT user FROM visit)`, where `user` can be NULL
package struct NotInNullable: Rule {
  private static let tables = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE TABLE visit (id INTEGER PRIMARY KEY, user INTEGER, day TEXT NOT NULL)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "NOT IN is given a subquery that can return NULL.", severity: .warning,
    why: "If the subquery returns a single NULL, NOT IN is not true for any row.",
    wrong: [
      .init(before: tables, "DELETE FROM user WHERE id «NOT IN (SELECT user FROM visit)»"),
      .init(
        before: tables,
        "UPDATE user SET name = '' WHERE id «NOT IN (SELECT v.user FROM visit AS v WHERE v.day > '2020')»"
      ),
    ],
    right: [
      .init(
        before: tables,
        "DELETE FROM user WHERE id NOT IN (SELECT user FROM visit WHERE user IS NOT NULL)"),
      .init(before: tables, "DELETE FROM user WHERE name NOT IN (SELECT day FROM visit)"),
      .init(before: tables, "DELETE FROM visit WHERE user NOT IN (SELECT id FROM user)"),
      .init(
        before: tables,
        "DELETE FROM user WHERE NOT EXISTS (SELECT 1 FROM visit WHERE visit.user = user.id)"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for index in statement.indices where statement.has("NOT", "IN", "(", "SELECT", at: index) {
      guard let query = SimpleQuery(statement, parenthesis: index + 2),
        let column = query.column(in: statement.before), !column.isNotNull,
        query.table.rowIDAlias?.name != column.name, !query.refusesNull(statement)
      else { continue }
      let name = statement.text(ofTokens: query.value)
      findings.report(
        "NOT IN is never true if “\(column.name)” of “\(query.table.name)” is NULL in a row",
        at: statement.span(index...query.end),
        help: "Add “\(name) IS NOT NULL” to the WHERE of the subquery, or use NOT EXISTS.")
    }
  }
}
