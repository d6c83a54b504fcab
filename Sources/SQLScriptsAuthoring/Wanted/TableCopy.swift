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
    var statements = [wanted.sql.creating(name, insteadOf: wanted.name)]
    if !target.isEmpty {
      // The algorithm of this statement counts, and not one of the table that would skip or replace rows.
      statements.append(
        "INSERT OR ABORT INTO \(name.quotedName) (\(target.joined(separator: ", ")))\n"
          + "SELECT \(source.joined(separator: ", ")) FROM \(now.name.quotedName)")
    }
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

  /// What to select from, to get the rows before the update with the names of the wanted columns.
  static func source(
    of update: TableUpdate, _ draft: SchemaDraft, _ answers: SchemaAnswers
  ) -> String {
    let table = draft.formerName(of: update.now.name).quotedName
    var isPlain = true
    let columns = values(of: update, answers).map { value in
      let former = draft.formerName(of: value.column, in: update.now.name)
      let isSame = !value.isFill && former.hasSameBytes(as: value.column)
      isPlain = isPlain && isSame
      let source = draft.expression(
        value.expression, of: update.now.name, beforeRenames: true)
      return isSame ? source : "\(source) AS \(value.column.quotedName)"
    }
    return isPlain || columns.isEmpty
      ? table : "(SELECT \(columns.joined(separator: ", ")) FROM \(table))"
  }

  private struct Value {
    let column: String
    let expression: String
    let isFill: Bool
  }

  /// The columns that are copied or computed. The others get their default.
  private static func values(of update: TableUpdate, _ answers: SchemaAnswers) -> [Value] {
    update.wanted.columns.compactMap { column in
      guard !column.isGenerated else { return nil }
      let before = update.now.column(column.name)
      let name = before?.name.quotedName
      if let fill = answers.fills[SchemaPlace(update.wanted.name, column.name)] {
        let isOwn = MentionedNames(fill).names.contains { $0.isSameName(as: column.name) }
        let isConstant = !MentionedNames(fill).names.contains { update.now.column($0) != nil }
        // Only rows without a value need another one, and a constant must not replace the values that there are.
        let onlyNulls = isConstant || !isOwn && update.losesNulls(in: column.name)
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

extension TableUpdate {
  /// Whether a column that may be NULL until now must not be NULL any more.
  fileprivate func losesNulls(in column: String) -> Bool {
    RowRequirement.all(from: now, to: wanted).contains { requirement in
      guard case .notNull = requirement.kind else { return false }
      return requirement.column?.name.isSameName(as: column) ?? false
    }
  }
}

extension String {
  fileprivate var isAutoincrement: Bool {
    SQLText(self).indices.contains { SQLText(self).word($0) == "AUTOINCREMENT" }
  }
}
