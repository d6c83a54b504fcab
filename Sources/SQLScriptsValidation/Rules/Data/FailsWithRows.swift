import SQLScriptsDatabase

/// A statement that works on empty tables and fails for everybody who has rows.
package struct FailsWithRows: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A statement works on empty tables and fails as soon as there are rows.",
    severity: .error,
    why: "It works where it was tried out and stops the update for everybody who has data.",
    wrong: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, mail TEXT NOT NULL)",
        "«INSERT INTO new_user (id) SELECT id FROM user»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT UNIQUE)"],
        "«UPDATE user SET name = 'none'»"),
      .init(
        before: user, "«ALTER TABLE user ADD COLUMN age INTEGER DEFAULT 0 CHECK (age > 0)»"),
      .init(before: user, "«ALTER TABLE user ADD COLUMN big TEXT AS (upper(name)) STORED»"),
    ],
    right: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, mail TEXT NOT NULL)",
        "INSERT INTO new_user (id, mail) SELECT id, '' FROM user"),
      .init(before: user, "ALTER TABLE user ADD COLUMN big TEXT AS (upper(name)) VIRTUAL"),
    ], canBeAllowed: false)

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard let failure = script.failsOnTypicalRows,
      script.statements.indices.contains(failure.statement)
    else { return }
    let statement = script.statements[failure.statement]
    guard failure.isProof(statement), !statement.insertsConstants, !failure.hasRuleOfItsOwn else {
      return
    }
    findings.report(
      "This works on empty tables, but fails as soon as there are rows: \(failure.reason)",
      at: statement.span,
      why: "SQLite said “\(failure.error.message)” when sample rows were there.",
      help: failure.certainRemedy)
  }
}
