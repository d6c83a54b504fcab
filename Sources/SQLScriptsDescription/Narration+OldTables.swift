import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What does not reach the new table of a rebuild.
extension Narration {
  /// “, but only in the old table, which is removed below”, of a change after the rows were copied.
  func inOldTable(_ statement: RehearsedStatement, _ index: Int) -> Words {
    guard statement.succeeded, statement.madeTable == nil,
      let table = statement.emptiedTable ?? statement.writtenTable
    else { return "" }
    let rebuild = rebuilds.first { rebuild in
      rebuild.copiesOfRows.contains { $0 < index } && (rebuild.statements.last ?? 0) > index
    }
    guard let rebuild else { return "" }
    let isOld = self.name(of: rebuild.lineage, at: index) == table
    guard isOld || rebuild.lineage.isCopy(table, in: rehearsed),
      // A trigger may keep the new table up to date.
      !statement.actions.contains(where: { action in
        [.insert, .update, .delete].contains(action.kind) && SQLName(action.name) != table
      }), isRemovedUnread(table, after: index)
    else { return "" }
    return ", but only in \(isOld ? "the old table" : "a copy"), which is removed below"
  }

  /// Whether the old table gets the name of one that is removed before, so that its sentence has to follow.
  func isToldLast(_ rebuild: RebuildWords) -> Bool {
    guard let rest = rebuild.rest.map({ SQLName($0) }), let last = rebuild.statements.last else {
      return false
    }
    return rehearsed.statements.prefix(last).contains { $0.succeeded && $0.droppedTable == rest }
  }

  /// The name of the old table at a statement; nil if it is gone by then.
  private func name(of lineage: TableLineage, at index: Int) -> SQLName? {
    var name = SQLName(lineage.before.name)
    for statement in rehearsed.statements.prefix(index) where statement.succeeded {
      if statement.droppedTable == name { return nil }
      if let (old, new) = statement.renamedTable, old == name { name = new }
    }
    return name
  }

  private func isRemovedUnread(_ table: SQLName, after index: Int) -> Bool {
    var name = table
    for statement in rehearsed.statements.dropFirst(index + 1) where statement.succeeded {
      if statement.droppedTable == name { return true }
      if let (old, new) = statement.renamedTable, old == name { name = new }
      let changed = statement.emptiedTable ?? statement.writtenTable
      if changed != name, statement.readTables.contains(name) { return false }
    }
    return false
  }

  /// The condition of the statements that copy the rows of a table that is dropped without one.
  func conditionOfCopies(_ rebuild: RebuildWords) -> GuardWords? {
    let copies = Set(rebuild.copiesOfRows)
    let conditions = rebuild.copiesOfRows.map { condition(of: rehearsed.statements[$0]) }
    guard let first = conditions.first.flatMap({ $0 }), first.error == nil,
      conditions.allSatisfy({ $0?.truth == first.truth }), rebuild.rest == nil,
      rebuild.statements.allSatisfy({
        copies.contains($0) || condition(of: rehearsed.statements[$0]) == nil
      })
    else { return nil }
    return first
  }
}

extension TableLineage {
  /// Whether a table of the script held its rows only on the way to its replacement.
  fileprivate func isCopy(_ table: SQLName, in script: RehearsedScript) -> Bool {
    names.contains(table) && !namesOfReplacement.contains(table) && script.before[table] == nil
      && script.after[table] == nil
  }
}
