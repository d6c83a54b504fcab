import SQLScriptsSQL
import SQLScriptsSchema

/// An UPDATE that sets the same value in every row.
package struct UpdateWithoutWhere: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)"]

  package static let documentation = RuleDocumentation(
    summary: "An UPDATE without WHERE changes every row of its table.", severity: .warning,
    why: "This overwrites user data on every device. It cannot be recovered.",
    wrong: [
      .init(before: user, "«UPDATE user SET age = 0»"),
      .init(before: user, "«update `user` set name = 'none', age = age + 1»"),
      .init(before: user, "«UPDATE user SET name = 'WHERE'»"),
    ],
    right: [
      .init(before: user, "UPDATE user SET age = 0 WHERE age IS NULL"),
      .init(before: user, "UPDATE user SET name = trim(name)"),
      .init(
        before: user, "ALTER TABLE user ADD COLUMN city TEXT", "UPDATE user SET city = 'unknown'"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for statement in script.statements where statement.succeeded {
      check(trigger: statement, &findings)
      guard let verb = statement.verb, statement.word(verb) == "UPDATE",
        let table = statement.writtenTable, let before = script.before[table],
        statement.outerIndex(of: "WHERE") == nil, statement.outerIndex(of: "FROM") == nil,
        statement.outerIndex(of: "LIMIT") == nil,
        // A table of settings, in which the scripts inserted its only row.
        statement.changes != 1
      else { continue }
      let columns = statement.assignments.filter { statement.isConstant($0) }
        .compactMap { before.column(statement.name($0.column))?.name }
      guard let column = columns.first else { continue }
      findings.report(
        "overwrites “\(column)” in every row of “\(before.name)”", at: statement.span,
        help: "Select rows with WHERE, or " + Suppressions.howTo("update-without-where")
      )
    }
  }
}

extension UpdateWithoutWhere {
  /// A trigger that updates all rows of its own table, whichever row changed.
  private func check(trigger statement: RehearsedStatement, _ findings: inout Findings) {
    guard let created = statement.created, created.kind == .trigger,
      let on = statement.indices.first(where: { statement.word($0) == "ON" })
    else { return }
    let table = statement.name(statement.kind(on + 2) == .dot ? on + 3 : on + 1)
    for part in statement.bodyParts where statement.verb(of: part) == "UPDATE" {
      let start = part.lowerBound
      let name = statement.word(start + 1) == "OR" ? start + 3 : start + 1
      guard part.contains(name), statement.name(name).isSameName(as: table),
        !part.contains(where: { ["WHERE", "FROM"].contains(statement.word($0)) })
      else { continue }
      findings.report(
        "the trigger changes every row of “\(table)”, whichever row fired it",
        at: statement.span(start...part.upperBound - 1), help: "Add: WHERE rowid = NEW.rowid")
    }
  }
}

extension RehearsedStatement {
  /// Whether the new value is the same for all rows, because the expression names no column.
  fileprivate func isConstant(_ assignment: SQLAssignment) -> Bool {
    assignment.value.allSatisfy { !isName($0) || ["NULL", "TRUE", "FALSE"].contains(word($0)) }
  }
}
