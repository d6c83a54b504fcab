import SQLScriptsSQL
import SQLScriptsSchema
import SQLScriptsValidation

extension RebuildWords {
  /// Whether no row has the key that it had. Such rows are paired by their contents.
  var changesKeys: Bool {
    let key = after.primaryKey
    let names = Set(key.map { SQLName($0) })
    let places = samples.columns.indices.filter {
      names.contains(SQLName(samples.columns[$0].name))
    }
    let pairs = samples.rows.compactMap { row in
      row.before.flatMap { old in row.after.map { (old, $0) } }
    }
    guard !key.isEmpty, !pairs.isEmpty, places.allSatisfy({ samples.columns[$0].state == .kept }),
      pairs.allSatisfy({ pair in places.contains { pair.0[$0]?.plain != pair.1[$0]?.plain } })
    else { return false }
    return true
  }

  /// Whether the rows after the script are not only the work of the rebuild.
  var isChangedElsewhere: Bool {
    let (own, names) = (Set(statements), ownNames)
    return script.statements.indices.contains { index in
      let statement = script.statements[index]
      guard !own.contains(index), statement.succeeded,
        let table = statement.emptiedTable ?? statement.writtenTable
      else { return false }
      return names.contains(table)
    }
  }

  var kept: [Words] {
    let (paired, total) = samples.kept
    // Rows whose keys all changed are no others.
    let count = paired > 0 ? paired : min(samples.rows.count { $0.after != nil }, total)
    guard total > 0 else { return [] }
    let rows = total == 1 ? "sample row" : "sample rows"
    if count < total, isChangedElsewhere { return [] }
    if let combined = combined(total, isWhole: count == total) { return [combined] }
    let more = samples.rows.count { $0.after != nil } - count
    let added: [Words] =
      more > 0 && !isChangedElsewhere ? ["adds rows (\(more) with the sample rows)"] : []
    return added
      + [
        count == total
          ? "keeps \(count) of \(total) \(rows)"
          : count == 0
            ? "keeps \(strong: "none") of \(total) \(rows)"
            : "keeps only \(strong: "\(count)") of \(total) \(rows)"
      ]
  }
  /// “combines 4 sample rows into 3”, of a copy that makes one row of several; nil for other copies.
  private func combined(_ total: Int, isWhole: Bool) -> Words? {
    let rows = samples.rows.count { $0.after != nil }
    guard !isChangedElsewhere, !(isWhole && rows == total), let copy = onlyCopy,
      let select = copy.select
    else { return nil }
    let isGrouped = GroupingWords(copy.statement, select: select).copy(of: copy.old) != nil
    guard isGrouped || SelectedRows(copy.statement, select: select).isOne else { return nil }
    let samples: Words = "\(total) sample \(total == 1 ? "row" : "rows")"
    // A WHERE or a join leaves some of them out, or has others, too.
    return copy.rowClauses.count == 1 && rows < total
      ? "combines \(samples) into \(strong: "\(rows)")"
      : "makes \(strong: "\(rows)") \(rows == 1 ? "row" : "rows") of \(samples)"
  }
}
