import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsSQL
import SQLScriptsSchema

/// The schema after each statement, without reading all of it again.
extension Rehearsal {
  /// Rereads the tables that a statement changed. A rename changes the references of other tables.
  func refresh(
    after outcome: RehearsedOutcome, of script: Script
  ) throws(SQLiteError) {
    let actions = outcome.actions
    schemaWork += Self.workOfChange + snapshot.objectCount
    var names: Set<SQLName> = []
    var isAlter = false
    for action in actions {
      switch action.kind {
      case .createView, .createTrigger: hasViewsOrTriggers = true
      default: break
      }
      switch action.kind {
      case .createTable, .dropTable, .createView, .dropView: names.insert(SQLName(action.name))
      case .createIndex, .dropIndex, .createTrigger, .dropTrigger:
        names.insert(SQLName(action.detail))
      case .alterTable:
        names.insert(SQLName(action.name))
        isAlter = true
      default: break
      }
    }
    try fresh.asRunner { () throws(SQLiteError) in
      if try refreshPart(after: actions) { return }
      // VACUUM names no table and renumbers the rows of the schema.
      guard !names.isEmpty else {
        snapshot = try fresh.reader.snapshot(without: Self.hiddenTables)
        return
      }
      if isAlter {
        schemaWork += Self.workOfAlter + snapshot.objectCount * Self.workOfReading
        if Self.mentions("add", in: outcome.place, of: script), names.count == 1,
          let name = names.first, var table = snapshot[name],
          try fresh.reader.addColumn(to: &table)
        {
          schemaWork += table.columns.count * Self.workOfReading
          snapshot.set(table, named: name)
          names = []
        }
        if Self.mentions("rename", in: outcome.place, of: script) {
          names.formUnion(try fresh.reader.changedTables())
        }
        // The columns of a view change with its tables, while its SQL stays the same.
        names.formUnion(snapshot.viewsOfAllColumns)
      }
      let hidden = Set(Self.hiddenTables.map { SQLName($0) })
      for name in names.subtracting(hidden) {
        var table = try fresh.reader.table(name)
        if let old = snapshot[name] { table?.share(with: old) }
        snapshot.set(table, named: name)
      }
    }
  }

  /// Applies a statement that only created or dropped an index or trigger; false for others.
  private func refreshPart(after actions: [RehearsedAction]) throws(SQLiteError) -> Bool {
    let changes = actions.filter { $0.part != nil || $0.changesTable }
    guard changes.count == 1, let change = changes.first, let part = change.part else {
      return false
    }
    let name = SQLName(change.detail)
    // The snapshot does not contain the tables of the runner.
    guard var table = snapshot[name] else { return false }
    if change.kind == .createIndex || change.kind == .createTrigger {
      guard try fresh.reader.add(part, to: &table) else { return false }
    } else {
      try fresh.reader.remove(part, from: &table)
    }
    snapshot.set(table, named: name)
    return true
  }

  private static func mentions(
    _ word: StaticString, in range: Range<Int>, of script: Script
  ) -> Bool {
    script.document.withBytes(of: range) { StatementText($0).mentions(word) }
  }
}
