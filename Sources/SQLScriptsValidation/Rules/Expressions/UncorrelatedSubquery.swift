import SQLScriptsSQL
import SQLScriptsSchema

/// `UPDATE user SET visits = (SELECT count(*) FROM visit WHERE user = visit.id)`
package struct UncorrelatedSubquery: Rule {
  private static let tables = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, visits INTEGER)",
    "CREATE TABLE visit (id INTEGER PRIMARY KEY, user INTEGER REFERENCES user (id), cost INTEGER)",
    "CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A subquery of UPDATE or DELETE does not refer to the row that it changes.",
    severity: .warning,
    why: "The result of the subquery is the same for every row.",
    wrong: [
      .init(
        before: tables,
        "UPDATE user SET visits = (SELECT count(*) FROM visit WHERE «user = visit.id»)"),
      .init(
        before: tables, "UPDATE user SET visits = (SELECT count(*) FROM visit WHERE «user = id»)"),
      .init(before: tables, "UPDATE user SET visits = «(SELECT sum(cost) FROM visit)»"),
      .init(
        before: tables,
        "DELETE FROM setting WHERE EXISTS (SELECT 1 FROM visit WHERE «user = user»)"),
    ],
    right: [
      .init(
        before: tables,
        "UPDATE user SET visits = (SELECT count(*) FROM visit WHERE user = user.id)"),
      .init(
        before: tables,
        "UPDATE user SET visits = (SELECT count(*) FROM visit v WHERE v.user = user.id)"),
      .init(
        before: tables, "UPDATE user SET visits = (SELECT value FROM setting WHERE key = 'visits')"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, let verb = statement.verb,
      ["UPDATE", "DELETE"].contains(statement.word(verb)),
      let updated = (statement.emptiedTable ?? statement.writtenTable).flatMap({
        statement.before[$0]
      })
    else { return }
    checkExists(in: statement, updated, &findings)
    guard statement.word(verb) == "UPDATE" else { return }
    for assignment in statement.assignments {
      let open = assignment.value.lowerBound
      guard statement.has("(", "SELECT", at: open),
        let query = CountingQuery(statement, parenthesis: open, updating: updated),
        !query.isCorrelated
      else { continue }
      if let comparison = query.comparison {
        let outer = updated.rowIDAlias?.name ?? updated.primaryKey.first ?? "rowid"
        findings.report(
          "both sides are columns of “\(query.table.name)”, so every row of “\(updated.name)” gets the same value",
          at: statement.span(comparison.lowerBound...comparison.upperBound - 1),
          help: "Compare with a column of “\(updated.name)”, such as \(updated.name).\(outer).")
      } else if query.isUnconditional,
        query.table.foreignKeys.contains(where: { $0.parent.isSameName(as: updated.name) })
      {
        findings.report(
          "every row of “\(updated.name)” gets the same value",
          at: statement.span(open...statement.end(ofParenthesis: open)),
          help: "Add a WHERE that refers to the row of “\(updated.name)”.")
      }
    }
  }
}

extension UncorrelatedSubquery {
  /// An EXISTS that is true for all rows, or for none.
  private func checkExists(
    in statement: RehearsedStatement, _ changed: SchemaTable, _ findings: inout Findings
  ) {
    for index in statement.indices where statement.has("EXISTS", "(", "SELECT", at: index) {
      guard let query = CountingQuery(statement, parenthesis: index + 1, updating: changed),
        !query.isCorrelated, let comparison = query.comparison
      else { continue }
      let outer = changed.column(statement.name(comparison.upperBound - 1))?.name
      let example = outer ?? changed.rowIDAlias?.name ?? changed.primaryKey.first ?? "rowid"
      findings.report(
        "both sides are columns of “\(query.table.name)”, so this is the same for every row of “\(changed.name)”",
        at: statement.span(comparison.lowerBound...comparison.upperBound - 1),
        help: "Compare with a column of “\(changed.name)”, such as \(changed.name).\(example).")
    }
  }
}

/// A subquery over one table, without further queries.
private struct CountingQuery {
  let table: SchemaTable
  /// Whether it reads a column of the updated row.
  private(set) var isCorrelated = false
  /// The first comparison of two columns of the table.
  private(set) var comparison: Range<Int>?
  private(set) var isUnconditional = true

  init?(_ statement: RehearsedStatement, parenthesis: Int, updating updated: SchemaTable) {
    let end = statement.end(ofParenthesis: parenthesis)
    let inside = parenthesis + 2..<max(parenthesis + 2, end)
    guard let from = inside.first(where: { statement.word($0) == "FROM" }),
      !inside.contains(where: { ["SELECT", "JOIN", "UNION"].contains(statement.word($0)) }),
      let place = statement.qualifiedName(at: from + 1),
      let table = statement.before[SQLName(statement.name(place.name))], table.kind == .table,
      statement.kind(place.end) != .comma
    else { return nil }
    self.table = table
    let clauses: Set = ["WHERE", "GROUP", "ORDER", "LIMIT", "HAVING", ")"]
    let aliasIndex = statement.word(place.end) == "AS" ? place.end + 1 : place.end
    let isAliased = aliasIndex < end && !clauses.contains(statement.word(aliasIndex))
    let name = isAliased ? statement.name(aliasIndex) : table.name
    let start = isAliased ? aliasIndex + 1 : place.end
    isUnconditional = statement.word(start) != "WHERE"
    // The table of a column; nil for anything else.
    let owner = { (index: Int) -> SchemaTable? in
      guard inside.contains(index), statement.isName(index),
        statement.kind(index + 1) != .leftParenthesis
      else { return nil }
      let column = statement.name(index)
      if statement.kind(index - 1) == .dot {
        return statement.name(index - 2).isSameName(as: name) ? table : updated
      }
      if statement.kind(index + 1) == .dot { return nil }
      if table.column(column) != nil { return table }
      return updated.column(column) == nil ? nil : updated
    }
    for index in inside where index < from || index >= start {
      if let found = owner(index), !found.name.isSameName(as: table.name) { isCorrelated = true }
      // A subquery over the same table under another name.
      if statement.kind(index) == .dot, !statement.name(index - 1).isSameName(as: name) {
        isCorrelated = true
      }
      guard index >= start, ["=", "=="].contains(statement.word(index)), comparison == nil else {
        continue
      }
      let right = statement.kind(index + 2) == .dot ? index + 3 : index + 1
      let left = statement.kind(index - 2) == .dot ? index - 3 : index - 1
      if owner(index - 1)?.name == table.name, owner(right)?.name == table.name {
        comparison = left..<right + 1
      }
    }
  }
}
