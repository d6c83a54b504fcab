/// One difference between two schemas.
package struct SchemaChange: Sendable, Hashable {
  package enum Action: Sendable {
    case added, removed, changed, renamed
  }

  package enum Subject: Sendable {
    case table, virtualTable, view, column, columnOrder, primaryKey, unique, check, foreignKey,
      option
    case index, trigger
  }

  package let action: Action
  package let subject: Subject
  /// The name, or the columns of a UNIQUE, or the condition of a CHECK.
  package let name: String
  /// The table that it belongs to; for a table or view, its own name.
  package let table: String
  /// The new and the old value of a change, as text; the old name of a renamed table or column.
  package let detail: String
  /// Whether it only affects statements that do not name columns.
  package let isCosmetic: Bool

  init(
    _ action: Action, _ subject: Subject, _ name: String, of table: String, detail: String = "",
    isCosmetic: Bool = false
  ) {
    self.action = action
    self.subject = subject
    self.name = name
    self.table = table
    self.detail = detail
    self.isCosmetic = isCosmetic
  }

  package static func renamedTable(_ old: String, to new: String) -> SchemaChange {
    SchemaChange(.renamed, .table, new, of: new, detail: old)
  }

  package static func renamedColumn(
    _ old: String, to new: String, of table: String
  ) -> SchemaChange {
    SchemaChange(.renamed, .column, new, of: table, detail: old)
  }

  /// The object, without an article: “index “user_email” on “user””.
  package var noun: String {
    switch subject {
    case .table: "table “\(name)”"
    case .virtualTable: "virtual table “\(name)”"
    case .view: "view “\(name)”"
    case .column: "column “\(name)” in “\(table)”"
    case .columnOrder: "order of the columns of “\(table)”"
    case .primaryKey: "primary key of “\(table)”"
    case .unique: "UNIQUE (\(name)) in “\(table)”"
    case .check: "CHECK (\(name)) in “\(table)”"
    case .foreignKey: "reference (\(name)) in “\(table)”"
    case .option: "\(name) of “\(table)”"
    case .index: "index “\(name)” on “\(table)”"
    case .trigger: "trigger “\(name)” on “\(table)”"
    }
  }
}

extension SchemaChange: CustomStringConvertible {
  /// The change to the first schema: “adds the column “age” in “user””.
  package var description: String {
    switch action {
    case .added: "adds the \(noun)"
    case .removed: "removes the \(noun)"
    case .changed: "changes the \(noun): \(detail)"
    case .renamed where subject == .column:
      "renames the column “\(detail)” in “\(table)” to “\(name)”"
    case .renamed: "renames the \(subject) “\(detail)” to “\(name)”"
    }
  }
}
