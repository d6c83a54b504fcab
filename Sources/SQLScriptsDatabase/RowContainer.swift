/// The columns of a row, by the keys of a type.
struct RowContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: RowDecoder

  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { decoder.row.columns.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { decoder.column(key) != nil }

  private func column(_ key: Key) throws -> ColumnDecoder {
    guard let column = decoder.column(key) else { throw decoder.missing(key) }
    return column
  }

  func decodeNil(forKey key: Key) throws -> Bool { try column(key).decodeNil() }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try column(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try column(key).decode(type)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try column(key).decode(type)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try column(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try column(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try column(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try column(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try column(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try column(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try column(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try column(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try column(key).decode(type)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try column(key).decode(type)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try column(key).decode(type)
  }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try column(key).decode(type)
  }

  // The default implementations return nil for a key that does not exist, so a typo would look like NULL. Swift calls
  // a separate method for each type.

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try column(key).decodeUnlessNull(type)
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try column(key).decodeUnlessNull(type)
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try column(key).decodeUnlessNull(type)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try column(key).decodeUnlessNull(type)
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try column(key).decodeUnlessNull(type)
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try column(key).decodeUnlessNull(type)
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try column(key).decodeUnlessNull(type)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try column(key).decodeUnlessNull(type)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try column(key).decodeUnlessNull(type)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try column(key).decodeUnlessNull(type)
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try column(key).decodeUnlessNull(type)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try column(key).decodeUnlessNull(type)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try column(key).decodeUnlessNull(type)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try column(key).decodeUnlessNull(type)
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try column(key).decodeUnlessNull(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try column(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try column(key).unkeyedContainer()
  }

  /// A superclass reads its columns from the same row.
  func superDecoder() -> any Decoder { decoder }

  func superDecoder(forKey key: Key) throws -> any Decoder { try column(key) }
}
