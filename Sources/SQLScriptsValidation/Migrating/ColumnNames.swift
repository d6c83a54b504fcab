import SQLScriptsSQL

/// Follows the names of columns that ALTER TABLE renames.
struct ColumnNames {
  /// The original names, by the current ones of the table and of the column.
  private var former: [SQLName: [SQLName: SQLName]] = [:]

  mutating func rename(_ old: SQLName, to new: SQLName, of table: SQLName) {
    let original = former[table]?.removeValue(forKey: old) ?? old
    former[table, default: [:]][new] = original
  }

  /// Notes that a table has another name; nil if it was dropped, or if that is not known.
  mutating func move(_ table: SQLName, to new: SQLName?) {
    let columns = former.removeValue(forKey: table)
    if let new { former[new] = columns }
  }

  /// The renamed columns of a table, by its current name.
  func renames(of table: SQLName) -> [(old: SQLName, new: SQLName)] {
    (former[table] ?? [:]).filter { $0.key != $0.value }.sorted { $0.key < $1.key }
      .map { ($0.value, $0.key) }
  }
}
