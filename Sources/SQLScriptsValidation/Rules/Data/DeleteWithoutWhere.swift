import SQLScriptsSQL

/// A DELETE that deletes every row.
package struct DeleteWithoutWhere: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A DELETE without WHERE deletes every row of its table.", severity: .warning,
    why: RuleDocumentation.deletesUserData,
    wrong: [
      .init(before: ["CREATE TABLE session (id INTEGER PRIMARY KEY)"], "«DELETE FROM session»"),
      .init(
        before: ["CREATE TABLE session (id INTEGER PRIMARY KEY)"],
        "«delete from [session] /* WHERE id = 1 */ returning (select 1 where 1)»"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE session (id INTEGER PRIMARY KEY, ended INTEGER)"],
        "DELETE FROM session WHERE ended = 1"),
      .init(
        before: ["CREATE TABLE session (id INTEGER PRIMARY KEY)"],
        "/* sqlscripts: ignore[delete-without-where] sessions are only a cache */ DELETE FROM session"
      ),
      .init(
        "CREATE TABLE helper (id INTEGER PRIMARY KEY)", "INSERT INTO helper (id) VALUES (1)",
        "DELETE FROM helper"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    var copied: Set<SQLName> = []
    for statement in script.statements where statement.succeeded {
      if let target = statement.writtenTable {
        copied.formUnion(statement.readTables.subtracting([target]))
      }
      guard let table = statement.emptiedTable, let before = script.before[table],
        statement.outerIndex(of: "WHERE") == nil, statement.outerIndex(of: "LIMIT") == nil,
        !script.allowsRowLoss(of: table), !copied.contains(table)
      else { continue }
      findings.report(
        "deletes every row of “\(before.name)”", at: statement.span,
        help: "Select rows with WHERE, or " + Suppressions.howTo("delete-without-where")
      )
    }
  }
}
