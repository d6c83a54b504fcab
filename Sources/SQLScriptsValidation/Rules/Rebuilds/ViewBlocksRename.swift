import SQLScriptsSQL

/// ALTER TABLE … RENAME that a broken view or trigger prevents.
package struct ViewBlocksRename: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A table cannot be renamed because a view or trigger is broken.",
    severity: .error,
    why: RuleDocumentation.failsOnEveryDevice,
    wrong: [
      .init(
        before: [
          "CREATE TABLE user (id INTEGER PRIMARY KEY)", "CREATE TABLE pet (id INTEGER PRIMARY KEY)",
          "CREATE VIEW all_pets AS SELECT id FROM pet",
        ],
        "DROP TABLE pet", "«ALTER TABLE user RENAME TO member»")
    ],
    right: [
      .init(
        before: [
          "CREATE TABLE user (id INTEGER PRIMARY KEY)", "CREATE VIEW v AS SELECT id FROM user",
        ],
        "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO new_user (id) SELECT id FROM user", "DROP TABLE user",
        "ALTER TABLE new_user RENAME TO user")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let error = statement.error, statement.renamedTo != nil,
      case .broken(let kind, let name, _, _) = error.said, kind == .view || kind == .trigger
    else { return }
    findings.report(
      "\(kind) “\(name)” is broken, so no table can be renamed",
      at: statement.span, why: "SQLite said “\(error.message)”",
      help: "Before this statement write: DROP \(kind.rawValue.uppercased()) \(name)")
  }
}
