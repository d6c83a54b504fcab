/// A Swift value that a statement can be given for a parameter.
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

// SQLite's integers are those of Int64, so UInt and UInt64 are not here: the greater half of them would
// be stored as something else.

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
  /// A floating point number. It is the same number, with the digits that a `Double` has: 0.1 as a `Float`
  /// is 0.10000000149011612.
  public var sqliteValue: SQLiteValue { .real(Double(self)) }
}

extension Double: SQLiteBindable {
  /// A floating point number.
  public var sqliteValue: SQLiteValue { .real(self) }
}

extension Bool: SQLiteBindable {
  /// 1 or 0: SQLite has no class of its own for conditions.
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
  /// NULL for nil.
  public var sqliteValue: SQLiteValue { self?.sqliteValue ?? .null }
}
