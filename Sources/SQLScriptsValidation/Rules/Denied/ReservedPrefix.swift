import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL

/// Names that SQLite reserves.
package struct ReservedPrefix: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A name starts with “sqlite_”, which SQLite reserves.", severity: .error,
    why: RuleDocumentation.failsOnEveryDevice,
    wrong: [
      .init("CREATE TABLE «sqlite_user» (id INTEGER)"),
      .init("create view «SQLite_v» as select 1"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "ALTER TABLE user RENAME TO «sqlite_user»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"], "CREATE INDEX «sqlite_i» ON user (id)"),
    ],
    right: [.init("CREATE TABLE my_sqlite_user (sqlite_id INTEGER)")], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard case .reservedName(let name) = statement.error?.said else { return }
    let token = statement.createdToken ?? statement.lastToken(named: name)
    findings.report(
      "a name cannot start with “sqlite_”", at: token.map { statement.span($0) } ?? statement.span,
      help: "Choose another name, such as “\(name.dropFirst("sqlite_".count))”.")
  }
}
