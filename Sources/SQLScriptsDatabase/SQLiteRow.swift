/// One row of a result, with its column names.
public struct SQLiteRow: Sendable, Hashable {
  /// The names of the columns, in order.
  public let columns: [String]

  /// The values, in order.
  public let values: [SQLiteValue]

  package init(columns: [String], values: [SQLiteValue]) {
    self.columns = columns
    self.values = values
  }

  /// The value of the first column of that name; NULL if there is none, as in a LEFT JOIN.
  ///
  /// SQLite's names do not tell upper case from lower case, and neither does this.
  public subscript(name: String) -> SQLiteValue {
    if let index = columns.firstIndex(of: name) { return values[index] }
    let lowered = name.lowercased()
    guard let index = columns.firstIndex(where: { $0.lowercased() == lowered }) else {
      return .null
    }
    return values[index]
  }

  /// The value of a column by its number, from zero; NULL if there is no such column.
  public subscript(index: Int) -> SQLiteValue {
    values.indices.contains(index) ? values[index] : .null
  }
}
