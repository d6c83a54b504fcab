import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

/// The columns that a rebuild copies as they are, if it gives its rows other keys than they had.
struct CopiedColumns {
  /// By their old and new names, without those of the key.
  let columns: RowPairs.Columns
  /// Whether all rows are copied.
  let isWhole: Bool

  /// Nil if the keys are copied, too.
  ///
  /// - Parameter renames: the columns that ALTER TABLE renamed.
  init?(_ lineage: TableLineage, in script: RehearsedScript, renames: RowPairs.Columns) {
    guard lineage.kind == .rebuilt, let after = lineage.after else { return nil }
    let before = lineage.before
    let (names, others) = (lineage.ownNames(in: script), lineage.otherTables(in: script))
    let copies = lineage.copies.map { script.statements[$0] }
      .filter { $0.verb.map($0.word) != "UPDATE" && !$0.makesOrFills(others) }
      .map {
        CopyWords(
          statement: $0, names: names, old: before, new: after, renames: renames)
      }
    let key = Set(after.primaryKey.map { SQLName($0) })
    let changed = Set(copies.flatMap(\.changedColumns).map { SQLName($0) })
    // What later ones of several queries set is in other rows.
    let other = Set(
      copies.flatMap { ($0.parts.first?.changedColumns ?? []) + $0.omittedColumns }
        .map { SQLName($0) })
    guard !key.isDisjoint(with: other.union(changed)) else { return nil }
    columns = after.columns.compactMap { column in
      let former = renames.first { SQLName($0.new) == SQLName(column.name) }?.old ?? column.name
      guard !column.isGenerated, !key.union(other).contains(SQLName(column.name)),
        // A value may be stored as another one in a column of another type.
        before.column(former)?.affinity == column.affinity
      else { return nil }
      return (former, column.name)
    }
    isWhole = copies.allSatisfy(\.rowClauses.isEmpty)
  }
}
