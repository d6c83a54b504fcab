import CSQLScriptsLibrary
import SQLScriptsDatabase

// Values as SQLite stores them, byte for byte.
extension Statement {
  /// The bytes of the texts and blobs in this row.
  package var byteCount: Int {
    (0..<Int32(clamping: columnCount)).reduce(0) { sum, column in
      let type = sqlite.pointee.column_type(handle, column)
      guard type == SQLITE_TEXT || type == SQLITE_BLOB else { return sum }
      return sum + Int(sqlite.pointee.column_bytes(handle, column))
    }
  }

  /// Whether two columns of two rows have the same value and type, without copying them.
  package func hasValue(_ column: Int, sameAs other: Statement, _ otherColumn: Int) -> Bool {
    let (column, otherColumn) = (Int32(clamping: column), Int32(clamping: otherColumn))
    let type = sqlite.pointee.column_type(handle, column)
    guard type == sqlite.pointee.column_type(other.handle, otherColumn) else { return false }
    switch type {
    case SQLITE_INTEGER:
      return sqlite.pointee.column_int64(handle, column)
        == sqlite.pointee.column_int64(other.handle, otherColumn)
    case SQLITE_FLOAT:
      return sqlite.pointee.column_double(handle, column)
        == sqlite.pointee.column_double(other.handle, otherColumn)
    case SQLITE_TEXT, SQLITE_BLOB:
      // Texts are compared in the encoding of the database, which is the same for both.
      let mine = sqlite.pointee.column_blob(handle, column)
      let theirs = sqlite.pointee.column_blob(other.handle, otherColumn)
      let count = sqlite.pointee.column_bytes(handle, column)
      guard count == sqlite.pointee.column_bytes(other.handle, otherColumn) else { return false }
      guard count > 0, let mine, let theirs else { return true }
      return UnsafeRawBufferPointer(start: mine, count: Int(count))
        .elementsEqual(UnsafeRawBufferPointer(start: theirs, count: Int(count)))
    default: return true
    }
  }

  /// Calls `body` with the bytes of a value as SQLite stores it, after one byte for its type. Two values have the same
  /// bytes only if they are the same: 1 and 1.0 differ, and so do two texts that are not UTF-8. NULL has only its type.
  package func withStoredBytes(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let column = Int32(clamping: column)
    let type = sqlite.pointee.column_type(handle, column)
    withUnsafeBytes(of: UInt8(truncatingIfNeeded: type)) {
      body($0.assumingMemoryBound(to: UInt8.self))
    }
    let number: UInt64
    switch type {
    case SQLITE_INTEGER: number = UInt64(bitPattern: sqlite.pointee.column_int64(handle, column))
    case SQLITE_FLOAT: number = sqlite.pointee.column_double(handle, column).bitPattern
    case SQLITE_TEXT, SQLITE_BLOB:
      number = UInt64(clamping: sqlite.pointee.column_bytes(handle, column))
    default: return
    }
    withUnsafeBytes(of: number.littleEndian) { body($0.assumingMemoryBound(to: UInt8.self)) }
    guard type == SQLITE_TEXT || type == SQLITE_BLOB,
      let bytes = sqlite.pointee.column_blob(handle, column)
    else { return }
    body(
      UnsafeRawBufferPointer(start: bytes, count: Int(number)).assumingMemoryBound(to: UInt8.self))
  }
}
