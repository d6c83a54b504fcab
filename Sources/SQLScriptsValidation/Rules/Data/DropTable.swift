import SQLScriptsSQL

/// DROP TABLE for a table with user data.
package struct DropTable: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A table is dropped together with its rows.", severity: .warning,
    why: RuleDocumentation.deletesUserData,
    wrong: [
      .init(
        before: ["CREATE TABLE draft (id INTEGER PRIMARY KEY, body TEXT)"], "«DROP TABLE draft»"),
      .init(
        before: ["CREATE TABLE draft (id INTEGER PRIMARY KEY, body TEXT)"],
        "«drop table if exists [Draft]»"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE draft (id INTEGER PRIMARY KEY, body TEXT)"],
        "CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT)",
        "INSERT INTO note (id, body) SELECT id, body FROM draft", "DROP TABLE draft"),
      .init("CREATE TABLE helper (id INTEGER PRIMARY KEY)", "DROP TABLE helper"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for lineage in script.lineages where lineage.kind == .dropped {
      let statement = script.statements[lineage.statement]
      let name = lineage.before.name
      guard !script.allowsRowLoss(of: SQLName(name)),
        !script.tablesRebuiltElsewhere.contains(SQLName(name))
      else { continue }
      findings.report(
        "deletes table “\(name)” and all its rows", at: statement.span,
        help:
          "Copy its rows first. If you mean to delete them, add “\(name)” to the list \"allowsRowLoss\" of this script."
      )
    }
  }
}
