import SQLScriptsSQL
import SQLScriptsSchema

extension FormChange {
  /// The same change of another schema, after a step before it was changed or deleted.
  ///
  /// - Parameters:
  ///   - old: the schema that the change was made for.
  ///   - new: the schema that there is now.
  ///   - names: what has another name now.
  /// - Returns: nil if it changes something that is gone.
  package func rebased(
    from old: SchemaSnapshot, to new: SchemaSnapshot, _ names: FormNewNames
  ) -> FormChange? {
    switch self {
    case .createTable(let name, let columns):
      return .createTable(name: name, columns: columns.map { $0.referring(by: names) })
    case .changeTable(let table, let name, let columns):
      let present = names.table(table)
      guard let now = old[table], let then = new[present],
        let columns = Self.columns(columns, from: now, to: then, names)
      else { return nil }
      return .changeTable(
        present, name: name.hasSameBytes(as: table) ? present : name, columns: columns)
    case .dropTable(let table): return .dropTable(names.table(table))
    case .addIndex(let table, let columns, let isUnique):
      return .addIndex(
        table: names.table(table), columns: columns.map { names.column($0, of: table) },
        isUnique: isUnique)
    case .dropIndex(let name): return .dropIndex(name: names.index(name))
    case .fillValues(let table, let column, let input, let rows):
      return .fillValues(
        table: names.table(table), column: names.column(column, of: table), to: input,
        where: rows.rebased(table, names))
    case .deleteRows(let table, let rows):
      return .deleteRows(table: names.table(table), where: rows.rebased(table, names))
    case .addRow(let table, let values):
      let renamed = values.map { (names.column($0.key, of: table), $0.value) }
      return .addRow(
        table: names.table(table), values: Dictionary(renamed, uniquingKeysWith: { $1 }))
    }
  }

  /// The columns of another table with the changes that a form makes to this one.
  private static func columns(
    _ columns: [FormColumn], from now: SchemaTable, to then: SchemaTable, _ names: FormNewNames
  ) -> [FormColumn]? {
    var result: [FormColumn] = []
    var left = now.columns.map { FormColumn(reading: $0, in: now, was: $0.name) }
    for column in then.columns {
      let base = FormColumn(reading: column, in: then, was: column.name)
      let index = left.firstIndex {
        names.column($0.name, of: now.name).isSameName(as: column.name)
      }
      guard let index else {
        result.append(base)
        continue
      }
      let start = left.remove(at: index)
      guard let wanted = columns.first(where: { $0.was == start.was }) else { continue }
      result.append(base.changed(from: start, to: wanted).referring(by: names))
    }
    let isLost = left.contains { start in
      columns.contains { $0.was == start.was && $0 != start }
    }
    return isLost ? nil : result + columns.filter { $0.was == nil }.map { $0.referring(by: names) }
  }
}

extension FormColumn {
  /// The column with what differs between two others.
  fileprivate func changed(from old: FormColumn, to new: FormColumn) -> FormColumn {
    var column = self
    func set<Value: Equatable>(_ path: WritableKeyPath<FormColumn, Value>) {
      if old[keyPath: path] != new[keyPath: path] { column[keyPath: path] = new[keyPath: path] }
    }
    set(\.name)
    set(\.type)
    set(\.sqlType)
    set(\.isRequired)
    set(\.default)
    set(\.isUnique)
    set(\.belongsTo)
    return column
  }

  fileprivate func referring(by names: FormNewNames) -> FormColumn {
    var column = self
    column.belongsTo?.table = belongsTo.map { names.table($0.table) } ?? ""
    return column
  }
}

extension FormRows {
  fileprivate func rebased(_ table: String, _ names: FormNewNames) -> FormRows {
    switch self {
    case .all, .empty: self
    case .having(let column, let input): .having(column: names.column(column, of: table), input)
    case .filled(let column, let isFilled):
      .filled(column: names.column(column, of: table), isFilled)
    }
  }
}
