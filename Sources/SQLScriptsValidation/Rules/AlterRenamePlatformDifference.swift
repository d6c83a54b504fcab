import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// A RENAME that Android's SQLite does not carry into views and triggers.
package struct AlterRenamePlatformDifference: Rule {
  private let target: Target?

  package init() { self.init(settings: BundleSettings()) }

  package init(settings: BundleSettings) {
    target = Targets(settings).all.first { $0.platform == .android }
  }

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let target, statement.succeeded, statement.renamedTo != nil else { return }
    let outline = StatementOutline(statement)
    guard let behind = outline.behindAlteredTable,
      statement.tokens.indices.contains(behind - 1)
    else { return }
    let old = outline.name(behind - 1)
    let users = statement.before.tables.values.flatMap { table -> [String] in
      let view =
        table.kind == .view && table.sql.mentions(name: old) ? ["the view “\(table.name)”"] : []
      // The name behind ON follows the table; only the body does not.
      return view
        + table.triggers.filter { $0.sql.triggerBody.mentions(name: old) }.map {
          "the trigger “\($0.name)”"
        }
    }.sorted()
    guard let user = users.first else { return }
    let more = users.count > 1 ? " and \(users.count - 1) more" : ""
    findings.report(
      "On \(target.name) \(user)\(more) will still use the old name “\(old)”",
      at: statement.span(statement.tokens[behind - 1]),
      why: "Android builds SQLite so that RENAME leaves views and triggers as they are.",
      help:
        "Drop \(users.count > 1 ? "them" : user) before the RENAME, and create \(users.count > 1 ? "them" : "it") again behind it."
    )
  }

  package static let documentation = RuleDocumentation(
    summary: "A renamed table is used by a view or a trigger that Android does not adapt.",
    severity: .warning,
    why: """
      Apple's SQLite writes the new name into views and triggers; Android's is built with \
      SQLITE_DEFAULT_LEGACY_ALTER_TABLE and does not. There every use of the view, and every change that \
      fires the trigger, fails from then on. Found only where “android” is a target.
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
  /// Whether a name stands in SQL text, quoted or not, in any case; not in a text or a comment.
  fileprivate func mentions(name: String) -> Bool {
    let name = name.asciiLowercased
    var sql = self
    return sql.withUTF8 { bytes in
      var scanner = SQLScanner(bytes)
      while let token = scanner.nextSignificant() {
        guard token.kind == .word || token.kind == .quotedName else { continue }
        var word = String(decoding: bytes[token.range], as: UTF8.self).asciiLowercased
        if token.kind == .quotedName { word = String(word.dropFirst().dropLast()) }
        if word == name { return true }
      }
      return false
    }
  }

  /// What stands behind the BEGIN of a trigger.
  fileprivate var triggerBody: String {
    var sql = self
    return sql.withUTF8 { bytes in
      var scanner = SQLScanner(bytes)
      while let token = scanner.nextSignificant() {
        if token.kind == .word,
          String(decoding: bytes[token.range], as: UTF8.self).uppercased() == "BEGIN"
        {
          return String(decoding: bytes[token.range.upperBound...], as: UTF8.self)
        }
      }
      return ""
    }
  }
}
