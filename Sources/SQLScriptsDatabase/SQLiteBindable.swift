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

extension Optional: SQLiteBindable where Wrapped: SQLiteBindable {
  /// NULL for nil.
  public var sqliteValue: SQLiteValue { self?.sqliteValue ?? .null }
}
