import SQLScriptsSQL

/// The columns of a table with all their properties.
struct TableColumns {
  let table: SchemaTable
  let clauses: TableClauses

  func changes(to new: TableColumns) -> [SchemaChange] {
    var changes: [SchemaChange] = []
    let before = byName
    let after = new.byName
    for column in table.columns where after[SQLName(column.name)] == nil {
      changes.append(SchemaChange(.removed, .column, column.name, of: new.table.name))
    }
    for column in new.table.columns {
      guard let old = before[SQLName(column.name)] else {
        changes.append(SchemaChange(.added, .column, column.name, of: new.table.name))
        continue
      }
      let parts = difference(old, column, new)
      guard !parts.isEmpty else { continue }
      changes.append(
        SchemaChange(
          .changed, .column, column.name, of: new.table.name,
          detail: parts.map(\.words).joined(separator: ", "),
          isCosmetic: parts.allSatisfy(\.isCosmetic)))
    }
    if let order = orderChange(new) { changes.append(order) }
    if let key = keyChange(new) { changes.append(key) }
    return changes
  }

  private var byName: [SQLName: SchemaColumn] {
    Dictionary(
      table.columns.map { (SQLName($0.name), $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func difference(
    _ old: SchemaColumn, _ column: SchemaColumn, _ new: TableColumns
  ) -> [(words: String, isCosmetic: Bool)] {
    var parts: [(words: String, isCosmetic: Bool)] = []
    let key = SQLName(column.name)
    let (oldType, type) = (old.canonicalType, column.canonicalType)
    if oldType != type {
      let isSame = old.affinity == column.affinity && !table.isStrict && !new.table.isStrict
      parts.append(("its type is \(type.orNone), not \(oldType.orNone)", isSame))
    }
    // The rowid is never NULL, whatever its declaration says.
    let isRowID = { (columns: TableColumns) in
      columns.table.rowIDAlias.map { SQLName($0.name) } == key
    }
    if old.isNotNull != column.isNotNull, !(isRowID(self) && isRowID(new)) {
      parts.append((column.isNotNull ? "it is NOT NULL" : "it may be NULL", false))
    }
    let (oldDefault, value) = (old.canonicalDefault, column.canonicalDefault)
    if oldDefault != value {
      parts.append(
        ("its default is \(value?.text ?? "none"), not \(oldDefault?.text ?? "none")", false))
    }
    let (oldCollation, collation) = (clauses.collation(of: key), new.clauses.collation(of: key))
    if oldCollation != collation {
      parts.append(("its collation is \(collation), not \(oldCollation)", false))
    }
    let (oldFormula, formula) = (clauses.generated[key], new.clauses.generated[key])
    if oldFormula != formula {
      parts.append(
        ("its formula is \(formula?.text ?? "none"), not \(oldFormula?.text ?? "none")", false))
    }
    return parts
  }

  /// A different order of common columns, which matters to `SELECT *` and to INSERT without names.
  private func orderChange(_ new: TableColumns) -> SchemaChange? {
    let (before, after) = (byName, new.byName)
    let old = table.columns.map { SQLName($0.name) }.filter { after[$0] != nil }
    let now = new.table.columns.map { SQLName($0.name) }.filter { before[$0] != nil }
    guard old != now else { return nil }
    return SchemaChange(
      .changed, .columnOrder, "", of: new.table.name,
      detail: "it is \(now.words), not \(old.words)",
      isCosmetic: true)
  }

  private func keyChange(_ new: TableColumns) -> SchemaChange? {
    let words = { (table: SchemaTable) in
      let key = table.primaryKey.map { SQLName($0) }.words
      return key.isEmpty ? "none" : "(\(key))" + (table.rowIDAlias == nil ? "" : " as the rowid")
    }
    let (old, now) = (words(table), words(new.table))
    guard !old.hasSameBytes(as: now) else { return nil }
    return SchemaChange(
      .changed, .primaryKey, "", of: new.table.name, detail: "it is \(now), not \(old)")
  }
}

extension TableClauses {
  fileprivate func collation(of column: SQLName) -> String {
    (collations[column] ?? "binary").uppercased()
  }
}

extension SchemaColumn {
  fileprivate var canonicalType: String { CanonicalSQL(type).text.uppercased() }

  fileprivate var canonicalDefault: CanonicalSQL? {
    guard let value = defaultValue.map({ CanonicalSQL($0).unwrapped }), value.tokens != ["null"]
    else { return nil }
    return value
  }

  package var affinity: Affinity { Affinity(type) }
}

extension [SQLName] {
  fileprivate var words: String { map(\.folded).joined(separator: ", ") }
}

extension String {
  fileprivate var orNone: String { isEmpty ? "none" : self }
}
