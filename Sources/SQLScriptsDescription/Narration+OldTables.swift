import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// What does not reach the new table of a rebuild.
extension Narration {
  /// “, but only in the old table, which is removed below”, of a change after the rows were copied. A copy takes rows
  /// with it, but never what else belongs to the table.
  func inOldTable(_ statement: RehearsedStatement, _ index: Int) -> Words {
    let redefined = statement.redefinedTable
    guard statement.succeeded, statement.madeTable == nil,
      let table = statement.emptiedTable ?? statement.writtenTable ?? redefined
    else { return "" }
    for rebuild in rebuilds {
      // Statements are in order, so that the first copy decides.
      let start = redefined == nil ? rebuild.copiesOfRows.first : rebuild.statements.first
      guard let start, let last = rebuild.statements.last, start < index, index < last
      else { continue }
      let isOld = rebuild.oldNames[index] == table
      // A trigger may keep the new table up to date.
      let isKept = statement.actions.contains { action in
        [.insert, .update, .delete].contains(action.kind) && SQLName(action.name) != table
          && rebuild.lineage.names.contains(SQLName(action.name))
      }
      guard !isKept, isOld || rebuild.lineage.isCopy(table, in: rehearsed) else { continue }
      let place: Words = isOld ? "the old table" : "a copy"
      switch lateChanges.fates[index] {
      case .unread: return ", but only in \(place), which is removed below"
      case .copied where redefined == nil: continue
      case .read, .copied:
        let only = redefined == nil ? "" : "only "
        return ", but \(only)in \(place), which is read below and then removed"
      case nil: continue
      }
    }
    return ""
  }

  /// Whether the sentence about a rebuild has to follow those about statements in between: they use the old table, which
  /// is gone afterwards, or they remove one whose name it or the new table gets.
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
      rebuild.freesName(at: index)
        || rebuild.oldNames[index].map(rehearsed.statements[index].touchedTables.contains) ?? false
    }
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
