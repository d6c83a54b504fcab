import SQLScriptsDiagnostics
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

  /// The number of the step that a finding is about, and the statements to write instead: the column without UNIQUE, and a
  /// unique index. Nil if the rows would not be unique, because all of them get the same value, or if UNIQUE says more.
  package static func parts(
    for finding: Diagnostic, in script: RehearsedScript
  ) -> (number: Int, sql: [String])? {
    for statement in script.statements {
      guard
        let index = statement.tokens.indices.first(where: {
          statement.word($0) == "UNIQUE" && statement.span(statement.tokens[$0]) == finding.span
        })
      else { continue }
      let others: Set = ["DEFAULT", "CONSTRAINT", "GENERATED", "AS", "CONFLICT"]
      guard index > 0,
        !statement.tokens.indices.contains(where: { others.contains(statement.word($0)) }),
        let column = statement.addedColumn?.name, let table = statement.alteredTable,
        case let name = "\(table)_\(column)", statement.before[name] == nil,
        !statement.before.tables.values.contains(where: { other in
          other.indexes.contains { $0.name.isSameName(as: name) }
        })
      else { return nil }
      let (last, word) = (statement.tokens[index - 1].range, statement.tokens[index].range)
      let words = last.upperBound..<word.upperBound
      let bytes = statement.bytes(after: [StatementEdit(words, "")])
      let columns = "\(table.quotedIfNeeded) (\(column.quotedIfNeeded))"
      return (
        statement.number,
        [
          String(decoding: bytes, as: UTF8.self),
          "CREATE UNIQUE INDEX \(name.quotedIfNeeded) ON \(columns)",
        ]
      )
    }
    return nil
  }
}
