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
    return new.intersection(made).subtracting(gone)
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
