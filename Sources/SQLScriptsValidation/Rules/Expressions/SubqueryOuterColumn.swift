import SQLScriptsSQL

/// `WHERE id IN (SELECT id FROM visit)`, where only the outer table has `id`
package struct SubqueryOuterColumn: Rule {
  private static let tables = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE TABLE visit (user INTEGER NOT NULL, day TEXT)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A subquery selects a column that only the outer table has.", severity: .error,
    why:
      "SQLite then takes the column from the outer table. So the condition is true for all rows, or "
      + "the value is the row's own.",
    wrong: [
      .init(before: tables, "DELETE FROM user WHERE id IN (SELECT «id» FROM visit)"),
      .init(
        before: tables, "UPDATE user SET name = (SELECT «name» FROM visit v WHERE v.user = user.id)"
      ),
    ],
    right: [
      .init(before: tables, "DELETE FROM user WHERE id IN (SELECT user FROM visit)"),
      .init(before: tables, "DELETE FROM user WHERE id IN (SELECT rowid FROM visit)"),
      .init(
        before: tables,
        "UPDATE user SET name = (SELECT day FROM visit v WHERE v.user = user.id) WHERE name = ''"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded else { return }
    for index in statement.indices where statement.has("(", "SELECT", at: index) {
      guard let query = SimpleQuery(statement, parenthesis: index), query.takesOuterColumn,
        // A string in double quotes, and a variable of a trigger, have rules of their own.
        statement.kind(query.value.lowerBound) == .word
          || !statement.doubleQuotedTexts.contains(statement.tokens[query.value.lowerBound]),
        // WITH can define another table of this name.
        !statement.indices.contains(where: { statement.word($0) == "WITH" })
      else { continue }
      findings.report(
        "“\(query.table.name)” has no column “\(query.name)”, so this is the column of the outer table",
        at: statement.span(query.value.lowerBound...query.value.lowerBound),
        help: "Write a column of “\(query.table.name)”.")
    }
  }
}
