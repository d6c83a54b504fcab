import SQLScriptsSQL
import SQLScriptsSchema

extension FormChange {
  /// The forms that may have made some statements, the likely one first.
  static func readings(
    of statements: [SQLText], from old: SchemaSnapshot, to new: SchemaSnapshot
  ) -> [FormChange] {
    let (before, after) = (old.tables, new.tables)
    let gone = before.keys.filter { after[$0] == nil }.compactMap { before[$0] }
    let added = after.keys.filter { before[$0] == nil }.compactMap { after[$0] }
    switch (gone.count, added.count) {
    case (0, 0):
      let changed = before.keys.filter { before[$0] != after[$0] }.sorted()
      if changed.isEmpty {
        return statements.count == 1 ? rows(statements[0], in: old) : []
      }
      // A renamed column also changes the tables that refer to it.
      return changed.flatMap { name -> [FormChange] in
        guard let now = before[name], let then = after[name], now.kind == .table else { return [] }
        return indexes(from: now, to: then) + tables(from: now, to: then)
      }
    case (0, 1) where added[0].kind == .table:
      let table = added[0]
      return [.createTable(name: table.name, columns: columns(of: table, was: [:]))]
    case (1, 0): return [.dropTable(gone[0].name)]
    case (1, 1) where gone[0].kind == .table && added[0].kind == .table:
      return tables(from: gone[0], to: added[0])
    default: return []
    }
  }

  private static func indexes(from now: SchemaTable, to then: SchemaTable) -> [FormChange] {
    let added = then.indexes.filter { index in
      !now.indexes.contains { $0.name.isSameName(as: index.name) }
    }
    let gone = now.indexes.filter { index in
      !then.indexes.contains { $0.name.isSameName(as: index.name) }
    }
    switch (gone.count, added.count) {
    case (0, 1):
      let names = added[0].columns.compactMap { $0 }
      return [.addIndex(table: then.name, columns: names, isUnique: added[0].isUnique)]
    case (1, 0): return [.dropIndex(name: gone[0].name)]
    default: return []
    }
  }

  /// A new column may be one that had another name.
  private static func tables(from now: SchemaTable, to then: SchemaTable) -> [FormChange] {
    var was: [SQLName: String] = [:]
    for column in then.columns {
      if let old = now.column(column.name) { was[SQLName(column.name)] = old.name }
    }
    let added = then.columns.filter { now.column($0.name) == nil }
    let gone = now.columns.filter { then.column($0.name) == nil }
    var forms = [was]
    if !gone.isEmpty, gone.count == added.count {
      for (new, old) in zip(added, gone) { was[SQLName(new.name)] = old.name }
      forms.insert(was, at: 0)
    }
    return forms.map {
      .changeTable(now.name, name: then.name, columns: columns(of: then, was: $0))
    }
  }

  private static func columns(of table: SchemaTable, was: [SQLName: String]) -> [FormColumn] {
    table.columns.map { FormColumn(reading: $0, in: table, was: was[SQLName($0.name)]) }
  }

  // MARK: Rows

  private static func rows(_ statement: SQLText, in schema: SchemaSnapshot) -> [FormChange] {
    guard statement.verb == 0, let target = statement.target,
      let table = schema[statement.name(target.name)]
    else { return [] }
    switch statement.word(0) {
    case "UPDATE":
      guard statement.assignments.count == 1, let assignment = statement.assignments.first,
        let column = table.column(statement.name(assignment.column))
      else { return [] }
      let value = FormInput(reading: statement.source(of: assignment.value), for: column)
      return conditions(of: statement, filling: column, in: table).map {
        .fillValues(table: table.name, column: column.name, to: value, where: $0)
      }
    case "DELETE":
      return conditions(of: statement, filling: nil, in: table).map {
        .deleteRows(table: table.name, where: $0)
      }
    case "INSERT":
      guard let names = statement.columnList, statement.valueRows.count == 1 else { return [] }
      let values = statement.arguments(statement.valueRows[0])
      guard names.count == values.count else { return [] }
      var inputs: [String: FormInput] = [:]
      for (name, value) in zip(names, values) {
        guard let column = table.column(name) else { return [] }
        inputs[column.name] = FormInput(reading: statement.source(of: value), for: column)
      }
      return [.addRow(table: table.name, values: inputs)]
    default: return []
    }
  }

  private static func conditions(
    of statement: SQLText, filling filled: SchemaColumn?, in table: SchemaTable
  ) -> [FormRows] {
    guard let start = statement.outerIndex(of: "WHERE") else { return [.all] }
    guard let column = table.column(statement.name(start + 1)) else { return [] }
    let value = statement.source(of: start + 3..<statement.indices.upperBound)
    return (filled == column ? [.empty] : [])
      + [false, true].map { .filled(column: column.name, $0) }
      + [.having(column: column.name, FormInput(reading: value, for: column))]
  }
}
