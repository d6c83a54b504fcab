import SQLScriptsDiagnostics
import SQLScriptsSQL
import SQLScriptsSchema

/// A view that a script breaks.
package struct BrokenView: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE VIEW user_names AS SELECT name FROM user",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A view uses a table or column that no longer exists.", severity: .error,
    why: "From then on, every query of the view fails, in the app and in later scripts.",
    wrong: [
      .init(before: user, "«DROP TABLE user»"),
      .init("CREATE VIEW pets AS SELECT name FROM «pet»"),
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, title TEXT)",
        "INSERT INTO new_user (id, title) SELECT id, name FROM user", "DROP TABLE user",
        "«ALTER TABLE new_user RENAME TO user»"),
      .init(
        before: [
          "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
          "CREATE VIEW names AS SELECT id, \"name\" FROM user",
        ], "«ALTER TABLE user DROP COLUMN name»"),
      .init(
        before: ["CREATE VIRTUAL TABLE note USING fts5 (title, body)"],
        "CREATE VIEW todo AS SELECT rowid FROM note WHERE note MATCH «'titel:todo'»"),
    ],
    right: [
      .init(before: user, "DROP TABLE user", "DROP VIEW user_names"),
      .init("CREATE VIEW pets AS SELECT name FROM pet", "CREATE TABLE pet (name TEXT)"),
      .init(
        before: ["CREATE VIRTUAL TABLE note USING fts5 (title, body)"],
        "CREATE VIEW todo AS SELECT rowid FROM note WHERE note MATCH '{title body}: todo OR \"a:b\"'"
      ),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let broken = statement.brokenByColumnDrop, broken.kind == .view else { return }
    findings.report(
      "view “\(broken.name)” uses this column", at: statement.errorPlace(broken.column),
      why: statement.error.map { "SQLite said “\($0.message)”" },
      help: "Drop the view first, and recreate it without the column.")
  }

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for broken in script.brokenObjects where broken.isView {
      // Another rule reports the word.
      if broken.statement.misreadAlias != nil { continue }
      if let slip = script.slip(in: broken) {
        findings.report(
          "view “\(broken.name)” cannot be used: \(broken.reason)\(slip.former)", at: slip.span,
          why: broken.why, help: slip.help)
        continue
      }
      let renaming = script.renaming(in: broken)
      findings.report(
        "view “\(broken.name)” is broken after this script: \(broken.reason)\(renaming?.message ?? "")",
        at: broken.statement.span, why: broken.why,
        help: renaming?.help
          ?? "Drop the view and recreate it to match the new tables.")
    }
    for unknown in script.unknownSearchColumns(in: .view) {
      findings.report(
        "view “\(unknown.name)” cannot be used: “\(unknown.index)” has no column “\(unknown.column)”",
        at: unknown.span, help: unknown.help)
    }
  }
}

extension RehearsedStatement {
  /// The view or trigger that prevents ALTER TABLE … DROP COLUMN, and the column.
  var brokenByColumnDrop: (kind: SQLObjectKind, name: String, column: String)? {
    guard denial == nil, word(0) == "ALTER",
      case .broken(let kind, let name, .dropColumn, .noSuchColumn(let column)) = error?.said
    else { return nil }
    return (kind, name, column.lastName)
  }

  /// The name in the statement, or the whole statement.
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
    /// The statement that broke it, or that created it broken.
    var statement: RehearsedStatement
  }

  /// The views and triggers that are broken after the script, except those that another rule explains better.
  var brokenObjects: [BrokenObject] {
    guard isComplete else { return [] }
    let dragged = Set(lineages.flatMap { self.dragged(by: $0) }.map { SQLName($0.name) })
    return broken.sorted { $0.key < $1.key }.compactMap { name, message in
      guard !dragged.contains(name) else { return nil }
      let isView = after[name.text]?.kind == .view
      let made = creation(of: name)
      let said = SQLiteMeaning(message)
      let table = SQLName(SQLiteMessage(message).subject ?? "")
      let last = lastStatement(touching: [table]) ?? statements.last { $0.changesSchema }
      guard let statement = made ?? last else { return nil }
      return BrokenObject(
        name: name.text, isView: isView, message: message,
        reason: Self.reason(said) ?? message,
        why: lostNames.contains(name)
          ? "SQLite reports no error: it reads \"\(table.text)\" as a string, "
            + "so a condition with it is always or never true."
          : "SQLite said “\(message)”", statement: statement)
    }
  }

  private static func reason(_ said: SQLiteMeaning) -> String? {
    switch said {
    case .noSuch(.table, let name): "no table named “\(name.lastName)”"
    case .noSuchColumn(let name): "no column named “\(name.lastName)”"
    default: nil
    }
  }
}
