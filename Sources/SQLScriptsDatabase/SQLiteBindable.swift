/// A Swift value that can be bound to a parameter of a statement.
public protocol SQLiteBindable {
  /// The value as SQLite stores it.
  ///
  /// A type whose every value can be stored implements it without `throws`.
  ///
  /// - Throws: `SQLiteError` if SQLite has no such value, such as an integer above `Int64.max`. The statement then does
  ///   not run.
  var sqliteValue: SQLiteValue { get throws(SQLiteError) }
}

extension SQLiteValue: SQLiteBindable {
  /// The value itself.
  public var sqliteValue: SQLiteValue { self }
}

extension String: SQLiteBindable {
  /// Text.
  public var sqliteValue: SQLiteValue { .text(self) }
}

extension Substring: SQLiteBindable {
  /// Text.
  public var sqliteValue: SQLiteValue { .text(String(self)) }
}

extension Character: SQLiteBindable {
  /// Text.
  public var sqliteValue: SQLiteValue { .text(String(self)) }
}

extension Int: SQLiteBindable {
  /// An integer.
  public var sqliteValue: SQLiteValue { .integer(Int64(self)) }
}

extension Int64: SQLiteBindable {
  /// An integer.
  public var sqliteValue: SQLiteValue { .integer(self) }
}

extension Int32: SQLiteBindable {
  /// An integer.
  public var sqliteValue: SQLiteValue { .integer(Int64(self)) }
}

extension Int16: SQLiteBindable {
  /// An integer.
  public var sqliteValue: SQLiteValue { .integer(Int64(self)) }
}

extension Int8: SQLiteBindable {
  /// An integer.
  public var sqliteValue: SQLiteValue { .integer(Int64(self)) }
}

extension UInt: SQLiteBindable {
  /// An integer.
  ///
  /// - Throws: `SQLiteError` above `Int64.max`, the greatest integer of SQLite.
  public var sqliteValue: SQLiteValue {
    get throws(SQLiteError) { try UInt64(self).sqliteValue }
  }
}

extension UInt64: SQLiteBindable {
  /// An integer.
  ///
  /// - Throws: `SQLiteError` above `Int64.max`, the greatest integer of SQLite.
  public var sqliteValue: SQLiteValue {
    get throws(SQLiteError) {
      guard let integer = Int64(exactly: self) else {
        throw .misuse("\(self) is above \(Int64.max), the greatest integer of SQLite")
      }
      return .integer(integer)
    }
  }
}

extension UInt32: SQLiteBindable {
  /// An integer.
  public var sqliteValue: SQLiteValue { .integer(Int64(self)) }
}

extension UInt16: SQLiteBindable {
  /// An integer.
  public var sqliteValue: SQLiteValue { .integer(Int64(self)) }
}

extension UInt8: SQLiteBindable {
  /// An integer.
  public var sqliteValue: SQLiteValue { .integer(Int64(self)) }
}

extension Float: SQLiteBindable {
  /// A floating point number with the exact value of the `Float`: 0.1 becomes 0.10000000149011612. SQLite stores NaN as
  /// NULL.
  public var sqliteValue: SQLiteValue { .real(Double(self)) }
}

extension Double: SQLiteBindable {
  /// A floating point number. SQLite stores NaN as NULL.
  public var sqliteValue: SQLiteValue { .real(self) }
}

extension Bool: SQLiteBindable {
  /// 1 or 0, because SQLite has no Boolean storage class.
  public var sqliteValue: SQLiteValue { .integer(self ? 1 : 0) }
}

extension Array: SQLiteBindable where Element == UInt8 {
  /// Bytes.
  public var sqliteValue: SQLiteValue { .blob(self) }
}

extension ArraySlice: SQLiteBindable where Element == UInt8 {
  /// Bytes.
  public var sqliteValue: SQLiteValue { .blob(Array(self)) }
}

extension Optional: SQLiteBindable where Wrapped: SQLiteBindable {
  /// NULL for nil, otherwise the wrapped value.
  ///
  /// - Throws: the error of the wrapped value.
  public var sqliteValue: SQLiteValue {
    get throws(SQLiteError) { try self?.sqliteValue ?? .null }
  }
}

extension SQLiteBindable where Self: RawRepresentable, RawValue: SQLiteBindable {
  /// The raw value, for an enumeration that only declares the conformance.
  ///
  /// - Throws: the error of the raw value.
  public var sqliteValue: SQLiteValue {
    get throws(SQLiteError) { try rawValue.sqliteValue }
  }
}

extension Sequence where Element == (any SQLiteBindable)? {
  /// The values for the parameters of a statement.
  package func sqliteValues() throws(SQLiteError) -> [SQLiteValue] {
    var values: [SQLiteValue] = []
    for value in self { values.append(try value?.sqliteValue ?? .null) }
    return values
  }
}
