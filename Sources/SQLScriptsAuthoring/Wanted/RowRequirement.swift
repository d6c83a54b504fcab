import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Something that the wanted table demands of rows, and that the old one did not.
struct RowRequirement {
  enum Kind {
    /// A new column needs a value.
    case newColumn
    case notNull
    case type
    /// The rows for which this is true do not fit.
    case check(String)
    /// Rows with the same key do not fit.
    case unique(UniqueKey)
    case foreignKey(SchemaForeignKey)
  }

  let kind: Kind
  let column: SchemaColumn?
  let table: SchemaTable

  /// Whether the old table does not have the column, so that its author knows all its values.
  let isNew: Bool

  /// The column, or the table if it is about several columns.
  var place: SchemaPlace { SchemaPlace(table.name, column?.name) }

  /// All demands of a table on the rows of another one.
  ///
  /// - Parameters:
  ///   - old: the schema of the table after the renames.
  ///   - new: the schema of the wanted table.
  ///   - filled: the columns that get other values, so that what was true before may be wrong.
  static func all(
    from now: SchemaTable, in old: SchemaSnapshot, to wanted: SchemaTable, in new: SchemaSnapshot,
    filled: Set<SQLName>
  ) -> [RowRequirement] {
    var found: [RowRequirement] = []
    func add(_ kind: Kind, _ column: SchemaColumn? = nil) {
      let isNew = column.map { now.column($0.name) == nil } ?? false
      found.append(RowRequirement(kind: kind, column: column, table: wanted, isNew: isNew))
    }
    let alias = wanted.rowIDAlias?.name
    for column in wanted.columns {
      if column.isGenerated {
        let before = now.column(column.name)
        if column.isNotNull, before.map({ !$0.isNotNull }) ?? true { add(.notNull, column) }
        continue
      }
      let isAlias = alias?.isSameName(as: column.name) ?? false
      guard let before = now.column(column.name) else {
        let hasDefault = column.defaultValue.map { $0.uppercased() != "NULL" } ?? false
        if column.isNotNull, !hasDefault, !isAlias { add(.newColumn, column) }
        continue
      }
      let wasAlias = now.rowIDAlias?.name.isSameName(as: column.name) ?? false
      // SQLite gives a row with NULL in its rowid a new number.
      if column.isNotNull || isAlias, !before.isNotNull, !wasAlias { add(.notNull, column) }
      let isStrict = wanted.isStrict && (!now.isStrict || column.type != before.type)
      // A rowid is an integer.
      if isAlias && wasAlias { continue }
      if isNarrower(column, of: wanted, than: before, of: now, isStrict: isStrict) || isAlias {
        add(.type, column)
      }
    }
    let oldKeys = keys(of: now)
    for key in keys(of: wanted)
    where !oldKeys.contains(where: key.isImplied)
      || key.columns.contains(where: { filled.contains(SQLName($0)) })
    {
      let columns = key.columns.compactMap { wanted.column($0) }
      let isEmpty = columns.contains { column in
        now.column(column.name) == nil && !column.isGenerated
          && !filled.contains(SQLName(column.name))
          && (column.defaultValue ?? "NULL").uppercased() == "NULL"
      }
      // Rows without a value are never the same.
      if isEmpty { continue }
      add(.unique(key), columns.count == 1 && key.terms.count == 1 ? columns[0] : nil)
    }
    let known = Set(RowCondition.all(of: now).map { CanonicalSQL($0.text) })
    for condition in RowCondition.all(of: wanted) {
      let columns = condition.columns.compactMap { wanted.column($0) }
      let isFilled = columns.contains { filled.contains(SQLName($0.name)) }
      if known.contains(CanonicalSQL(condition.text)), !isFilled { continue }
      add(.check(condition.text), columns.count == 1 ? columns[0] : nil)
    }
    for key in wanted.foreignKeys
    where !now.foreignKeys.contains(where: { $0.refers(in: old, to: key, in: new) }) {
      // A row with NULL in one of the columns refers to nothing.
      let isEmpty = key.columns.contains { name in
        now.column(name) == nil && !filled.contains(SQLName(name))
          && (wanted.column(name)?.defaultValue ?? "NULL").uppercased() == "NULL"
      }
      if isEmpty { continue }
      add(.foreignKey(key), key.columns.count == 1 ? wanted.column(key.columns[0]) : nil)
    }
    return found
  }

  private static func keys(of table: SchemaTable) -> [UniqueKey] {
    table.indexes.filter(\.isUnique).map { UniqueKey($0) }
      + [table.rowIDAlias].compactMap { $0 }.map { UniqueKey(rowID: $0.name) }
  }

  /// Whether a column may change a value or refuse it. A text is no longer exact as a number, and neither is a large
  /// integer as a real number.
  private static func isNarrower(
    _ column: SchemaColumn, of wanted: SchemaTable, than before: SchemaColumn,
    of now: SchemaTable, isStrict: Bool
  ) -> Bool {
    let (old, new) = (before.affinity(in: now), column.affinity(in: wanted))
    if isStrict { return column.type.uppercased() != "ANY" }
    if old == new || new == .blob { return false }
    return switch (old, new) {
    case (.integer, .numeric), (.numeric, .integer), (.integer, .text): false
    default: true
    }
  }

  /// Whether the defaults of new columns meet a CHECK, so that no row can violate it.
  func isMet(
    byDefaultsIn draft: SchemaDraft, besides now: SchemaTable, _ fills: [SchemaPlace: String]
  ) -> Bool {
    guard case .check(let condition) = kind else { return false }
    let names = Set(RowCondition.all(of: table).filter { $0.text == condition }.flatMap(\.columns))
    let columns = names.compactMap { table.column($0) }
    let areNew = columns.allSatisfy { column in
      now.column(column.name) == nil && !column.isGenerated
        && fills[SchemaPlace(table.name, column.name)] == nil
    }
    guard areNew, !columns.isEmpty else { return false }
    let values = columns.map { "(\($0.defaultValue ?? "NULL")) AS \($0.name.quotedName)" }
    return draft.isTrue(
      "(\(condition)) IS NOT FALSE", in: "SELECT \(values.joined(separator: ", "))")
  }

  /// Whether it is a CHECK with a column.
  func isCheck(of column: SchemaColumn) -> Bool {
    guard case .check(let condition) = kind else { return false }
    return MentionedNames(condition).names.contains { $0.isSameName(as: column.name) }
  }
}

extension SchemaForeignKey {
  /// Whether both refer to the same rows, whatever happens if these change.
  fileprivate func refers(
    in old: SchemaSnapshot, to other: SchemaForeignKey, in new: SchemaSnapshot
  ) -> Bool {
    SQLName(parent) == SQLName(other.parent)
      && columns.map { SQLName($0) } == other.columns.map { SQLName($0) }
      && parentKey(in: old).map { SQLName($0) } == other.parentKey(in: new).map { SQLName($0) }
  }

  /// The columns of the parent: its primary key unless others are named.
  func parentKey(in schema: SchemaSnapshot) -> [String] {
    keys.isEmpty ? schema[parent]?.primaryKey ?? [] : keys
  }
}

extension SchemaColumn {
  /// The affinity in a table. ANY has none in a STRICT one. See <https://www.sqlite.org/stricttables.html>.
  fileprivate func affinity(in table: SchemaTable) -> Affinity {
    table.isStrict && type.uppercased() == "ANY" ? .blob : affinity
  }
}
