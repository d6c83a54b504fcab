import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A RENAME that Android's SQLite does not apply to views and triggers.
package struct AlterRenamePlatformDifference: Rule {
  private let target: Target?

  package init() { self.init(settings: BundleSettings()) }

  package init(settings: BundleSettings) {
    target = Targets(settings).all.first { $0.platform == .android }
  }

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let target, statement.succeeded, statement.renamedTo != nil else { return }
    guard let place = statement.altered?.name else { return }
    let old = statement.name(place)
    let users = statement.before.tables.values.flatMap { table -> [String] in
      let view =
        table.kind == .view && table.sql.mentions(name: old) ? ["the view “\(table.name)”"] : []
      // The name after ON follows the table. Only the body does not.
      return view
        + table.triggers.filter { $0.sql.triggerBody.mentions(name: old) }.map {
          "the trigger “\($0.name)”"
        }
    }.sorted()
    guard let user = users.first else { return }
    let more = users.count > 1 ? " and \(users.count - 1) more" : ""
    findings.report(
      "on \(target.name), \(user)\(more) will still use the old name “\(old)”",
      at: statement.span(statement.tokens[place]),
      why: "Android builds SQLite so that RENAME does not change views and triggers.",
      help:
        "Drop \(users.count > 1 ? "them" : user) before the RENAME, "
        + "and recreate \(users.count > 1 ? "them" : "it") after it."
    )
  }

  package static let documentation = RuleDocumentation(
    summary: "A view or trigger uses a renamed table, and Android does not update it.",
    severity: .warning,
    why: """
      Apple's SQLite updates the name in views and triggers. Android's is built with \
      SQLITE_DEFAULT_LEGACY_ALTER_TABLE and does not. From then on, every use of the view and every \
      change that fires the trigger fails there. Reported only if “android” is a target.
      """,
    wrong: [
      .init(
        before: [
          "CREATE TABLE user (id INTEGER PRIMARY KEY)",
          "CREATE TABLE log (user INTEGER)",
          "CREATE TRIGGER t AFTER INSERT ON log BEGIN DELETE FROM user WHERE id = new.user; END",
        ],
        "ALTER TABLE «user» RENAME TO account", settings: #"{ "targets": { "android": 34 } }"#),
      .init(
        before: [
          "CREATE TABLE user (id INTEGER PRIMARY KEY)",
          "CREATE VIEW ids AS SELECT id FROM \"user\"",
        ],
        "ALTER TABLE main.«[user]» RENAME TO account",
        settings: #"{ "targets": { "android": 30 } }"#),
    ],
    right: [
      .init(
        before: [
          "CREATE TABLE user (id INTEGER PRIMARY KEY)", "CREATE VIEW ids AS SELECT id FROM user",
        ],
        "ALTER TABLE user RENAME TO account", settings: #"{ "targets": { "iOS": "15" } }"#),
      .init(
        before: [
          "CREATE TABLE user (id INTEGER PRIMARY KEY)", "CREATE VIEW ids AS SELECT id FROM user",
        ],
        "DROP VIEW ids", "ALTER TABLE user RENAME TO account",
        "CREATE VIEW ids AS SELECT id FROM account",
        settings: #"{ "targets": { "android": 30 } }"#),
      .init(
        before: [
          "CREATE TABLE user (id INTEGER PRIMARY KEY)", "CREATE TABLE seen (at TEXT)",
          "CREATE TRIGGER t AFTER INSERT ON user BEGIN INSERT INTO seen VALUES ('user'); END",
        ],
        "ALTER TABLE user RENAME TO account", settings: #"{ "targets": { "android": 30 } }"#),
    ])
}

extension String {
  /// Whether SQL contains a name, quoted or not, in any case; not in a string or a comment.
  fileprivate func mentions(name: String) -> Bool {
    SQLText(self).token(named: name) != nil
  }

  /// The SQL after the BEGIN of a trigger.
  fileprivate var triggerBody: String {
    let sql = SQLText(self)
    guard let begin = sql.first("BEGIN")?.lowerBound else { return "" }
    return String(decoding: sql.bytes[sql.tokens[begin].range.upperBound...], as: UTF8.self)
  }
}
