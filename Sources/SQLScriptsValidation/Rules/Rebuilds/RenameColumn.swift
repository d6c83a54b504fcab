/// A column that a script renames.
package struct RenameColumn: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A column is renamed.", severity: .info,
    why: "App code that still uses the old name fails.",
    wrong: [
      .init(before: user, "ALTER TABLE user RENAME COLUMN «name» TO title"),
      .init(before: user, "alter table user rename «[Name]» to title"),
    ],
    right: [
      .init(before: user, "ALTER TABLE user RENAME TO member"),
      .init(
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT)",
        "ALTER TABLE pet RENAME COLUMN name TO title"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for statement in script.statements where statement.succeeded {
      guard let (table, old, new, token) = statement.renamedColumn,
        script.before[table]?.column(old) != nil, let after = script.after[table],
        after.column(new) != nil, after.column(old) == nil
      else { continue }
      findings.report(
        "“\(old)” of “\(after.name)” is renamed to “\(new)”", at: statement.span(token),
        help: "Search the app's code for the old name.")
    }
  }
}
