import SQLScriptsDatabase
import SQLScriptsDiagnostics
import SQLScriptsSQL

/// DROP COLUMN for a column that an index or a constraint uses.
///
/// Other rules handle views and triggers.
package struct ColumnInUse: Rule {
  private static let user =
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT UNIQUE)"

  package static let documentation = RuleDocumentation(
    summary: "A dropped column is still used by an index or a constraint.", severity: .error,
    why:
      "SQLite refuses the statement. The script fails on every device, so no later update is applied.",
    wrong: [
      .init(
        before: [user, "CREATE INDEX user_name ON user (name)"],
        "ALTER TABLE user DROP COLUMN «name»"),
      .init(before: [user], "ALTER TABLE user DROP COLUMN «email»"),
      .init(before: [user], "ALTER TABLE user DROP «id»"),
      .init(
        before: ["CREATE TABLE pet (id INTEGER, owner INTEGER, CHECK (owner > id))"],
        "ALTER TABLE pet DROP COLUMN «owner»"),
    ],
    right: [
      .init(
        before: [user, "CREATE INDEX user_name ON user (name)"],
        "DROP INDEX user_name", "ALTER TABLE user DROP COLUMN name")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard let error = statement.error, statement.denial == nil,
      let dropped = statement.columnToDrop,
      let words = words(error, dropped.table, dropped.column)
    else { return }
    findings.report(
      words.message, at: statement.span(dropped.token), why: "SQLite said “\(error.message)”.",
      help: words.help)
  }

  private func words(
    _ error: SQLiteError, _ table: String, _ column: String
  ) -> (message: String, help: String)? {
    let rebuild =
      "Rebuild the table without the column: sqlscripts generate rebuild \(table) --as 'CREATE TABLE \(table) (…)'"
    switch error.said {
    case .cannotDrop(.primaryKey):
      return ("“\(column)” is the primary key of “\(table)” and cannot be dropped", rebuild)
    case .cannotDrop(.unique):
      return ("“\(column)” is UNIQUE in “\(table)” and cannot be dropped", rebuild)
    case .cannotDrop(.last):
      return (
        "“\(column)” is the only column of “\(table)” and cannot be dropped",
        "To drop the whole table, write DROP TABLE \(table)."
      )
    case .broken(.index, let name, .dropColumn, _):
      return (
        "“\(column)” of “\(table)” is used by the index “\(name)” and cannot be dropped",
        "Before this statement, write: DROP INDEX \(name)"
      )
    case .broken(.table, let name, .dropColumn, _):
      return ("“\(column)” is used by a key or a CHECK of “\(name)” and cannot be dropped", rebuild)
    default: return nil
    }
  }
}

extension RehearsedStatement {
  /// The table and column that ALTER TABLE … DROP COLUMN names, even if the statement failed.
  fileprivate var columnToDrop: (table: String, column: String, token: SQLToken)? {
    guard let table = alteredTable, case .dropColumn(let index) = alteration else { return nil }
    return (table, name(index), tokens[index])
  }
}
