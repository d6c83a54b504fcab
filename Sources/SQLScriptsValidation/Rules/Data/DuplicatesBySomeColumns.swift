import SQLScriptsSQL
import SQLScriptsSchema

/// `DELETE FROM contact WHERE id NOT IN (SELECT max(id) FROM contact GROUP BY name)`
package struct DuplicatesBySomeColumns: Rule {
  private static let contact = [
    "CREATE TABLE contact (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "A DELETE of duplicates deletes other rows, or all copies.", severity: .warning,
    why:
      "Two people can have the same name, and only one of them is left. Without min(id) or max(id), none is.",
    wrong: [
      .init(
        before: contact,
        "DELETE FROM contact WHERE id NOT IN (SELECT max(id) FROM contact «GROUP BY name»)"),
      .init(
        before: contact,
        "DELETE FROM contact WHERE «email IN (SELECT email FROM contact GROUP BY email HAVING count(*) > 1)»"
      ),
      .init(before: contact, "DELETE FROM contact WHERE id NOT IN «(SELECT min(id) FROM contact)»"),
    ],
    right: [
      .init(
        before: contact,
        "DELETE FROM contact WHERE id NOT IN (SELECT max(id) FROM contact GROUP BY name, email)"),
      .init(
        before: contact,
        "DELETE FROM contact WHERE id NOT IN (SELECT max(id) FROM contact GROUP BY name)",
        "CREATE UNIQUE INDEX contact_name ON contact (name)"),
      .init(
        before: contact,
        "DELETE FROM contact WHERE email IN (SELECT email FROM contact GROUP BY email HAVING count(*) > 1) AND id NOT IN (SELECT min(id) FROM contact GROUP BY name, email)"
      ),
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
          let source = statement.namedTable(at: from + 1), SQLName(source.table.name) == name
        else { continue }
        if source.end == end {
          findings.report(
            "without GROUP BY, only one row of “\(table.name)” is left",
            at: statement.span(open...end),
            help: "Add GROUP BY with all columns that make a row a duplicate.")
          continue
        }
        guard
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
      checkCopies(statement, of: table, &findings)
    }
  }

  /// `WHERE email IN (SELECT email … GROUP BY email HAVING count(*) > 1)`
  private func checkCopies(
    _ statement: RehearsedStatement, of table: SchemaTable, _ findings: inout Findings
  ) {
    guard let start = statement.outerIndex(of: "WHERE") else { return }
    let end = statement.end(ofClause: start, before: ["RETURNING", "ORDER", "LIMIT"])
    let conditions = statement.conjuncts(in: start + 1..<end)
    guard conditions.count == 1, let condition = conditions.first,
      let open = condition.first(where: { statement.has("IN", "(", "SELECT", at: $0 - 1) }),
      statement.word(open - 2) != "NOT",
      statement.end(ofParenthesis: open) == condition.upperBound - 1
    else { return }
    let inside = open + 2..<condition.upperBound - 1
    guard let from = inside.first(where: { statement.word($0) == "FROM" }),
      let source = statement.namedTable(at: from + 1), source.table.name == table.name,
      let group = inside.first(where: { statement.has("GROUP", "BY", at: $0) }),
      let having = inside.first(where: { statement.word($0) == "HAVING" }), group < having,
      let count = (having..<inside.upperBound).first(where: { statement.word($0) == "COUNT" }),
      (having..<inside.upperBound).contains(where: { sign in
        (sign < count ? ["<", "<="] : [">", ">="]).contains(statement.word(sign))
      }),
      !statement.mentions(["MIN", "MAX", "UNION", "AND", "OR", "OVER"], in: inside),
      inside.lowerBound < from, group + 2 < having
    else { return }
    let selected = Set((inside.lowerBound..<from).map { SQLName(statement.name($0)) })
    let grouped = Set((group + 2..<having).map { SQLName(statement.name($0)) })
    guard selected == grouped else { return }
    let list = statement.text(ofTokens: group + 2..<having)
    let key = table.rowIDAlias?.name ?? "rowid"
    findings.report(
      "deletes all rows of “\(table.name)” with the same “\(list)” and keeps none of them",
      at: statement.span(condition.lowerBound...condition.upperBound - 1),
      help:
        "To keep one of each, write: WHERE \(key) NOT IN (SELECT min(\(key)) FROM \(table.name) GROUP BY \(list))."
    )
  }

  private func isAbout(_ columns: Set<SQLName>, _ index: SchemaIndex) -> Bool {
    guard index.isUnique else { return false }
    return index.columns.allSatisfy { $0.map { columns.contains(SQLName($0)) } ?? true }
  }
}
