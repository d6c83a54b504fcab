import SQLScriptsDiagnostics
import SQLScriptsSQL

/// `SELECT`, or `CREATE TABLE IF NOT EXISTS` for a table that exists.
package struct NoEffect: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A statement has no effect.", severity: .warning,
    why:
      "The rows of a SELECT in a script are discarded. A statement without effect is often a mistake.",
    wrong: [
      .init(before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"], "«SELECT * FROM user»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"],
        "«CREATE TABLE IF NOT EXISTS user (id INTEGER PRIMARY KEY)»"),
      .init(
        before: [
          "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
          "CREATE INDEX by_name ON user (name)",
        ],
        "«create index if not exists by_name on user(\"name\")»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "«DROP INDEX IF EXISTS user_by_first_name»"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "DROP TABLE IF EXISTS user_copy", "CREATE TABLE user_copy (id INTEGER PRIMARY KEY)",
        "CREATE TABLE IF NOT EXISTS message (id INTEGER PRIMARY KEY)"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "UPDATE user SET id = 2 WHERE id = 1",
        "WITH n(i) AS (SELECT 5) INSERT INTO user SELECT i FROM n"),
      .init(
        before: ["CREATE VIRTUAL TABLE note USING fts5(text)"],
        "INSERT INTO note (note) VALUES ('rebuild')"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, !statement.changesSchema, statement.changes == 0 else { return }
    switch statement.word(0) {
    case "SELECT", "VALUES", "EXPLAIN":
      findings.report(
        "this statement only reads, and its result is discarded", at: statement.span,
        help: "Delete it, or write an INSERT, UPDATE or DELETE instead.")
    case "WITH" where statement.isReadOnly:
      findings.report(
        "this statement only reads, and its result is discarded", at: statement.span,
        help: "Delete it, or write an INSERT, UPDATE or DELETE instead.")
    case "CREATE":
      // A temporary table does not change the schema, but still has an effect.
      guard let name = statement.createdName, statement.hiddenChange == nil,
        !["TEMP", "TEMPORARY"].contains(statement.word(1))
      else { return }
      findings.report(
        "“\(name)” already exists, so this statement does nothing", at: statement.span,
        help: "Delete it.")
    default: break
    }
  }

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    // DROP before CREATE makes room whether anything exists or not. Elsewhere it is mostly a precaution.
    let created = Set(script.statements.compactMap { $0.createdName?.asciiLowercased })
    for statement in script.statements {
      guard let name = statement.needlesslyDropped, statement.nearToDropped == nil,
        !created.contains(name.asciiLowercased)
      else { continue }
      findings.report(
        "“\(name)” does not exist, so this statement does nothing", at: statement.span,
        help: "Delete it, or correct the name.", severity: .info)
    }
  }
}

extension RehearsedStatement {
  /// The object that DROP … IF EXISTS names although it does not exist.
  var needlesslyDropped: String? {
    guard succeeded, !changesSchema, has("IF", "EXISTS", at: 2) else { return nil }
    return dropped.map { name($0.name) }
  }
}
