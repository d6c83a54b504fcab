import SQLScriptsSQL

/// A table that a script renames.
package struct RenameTable: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A table is renamed.", severity: .info,
    why: "App code that still uses the old name fails.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "«ALTER TABLE user RENAME TO member»")
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO new_user (id) SELECT id FROM user", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user")
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for lineage in script.lineages where lineage.kind == .renamed {
      guard let after = lineage.after,
        !script.tablesRebuiltElsewhere.contains(SQLName(lineage.before.name))
      else { continue }
      findings.report(
        "“\(lineage.before.name)” is renamed to “\(after.name)”",
        at: script.statements[lineage.statement].span,
        help: "Search the app's code for the old name.")
    }
  }
}
