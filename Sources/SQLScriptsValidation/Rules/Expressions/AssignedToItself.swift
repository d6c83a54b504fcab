import SQLScriptsSQL
import SQLScriptsSchema

/// `UPDATE page SET heading = heading`
package struct AssignedToItself: Rule {
  private static let page = [
    "CREATE TABLE page (id INTEGER PRIMARY KEY, title TEXT NOT NULL, heading TEXT)",
    "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT)",
    "CREATE TRIGGER note_au AFTER UPDATE ON note BEGIN DELETE FROM page WHERE id = OLD.id; END",
  ]

  package static let documentation = RuleDocumentation(
    summary: "An UPDATE sets columns to their own values.", severity: .warning,
    why: "The statement changes nothing, so another column is probably meant.",
    wrong: [
      .init(before: page, "UPDATE page SET «heading = heading» WHERE heading IS NOT NULL"),
      .init(before: page, "UPDATE page AS p SET «title = p.title, heading = \"heading\"»"),
      .init(
        before: page,
        "CREATE TRIGGER t AFTER INSERT ON note BEGIN UPDATE page SET «title = title» WHERE id = NEW.id; END"
      ),
    ],
    right: [
      .init(before: page, "UPDATE page SET heading = title WHERE heading IS NULL"),
      .init(before: page, "UPDATE page SET title = title, heading = title"),
      // It fires the trigger.
      .init(before: page, "UPDATE note SET text = text"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    let all = statement.assignments
    for part in statement.bodyParts
    where statement.verb(of: part) == "UPDATE" && part.contains(where: statement.isName) {
      let assignments = all.filter { part.contains($0.column) }
      guard let first = assignments.first, let last = assignments.last,
        let table = statement.namedTables(in: part).first,
        assignments.allSatisfy({ isSame($0, table, statement) }), table.table.triggers.isEmpty
      else { continue }
      let name = statement.name(first.column)
      findings.report(
        "“\(name)” is set to its own value",
        at: statement.span(first.column...last.value.upperBound - 1),
        help: "Write another value, or delete the statement.")
    }
  }

  private func isSame(
    _ assignment: SQLAssignment, _ table: NamedTable, _ statement: RehearsedStatement
  ) -> Bool {
    let value = assignment.value
    let last = value.upperBound - 1
    guard value.count == 1 || value.count == 3 && statement.kind(last - 1) == .dot,
      value.count == 1 || statement.name(value.lowerBound).isSameName(as: table.name),
      statement.isName(last)
    else { return false }
    return statement.name(last).isSameName(as: statement.name(assignment.column))
  }
}
