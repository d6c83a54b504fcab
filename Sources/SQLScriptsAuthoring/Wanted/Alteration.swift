import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// ALTER TABLE statements that make a table the wanted one. They keep all rows in their place.
struct Alteration {
  let statements: [String]

  /// Whether columns are only added, which breaks no view and no trigger.
  let onlyAdds: Bool

  /// Fails if they would not give the wanted table, or could fail because of rows.
  ///
  /// - Parameter isEmpty: whether the table has no rows on any device.
  init?(
    _ now: SchemaTable, _ wanted: SchemaTable, _ draft: SchemaDraft, _ schema: SchemaSnapshot,
    dropping indexes: [SchemaIndex], checking requirements: [RowRequirement],
    isEmpty: Bool, sqlite: SQLiteVersion
  ) {
    let drops = now.columns.filter { wanted.column($0.name) == nil }
    let adds = wanted.columns.filter { now.column($0.name) == nil }
    // SQLite adds columns at the end.
    let end = wanted.columns.suffix(adds.count).map { SQLName($0.name) }
    guard end == adds.map({ SQLName($0.name) }), !(drops.isEmpty && adds.isEmpty),
      // ALTER TABLE drops columns since SQLite 3.35, and without mistakes since 3.35.5.
      drops.isEmpty || sqlite >= SQLiteVersion(3, 35, 5), let parts = TableDefinition(wanted)
    else { return nil }
    var statements = drops.map {
      "ALTER TABLE \(now.name.quotedName) DROP COLUMN \($0.name.quotedName)"
    }
    // Before SQLite 3.32, even a table without rows needs a default value.
    let needsDefault = !isEmpty || sqlite < SQLiteVersion(3, 32)
    for column in adds {
      guard let definition = parts.definition(of: column.name),
        Self.canBeAdded(column, definition, needsDefault: needsDefault),
        !requirements.contains(where: { $0.isCheck(of: column) })
      else { return nil }
      statements.append("ALTER TABLE \(now.name.quotedName) ADD COLUMN \(definition)")
    }
    let before = indexes.map { "DROP INDEX \($0.name.quotedName)" }
    guard let result = draft.table(now, after: before + statements),
      SchemaDifference(from: result, in: draft.snapshot, to: wanted, in: schema).changes
        .allSatisfy({ $0.subject == .index || $0.subject == .trigger })
    else { return nil }
    self.statements = statements
    onlyAdds = drops.isEmpty
  }

  /// Whether SQLite adds a column to a table with rows, and checks nothing that they could violate.
  ///
  /// See <https://www.sqlite.org/lang_altertable.html#alter_table_add_column>. An empty table accepts more.
  private static func canBeAdded(
    _ column: SchemaColumn, _ definition: String, needsDefault: Bool
  ) -> Bool {
    let sql = SQLText(definition)
    let words = Set(sql.indices.map { sql.word($0) })
    guard !words.contains("STORED") else { return false }
    guard let value = column.defaultValue else {
      return !column.isNotNull || !needsDefault
    }
    if words.contains("REFERENCES") { return false }
    let tokens = SQLText(value)
    let count = tokens.tokens.count
    let isSigned = count == 2 && ["+", "-"].contains(tokens.text(tokens.tokens[0]))
    guard count == 1 || isSigned else { return false }
    switch tokens.kind(count - 1) {
    case .integer, .float: return true
    case .string, .blob, .quotedName: return count == 1
    case .word:
      return count == 1 && ["NULL", "TRUE", "FALSE"].contains(tokens.word(0))
        && !(column.isNotNull && tokens.word(0) == "NULL")
    default: return false
    }
  }
}
