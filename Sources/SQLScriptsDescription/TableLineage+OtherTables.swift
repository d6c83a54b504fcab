import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension TableLineage {
  /// The new tables that got rows, too, and stay beside the rebuilt one. They are told on their own.
  func otherTables(in script: RehearsedScript) -> Set<SQLName> {
    let known = Set([before, after].compactMap { $0.map { SQLName($0.name) } })
    let new = names.subtracting(known).filter {
      script.before[$0] == nil && script.after[$0]?.kind == .table
    }
    if new.isEmpty { return [] }
    let made = script.statements.filter { $0.succeeded && $0.created?.kind == .table }
      .compactMap { $0.createdName.map { SQLName($0) } }
    // Another table may have the name of one that was renamed.
    let gone = script.statements.filter(\.succeeded).flatMap { statement in
      [statement.droppedTable, statement.renamedTable?.old].compactMap { $0 }
    }
    let others = new.intersection(made).subtracting(gone)
    return others.subtracting(tablesOnTheWay(among: others, in: script))
  }

  /// Those through which the rows go to the replacement, not those that a query of the old table only reads, too.
  private func tablesOnTheWay(
    among others: Set<SQLName>, in script: RehearsedScript
  ) -> Set<SQLName> {
    var found = namesOfReplacement
    for copy in copies.reversed().map({ script.statements[$0] })
    where copy.writtenTable.map(found.contains) ?? false && others.isSuperset(of: copy.readTables) {
      found.formUnion(copy.readTables)
    }
    return found
  }

  /// The names of all tables that contained its rows, without those.
  func ownNames(in script: RehearsedScript) -> Set<SQLName> {
    names.subtracting(otherTables(in: script))
  }
}

extension RehearsedStatement {
  /// Whether it creates or changes one of these tables.
  func makesOrFills(_ tables: Set<SQLName>) -> Bool {
    guard !tables.isEmpty else { return false }
    let name = created?.kind == .table ? createdName.map { SQLName($0) } : writtenTable
    return name.map(tables.contains) ?? false
  }
}
