import SQLScriptsSQL

/// CREATE TABLE … AS SELECT, which creates a table without constraints.
package struct CreateTableAs: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL)"
  ]

  package static let documentation = RuleDocumentation(
    summary: "CREATE TABLE … AS SELECT creates a table without keys, constraints and defaults.",
    severity: .error,
    why: "The table silently accepts duplicates and NULLs, and new rows get no IDs.",
    wrong: [
      .init(
        before: user, "«CREATE TABLE new_user AS» SELECT id, name FROM user",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(before: user, "«create table if not exists [copy] as» select * from user"),
    ],
    right: [
      .init(
        before: user, "CREATE TABLE new_user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
        "INSERT INTO new_user (id, name) SELECT id, name FROM user",
        "DROP TABLE user", "ALTER TABLE new_user RENAME TO user"),
      .init(
        before: user, "CREATE TABLE helper AS SELECT id FROM user",
        "DELETE FROM user WHERE id NOT IN (SELECT id FROM helper)", "DROP TABLE helper"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    for (index, statement) in script.statements.enumerated() {
      guard statement.succeeded, statement.isCreateTableAs, let made = statement.madeTable,
        let end = statement.outerIndex(of: "AS"),
        let name = finalName(of: made, in: script.statements[(index + 1)...]),
        let table = script.after[name]
      else { continue }
      let replaces = script.before[name] != nil
      findings.report(
        replaces
          ? "the new “\(table.name)” no longer has keys, constraints or defaults"
          : "“\(table.name)” gets no keys, constraints or defaults",
        at: statement.span(statement.tokens[0], to: statement.tokens[end]),
        help: "Write CREATE TABLE with all columns, then INSERT INTO … SELECT …",
        severity: replaces ? nil : .warning)
    }
  }

  /// The name of the table after the script; nil if the script drops it.
  private func finalName(of made: SQLName, in rest: ArraySlice<RehearsedStatement>) -> SQLName? {
    var name = made
    for statement in rest where statement.succeeded {
      if statement.droppedTable == name { return nil }
      if let (old, new) = statement.renamedTable, old == name { name = new }
    }
    return name
  }
}

extension RehearsedStatement {
  /// Whether it is CREATE TABLE … AS SELECT.
  var isCreateTableAs: Bool {
    guard has("CREATE", "TABLE", at: 0), let place = outerIndex(of: "AS") else { return false }
    return tokens.prefix(place).allSatisfy { $0.kind != .leftParenthesis }
  }
}
