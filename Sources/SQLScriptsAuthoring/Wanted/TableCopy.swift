import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Rebuilds a table with its rows, by SQLite's procedure for changes that ALTER TABLE cannot make.
///
/// See <https://www.sqlite.org/lang_altertable.html#making_other_kinds_of_table_schema_changes>. The runner does its
/// steps 1, 2 and 10 to 12: laws 12 and 17.
struct TableCopy {
  let statements: [String]

  init(
    _ update: TableUpdate, _ draft: SchemaDraft, _ answers: SchemaAnswers,
    besides names: Set<SQLName>
  ) throws(SchemaRefusal) {
    let (now, wanted) = (update.now, update.wanted)
    var name = "new_" + wanted.name
    while names.contains(SQLName(name)) { name = "new_" + name }
    let values = Self.values(of: update, answers)
    for value in values where value.isFill {
      if let problem = draft.problem(of: value.expression, over: now.name) {
        throw .wrongExpression(SchemaPlace(wanted.name, value.column), message: problem)
      }
    }
    var target = values.map(\.column.quotedName)
    var source = values.map(\.expression)
    if let rowIDs = Self.rowIDs(now, wanted, values) {
      target.insert(rowIDs.new, at: 0)
      source.insert(rowIDs.old, at: 0)
    }
    if target.isEmpty, let column = wanted.columns.first(where: { !$0.isGenerated }) {
      // Nothing is copied, but the number of rows stays.
      target = [column.name.quotedName]
      source = [column.defaultValue.map { "(\($0))" } ?? "NULL"]
    }
    var statements = [wanted.sql.creating(name, insteadOf: wanted.name)]
    // The algorithm of this statement counts, and not one of the table that would skip or replace rows.
    statements.append(
      "INSERT OR ABORT INTO \(name.quotedName) (\(target.joined(separator: ", ")))\n"
        + "SELECT \(source.joined(separator: ", ")) FROM \(now.name.quotedName)")
    if now.sql.isAutoincrement, wanted.sql.isAutoincrement {
      let (old, new) = (now.name.quoted(by: "'"), name.quoted(by: "'"))
      statements += [
        "DELETE FROM sqlite_sequence WHERE name = \(new)",
        "INSERT INTO sqlite_sequence (name, seq)\nSELECT \(new), seq FROM sqlite_sequence WHERE name = \(old)",
      ]
    }
    statements += [
      "DROP TABLE \(now.name.quotedName)",
      "ALTER TABLE \(name.quotedName) RENAME TO \(wanted.name.quotedName)",
    ]
    self.statements = statements
  }

  struct Value {
    let column: String
    let expression: String
    let isFill: Bool
  }

  /// The columns that are copied or computed. The others get their default.
  static func values(of update: TableUpdate, _ answers: SchemaAnswers) -> [Value] {
    update.wanted.columns.compactMap { column in
      guard !column.isGenerated else { return nil }
      let before = update.now.column(column.name)
      let name = before?.name.quotedName
      if let text = answers.fills[SchemaPlace(update.wanted.name, column.name)] {
        let fill = text + (SQLEnd(of: text).isInLineComment ? "\n" : "")
        let read = ColumnsRead(fill)
        let isOwn = read.names.contains(SQLName(column.name))
        // Only rows without a value need another one, and a constant must not replace the values that there are.
        let onlyNulls =
          read.isConstant(in: update.now)
          || !isOwn && update.nullLosers.contains(SQLName(column.name))
        let value = name.map { onlyNulls ? "coalesce(\($0), \(fill))" : "(\(fill))" } ?? "(\(fill))"
        return Value(column: column.name, expression: value, isFill: true)
      }
      return name.map { Value(column: column.name, expression: $0, isFill: false) }
    }
  }

  /// The names for copying rowids, because full-text indexes and rows of other tables may refer to them. Nil if a
  /// column already copies them, or if there are none.
  private static func rowIDs(
    _ now: SchemaTable, _ wanted: SchemaTable, _ values: [Value]
  ) -> (old: String, new: String)? {
    guard !now.isWithoutRowID, !wanted.isWithoutRowID,
      let source = String.rowIDName(besides: now.columns.map(\.name)),
      let target = String.rowIDName(besides: wanted.columns.map(\.name))
    else { return nil }
    if let alias = wanted.rowIDAlias,
      values.contains(where: { $0.column.isSameName(as: alias.name) })
    {
      return nil
    }
    return (source, target)
  }
}

extension String {
  fileprivate var isAutoincrement: Bool {
    let sql = SQLText(self)
    return sql.indices.contains { sql.word($0) == "AUTOINCREMENT" }
  }
}
