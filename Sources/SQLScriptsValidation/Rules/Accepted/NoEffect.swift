import SQLScriptsDiagnostics
import SQLScriptsSQL

/// `SELECT`, `CREATE TABLE IF NOT EXISTS` of a table that is there.
package struct NoEffect: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A statement does nothing.", severity: .warning,
    why:
      "Nobody sees the rows of a SELECT in a script. A statement that does nothing is often a slip: "
      + "another one was meant.",
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
        "This only reads: nobody sees what it finds", at: statement.span,
        help: "Delete it, or write the INSERT, UPDATE or DELETE that is meant.")
    case "WITH" where statement.isReadOnly:
      findings.report(
        "This only reads: nobody sees what it finds", at: statement.span,
        help: "Delete it, or write the INSERT, UPDATE or DELETE that is meant.")
    case "CREATE":
      // A temporary table is no change of the schema, and does something all the same.
      guard let name = statement.createdName, statement.hiddenChange == nil,
        !["TEMP", "TEMPORARY"].contains(statement.word(1))
      else { return }
      findings.report(
        "“\(name)” is there already: this does nothing", at: statement.span, help: "Delete it.")
    default: break
    }
  }

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    // DROP before CREATE makes room, whether anything is there or not. Elsewhere it is caution mostly.
    let created = Set(script.statements.compactMap { $0.createdName?.asciiLowercased })
    for statement in script.statements {
      guard let name = statement.needlesslyDropped, statement.nearToDropped == nil,
        !created.contains(name.asciiLowercased)
      else { continue }
      findings.report(
        "There is no “\(name)” at this point: this does nothing", at: statement.span,
        help: "Delete it, or correct the name.", severity: .info)
    }
  }
}

extension RehearsedStatement {
  /// What DROP … IF EXISTS names although it is not there.
  var needlesslyDropped: String? {
    guard succeeded, !changesSchema, has("IF", "EXISTS", at: 2) else { return nil }
    return dropped.map { name($0.name) }
  }
}
