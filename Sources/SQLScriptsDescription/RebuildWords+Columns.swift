import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// Which columns of the old and of the new table are the same.
extension RebuildWords {
  /// The columns that it renames. A column of the old table that had the name already only gets other values.
  var foundRenames: RowPairs.Columns {
    let (old, new) = (oldTable.table, newTable.table)
    var renames: RowPairs.Columns = []
    for rename in alteredNames + samples.renames {
      guard old.column(rename.old) != nil, new.column(rename.new) != nil,
        old.column(rename.new) == nil, new.column(rename.old) == nil,
        !renames.contains(where: {
          $0.old.isSameName(as: rename.old) || $0.new.isSameName(as: rename.new)
        })
      else { continue }
      renames.append(rename)
    }
    return renames
  }

  /// The columns that have one name in both tables when the rows are copied, but not before and afterwards.
  private var alteredNames: RowPairs.Columns {
    let alterations = alterations
    guard !alterations.isEmpty, let copy = copiesOfRows.first else { return [] }
    let written = writtenNames(before: copy, alterations)
    let later = laterNames(after: copy, alterations)
    return oldTable.table.columns.compactMap { column in
      guard let name = written[SQLName(column.name)], let new = later[SQLName(name)] else {
        return nil
      }
      return (column.name, new)
    }
  }

  /// Its statements, and those between them, that rename or drop tables or change columns.
  var changesOfTables: [Int] {
    guard let first = statements.first, let last = statements.last else { return [] }
    return (first...last).filter { index in
      let statement = script.statements[index]
      return statement.redefinedTable != nil || statement.renamedTable != nil
        || statement.droppedTable != nil
    }
  }

  /// Those changes; empty if no column gets another name.
  var alterations: [Int] {
    let found = changesOfTables
    return found.contains { script.statements[$0].renamedColumn != nil } ? found : []
  }

  /// The names of the columns of the old table at a copy, by those before the rebuild.
  func writtenNames(before copy: Int, _ alterations: [Int]) -> [SQLName: String] {
    let old = oldTable.table
    return ColumnsInTurn(
      old.columns.map(\.name), of: SQLName(old.name), in: script,
      alterations.lazy.filter { $0 < copy }
    ).names
  }

  /// The names of the columns of the new table after the rebuild, by those at a copy.
  func laterNames(after copy: Int, _ alterations: [Int]) -> [SQLName: String] {
    let statement = script.statements[copy]
    guard let target = statement.writtenTable, let table = statement.after[target] else {
      return [:]
    }
    let later = ColumnsInTurn(
      table.columns.map(\.name), of: target, in: script, alterations.lazy.filter { $0 > copy })
    return later.table == SQLName(newTable.table.name) ? later.names : [:]
  }

  /// The columns of the new table with other values than before. The sample rows are those before and after the script:
  /// they tell nothing about a column that comes or goes, or gets another name, besides the rebuild.
  var observedColumns: [String] {
    let changed = Set(samples.changedColumns.map { SQLName($0) })
    guard !changed.isEmpty, let first = statements.first, let last = statements.last else {
      return []
    }
    let new = newTable.table
    let later = ColumnsInTurn(
      new.columns.map(\.name), of: SQLName(new.name), in: script,
      last + 1..<script.statements.count)
    let start = lineage.before
    let earlier = ColumnsInTurn(
      start.columns.map(\.name), of: SQLName(start.name), in: script,
      min(lineage.start, first)..<first)
    return new.columns.map(\.name).filter { name in
      guard let end = later.names[SQLName(name)],
        let column = samples.columns.first(where: { $0.name.isSameName(as: end) }),
        changed.contains(SQLName(column.name)),
        let old = earlier.names[SQLName(column.was ?? column.name)]
      else { return false }
      let former = renames.first { $0.new.isSameName(as: name) }?.old ?? name
      return former.isSameName(as: old)
    }
  }
}
