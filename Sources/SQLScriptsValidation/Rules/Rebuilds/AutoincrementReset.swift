import SQLScriptsSQL
import SQLScriptsSchema

/// A rebuild of an AUTOINCREMENT table, which resets its highest ID.
package struct AutoincrementReset: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A rebuild of an AUTOINCREMENT table resets its highest ID.",
    severity: .info,
    why: "SQLite may assign the ID of a deleted row to a new row.",
    wrong: [
      .init(
        before: user,
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL)",
        "INSERT INTO new_user (id, name) SELECT id, ifnull(name, '') FROM user",
        "«DROP TABLE user»", "ALTER TABLE new_user RENAME TO user")
    ],
    right: [
      .init(
        before: user,
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL)",
        "INSERT INTO new_user (id, name) SELECT id, ifnull(name, '') FROM user",
        "UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'user') "
          + "WHERE name = 'new_user'",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        "INSERT INTO new_user (id, name) SELECT id, ifnull(name, '') FROM user",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete else { return }
    for lineage in script.lineages where lineage.kind == .rebuilt && !lineage.copies.isEmpty {
      guard isNumbered(lineage.before), let after = lineage.after, isNumbered(after),
        !script.statements.contains(where: { $0.token(named: "sqlite_sequence") != nil })
      else { continue }
      let name = lineage.before.name
      let new = script.creation(of: lineage)?.createdName ?? after.name
      findings.report(
        "the new “\(after.name)” resets its highest ID, so IDs may be reused",
        at: script.statements[script.dropStatement(of: lineage)].span,
        help: "Before this statement, write: UPDATE sqlite_sequence SET seq = (SELECT seq FROM "
          + "sqlite_sequence WHERE name = '\(name)') WHERE name = '\(new)'")
    }
  }

  private func isNumbered(_ table: SchemaTable) -> Bool {
    table.rowIDAlias != nil && table.sql.uppercased().contains("AUTOINCREMENT")
  }
}
