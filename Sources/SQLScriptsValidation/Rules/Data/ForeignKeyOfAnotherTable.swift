import SQLScriptsSQL
import SQLScriptsSchema

/// `INSERT INTO message_new (id, profile_id) SELECT id, user_id FROM message`
package struct ForeignKeyOfAnotherTable: Rule {
  private static let tables = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    "CREATE TABLE post (id INTEGER PRIMARY KEY, user INTEGER NOT NULL REFERENCES user (id))",
    "INSERT INTO user (id, name) VALUES (1, 'Tom')",
  ]
  private static let profile =
    "CREATE TABLE profile (id INTEGER PRIMARY KEY, name TEXT)"
  private static let newPost =
    "CREATE TABLE new_post (id INTEGER PRIMARY KEY, profile INTEGER REFERENCES profile (id))"

  package static let documentation = RuleDocumentation(
    summary: "A reference to one table is copied into a reference to another one.",
    severity: .warning,
    why: "The rows of the new table have other IDs, so references point at other rows, or at none.",
    wrong: [
      .init(
        before: tables, profile, "INSERT INTO profile (name) SELECT name FROM user ORDER BY name",
        newPost, "INSERT INTO new_post (id, profile) SELECT id, «user» FROM post")
    ],
    right: [
      .init(
        before: tables, profile, "INSERT INTO profile (id, name) SELECT id, name FROM user",
        newPost, "INSERT INTO new_post (id, profile) SELECT id, user FROM post")
    ])

  package init() {}

  package func check(_ script: RehearsedScript, _ findings: inout Findings) {
    let made = Set(script.statements.filter(\.succeeded).compactMap(\.madeTable))
    guard !made.isEmpty else { return }
    for statement in script.statements where statement.succeeded && statement.hasExpressions {
      guard let target = statement.writtenTable.flatMap({ statement.before[$0] }),
        statement.madeTable == nil
      else { continue }
      let sources = statement.namedTables(in: statement.indices)
      for (name, value) in statement.storedValues where value.count == 1 || value.count == 3 {
        guard let new = target.reference(of: name), made.contains(SQLName(new.parent)),
          let source = statement.column(at: value.upperBound - 1, of: sources),
          let old = source.table.table.reference(of: source.column.name),
          SQLName(old.parent) != SQLName(new.parent), !isRelated(old, new, script),
          !copiesKeys(from: old, to: new, script)
        else { continue }
        findings.report(
          "“\(source.column.name)” refers to “\(old.parent)”, but “\(name)” refers to “\(new.parent)”, whose rows have other IDs",
          at: statement.span(value.lowerBound...value.upperBound - 1),
          help:
            "Give the rows of “\(new.parent)” the same IDs, or look up the new ones with a subquery."
        )
      }
    }
  }

  /// Whether one table replaces the other.
  private func isRelated(
    _ old: SchemaForeignKey, _ new: SchemaForeignKey, _ script: RehearsedScript
  ) -> Bool {
    script.lineages.contains {
      $0.kind != .moved && $0.names.isSuperset(of: [SQLName(old.parent), SQLName(new.parent)])
    }
  }

  /// Whether a statement copies the rows with their keys.
  private func copiesKeys(
    from old: SchemaForeignKey, to new: SchemaForeignKey, _ script: RehearsedScript
  ) -> Bool {
    script.statements.contains { statement in
      guard statement.succeeded, statement.writtenTable == SQLName(new.parent),
        statement.madeTable == nil, let table = statement.before[new.parent],
        let key = new.keys.first ?? table.primaryKey.first
      else { return false }
      let sources = statement.namedTables(in: statement.indices)
      return statement.storedValues.contains { column, value in
        column.isSameName(as: key) && !value.isEmpty
          && (statement.column(at: value.upperBound - 1, of: sources).map {
            SQLName($0.table.table.name) == SQLName(old.parent)
              || $0.table.table.reference(of: $0.column.name)?.parent == old.parent
          } ?? true)
      } || statement.copiedTable == SQLName(old.parent)
    }
  }
}

extension SchemaTable {
  /// The foreign key of a single column.
  fileprivate func reference(of column: String) -> SchemaForeignKey? {
    foreignKeys.first { $0.columns.count == 1 && $0.columns[0].isSameName(as: column) }
  }
}
