import SQLScriptsDatabase
import SQLScriptsSQL

extension ForeignKey {
  /// The notice for a key that may lose its table.
  func danglingNotice(_ names: WrittenNames) -> String {
    "\(names[child]) (\(columns.words)) refers to \(parent), which no longer exists: with foreign keys"
      + " enforced, every write to \(names[child]) will fail"
  }

  /// The notice for rows that violated the foreign key before it was declared.
  ///
  /// - Parameter rows: the first of them.
  func notice(
    of rows: [ForeignKeyOrphanQuery.Orphan], count: Int, _ names: WrittenNames
  ) -> String {
    let rows = rows.map { row in
      let number = row.rowID.map { "row \($0) " } ?? ""
      return "\(number)(\(words(for: row.values)))"
    }
    let more = count > rows.count ? ", and \(count - rows.count) more" : ""
    let subject = count == 1 ? "1 row already refers" : "\(count) rows already refer"
    return
      "\(names[child]) has a new foreign key, and \(subject) to rows of \(names[parent]) that do not exist:"
      + " \(rows.joined(separator: ", "))\(more)"
  }
}
