import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension TableLineage {
  /// The tables that got rows, too, but through which no rows go to the replacement: those that stay beside it, and
  /// those that a copy only compares with. They are told on their own.
  func otherTables(in script: RehearsedScript) -> Set<SQLName> {
    let known = Set([before, after].compactMap { $0.map { SQLName($0.name) } })
    var candidates = names.subtracting(known).subtracting(namesOfReplacement)
    if candidates.isEmpty { return [] }
    candidates.subtract(tablesOnTheWay(in: script))
    let statements = script.statements.filter(\.succeeded)
    let made = statements.filter { $0.created?.kind == .table }
      .compactMap { $0.createdName.map { SQLName($0) } }
    let renames = statements.compactMap(\.renamedTable)
    // Another table may have the name of one that was renamed, or that was dropped and created again.
    return candidates.subtracting(renames.map(\.old)).filter { name in
      script.before[name] == nil
        ? made.count { $0 == name } == 1 && !renames.contains { $0.new == name }
        : script.before[name]?.kind == .table
    }
  }

  /// Those through which the rows go to the replacement, not those that a query of the old table only reads, too.
  private func tablesOnTheWay(in script: RehearsedScript) -> Set<SQLName> {
    let old = oldNames(in: script).all
    return copies.reversed().map { script.statements[$0] }.reduce(into: namesOfReplacement) {
      found, copy in
      guard let target = copy.writtenTable, found.contains(target) else { return }
      let sources = copy.readTables.intersection(names).subtracting([target])
      if sources.isDisjoint(with: old) { found.formUnion(sources) }
    }
  }

  /// The names that the old table has during the script.
  func oldNames(in script: RehearsedScript) -> NamesInTurn {
    NamesInTurn(of: SQLName(before.name), in: script, start..<max(start, script.statements.count))
  }

  /// The names of all tables that contained its rows, without those.
  func ownNames(in script: RehearsedScript) -> Set<SQLName> {
    names.subtracting(otherTables(in: script))
  }
}

extension RehearsedStatement {
  /// Whether it creates, changes or drops one of these tables.
  func makesOrFills(_ tables: Set<SQLName>) -> Bool {
    guard !tables.isEmpty else { return false }
    let made = created?.kind == .table ? createdName.map { SQLName($0) } : writtenTable
    return (made ?? droppedTable).map(tables.contains) ?? false
  }
}
