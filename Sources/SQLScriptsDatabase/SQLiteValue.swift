/// A value of a database, in one of SQLite's five storage classes.
///
/// See <https://www.sqlite.org/datatype3.html>.
public enum SQLiteValue: Sendable, Hashable {
  /// NULL.
  case null
  /// A signed 64-bit integer.
  case integer(Int64)
  /// A 64-bit floating point number. SQLite stores NaN as NULL.
  case real(Double)
  /// Text.
  case text(String)
  /// Text that is not valid UTF-8, as bytes, so that it can be written back unchanged. SQLite accepts any bytes as
  /// text.
  case invalidText([UInt8])
  /// Bytes.
  case blob([UInt8])
}

extension SQLiteValue {
  /// Whether both are equal to SQLite with the collation BINARY. Texts are compared byte by byte.
  public static func == (left: SQLiteValue, right: SQLiteValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): left.hasSameBytes(as: right)
    case (.invalidText(let left), .invalidText(let right)), (.blob(let left), .blob(let right)):
      left == right
    default: false
    }
  }

  /// Hashes the storage class and the bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value)
    case .text(let text): text.hashBytes(into: &hasher)
    case .invalidText(let bytes), .blob(let bytes): hasher.combine(bytes)
    }
  }
}

extension String {
  /// Hashes the UTF-8, for values that are compared with `hasSameBytes`.
  package func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { bytes in
      hasher.combine(bytes.count)
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
  }
}

extension SQLiteValue {
  /// Text, or `invalidText` if a `String` would change the bytes.
  init(text bytes: UnsafeBufferPointer<UInt8>) {
    var text = String(decoding: bytes, as: UTF8.self)
    let isSame = text.withUTF8 { $0.count == bytes.count && $0.elementsEqual(bytes) }
    self = isSame ? .text(text) : .invalidText(Array(bytes))
  }
}

extension SQLiteValue {
  /// Whether the value is NULL.
  public var isNull: Bool { self == .null }

  /// Whether it is an integer or a real.
  package var isNumber: Bool {
    switch self {
    case .integer, .real: true
    default: false
    }
  }

  /// The value as an integer; nil if it has another storage class.
  public var int64: Int64? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The value as an `Int`; nil if it has another storage class or does not fit.
  public var int: Int? { int64.flatMap { Int(exactly: $0) } }

  /// The value as a number, from an integer or a real; nil otherwise.
  public var double: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  /// The value as text; nil if it has another storage class or is not valid UTF-8.
  public var string: String? {
    if case .text(let value) = self { value } else { nil }
  }

  /// The value as bytes, from a blob or invalid text; nil otherwise.
  public var bytes: [UInt8]? {
    switch self {
    case .blob(let value), .invalidText(let value): value
    default: nil
    }
  }

  /// The value as a condition: true for a number that is not 0; nil if it is not a number.
  public var bool: Bool? { double.map { $0 != 0 } }
}

extension SQLiteValue: CustomStringConvertible {
  /// The value as in SQL, but without quotes around text.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let value): value
    // Invalid bytes are shown as U+FFFD.
    case .invalidText(let bytes): String(decoding: bytes, as: UTF8.self)
    case .blob(let bytes): "a blob of \(bytes.count) byte\(bytes.count == 1 ? "" : "s")"
    }
  }
}

extension SQLiteValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
  /// Text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// An integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A floating point number.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// 1 or 0.
  public init(booleanLiteral value: Bool) { self = .integer(value ? 1 : 0) }
  /// NULL.
  public init(nilLiteral: ()) { self = .null }
}
