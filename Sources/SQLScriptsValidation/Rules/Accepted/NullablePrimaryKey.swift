import SQLScriptsDiagnostics

/// `id TEXT PRIMARY KEY`
package struct NullablePrimaryKey: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A primary key other than INTEGER PRIMARY KEY can be NULL in any number of rows.",
    severity: .info,
    why:
      "For compatibility with old databases, SQLite accepts NULL in such a key, even in several "
      + "rows. An app cannot look up a row without a key.",
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
      "primary key “\(definition.column.name)” can be NULL in several rows",
      at: statement.span(definition.name),
      help: "Write NOT NULL after the type of “\(definition.column.name)”.")
  }
}
