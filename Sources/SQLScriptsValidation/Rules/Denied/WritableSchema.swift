import SQLScripts
import SQLScriptsSQL

/// Statements that write to SQLite's schema tables.
package struct WritableSchema: Rule {
  package static let documentation = RuleDocumentation(
    summary: "A script writes to the tables in which SQLite stores the schema.", severity: .error,
    why:
      "A mistake there can make the whole database unreadable. SQLScripts refuses such statements.",
    wrong: [
      .init("«PRAGMA writable_schema = ON»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"],
        "«UPDATE sqlite_master SET sql = 'CREATE TABLE user (id TEXT)' WHERE name = 'user'»"),
      .init("«DELETE FROM sqlite_schema»"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY AUTOINCREMENT)"],
        "SELECT sql FROM sqlite_master", "UPDATE sqlite_sequence SET seq = 9 WHERE name = 'user'")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    if case .pragma(let name) = statement.denial, name.asciiLowercased == "writable_schema" {
      findings.report(
        "PRAGMA writable_schema is not allowed in a script", at: statement.span, help: Self.help)
    } else if case .mayNotBeModified(let table) = statement.error?.said, SQLName(table).isReserved {
      findings.report(
        "a script may not write to SQLite's schema tables", at: statement.span, help: Self.help)
    }
  }

  private static let help =
    "Use ALTER TABLE, or rebuild the table: create a new one, copy the rows, drop the old one, "
    + "rename the new one."
}
