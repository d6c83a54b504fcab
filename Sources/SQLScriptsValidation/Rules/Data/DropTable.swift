import SQLScriptsSQL

/// DROP TABLE of a table that users have data in.
package struct DropTable: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A table is dropped with all its rows.", severity: .warning,
    why: "What users have entered there is gone on every device, and no update brings it back.",
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
    for fate in script.fates where fate.kind == .dropped {
      let statement = script.statements[fate.statement]
      let name = fate.before.name
      guard !script.allowsRowLoss(of: SQLName(name)) else { continue }
      findings.report(
        "This deletes the table “\(name)” and everything in it", at: statement.span,
        help: "Copy its rows first, or name “\(name)” in \"allowsRowLoss\" if this is meant.")
    }
  }
}
