/// One row of a result, with its column names.
public struct SQLiteRow: Sendable, Hashable {
  /// The names of the columns, in order.
  public let columns: [String]

  /// The values, in order: as many as there are columns.
  public let values: [SQLiteValue]

  package init(columns: [String], values: [SQLiteValue]) {
    self.columns = columns
    self.values = values
  }

  /// The value of the first column of that name; NULL if there is none, as in a LEFT JOIN.
  ///
  /// A name that no column has is NULL, too. Where a slip must not pass, use `value(_:)`.
  ///
  /// SQLite's names do not tell upper case from lower case, and neither does this.
  public subscript(name: String) -> SQLiteValue { index(of: name).map { values[$0] } ?? .null }

  /// The value of the first column of that name, which the row must have.
  ///
  /// - Throws: `SQLiteError` with the names that there are.
  public func value(_ name: String) throws(SQLiteError) -> SQLiteValue {
    guard let index = index(of: name) else {
      throw .misuse("the row has no column “\(name)”, only \(columns.joined(separator: ", "))")
    }
    return values[index]
  }

  /// The value of a column by its number, from zero; NULL if there is no such column.
  public subscript(index: Int) -> SQLiteValue {
    values.indices.contains(index) ? values[index] : .null
  }

  private func index(of name: String) -> Int? {
    if let index = columns.firstIndex(of: name) { return index }
    let lowered = name.lowercased()
    return columns.firstIndex { $0.lowercased() == lowered }
  }
}

extension SQLiteRow: ExpressibleByDictionaryLiteral {
  /// A row for the tests of an app: `["name": "Ada", "age": 36]`.
  public init(dictionaryLiteral elements: (String, SQLiteValue)...) {
    self.init(columns: elements.map(\.0), values: elements.map(\.1))
  }
}
