import SQLScriptsFiles
import SQLScriptsSQL

/// ADD COLUMN with UNIQUE or PRIMARY KEY.
package struct AddUniqueOrPrimaryKeyColumn: Rule {
  package static let documentation = RuleDocumentation(
    summary: "ADD COLUMN cannot add a column that is UNIQUE or PRIMARY KEY.", severity: .error,
    why: RuleDocumentation.failsOnEveryDevice,
    wrong: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE user ADD COLUMN email TEXT «UNIQUE»"),
      .init(
        before: ["CREATE TABLE user (id INTEGER)"],
        "alter table user add number integer «primary key»"),
    ],
    right: [
      .init(
        before: ["CREATE TABLE user (id INTEGER PRIMARY KEY)"],
        "ALTER TABLE user ADD COLUMN email TEXT",
        "CREATE UNIQUE INDEX user_email ON user (email)")
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    let said = statement.error?.said
    let isUnique = said == .cannotAdd(.unique)
    guard isUnique || said == .cannotAdd(.primaryKey) else { return }
    let start = statement.addedColumn?.index ?? 0
    let words = isUnique ? ["UNIQUE"] : ["PRIMARY", "KEY"]
    let place = statement.tokens.indices.first { index in
      index > start && words.indices.allSatisfy { statement.word(index + $0) == words[$0] }
    }
    let span = place.map {
      statement.span(statement.tokens[$0], to: statement.tokens[$0 + words.count - 1])
    }
    let name = statement.addedColumn?.name ?? "the column"
    let tableName = statement.alteredTable ?? "…"
    findings.report(
      "“\(name)” cannot be added to an existing table as a \(words.joined(separator: " ")) column",
      at: span ?? statement.span,
      help: isUnique
        ? "Add it without UNIQUE, then write: CREATE UNIQUE INDEX \(tableName)_\(name) ON \(tableName) (\(name))"
        : "Add it without PRIMARY KEY, or rebuild the table: create a new one, copy the rows, "
          + "drop the old one, rename the new one."
    )
  }
}
