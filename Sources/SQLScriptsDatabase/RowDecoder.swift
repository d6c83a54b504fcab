/// Decodes a row: the keys of a type are the names of columns.
struct RowDecoder: Decoder {
  let row: SQLiteRow
  let names: SQLiteRow.ColumnNames

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(RowContainer<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw DecodingError.typeMismatch(
      [Any].self,
      .init(
        codingPath: [],
        debugDescription: "a row decodes into a type with a key for each column, not into a list"))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// The only column of the row.
  func onlyColumn() throws -> ColumnDecoder {
    guard let name = row.columns.first, let value = row.values.first, row.columns.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: [],
          debugDescription: "a single value decodes from a row with one column, but the row has"
            + " \(row.columns.count): \(row.columns.joined(separator: ", "))"))
    }
    return ColumnDecoder(name: name, value: value, codingPath: [])
  }

  /// The column of a key; nil if the row does not have it.
  func column(_ key: any CodingKey) -> ColumnDecoder? {
    var index = row.index(of: key.stringValue)
    if index == nil, names == .snakeCase { index = row.index(of: key.stringValue.snakeCased) }
    return index.map {
      ColumnDecoder(name: row.columns[$0], value: row.values[$0], codingPath: [key])
    }
  }

  /// The error for a key without a column.
  func missing(_ key: any CodingKey) -> DecodingError {
    let name = names == .snakeCase ? key.stringValue.snakeCased : key.stringValue
    return .keyNotFound(
      key, .init(codingPath: [], debugDescription: SQLiteRow.missing(name, in: row.columns)))
  }
}

// A type that is one value reads the only column. An optional type, or one that wraps another, reads the row.
extension RowDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { row.values.count == 1 && row.values[0].isNull }

  func decode(_ type: Bool.Type) throws -> Bool { try onlyColumn().decode(type) }
  func decode(_ type: String.Type) throws -> String { try onlyColumn().decode(type) }
  func decode(_ type: Double.Type) throws -> Double { try onlyColumn().decode(type) }
  func decode(_ type: Float.Type) throws -> Float { try onlyColumn().decode(type) }
  func decode(_ type: Int.Type) throws -> Int { try onlyColumn().decode(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try onlyColumn().decode(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try onlyColumn().decode(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try onlyColumn().decode(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try onlyColumn().decode(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try onlyColumn().decode(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try onlyColumn().decode(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try onlyColumn().decode(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try onlyColumn().decode(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try onlyColumn().decode(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    // Some of these types, such as Data, would decode themselves as a list.
    if ColumnDecoder.readsDirectly(type) { return try onlyColumn().decode(type) }
    return try Value(from: self)
  }
}

extension String {
  /// The text in snake case: `userID` becomes `user_id`, and `myURLPath` becomes `my_url_path`.
  var snakeCased: String {
    let characters = Array(self)
    var name = ""
    for (index, character) in characters.enumerated() {
      if character.isUppercase, index > 0, characters[index - 1] != "_" {
        let endsAcronym = index + 1 < characters.count && characters[index + 1].isLowercase
        if !characters[index - 1].isUppercase || endsAcronym { name += "_" }
      }
      name += character.lowercased()
    }
    return name
  }
}
