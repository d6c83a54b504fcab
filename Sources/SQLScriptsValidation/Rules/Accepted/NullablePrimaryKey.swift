import SQLScriptsDiagnostics

/// `id TEXT PRIMARY KEY`
package struct NullablePrimaryKey: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A primary key that is no INTEGER PRIMARY KEY may be empty, in any number of rows.",
    severity: .info,
    why:
      "For the sake of old databases SQLite lets NULL into such a key, several times. A row without a "
      + "key is found by nobody.",
    wrong: [
      .init("CREATE TABLE user («id» TEXT PRIMARY KEY, name TEXT)"),
      .init("CREATE TABLE user («a» TEXT, b TEXT, PRIMARY KEY (a, b))"),
    ],
    right: [
      .init("CREATE TABLE user (id TEXT PRIMARY KEY NOT NULL, name TEXT)"),
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"),
      .init("CREATE TABLE user (id TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.word(0) == "CREATE", let table = statement.definedTable, !table.isWithoutRowID,
      table.rowIDAlias == nil, !table.isNearlyRowIDAlias,
      let definition = statement.columnDefinitions.first(where: {
        $0.column.primaryKeyPosition > 0 && !$0.column.isNotNull
      })
    else { return }
    findings.report(
      "The primary key “\(definition.column.name)” may be empty, in several rows",
      at: statement.span(definition.name),
      help: "Write NOT NULL behind the type of “\(definition.column.name)”.")
  }
}
