import SQLScriptsSQL
import SQLScriptsSchema

/// ADD COLUMN … NOT NULL without a default.
package struct AddNotNullWithoutDefault: Rule {
  private static let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"]

  package static let documentation = RuleDocumentation(
    summary: "A new column is NOT NULL and has no default, so existing rows have no value for it.",
    severity: .error,
    why: "It passes on an empty table and fails on any device where the table has rows.",
    wrong: [
      .init(before: user, "ALTER TABLE user ADD COLUMN age INTEGER «NOT NULL»"),
      .init(before: user, "alter table \"user\" add age integer «not null» check (age > 0)"),
      .init(before: user, "ALTER TABLE user ADD COLUMN age INTEGER «NOT NULL» DEFAULT NULL"),
    ],
    right: [
      .init(before: user, "ALTER TABLE user ADD COLUMN age INTEGER NOT NULL DEFAULT 0"),
      .init(before: user, "ALTER TABLE user ADD COLUMN age INTEGER"),
      .init(
        "CREATE TABLE pet (id INTEGER PRIMARY KEY)",
        "ALTER TABLE pet ADD COLUMN name TEXT NOT NULL"),
    ], canBeAllowed: false)

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.error?.said == Self.reason else { return }
    report(statement, &findings)
  }

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    let failure = script.failsOnTypicalRows
    for (index, statement) in script.statements.enumerated() where statement.succeeded {
      if failure?.place == .statement(index), failure?.error.said == Self.reason {
        report(statement, &findings)
      } else if let added = statement.addedColumn, isMissed(added.name, statement, script) {
        report(statement, &findings)
      }
    }
  }

  private static let reason = SQLiteMeaning.cannotAdd(.notNull)

  /// Whether it would have failed with sample rows: the table accepts none, or the rehearsal stopped earlier.
  private func isMissed(
    _ column: String, _ statement: RehearsedStatement, _ script: RehearsedScript
  ) -> Bool {
    guard
      let table = statement.actions.first(where: { $0.kind == .alterTable }).map({
        SQLName($0.name)
      }),
      let before = script.before[table], before.kind == .table, before.column(column) == nil,
      let added = statement.after[table]?.column(column), added.isNotNull, !added.isGenerated,
      (added.defaultValue ?? "NULL").uppercased() == "NULL"
    else { return false }
    return script.rows[table].map { $0.before == 0 } ?? true
  }

  private func report(_ statement: RehearsedStatement, _ findings: inout Findings) {
    let column = statement.addedColumn?.name ?? ""
    let table = statement.actions.first { $0.kind == .alterTable }?.name ?? ""
    let start = statement.addedColumn?.index ?? 0
    let place = statement.tokens.indices.first {
      $0 > start && statement.has("NOT", "NULL", at: $0)
    }
    findings.report(
      "fails if “\(table)” has any rows",
      at: place.map { statement.span(statement.tokens[$0], to: statement.tokens[$0 + 1]) }
        ?? statement.span,
      label: "existing rows have no value for “\(column)”",
      help: "Add a default value, such as NOT NULL DEFAULT \(Self.example(for: statement)).")
  }

  /// A default value that fits the type of the column that a statement adds.
  static func example(for statement: RehearsedStatement) -> String {
    let type = statement.addedType
    switch Affinity(type) {
    case .text: return "''"
    case .blob where !type.isEmpty: return "x''"
    // 0 is in 1970, if it is a time at all.
    case .numeric where ["DATE", "TIME"].contains(where: type.containsIgnoringCase): return "''"
    default: return "0"
    }
  }
}
