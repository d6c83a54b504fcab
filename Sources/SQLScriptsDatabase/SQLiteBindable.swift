/// A Swift value that can be bound to a parameter of a statement.
public protocol SQLiteBindable {
  /// The value as SQLite stores it.
  var sqliteValue: SQLiteValue { get }
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

// SQLite's integers have the range of Int64. UInt and UInt64 do not conform, because their upper half would be stored
// as something else.

extension Int16: SQLiteBindable {
  /// An integer.
  public var sqliteValue: SQLiteValue { .integer(Int64(self)) }
}

extension Int8: SQLiteBindable {
  /// An integer.
  public var sqliteValue: SQLiteValue { .integer(Int64(self)) }
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
  /// A floating point number with the exact value of the `Float`: 0.1 becomes 0.10000000149011612.
  public var sqliteValue: SQLiteValue { .real(Double(self)) }
}

extension Double: SQLiteBindable {
  /// A floating point number.
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
  public var sqliteValue: SQLiteValue { self?.sqliteValue ?? .null }
}
