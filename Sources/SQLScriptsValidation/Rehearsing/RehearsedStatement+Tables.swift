import SQLScriptsSQL

/// The tables that a statement creates, drops, writes and reads.
extension RehearsedStatement {
  /// The table that it dropped.
  package var droppedTable: SQLName? {
    guard has("DROP", "TABLE", at: 0) else { return nil }
    return actions.first { $0.kind == .dropTable }.map { SQLName($0.name) }
  }

  /// The table that it renamed, and its new name.
  package var renamedTable: (old: SQLName, new: SQLName)? {
    guard let new = renamedTo.map({ SQLName($0) }),
      let old = actions.first(where: { $0.kind == .alterTable }).map({ SQLName($0.name) })
    else { return nil }
    return (old, new)
  }

  /// The table that it created, if it did not exist before.
  package var madeTable: SQLName? {
    guard let name = actions.first(where: { $0.kind == .createTable }).map({ SQLName($0.name) }),
      word(0) == "CREATE", before[name] == nil
    else { return nil }
    return name
  }

  /// The table that it inserts into or updates directly, not through a trigger.
  package var writtenTable: SQLName? {
    if let made = madeTable { return made }
    guard let verb = verb, ["INSERT", "REPLACE", "UPDATE"].contains(word(verb)) else { return nil }
    return actions.first { $0.kind == .insert || $0.kind == .update }.map { SQLName($0.name) }
  }

  /// The table that it deletes from directly, not through a trigger.
  package var emptiedTable: SQLName? {
    guard let verb = verb, word(verb) == "DELETE" else { return nil }
    return actions.first { $0.kind == .delete }.map { SQLName($0.name) }
  }

  /// The tables whose columns it reads.
  package var readTables: Set<SQLName> {
    let read = Set(actions.filter { $0.kind == .read }.map { SQLName($0.name) })
    return read.union(copiedTable.map { [$0] } ?? [])
  }

  /// The source table of INSERT INTO … SELECT *. SQLite may copy it as a whole without reporting a read.
  package var copiedTable: SQLName? {
    guard let target = targetIndex, let select = outerIndex(of: "SELECT", from: target),
      has("*", "FROM", at: select + 1), let source = qualifiedName(at: select + 3),
      source.schema != nil || !isCommonTable(name(source.name))
    else { return nil }
    return before[name(source.name)].map { SQLName($0.name) }
  }

  /// Whether it reads a column.
  func reads(_ column: String, of tables: Set<SQLName>) -> Bool {
    if let copiedTable, tables.contains(copiedTable) { return true }
    return actions.contains {
      $0.kind == .read && tables.contains(SQLName($0.name))
        && $0.detail.isSameName(as: column)
    }
  }

  /// The column that it renamed, its new name, and the range of the old one.
  package var renamedColumn: (table: SQLName, old: String, new: String, token: SQLToken)? {
    guard case .renameColumn(let place, let new) = alteration,
      let table = actions.first(where: { $0.kind == .alterTable })?.name,
      let old = before[table]?.column(name(place))
    else { return nil }
    return (SQLName(table), old.name, name(new), tokens[place])
  }
}
