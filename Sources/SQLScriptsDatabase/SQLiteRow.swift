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

  /// The value of the first column with a name.
  ///
  /// Names are compared as in SQLite, ignoring the case of ASCII letters.
  ///
  /// - Throws: `SQLiteError` with the existing names, if there is no such column.
  public subscript(name: String) -> SQLiteValue {
    get throws(SQLiteError) {
      guard let index = index(of: name) else { throw .misuse(Self.missing(name, in: columns)) }
      return values[index]
    }
  }

  /// The value of a column by its number, from zero.
  ///
  /// - Throws: `SQLiteError` if there is no such column.
  public subscript(index: Int) -> SQLiteValue {
    get throws(SQLiteError) {
      guard values.indices.contains(index) else {
        let columns = values.count == 1 ? "1 column" : "\(values.count) columns"
        throw .misuse("the row has no column \(index), only \(columns), numbered from 0")
      }
      return values[index]
    }
  }

  /// Says that a column does not exist.
  static func missing(_ name: String, in columns: [String]) -> String {
    "the row has no column “\(name)”, only \(columns.joined(separator: ", "))"
  }

  /// The number of the first column with a name; nil if there is none.
  func index(of name: String) -> Int? {
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
