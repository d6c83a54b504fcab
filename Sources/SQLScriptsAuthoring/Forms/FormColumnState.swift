import SQLScriptsSQL
import SQLScriptsSchema

/// What a form shows of an existing column.
struct FormColumnState {
  let isRequired: Bool
  let isKey: Bool
  /// Whether the column alone is the primary key.
  let isOnlyKey: Bool
  /// The indexes and constraints because of which no value occurs twice, without the primary key.
  let uniqueIndexes: [SchemaIndex]
  let references: [SchemaForeignKey]
  private let value: CanonicalSQL?

  init(_ column: SchemaColumn, in table: SchemaTable) {
    isRequired = column.isNotNull
    isKey = column.primaryKeyPosition > 0
    isOnlyKey = isKey && table.primaryKey.count == 1
    uniqueIndexes = table.indexes.filter { index in
      index.isUnique && !index.isPartial && index.origin != .primaryKey
        && index.columns.map { SQLName($0 ?? "") } == [SQLName(column.name)]
    }
    references = table.foreignKeys.filter {
      $0.columns.map { SQLName($0) } == [SQLName(column.name)]
    }
    value = column.defaultValue.flatMap { Self.canonical($0, FormType(sql: column.type)) }
  }

  var isUnique: Bool { !uniqueIndexes.isEmpty }

  var reference: FormReference? {
    references.first.map {
      FormReference(table: $0.parent, onDelete: FormReference.Action(sql: $0.onDelete))
    }
  }

  /// Whether a default is the same; nil stands for none.
  func hasDefault(_ sql: String?, _ type: FormType) -> Bool {
    value == sql.flatMap { Self.canonical($0, type) }
  }

  private static func canonical(_ sql: String, _ type: FormType) -> CanonicalSQL? {
    let value = CanonicalSQL(sql).unwrapped
    if value.tokens == ["null"] { return nil }
    guard type == .yesno else { return value }
    return switch value.tokens {
    case ["true"]: CanonicalSQL("1")
    case ["false"]: CanonicalSQL("0")
    default: value
    }
  }
}

extension FormColumn {
  /// The column with the new name of its own table in the reference.
  func referring(to name: String, insteadOf old: String) -> FormColumn {
    var column = self
    if column.belongsTo?.table.isSameName(as: old) ?? false { column.belongsTo?.table = name }
    return column
  }
}
