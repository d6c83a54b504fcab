import SQLScriptsSQL

/// One row of a result, with its column names.
public struct SQLiteRow: Sendable, Hashable {
  /// The names of the columns, in order.
  public let columns: [String]

  /// The values, in the order of the columns.
  public let values: [SQLiteValue]

  package init(columns: [String], values: [SQLiteValue]) {
    self.columns = columns
    self.values = values
  }

  /// The value of the first column with a name; NULL if there is no such column.
  ///
  /// Use `value(_:)` to get an error for a misspelled name instead. Names are compared as in SQLite, ignoring the case
  /// of ASCII letters.
  public subscript(name: String) -> SQLiteValue { index(of: name).map { values[$0] } ?? .null }

  /// Returns the value of the first column with a name.
  ///
  /// - Throws: `SQLiteError` with the existing names, if there is no such column.
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
    if let index = columns.firstIndex(where: { $0.hasSameBytes(as: name) }) { return index }
    let name = SQLName(name)
    return columns.firstIndex { SQLName($0) == name }
  }
}

extension SQLiteRow: ExpressibleByDictionaryLiteral {
  /// Creates a row for the tests of an app: `["name": "Ada", "age": 36]`.
  public init(dictionaryLiteral elements: (String, SQLiteValue)...) {
    self.init(columns: elements.map(\.0), values: elements.map(\.1))
  }
}
