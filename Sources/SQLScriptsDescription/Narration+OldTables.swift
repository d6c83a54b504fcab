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
    let isOld = rebuild.lineage.oldName(at: index, in: rehearsed) == table
    guard isOld || rebuild.lineage.isCopy(table, in: rehearsed),
      // A trigger may keep the new table up to date.
      !statement.actions.contains(where: { action in
        [.insert, .update, .delete].contains(action.kind) && SQLName(action.name) != table
          && rebuild.lineage.names.contains(SQLName(action.name))
      }), isRemovedUnread(table, after: index)
    else { return "" }
    return ", but only in \(isOld ? "the old table" : "a copy"), which is removed below"
  }

  /// Whether the sentence about a rebuild has to follow those about statements in between: they use the old table, which
  /// is gone afterwards, or its name is that of one that they remove.
  func isToldLast(_ rebuild: RebuildWords) -> Bool {
    guard let first = rebuild.statements.first, let last = rebuild.statements.last else {
      return false
    }
    if let rest = rebuild.rest.map({ SQLName($0) }) {
      return rehearsed.statements.prefix(last).contains { $0.succeeded && $0.droppedTable == rest }
    }
    let own = Set(rebuild.statements)
    let others = (first..<last).filter { !own.contains($0) && rehearsed.statements[$0].succeeded }
    return others.contains { index in
      let old = rebuild.lineage.oldName(at: index, in: rehearsed)
      return old.map(rehearsed.statements[index].touchedTables.contains) ?? false
    }
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
