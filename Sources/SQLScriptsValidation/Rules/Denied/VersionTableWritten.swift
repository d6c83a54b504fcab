import SQLScriptsFiles

/// A statement that writes the version, which the runner does.
package struct VersionTableWritten: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A script writes the version by itself, or changes a table of the runner.",
    severity: .info,
    why:
      "The runner writes the version after each script, over what the script has written (law 1)."
      + " The statement does nothing, and whoever reads it may believe otherwise. To change or drop"
      + " the history, or to alter or index such a table or put a trigger on it, is an error: the runner goes by it.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "«UPDATE db_version SET db_version_num = 2»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "«INSERT INTO db_version VALUES (2)»"),
      .init(before: ["CREATE TABLE user (id INTEGER)"], "«DROP TABLE db_version_history»"),
    ],
    right: [
      // A bundle may bring the table along, with its first row (law 3).
      .init(
        before: [
          "CREATE TABLE db_version (db_version_num INTEGER NOT NULL)",
          "INSERT INTO db_version VALUES (1)",
        ], "CREATE TABLE user (id INTEGER)"),
      .init(
        before: ["CREATE TABLE my_version (n INTEGER)", "INSERT INTO my_version VALUES (1)"],
        "UPDATE my_version SET n = 2 WHERE n = 1"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    if case .bookkeeping(let table) = statement.denial {
      return findings.report(
        "“\(table)” belongs to the runner, and this statement is refused", at: statement.span,
        help: "Take this statement out.", severity: .error)
    }
    guard statement.succeeded, statement.script.file.kind != .default,
      statement.madeTable == nil,
      let table = statement.writtenTable ?? statement.emptiedTable,
      table == "db_version" || table == "db_version_history"
    else { return }
    findings.report(
      "The runner writes the version by itself, after this script", at: statement.span,
      help: "Take this statement out.")
  }
}
