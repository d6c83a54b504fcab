import SQLScriptsDatabase
import SQLScriptsSQL

/// The values of a few rows, by column.
struct RowList {
  private let values: [SQLName: [SQLiteValue]]
  let count: Int

  init(_ values: [SQLName: [SQLiteValue]]) {
    self.values = values
    count = values.values.map(\.count).max() ?? 0
  }

  /// The value of a column in a row; nil if there is no such column.
  func value(_ column: String, _ row: Int) -> SQLiteValue? {
    guard let values = values[SQLName(column)], values.indices.contains(row) else { return nil }
    return values[row]
  }

  func values(_ columns: [String], _ row: Int) -> [SQLiteValue?] { columns.map { value($0, row) } }
}
