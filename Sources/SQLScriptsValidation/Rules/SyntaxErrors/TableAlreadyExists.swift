import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL

/// A table, view, index or trigger that is created a second time.
package struct TableAlreadyExists: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A statement creates a table, view, index or trigger that already exists.",
    severity: .error,
    why: RuleDocumentation.failsOnEveryDevice,
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "CREATE TABLE «User» (id INTEGER, name TEXT)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)", "CREATE INDEX user_id ON user (id)"],
        "CREATE INDEX «user_id» ON user (id DESC)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)", "CREATE TABLE person (id INTEGER)"],
        "ALTER TABLE person RENAME TO «user»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "CREATE VIEW «[user]» AS SELECT 1"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER)"],
        "CREATE TABLE IF NOT EXISTS user (id INTEGER)",
        "ALTER TABLE user RENAME TO member", "CREATE TABLE user (id INTEGER, name TEXT)")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard case .alreadyExists(let kind, let name) = statement.error?.said, statement.denial == nil
    else { return }
    let token = statement.createdToken ?? statement.lastToken(named: name)
    let related = statement.firstCreation.map {
      [Diagnostic.Related(span: $0, message: "“\(name)” was created here")]
    }
    let origin = statement.firstCreation.map { " (created in \($0.file.name))" } ?? ""
    findings.report(
      "\(Self.words(kind)) “\(name)” already exists\(origin)",
      at: token.map { statement.span($0) } ?? statement.span,
      label: "this name is already in use",
      help: statement.word(0) == "CREATE"
        ? "Remove the statement, choose another name, or drop the old one first."
        : "Choose another name, or drop the old “\(name)” first.",
      related: related ?? [])
  }

  private static func words(_ kind: SQLObjectKind?) -> String {
    switch kind {
    case nil: "table or index"
    case let kind?: "\(kind)"
    }
  }
}
