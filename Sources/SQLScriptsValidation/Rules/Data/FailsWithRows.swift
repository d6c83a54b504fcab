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
      .init(before: user, "«UPDATE user SET name = json_set('{', '$.name', name)»"),
      .init(
        before: user + [
          "CREATE TRIGGER fixed BEFORE UPDATE ON user BEGIN SELECT RAISE(ABORT, 'fixed'); END"
        ], "«UPDATE user SET name = upper(name)»"),
    ],
    right: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, mail TEXT NOT NULL)",
        "INSERT INTO new_user (id, mail) SELECT id, '' FROM user"),
      .init(before: user, "ALTER TABLE user ADD COLUMN big TEXT AS (upper(name)) VIRTUAL"),
      .init(before: user, "UPDATE user SET name = json_set('{}', '$.name', name)"),
    ], canBeAllowed: false)

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard let failure = script.failsOnTypicalRows, !failure.hasRuleOfItsOwn else { return }
    let statement = script.statement(of: failure)
    if let real = script.real {
      if case .unique(let columns) = failure.error.said,
        statement?.insertsConstants ?? false
      {
        let names = columns.names.map { "“\($0)”" }.joined(separator: " and ")
        findings.report(
          "fails on the real rows: “\(columns.table)” already has a row with this \(names)",
          at: script.span(of: failure), why: "SQLite said “\(failure.error.message)”.",
          help: "Insert the row only where it is missing, or with values that no row has.")
        return
      }
      findings.report(
        "fails on the real rows: \(failure.realCondition(statement))"
          + (real.failing.map { ": \($0.words)" } ?? ""), at: script.span(of: failure),
        why: "SQLite said “\(failure.error.message)”.", help: failure.remedy(statement))
      return
    }
    guard failure.isProof(statement) else { return }
    if script.passesOnRealRows(failure) {
      findings.report(
        "fails with sample rows, but the real rows pass: \(failure.reason)",
        at: script.span(of: failure), why: failure.explanation,
        help: failure.certainRemedy(statement),
        severity: .warning)
      return
    }
    findings.report(
      "fails if the tables have rows: \(failure.reason)", at: script.span(of: failure),
      why: failure.explanation, help: failure.certainRemedy(statement))
  }
}
