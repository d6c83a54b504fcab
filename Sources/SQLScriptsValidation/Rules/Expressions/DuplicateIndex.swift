import SQLScriptsSQL
import SQLScriptsSchema

/// A second index on the same columns.
package struct DuplicateIndex: Rule {
  private static let user = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT UNIQUE)",
    "CREATE INDEX by_name ON user (name)",
  ]

  package static let documentation = RuleDocumentation(
    summary: "A new index is the same as one that exists.", severity: .warning,
    why: "It takes space and time, and no query becomes faster.",
    wrong: [
      .init(before: user, "«CREATE INDEX user_name ON user (name)»"),
      .init(before: user, "«CREATE INDEX by_email ON user (email)»"),
    ],
    right: [
      .init(before: user, "CREATE INDEX by_both ON user (name, email)"),
      .init(before: user, "CREATE UNIQUE INDEX unique_name ON user (name COLLATE NOCASE)"),
      .init(before: user, "CREATE INDEX down ON user (name DESC) WHERE name > ''"),
    ])

  package init() {}

  package func check(_ statement: RehearsedStatement, _ findings: inout Findings) {
    guard statement.succeeded, let created = statement.created, created.kind == .index,
      let action = statement.actions.first(where: { $0.kind == .createIndex }),
      let table = statement.after[SQLName(action.detail)],
      let index = table.indexes.first(where: { $0.name.isSameName(as: action.name) }),
      !index.isPartial, index.columns.allSatisfy({ $0 != nil }),
      let twin = table.indexes.first(where: { Self.serves($0, for: index) })
    else { return }
    if twin.sql == nil {
      // Many authors are not aware of these indexes, and mean no harm.
      return findings.report(
        "UNIQUE and PRIMARY KEY create an index, so these columns already have one",
        at: statement.span, help: "Remove this statement.",
        severity: index.isUnique ? .warning : .info)
    }
    findings.report(
      "“\(twin.name)” already indexes the same columns", at: statement.span,
      help: "Remove this statement.")
  }

  private static func serves(_ other: SchemaIndex, for index: SchemaIndex) -> Bool {
    !other.name.isSameName(as: index.name) && !other.isPartial
      && (other.isUnique || !index.isUnique)
      && other.columns.map { $0?.asciiLowercased } == index.columns.map { $0?.asciiLowercased }
      && other.collations.map { $0.asciiLowercased } == index.collations.map { $0.asciiLowercased }
      && other.isDescending == index.isDescending
  }
}
