import SQLScriptsSQL
import SQLScriptsSchema

/// `DELETE FROM contact WHERE id NOT IN (SELECT max(id) FROM contact GROUP BY name)`
package struct DuplicatesBySomeColumns: Rule {
  private static let contact = [
    "CREATE TABLE contact (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "Rows are deleted as duplicates although other columns differ.", severity: .warning,
    why: "Two people can have the same name. Only one of them is left.",
    wrong: [
      .init(
        before: contact,
        "DELETE FROM contact WHERE id NOT IN (SELECT max(id) FROM contact «GROUP BY name»)")
    ],
    right: [
      .init(
        before: contact,
        "DELETE FROM contact WHERE id NOT IN (SELECT max(id) FROM contact GROUP BY name, email)"),
      .init(
        before: contact,
        "DELETE FROM contact WHERE id NOT IN (SELECT max(id) FROM contact GROUP BY name)",
        "CREATE UNIQUE INDEX contact_name ON contact (name)"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for statement in script.statements where statement.succeeded && statement.word(0) == "DELETE" {
      guard let name = statement.emptiedTable, let table = statement.before[name],
        let last = script.after[name], table.kind == .table
      else { continue }
      for open in statement.indices
      where statement.has("NOT", "IN", "(", "SELECT", at: open - 2)
        && ["MIN", "MAX"].contains(statement.word(open + 2))
      {
        let end = statement.end(ofParenthesis: open)
        guard let from = (open..<end).first(where: { statement.word($0) == "FROM" }),
          let source = statement.namedTable(at: from + 1), SQLName(source.table.name) == name,
          let group = (from..<end).first(where: { statement.has("GROUP", "BY", at: $0) }),
          group + 2 < end, !statement.mentions(["HAVING", "JOIN"], in: from..<end)
        else { continue }
        let mentioned = Set((group + 2..<end).map { SQLName(statement.name($0)) })
        let others = table.columns.filter {
          !mentioned.contains(SQLName($0.name)) && $0.primaryKeyPosition == 0 && !$0.isGenerated
        }
        // A UNIQUE on these columns says that they identify a row.
        guard !others.isEmpty, !last.indexes.contains(where: { isAbout(mentioned, $0) }) else {
          continue
        }
        let list = others.prefix(3).map { "“\($0.name)”" }.joined(separator: ", ")
        findings.report(
          "deletes rows of “\(table.name)” that differ in \(list)",
          at: statement.span(group...end - 1),
          help:
            "Add all columns that must be equal to GROUP BY. If these identify a row, create a UNIQUE index on them."
        )
      }
    }
  }

  private func isAbout(_ columns: Set<SQLName>, _ index: SchemaIndex) -> Bool {
    guard index.isUnique else { return false }
    return index.columns.allSatisfy { $0.map { columns.contains(SQLName($0)) } ?? true }
  }
}
