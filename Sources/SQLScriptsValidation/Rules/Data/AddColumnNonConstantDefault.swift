import SQLScriptsDiagnostics
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// ADD COLUMN … DEFAULT CURRENT_TIMESTAMP, or any other non-constant default.
package struct AddColumnNonConstantDefault: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A new column has a non-constant default, which existing rows cannot get.",
    severity: .error,
    why: "It passes on an empty table and fails on any device where the table has rows.",
    wrong: [
      .init(before: user, "ALTER TABLE user ADD COLUMN made TEXT «DEFAULT CURRENT_TIMESTAMP»"),
      .init(before: user, "alter table user add made integer «default (1 + 1)»"),
      .init(
        before: user, "ALTER TABLE user ADD COLUMN made TEXT NOT NULL «DEFAULT (datetime('now'))»"
      ),
    ],
    right: [
      .init(
        before: user, "ALTER TABLE user ADD COLUMN made TEXT",
        "UPDATE user SET made = CURRENT_TIMESTAMP"),
      .init(before: user, "ALTER TABLE user ADD COLUMN made TEXT DEFAULT 'CURRENT TIME'"),
      .init(before: user, "ALTER TABLE user ADD COLUMN number INTEGER DEFAULT (1)"),
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.error?.said == Self.reason else { return }
    report(statement, &findings)
  }

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard let failure = script.failsOnTypicalRows, failure.error.said == Self.reason,
      let statement = script.statement(of: failure)
    else { return }
    report(statement, &findings)
  }

  private static let reason = SQLiteMeaning.cannotAdd(.computedDefault)

  private func report(_ statement: RehearsedStatement, _ findings: inout Findings) {
    let added = statement.addedColumn
    let column = added?.name ?? ""
    let table = statement.actions.first { $0.kind == .alterTable }?.name ?? ""
    let cure = "then set it: UPDATE \(table.quotedIfNeeded) SET \(column.quotedIfNeeded) = …"
    findings.report(
      "fails if “\(table)” has any rows",
      at: place(statement) ?? statement.span,
      label: "existing rows cannot get a non-constant default",
      help: isNotNull(statement)
        ? "Add “\(column)” as NOT NULL DEFAULT \(AddNotNullWithoutDefault.example(for: statement)), \(cure)"
        : "Add “\(column)” without a default, \(cure)")
  }

  /// Whether it would also fail without the default.
  private func isNotNull(_ statement: RehearsedStatement) -> Bool {
    let start = statement.addedColumn?.index ?? 0
    return statement.indices.contains { $0 > start && statement.has("NOT", "NULL", at: $0) }
  }

  private func place(_ statement: RehearsedStatement) -> SourceSpan? {
    let start = statement.addedColumn?.index ?? 0
    guard
      let index = statement.tokens.indices.first(where: {
        $0 > start && statement.word($0) == "DEFAULT"
      }), statement.tokens.indices.contains(index + 1)
    else { return nil }
    var end = index + 1
    if statement.tokens[end].kind == .leftParenthesis {
      end =
        statement.outerIndices(from: end).first.map { $0 - 1 } ?? statement.tokens.count - 1
    }
    return statement.span(statement.tokens[index], to: statement.tokens[end])
  }
}
