import SQLScriptsDatabase

/// A statement that passes on empty tables and fails on tables with rows.
package struct FailsWithRows: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A statement passes on empty tables and fails on tables with rows.",
    severity: .error,
    why: "It passes on an empty database and fails on any device that has data.",
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
      "fails if the tables have rows: \(failure.reason)",
      at: statement.span,
      why: "With sample rows, SQLite said “\(failure.error.message)”.",
      help: failure.certainRemedy)
  }
}
