import SQLScriptsDatabase
import SQLScriptsFiles

/// A recursive query that never ends.
package struct RunsTooLong: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A statement may never finish, or needs more memory than the rehearsal has.",
    severity: .error,
    why:
      "On a user's device, the app would hang until the user or the system ends it.",
    wrong: [
      .init(
        "CREATE TABLE day (number INTEGER PRIMARY KEY)",
        "«INSERT INTO day (number) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 366»"
      ),
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY, age INTEGER)"],
        "«UPDATE user SET age = (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n)»"
      ),
    ],
    right: [
      .init(
        "CREATE TABLE day (number INTEGER PRIMARY KEY)",
        "INSERT INTO day (number) WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 365) SELECT i FROM n"
      )
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.denial == nil, let error = statement.error else { return }
    report(statement, error, "", &findings)
  }

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard let failure = script.failsOnTypicalRows ?? script.failsOnHostileRows else { return }
    var statement = script.statement(of: failure)
    if case .query(let range) = failure.place {
      statement = RehearsedStatement(
        unrun: range, of: ScriptItem(number: 1, text: range), in: script.script)
    }
    guard let statement else { return }
    let passes = script.passesOnRealRows(failure)
    if passes { findings.severity = .warning }
    report(
      statement, failure.error,
      passes ? " with a few sample rows, but the real rows pass" : " with a few sample rows",
      &findings)
  }

  private func report(
    _ statement: RehearsedStatement, _ error: SQLiteError, _ condition: String,
    _ findings: inout Findings
  ) {
    func report(_ message: String, why: String? = nil, help: String) {
      findings.report(message, at: statement.span, why: why, help: help)
    }
    // After each statement that was stopped, the next one has less time.
    func reportTime(_ time: String) {
      report(
        "stopped\(time)\(condition): this statement may never finish",
        help: statement.tokens.contains { statement.text($0).uppercased() == "RECURSIVE" }
          ? "Add a WHERE that ends the recursion, or a LIMIT, to the SELECT after UNION ALL."
          : "Rewrite the statement to do less work, or add the missing ON to a JOIN.")
    }
    switch error.limit {
    case .database(let size):
      report(
        "this statement makes the database larger than \(size >> 20) MiB\(condition)",
        why: "The rehearsal runs in memory and stops at this size.",
        help: "Rewrite the statement so that it creates less data.")
    case .value(let size):
      report(
        "this statement creates a value larger than \(size >> 20) MiB\(condition)",
        why: "The rehearsal runs in memory and stops at this size.",
        help: "Rewrite the statement so that it creates less data.")
    case .memory(let size):
      report(
        "this statement needs more than \(size >> 20) MiB of memory\(condition)",
        why: "The rehearsal runs in memory, so each statement has a memory limit.",
        help: "Rewrite the statement so that it creates less data or smaller values.")
    case .queries(let count):
      report(
        "this statement expands to more than \(count) queries and was not run",
        why: "SQLite expands a view each time the statement names it.",
        help: "Name each view only once, or read the tables directly.")
    case .time(let time): reportTime(" after \(time.words)")
    case .timeOfAll: reportTime("")
    case nil:
      switch error.code.primary {
      case .noMemory:
        report(
          "SQLite needs too much memory to compile this statement\(condition)",
          help: "Reduce how often generated columns refer to each other.")
      case .interrupted: reportTime("")
      default: break
      }
    }
  }
}
