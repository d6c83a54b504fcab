import SQLScriptsSQL

/// ALTER TABLE … RENAME that a view or trigger stops.
package struct ViewBlocksRename: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A table cannot be renamed because a view or trigger does not work.",
    severity: .error,
    why: "The update stops here for every user, and with it all updates after it.",
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
      "The \(kind) “\(name)” does not work here, and so no table can be renamed",
      at: statement.span, why: "SQLite said “\(error.message)”",
      help: "Before this statement write: DROP \(kind.rawValue.uppercased()) \(name)")
  }
}
