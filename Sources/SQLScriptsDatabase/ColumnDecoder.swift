/// Decodes the value of one column.
struct ColumnDecoder: Decoder, SingleValueDecodingContainer {
  let name: String
  let value: SQLiteValue
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    throw DecodingError.typeMismatch(
      [String: Any].self, context("but the type needs several values, one for each of its keys"))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw DecodingError.typeMismatch([Any].self, context("but the type needs a list of values"))
  }

  /// Whether a value becomes this type without the type's own `init(from:)`.
  static func readsDirectly(_ type: any Decodable.Type) -> Bool {
    type is any SQLiteDecodable.Type || type == [UInt8].self
  }
}

extension ColumnDecoder {
  func decodeNil() -> Bool { value.isNull }

  func decode(_ type: Bool.Type) throws -> Bool { try checked(value.bool, as: type) }
  func decode(_ type: String.Type) throws -> String { try checked(value.string, as: type) }
  func decode(_ type: Double.Type) throws -> Double { try checked(value.double, as: type) }

  func decode(_ type: Float.Type) throws -> Float {
    let double = try checked(value.double, as: type)
    let float = Float(double)
    guard float.isFinite || !double.isFinite else { throw outOfRange(type) }
    return float
  }

  func decode(_ type: Int.Type) throws -> Int { try integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard Self.readsDirectly(type) else { return try Value(from: self) }
    guard !value.isNull else { throw isNull(type) }
    if let direct = type as? any SQLiteDecodable.Type {
      return try checked(direct.init(sqliteValue: value) as? Value, as: type)
    }
    return try checked(value.bytes as? Value, as: type)
  }

  /// The value of an optional property.
  func decodeUnlessNull<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    value.isNull ? nil : try decode(type)
  }

  private func integer<Number: FixedWidthInteger>() throws -> Number {
    let integer = try checked(value.int64, as: Number.self)
    guard let number = Number(exactly: integer) else { throw outOfRange(Number.self) }
    return number
  }

  private func checked<Found, Wanted>(
    _ found: Found?, as type: Wanted.Type
  ) throws -> Found {
    guard !value.isNull else { throw isNull(type) }
    guard let found else {
      throw DecodingError.typeMismatch(type, context("which is not a valid \(type)"))
    }
    return found
  }

  private func isNull(_ type: Any.Type) -> DecodingError {
    .valueNotFound(
      type,
      .init(
        codingPath: codingPath,
        debugDescription: "the column “\(name)” is NULL, but \(type) is not optional"))
  }

  private func outOfRange(_ type: Any.Type) -> DecodingError {
    .dataCorrupted(context("which does not fit in \(type)"))
  }

  private func context(_ words: String) -> DecodingError.Context {
    .init(
      codingPath: codingPath,
      debugDescription: "the column “\(name)” contains \(value.shownInError), \(words)")
  }
}

extension SQLiteValue {
  /// The storage class and the value. Long text is cut.
  fileprivate var shownInError: String {
    switch self {
    case .null: return "NULL"
    case .integer: return "the integer \(self)"
    case .real: return "the real number \(self)"
    case .text(let text):
      let start = text.prefix(80)
      return "the text “\(start)\(start.endIndex < text.endIndex ? "…" : "")”"
    case .invalidText(let bytes):
      return "a text of \(bytes.count) byte\(bytes.count == 1 ? "" : "s") that is not valid UTF-8"
    case .blob: return "\(self)"
    }
  }
}
