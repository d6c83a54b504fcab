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
    let code = error.code.primary
    if code == .full || code == .tooBig {
      return findings.report(
        code == .full
          ? "this statement makes the database larger than 192 MiB\(condition)"
          : "this statement creates a value larger than 64 MiB\(condition)",
        at: statement.span, why: "The rehearsal runs in memory and stops at this size.",
        help: "Rewrite the statement so that it creates less data.")
    }
    let excess = "stopped because it "
    if code == .noMemory, error.message.hasPrefix(excess) {
      return findings.report(
        "this statement \(error.message.dropFirst(excess.count))\(condition)", at: statement.span,
        why: "The rehearsal runs in memory and stops here, so that it leaves enough for others.",
        help: "Rewrite the statement so that it creates less data or smaller values.")
    }
    if code == .noMemory {
      return findings.report(
        "SQLite needs too much memory to compile this statement\(condition)", at: statement.span,
        help: "Reduce how often generated columns refer to each other.")
    }
    guard code == .interrupted else { return }
    if statement.error?.message == QueryExpansion.message {
      return findings.report(
        "this statement expands to more than \(QueryExpansion.limit) queries and was not run",
        at: statement.span,
        why: "SQLite expands a view each time the statement names it.",
        help: "Name each view only once, or read the tables directly.")
    }
    // “stopped after 2 seconds, because it did not end”. After each such statement the next one has less time.
    let stopped = error.message.split(separator: ",").first ?? "stopped"
    findings.report(
      "\(stopped)\(condition): this statement may never finish",
      at: statement.span,
      help: statement.tokens.contains { statement.text($0).uppercased() == "RECURSIVE" }
        ? "Add a WHERE that ends the recursion, or a LIMIT, to the SELECT after UNION ALL."
        : "Rewrite the statement to do less work, or add the missing ON to a JOIN.")
  }
}
