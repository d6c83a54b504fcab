import SQLScriptsSQL
import SQLScriptsSchema

/// A unique index on a condition or an expression over rows that exist.
package struct UniqueOnExistingRows: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, login TEXT UNIQUE, phone TEXT)"
  ]

  package static let documentation = RuleDocumentation(
    summary:
      "A unique index on an expression, or on some rows of a table, is created over existing rows.",
    severity: .warning,
    why:
      "It fails on devices where two rows have the same value. No later update is applied there.",
    wrong: [
      .init(before: user, "«CREATE UNIQUE INDEX user_login ON user (lower(login))»"),
      .init(before: user, "«CREATE UNIQUE INDEX user_login ON user (login COLLATE NOCASE)»"),
    ],
    right: [
      .init(
        before: user,
        "DELETE FROM user WHERE id NOT IN (SELECT min(id) FROM user GROUP BY lower(login))",
        "CREATE UNIQUE INDEX user_login ON user (lower(login))"),
      .init(
        "CREATE TABLE pet (id INTEGER PRIMARY KEY, name TEXT)",
        "CREATE UNIQUE INDEX pet_name ON pet (lower(name))"),
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    guard script.isComplete, script.failsOnTypicalRows == nil, !script.requiresOtherRows else {
      return
    }
    for statement in script.statements {
      guard let table = Self.table(indexedBy: statement, in: script) else { continue }
      findings.report(
        "fails if two rows of “\(table.name)” have the same value", at: statement.span,
        help: "Make them different, or delete all but one, in a statement before this one.")
    }
  }

  /// The table for whose existing rows a statement creates a special unique index.
  static func table(
    indexedBy statement: RehearsedStatement, in script: RehearsedScript
  ) -> SchemaTable? {
    guard statement.created?.kind == .index,
      let action = statement.actions.first(where: { $0.kind == .createIndex }),
      let table = script.before[action.detail], !table.columns.isEmpty,
      let index = script.after[action.detail]?.indexes.first(where: {
        $0.name.isSameName(as: action.name)
      }), index.isUnique, isSpecial(index, in: table),
      !table.indexes.contains(where: { $0.sql == index.sql && $0.sql != nil }),
      !script.statements.contains(where: { changesRows($0, of: SQLName(table.name)) })
    else { return nil }
    return table
  }

  /// Whether the index is on an expression, with another collation than the table's own keys, or on some rows.
  private static func isSpecial(_ index: SchemaIndex, in table: SchemaTable) -> Bool {
    let names = index.columns.map { $0?.asciiLowercased }
    if index.isPartial || names.contains(nil) { return true }
    return table.indexes.contains {
      $0.isUnique && $0.columns.map { $0?.asciiLowercased } == names
        && $0.collations.map(\.asciiLowercased) != index.collations.map(\.asciiLowercased)
    }
  }

  private static func changesRows(_ statement: RehearsedStatement, of table: SQLName) -> Bool {
    guard statement.succeeded, statement.verb != nil else { return false }
    return statement.writtenTable == table || statement.emptiedTable == table
  }
}
