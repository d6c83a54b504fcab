import SQLScriptsDatabase

/// A recursive query without an end.
package struct RunsTooLong: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A statement does not come to its end, or makes more than the rehearsal can hold.",
    severity: .error,
    why:
      "On a user's device the app would stand still with it, until the user or the system ends the app.",
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
    guard statement.denial == nil, let code = statement.error?.code.primary else { return }
    report(statement, code, "", &findings)
  }

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard let failure = script.failsOnTypicalRows ?? script.failsOnHostileRows,
      script.statements.indices.contains(failure.statement)
    else { return }
    report(
      script.statements[failure.statement], failure.error.code.primary,
      " with a few sample rows", &findings)
  }

  private func report(
    _ statement: RehearsedStatement, _ code: SQLiteResultCode, _ condition: String,
    _ findings: inout Findings
  ) {
    if code == .full || code == .tooBig {
      return findings.report(
        code == .full
          ? "This makes the database larger than 512 MiB\(condition)"
          : "This makes a value larger than 128 MiB\(condition)",
        at: statement.span, why: "The rehearsal is in memory, and goes no further.",
        help: "Write it so that it makes less.")
    }
    if code == .noMemory {
      return findings.report(
        "SQLite needs too much memory to compile this\(condition)", at: statement.span,
        help: "Let columns that are computed not refer to each other again and again.")
    }
    guard code == .interrupted else { return }
    if statement.error?.message == QueryExpansion.message {
      return findings.report(
        "This becomes more than \(QueryExpansion.limit) queries, and was not run",
        at: statement.span,
        why: "SQLite puts into the place of each view all that it reads, each time it is named.",
        help: "Name a view once, or read the tables themselves.")
    }
    findings.report(
      "This does not come to its end\(condition): it was stopped after 2 seconds",
      at: statement.span,
      help: statement.tokens.contains { statement.text($0).uppercased() == "RECURSIVE" }
        ? "Give the SELECT behind UNION ALL a WHERE that ends it, or a LIMIT."
        : "Write it so that it has less to do, or give a JOIN its ON.")
  }
}
