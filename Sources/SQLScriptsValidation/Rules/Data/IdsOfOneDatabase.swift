import SQLScriptsSQL
import SQLScriptsSchema

/// `DELETE FROM contact WHERE id IN (17, 23, 42)`
package struct IdsOfOneDatabase: Rule {
  private static let contact = [
    "CREATE TABLE contact (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    "CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    "INSERT INTO kind (id, name) VALUES (1, 'friend'), (2, 'family'), (3, 'work')",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A statement lists IDs of rows that the scripts do not insert.", severity: .warning,
    why:
      "SQLite gives IDs to the rows of the app, so the same ID is another row on each device.",
    wrong: [
      .init(before: contact, "DELETE FROM contact WHERE «id IN (17, 23, 42)»"),
      .init(before: contact, "UPDATE contact SET name = '' WHERE name = 'x' AND «id IN (4, 5)»"),
    ],
    right: [
      .init(before: contact, "DELETE FROM kind WHERE id IN (1, 2)"),
      .init(before: contact, "DELETE FROM contact WHERE name IN ('test', 'test 2')"),
      .init(before: contact, "DELETE FROM contact WHERE id NOT IN (1, 2)"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, statement.changes == 0,
      ["UPDATE", "DELETE"].contains(statement.word(0)),
      let name = statement.writtenTable ?? statement.emptiedTable,
      let table = statement.before[name], let key = table.rowIDAlias,
      let start = statement.outerIndex(of: "WHERE")
    else { return }
    for index in statement.outerIndices(from: start)
    where statement.has("IN", "(", at: index + 1)
      && statement.name(index).isSameName(as: key.name)
    {
      let ids = statement.arguments(index + 2)
      guard ids.count > 1,
        ids.allSatisfy({ $0.count == 1 && statement.kind($0.lowerBound) == .integer })
      else { continue }
      findings.report(
        "no script inserts these rows of “\(table.name)”, so the IDs are those of one database",
        at: statement.span(index...statement.end(ofParenthesis: index + 2)),
        help: "Select the rows by their content.")
      return
    }
  }
}
