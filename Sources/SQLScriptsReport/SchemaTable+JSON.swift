import SQLScriptsDescription
import SQLScriptsReporting
import SQLScriptsSQL
import SQLScriptsSchema

extension SchemaTable {
  package var json: JSONText {
    .object([
      .init("name", .string(name)), .init("kind", .string(kind.rawValue)),
      .init("sql", .string(sql)), .init("columns", .array(columns.map { json(of: $0) })),
      .init("references", .array(foreignKeys.map(\.json))),
      .init("indexes", .array(indexes.filter { $0.origin == .created }.map(\.json))),
      .init("triggers", .array(triggers.map { .string($0.name) })),
      .init("strict", .bool(isStrict)), .init("withoutRowID", .bool(isWithoutRowID)),
    ])
  }

  private func json(of column: SchemaColumn) -> JSONText {
    let isUnique = indexes.contains {
      $0.isUnique && !$0.isPartial && $0.columns.map { SQLName($0 ?? "") } == [SQLName(column.name)]
    }
    return .object([
      .init("name", .string(column.name)), .init("type", .string(column.type)),
      .init("words", .string(column.typeWords)), .init("required", .bool(column.isNotNull)),
      .init("default", .string(column.defaultValue)),
      .init("key", .int(column.primaryKeyPosition)), .init("unique", .bool(isUnique)),
      .init("generated", .bool(column.isGenerated)),
      .init("numbered", .bool(rowIDAlias?.name.isSameName(as: column.name) ?? false)),
    ])
  }
}

extension SchemaForeignKey {
  fileprivate var json: JSONText {
    .object([
      .init("columns", .array(columns.map { .string($0) })), .init("parent", .string(parent)),
      .init("parentColumns", .array(keys.map { .string($0) })),
      .init("onDelete", .string(onDelete)),
    ])
  }
}

extension SchemaIndex {
  fileprivate var json: JSONText {
    .object([
      .init("name", .string(name)), .init("columns", .array(columns.map { .string($0) })),
      .init("unique", .bool(isUnique)), .init("partial", .bool(isPartial)),
    ])
  }
}
