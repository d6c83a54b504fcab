import CSQLScriptsLibrary

// Rows as bytes, for many rows that are only compared. Equal bytes are equal values.
extension Statement {
  /// Appends the first columns of this row.
  ///
  /// - Throws: `outOfMemory`, because a value that is not there would be equal to others.
  package func pack(_ count: Int, into bytes: inout [UInt8]) throws(SQLiteError) {
    for column in 0..<Int32(clamping: count) {
      let type = sqlite.pointee.column_type(handle, column)
      bytes.append(UInt8(truncatingIfNeeded: type))
      switch type {
      case SQLITE_INTEGER: bytes.append(packed: sqlite.pointee.column_int64(handle, column))
      case SQLITE_FLOAT:
        let value = sqlite.pointee.column_double(handle, column)
        bytes.append(packed: Int64(bitPattern: value.bitPattern))
      case SQLITE_TEXT, SQLITE_BLOB:
        // For text, `column_blob` would return it in the encoding of the database.
        let start =
          type == SQLITE_TEXT
          ? UnsafeRawPointer(sqlite.pointee.column_text(handle, column))
          : sqlite.pointee.column_blob(handle, column)
        let count = Int(sqlite.pointee.column_bytes(handle, column))
        // An empty blob has no address.
        guard start != nil || type == SQLITE_BLOB && count == 0 else { throw .outOfMemory }
        bytes.append(packed: Int64(count))
        bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
      default: break
      }
    }
  }
}

extension SQLiteValue {
  /// The values in packed bytes.
  package static func unpacked(_ bytes: ArraySlice<UInt8>) -> [SQLiteValue] {
    var values: [SQLiteValue] = []
    var rest = bytes
    while let type = rest.popFirst() {
      switch Int32(type) {
      case SQLITE_INTEGER: values.append(.integer(rest.unpackInteger()))
      case SQLITE_FLOAT:
        values.append(.real(Double(bitPattern: UInt64(bitPattern: rest.unpackInteger()))))
      case SQLITE_TEXT, SQLITE_BLOB:
        let count = Int(rest.unpackInteger())
        let content = rest.prefix(count)
        rest = rest.dropFirst(count)
        values.append(
          Int32(type) == SQLITE_BLOB
            ? .blob(Array(content)) : content.withUnsafeBufferPointer { SQLiteValue(text: $0) })
      default: values.append(.null)
      }
    }
    return values
  }
}

extension [UInt8] {
  /// Appends 8 bytes.
  package mutating func append(packed value: Int64) {
    Swift.withUnsafeBytes(of: value.littleEndian) { append(contentsOf: $0) }
  }
}

extension ArraySlice<UInt8> {
  /// Removes 8 bytes, and returns their number; 0 if there are fewer.
  package mutating func unpackInteger() -> Int64 {
    guard count >= 8 else {
      self = []
      return 0
    }
    let value = withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
    self = dropFirst(8)
    return Int64(littleEndian: value)
  }
}
