import SQLScriptsDiagnostics
import SQLScriptsSchema

/// `id INT PRIMARY KEY`
package struct NotRowidAlias: Rule {
  package static let documentation = RuleDocumentation(
    summary: "SQLite assigns IDs only to a column declared as INTEGER PRIMARY KEY.",
    severity: .warning,
    why: "With INT or BIGINT, SQLite assigns no ID: the key of each new row is NULL.",
    wrong: [
      .init("CREATE TABLE user («id» INT PRIMARY KEY, name TEXT)"),
      .init("CREATE TABLE user («id» BIGINT, name TEXT, PRIMARY KEY (id))"),
      .init("CREATE TABLE user («id» INTEGER PRIMARY KEY DESC, name TEXT)"),
      .init("CREATE TABLE user («id» SERIAL PRIMARY KEY, name TEXT)"),
    ],
    right: [
      .init("CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"),
      .init("CREATE TABLE user (id integer primary key autoincrement, name TEXT)"),
      .init("CREATE TABLE user (id INTEGER, name TEXT, PRIMARY KEY (id))"),
      .init("CREATE TABLE user (id INT NOT NULL PRIMARY KEY, name TEXT)"),
      .init("CREATE TABLE user (id INT PRIMARY KEY, name TEXT) WITHOUT ROWID"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.word(0) == "CREATE", let table = statement.definedTable,
      table.isNearlyRowIDAlias,
      let definition = statement.columnDefinitions.first(where: {
        $0.column.primaryKeyPosition == 1
      }),
      // Another rule reports AUTO_INCREMENT with the same advice.
      statement.mysqlOptions(of: definition).isEmpty
    else { return }
    let name = definition.column.name
    let isInteger = definition.column.type.uppercased() == "INTEGER"
    // PRIMARY KEY (id) is a constraint of the table.
    let isKey = definition.constraints.contains { statement.upper($0) == "PRIMARY" }
    let rest = isKey ? "" : " PRIMARY KEY"
    findings.report(
      "“\(name)” gets no automatic ID: it is NULL unless the app sets it",
      at: statement.span(definition.name),
      help: isInteger
        ? "Write “\(name)” INTEGER PRIMARY KEY, without DESC."
        : "Replace \(definition.column.type) with INTEGER\(rest), or add NOT NULL.")
  }
}

extension SchemaTable {
  /// Whether the key is a single nullable integer column that is not the rowid.
  var isNearlyRowIDAlias: Bool {
    guard kind == .table, !isWithoutRowID, rowIDAlias == nil, primaryKey.count == 1,
      let key = columns.first(where: { $0.primaryKeyPosition == 1 })
    else { return false }
    return !key.isNotNull
      && (Affinity(key.type) == .integer
        || ["SERIAL", "BIGSERIAL", "SMALLSERIAL"].contains(key.type.uppercased()))
  }
}
