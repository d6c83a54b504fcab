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
      .init(
        before: page,
        "INSERT INTO page (id, title) VALUES (7, 'a') ON CONFLICT (id) DO UPDATE SET «title = title»"
      ),
    ],
    right: [
      .init(before: page, "UPDATE page SET heading = title WHERE heading IS NULL"),
      .init(before: page, "UPDATE page SET title = title, heading = title"),
      .init(
        before: page,
        "INSERT INTO page (id, title) VALUES (7, 'a') ON CONFLICT (id) DO UPDATE SET title = excluded.title"
      ),
      // It fires the trigger.
      .init(before: page, "UPDATE note SET text = text"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.hasExpressions else { return }
    let all = statement.assignments
    if !all.isEmpty { checkUpserts(all, statement, &findings) }
    for part in statement.bodyParts
    where statement.verb(of: part) == "UPDATE" && part.contains(where: statement.isName) {
      let assignments = all.filter { part.contains($0.column) }
      guard let first = assignments.first, let last = assignments.last,
        let table = statement.namedTables(in: part).first,
        assignments.allSatisfy({ isSame($0, table.name, statement) }), table.table.triggers.isEmpty
      else { continue }
      let name = statement.name(first.column)
      findings.report(
        "“\(name)” is set to its own value",
        at: statement.span(first.column...last.value.upperBound - 1),
        help: "Write another value, or delete the statement.")
    }
  }

  /// `ON CONFLICT (id) DO UPDATE SET title = title`
  private func checkUpserts(
    _ all: [SQLAssignment], _ statement: RehearsedStatement, _ findings: inout Findings
  ) {
    for part in statement.bodyParts where statement.verb(of: part) == "INSERT" {
      guard let update = part.first(where: { statement.has("DO", "UPDATE", "SET", at: $0) }),
        // A RETURNING gives the row that exists.
        !statement.mentions(["RETURNING"], in: part),
        let name = statement.part(part).writtenName, let table = statement.before[name],
        table.triggers.isEmpty
      else { continue }
      let assignments = all.filter { part.contains($0.column) && $0.column > update }
      guard let first = assignments.first, let last = assignments.last,
        assignments.allSatisfy({ isSame($0, table.name, statement) })
      else { continue }
      let column = statement.name(first.column)
      findings.report(
        "“\(column)” is set to its own value, so DO UPDATE changes nothing",
        at: statement.span(first.column...last.value.upperBound - 1),
        help: "For the new value, write \(column) = excluded.\(column). Otherwise write DO NOTHING."
      )
    }
  }

  private func isSame(
    _ assignment: SQLAssignment, _ table: String, _ statement: RehearsedStatement
  ) -> Bool {
    let value = assignment.value
    let last = value.upperBound - 1
    guard value.count == 1 || value.count == 3 && statement.kind(last - 1) == .dot,
      value.count == 1 || statement.name(value.lowerBound).isSameName(as: table),
      statement.isName(last)
    else { return false }
    return statement.name(last).isSameName(as: statement.name(assignment.column))
  }
}
