import SQLScriptsFiles

/// A statement that writes the version, which is SQLScripts' task.
package struct VersionTableWritten: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A script writes the version, or changes a table of SQLScripts.",
    severity: .info,
    why:
      "After each script, SQLScripts writes the version and replaces what the script wrote "
      + "(law 1), so the statement has no effect. Changing or dropping the history is an error. So "
      + "is altering or indexing such a table, or creating a trigger on it: SQLScripts relies "
      + "on these tables.",
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "«UPDATE db_version SET db_version_num = 2»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "«INSERT INTO db_version VALUES (2)»"),
      .init(before: ["CREATE TABLE user (id INTEGER)"], "«DROP TABLE db_version»"),
      .init(before: ["CREATE TABLE user (id INTEGER)"], "«DROP TABLE db_version_history»"),
    ],
    right: [
      // A bundle may create the table itself and insert its first row (law 3).
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
        "“\(table)” belongs to SQLScripts, which refuses this statement", at: statement.span,
        help: "Remove this statement.", severity: .error)
    }
    guard statement.succeeded, statement.script.file.kind != .default,
      statement.madeTable == nil,
      let table = statement.writtenTable ?? statement.emptiedTable ?? statement.droppedTable,
      table == "db_version" || table == "db_version_history"
    else { return }
    findings.report(
      "SQLScripts writes the version itself after this script", at: statement.span,
      help: "Remove this statement.")
  }
}
