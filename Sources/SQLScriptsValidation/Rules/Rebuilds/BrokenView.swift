import SQLScriptsDiagnostics
import SQLScriptsSQL

/// A view that does not work after a script.
package struct BrokenView: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE VIEW user_names AS SELECT name FROM user",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A view uses a table or column that is not there any more.", severity: .error,
    why: "Every query of the view fails from then on, in the app and in later scripts.",
    wrong: [
      .init(before: user, "«DROP TABLE user»"),
      .init("«CREATE VIEW pets AS SELECT name FROM pet»"),
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, title TEXT)",
        "INSERT INTO new_user (id, title) SELECT id, name FROM user", "DROP TABLE user",
        "«ALTER TABLE new_user RENAME TO user»"),
      .init(
        before: [
          "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
          "CREATE VIEW names AS SELECT id, \"name\" FROM user",
        ], "«ALTER TABLE user DROP COLUMN name»"),
    ],
    right: [
      .init(before: user, "DROP TABLE user", "DROP VIEW user_names"),
      .init("CREATE VIEW pets AS SELECT name FROM pet", "CREATE TABLE pet (name TEXT)"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let broken = statement.brokenByColumnDrop, broken.kind == .view else { return }
    findings.report(
      "The view “\(broken.name)” uses this column", at: statement.errorPlace(broken.column),
      why: statement.error.map { "SQLite said “\($0.message)”" },
      help: "Drop the view before, and create it again without the column.")
  }

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for broken in script.brokenObjects where broken.isView {
      findings.report(
        "The view “\(broken.name)” does not work after this script: \(broken.reason)",
        at: broken.statement.span, why: broken.why,
        help: "Drop the view and create it again as it must be now.")
    }
  }
}

extension RehearsedStatement {
  /// What stands in the way of ALTER TABLE … DROP COLUMN, and the column.
  var brokenByColumnDrop: (kind: SQLObjectKind, name: String, column: String)? {
    guard denial == nil, word(0) == "ALTER",
      case .broken(let kind, let name, .dropColumn, .noSuchColumn(let column)) = error?.said
    else { return nil }
    return (kind, name, column.lastName)
  }

  /// The name in the statement, or all of it.
  func errorPlace(_ name: String) -> SourceSpan {
    token(named: name, from: 3).map { span($0) } ?? span
  }
}

extension RehearsedScript {
  struct BrokenObject {
    var name: String
    var isView: Bool
    var message: String
    var reason: String
    var why: String
    /// The statement that broke it, or that made it broken.
    var statement: RehearsedStatement
  }

  /// What does not work after the script, without what another rule has better words for.
  var brokenObjects: [BrokenObject] {
    guard isComplete else { return [] }
    let dragged = Set(fates.flatMap { self.dragged(by: $0) }.map { SQLName($0.name) })
    return broken.sorted { $0.key < $1.key }.compactMap { name, message in
      guard !dragged.contains(name) else { return nil }
      let isView = after[name.text]?.kind == .view
      let made = creation(of: name)
      let said = SQLiteMessage(message)
      let table = SQLName(said.subject ?? "")
      let last = lastStatement(touching: [table]) ?? statements.last { $0.changesSchema }
      guard let statement = made ?? last else { return nil }
      return BrokenObject(
        name: name.text, isView: isView, message: message,
        reason: Self.reason(said) ?? message,
        why: lostNames.contains(name)
          ? "SQLite reports nothing: it takes \"\(table.text)\" for a text, so a condition with it is always true or never."
          : "SQLite said “\(message)”", statement: statement)
    }
  }

  private static func reason(_ said: SQLiteMessage) -> String? {
    switch said {
    case .noSuch(.table, let name): "there is no table “\(name.lastName)”"
    case .noSuchColumn(let name): "there is no column “\(name.lastName)”"
    default: nil
    }
  }
}
