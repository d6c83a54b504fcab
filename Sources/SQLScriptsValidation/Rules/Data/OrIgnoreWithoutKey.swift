import SQLScriptsSQL
import SQLScriptsSchema

/// `INSERT OR IGNORE INTO greeting …`, where no key compares the rows
package struct OrIgnoreWithoutKey: Rule {
  private static let tables = [
    "CREATE TABLE greeting (lang TEXT NOT NULL, text TEXT NOT NULL)",
    "CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    "CREATE TABLE kind (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "INSERT OR IGNORE has no key by which it could recognize a row.", severity: .warning,
    why: "A row that exists is inserted again.",
    wrong: [
      .init(before: tables, "«INSERT OR IGNORE» INTO greeting VALUES ('en', 'Hello')"),
      .init(before: tables, "«INSERT OR IGNORE» INTO tag (name) VALUES ('work'), ('home')"),
    ],
    right: [
      .init(before: tables, "INSERT OR IGNORE INTO kind (name) VALUES ('work')"),
      .init(before: tables, "INSERT OR IGNORE INTO tag (id, name) VALUES (1, 'work')"),
      .init(
        before: tables, "CREATE UNIQUE INDEX tag_name ON tag (name)",
        "INSERT OR IGNORE INTO tag (name) VALUES ('work')"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for statement in script.statements
    where statement.succeeded && statement.has("INSERT", "OR", "IGNORE", "INTO", at: 0) {
      guard let target = statement.target, !statement.valueRows.isEmpty,
        script.before[statement.name(target.name)] != nil,
        let table = statement.before[statement.name(target.name)], table.kind == .table
      else { continue }
      let names = statement.columnList ?? table.columns.map(\.name)
      let given = Set(names.map { SQLName($0) })
      let fixed = given.union(
        table.columns.filter { $0.defaultValue != nil }.map { SQLName($0.name) })
      // The columns of an expression or of a condition are not known.
      let isKnown = table.indexes.allSatisfy {
        !$0.isUnique || !$0.isPartial && !$0.columns.contains(nil)
      }
      guard isKnown, !table.isUnique(in: fixed) else { continue }
      let columns = names.prefix(3).joined(separator: ", ")
      findings.report(
        "OR IGNORE never ignores a row here: no key of “\(table.name)” consists of these columns",
        at: statement.span(0...2),
        help:
          "Create a UNIQUE index on the columns that identify a row, such as (\(columns)), or write "
          + "INSERT … SELECT … WHERE NOT EXISTS (…).")
    }
  }
}
