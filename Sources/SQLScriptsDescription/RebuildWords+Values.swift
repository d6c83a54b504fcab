import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension RebuildWords {
  /// What the statements do with the values, and the columns whose values differ in rows with the same key. A value may
  /// have another type now, as its column.
  var values: [Words] {
    var clauses: [Words] = []
    let isShared = groups.contains { $0.count > 1 && $0.contains { !$0.changedColumns.isEmpty } }
    for clause in copies.flatMap(\.valueClauses) where !clauses.contains(clause) {
      clauses.append(clause)
    }
    // A clause about one of several copies would be about some of the rows.
    if clauses.count > Self.manyClauses || isShared && !clauses.isEmpty {
      let changed = Set(changedColumns.map { SQLName($0) })
      let names = newTable.table.columns.map(\.name).filter { changed.contains(SQLName($0)) }
      clauses = ["computes new values of \(names.names)"]
    }
    let known = (changedColumns + omitted).map { SQLName($0) }
    let key = newTable.table.rowIDAlias.map { SQLName($0.name) }
    let lost = omitted.filter { SQLName($0) != key }
    if !lost.isEmpty { clauses.append("does not copy the values of \(lost.names)") }
    let isNumbered = omitted.contains { SQLName($0) == key }
    let keys = after.primaryKey.names
    let renumbers: Words =
      isNumbered ? "numbers its rows anew in \(keys)" : "gives its rows new values of \(keys)"
    guard !isChangedElsewhere else { return isNumbered ? clauses + [renumbers] : clauses }
    let isTold = after.primaryKey.contains { known.contains(SQLName($0)) }
    if isNumbered || changesKeys && !isTold { clauses.append(renumbers) }
    let observed = observedColumns.filter { !known.contains(SQLName($0)) }
    return observed.isEmpty ? clauses : clauses + ["changes values in \(observed.names)"]
  }

  var copies: [CopyWords] {
    let (names, alterations) = (ownNames, alterations)
    let (old, new) = (oldTable.table, newTable.table)
    let changes = changesOfTables
    return copiesOfRows.compactMap { index in
      let statement = script.statements[index]
      guard statement.verb.map(statement.word) != "UPDATE" else { return nil }
      var copy = CopyWords(
        statement: statement, names: names, old: old, new: new, renames: renames)
      copy.filled = filledColumns(before: index)
      copy.added = addedColumns(after: index, changes)
      guard !alterations.isEmpty else { return copy }
      copy.laterNames = laterNames(after: index, alterations)
      if oldNames[index].map(statement.readTables.contains) ?? false {
        for (name, written) in writtenNames(before: index, alterations) {
          copy.formerNames[SQLName(written)] = old.column(name.text)?.name
        }
      }
      return copy
    }
  }

  /// The columns that the new table gets after a copy into it. Others of their names are gone.
  private func addedColumns(after copy: Int, _ changes: [Int]) -> Set<SQLName> {
    let statement = script.statements[copy]
    guard let target = statement.writtenTable, let table = statement.after[target] else {
      return []
    }
    let new = newTable.table
    let later = ColumnsInTurn(
      table.columns.map(\.name), of: target, in: script, changes.lazy.filter { $0 > copy })
    guard later.table == SQLName(new.name) else { return [] }
    return Set(new.columns.map { SQLName($0.name) })
      .subtracting(later.names.values.map { SQLName($0) })
  }

  /// The columns that the old table got since the first statement, if nothing changed its rows since.
  private func filledColumns(before copy: Int) -> [SchemaColumn] {
    guard let first = statements.first, first < copy, let name = oldNames[copy],
      let table = script.statements[copy].before[name],
      script.statements[copy].readTables.contains(name),
      !(first..<copy).contains(where: { index in
        let statement = script.statements[index]
        return statement.renamedColumn != nil
          || statement.actions.contains {
            [.insert, .update].contains($0.kind) && SQLName($0.name) == oldNames[index]
          }
      })
    else { return [] }
    return table.columns.filter { !$0.isGenerated && oldTable.table.column($0.name) == nil }
  }

  /// Nil if there are several copies, or several queries in it.
  var onlyCopy: CopyWords? {
    copies.count == 1 && copies[0].parts.count == 1 ? copies[0] : nil
  }

  /// The copies into one table each.
  var groups: [[CopyWords]] {
    Array(Dictionary(grouping: copies) { $0.statement.writtenTable }.values)
  }

  private var changedColumns: [String] {
    copies.flatMap(\.changedColumns)
  }

  /// The kept columns that the copies leave out, and that no UPDATE from the old table fills.
  private var omitted: [String] {
    let filled = Set(
      copiesOfRows.map { script.statements[$0] }.flatMap { statement in
        statement.assignments.map { SQLName(statement.name($0.column)) }
      })
    // Another copy into the same table may have them.
    let all = groups.reduce(into: Set<SQLName>()) { all, copies in
      let sets = copies.map { Set($0.omittedColumns.map { SQLName($0) }) }
      all.formUnion(sets.dropFirst().reduce(sets.first ?? []) { $0.intersection($1) })
    }
    return newTable.table.columns.map(\.name).filter {
      all.contains(SQLName($0)) && !filled.contains(SQLName($0))
    }
  }

  /// What the copy leaves out, which sample rows may not show.
  var leftOut: [Words] {
    let all = groups.filter { group in group.allSatisfy { !$0.rowClauses.isEmpty } }
      .flatMap { $0.map(\.rowClauses) }
    return all.count > 1 ? ["copies only rows that \(all.count) queries select"] : all.first ?? []
  }
}
