import CSQLScriptsSQLite

/// One prepared statement. It is finalized on deinit.
package final class Statement {
  let handle: OpaquePointer
  // Keeps the connection open while a statement exists.
  private let connection: Connection

  /// Whether it has returned a row since its start.
  private var hasRow = false

  init(_ handle: OpaquePointer, of connection: Connection) {
    self.handle = handle
    self.connection = connection
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// The SQL that it was prepared from.
  package var sql: String { sqlite3_sql(handle).map { String(cString: $0) } ?? "" }

  /// The number of parameters.
  package var parameterCount: Int { Int(sqlite3_bind_parameter_count(handle)) }

  /// Whether it does not change the database directly.
  package var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// The number of columns of its rows; 0 if it returns none.
  package var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// The names of the columns.
  package var columnNames: [String] {
    (0..<sqlite3_column_count(handle)).map { index in
      sqlite3_column_name(handle, index).map { String(cString: $0) } ?? ""
    }
  }

  /// Advances to the next row. Returns false at the end.
  package func step() throws(SQLiteError) -> Bool {
    switch stepped() {
    case SQLITE_ROW:
      hasRow = true
      return true
    case SQLITE_DONE:
      hasRow = false
      return false
    default:
      hasRow = false
      let error = SQLiteError(
        connection.handle, sql: sql, offset: connection.errorOffset)
      // After an error a statement must be reset before it is used again.
      sqlite3_reset(handle)
      throw error
    }
  }

  /// Steps once. A statement that has returned rows cannot restart, because they would be returned twice.
  private func stepped() -> Int32 {
    let result = sqlite3_step(handle)
    guard result & 0xFF == SQLITE_LOCKED, !hasRow else { return result }
    return connection.waitingForSharedCache(after: result) {
      sqlite3_reset(handle)
      return sqlite3_step(handle)
    }
  }

  /// Steps to the end, ignoring rows (law 15).
  package func run() throws(SQLiteError) {
    while try step() {}
  }

  /// Runs it with values, then resets it.
  package func run(_ values: SQLiteValue...) throws(SQLiteError) {
    try run(values)
  }

  /// Runs it with values, then resets it.
  package func run(_ values: [SQLiteValue]) throws(SQLiteError) {
    defer { reset() }
    try bind(values)
    try run()
  }

  /// Resets it and clears its values.
  package func reset() {
    rewind()
    sqlite3_clear_bindings(handle)
  }

  /// Resets it and keeps its values.
  package func rewind() {
    hasRow = false
    sqlite3_reset(handle)
  }

  /// Binds the values. Their number must be the number of parameters.
  package func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    guard values.count == parameterCount else {
      throw .misuse(
        "the statement has \(parameterCount) parameters, but \(values.count) values were given",
        sql: sql)
    }
    for (index, value) in zip(Int32(1)..., values) {
      guard bind(value, at: index) == SQLITE_OK else {
        throw SQLiteError(connection.handle, sql: sql)
      }
    }
  }

  /// Binds the first columns of another statement's row to the first parameters.
  package func bind(_ count: Int, of other: Statement) throws(SQLiteError) {
    for index in 0..<Int32(clamping: count) {
      let value = sqlite3_column_value(other.handle, index)
      guard sqlite3_bind_value(handle, index + 1, value) == SQLITE_OK else {
        throw SQLiteError(connection.handle, sql: sql)
      }
    }
  }

  private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let value): return sqlite3_bind_int64(handle, index, value)
    case .real(let value): return sqlite3_bind_double(handle, index, value)
    case .text(var value):
      return value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { chars in
          sqlscripts_bind_text(handle, index, chars.baseAddress, UInt64(chars.count))
        }
      }
    case .invalidText(let value):
      return value.withUnsafeBytes { bytes in
        let chars = bytes.bindMemory(to: CChar.self)
        return sqlscripts_bind_text(handle, index, chars.baseAddress, UInt64(chars.count))
      }
    case .blob(let value):
      // A NULL pointer would bind NULL: an empty blob is bound as a zeroblob.
      guard !value.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
      return value.withUnsafeBytes { bytes in
        sqlscripts_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count))
      }
    }
  }

  /// The value of a column of this row, from zero. Invalid UTF-8 becomes U+FFFD, so use it only for values that are
  /// shown and not written back.
  package func value(_ column: Int) -> SQLiteValue {
    let column = Int32(truncatingIfNeeded: column)
    switch sqlite3_column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
    case SQLITE_TEXT:
      guard let text = sqlite3_column_text(handle, column) else { return .null }
      let count = Int(sqlite3_column_bytes(handle, column))
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(handle, column))
      guard count > 0, let bytes = sqlite3_column_blob(handle, column) else { return .blob([]) }
      return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    default: return .null
    }
  }

  /// Whether two columns of two rows have the same value and type, without copying them.
  package func hasValue(_ column: Int, sameAs other: Statement, _ otherColumn: Int) -> Bool {
    let (column, otherColumn) = (Int32(clamping: column), Int32(clamping: otherColumn))
    let type = sqlite3_column_type(handle, column)
    guard type == sqlite3_column_type(other.handle, otherColumn) else { return false }
    switch type {
    case SQLITE_INTEGER:
      return sqlite3_column_int64(handle, column) == sqlite3_column_int64(other.handle, otherColumn)
    case SQLITE_FLOAT:
      return sqlite3_column_double(handle, column)
        == sqlite3_column_double(other.handle, otherColumn)
    case SQLITE_TEXT, SQLITE_BLOB:
      // Texts are compared in the encoding of the database, which is the same for both.
      let mine = sqlite3_column_blob(handle, column)
      let theirs = sqlite3_column_blob(other.handle, otherColumn)
      let count = sqlite3_column_bytes(handle, column)
      guard count == sqlite3_column_bytes(other.handle, otherColumn) else { return false }
      guard count > 0, let mine, let theirs else { return true }
      return UnsafeRawBufferPointer(start: mine, count: Int(count))
        .elementsEqual(UnsafeRawBufferPointer(start: theirs, count: Int(count)))
    default: return true
    }
  }

  /// All values of this row for an app. Invalid UTF-8 is kept, because the app may write it back.
  package var exactRow: [SQLiteValue] {
    (0..<sqlite3_column_count(handle)).map { column in
      guard sqlite3_column_type(handle, column) == SQLITE_TEXT,
        let text = sqlite3_column_text(handle, column)
      else { return value(Int(column)) }
      let count = Int(sqlite3_column_bytes(handle, column))
      return SQLiteValue(text: UnsafeBufferPointer(start: text, count: count))
    }
  }

  /// Calls `body` with the bytes of a value as SQLite stores it, after one byte for its type. Two values have the same
  /// bytes only if they are the same: 1 and 1.0 differ, and so do two texts that are not UTF-8. NULL has only its type.
  package func withStoredBytes(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    let column = Int32(clamping: column)
    let type = sqlite3_column_type(handle, column)
    withUnsafeBytes(of: UInt8(truncatingIfNeeded: type)) {
      body($0.assumingMemoryBound(to: UInt8.self))
    }
    let number: UInt64
    switch type {
    case SQLITE_INTEGER: number = UInt64(bitPattern: sqlite3_column_int64(handle, column))
    case SQLITE_FLOAT: number = sqlite3_column_double(handle, column).bitPattern
    case SQLITE_TEXT, SQLITE_BLOB: number = UInt64(clamping: sqlite3_column_bytes(handle, column))
    default: return
    }
    withUnsafeBytes(of: number.littleEndian) { body($0.assumingMemoryBound(to: UInt8.self)) }
    guard type == SQLITE_TEXT || type == SQLITE_BLOB,
      let bytes = sqlite3_column_blob(handle, column)
    else { return }
    body(
      UnsafeRawBufferPointer(start: bytes, count: Int(number)).assumingMemoryBound(to: UInt8.self))
  }

  /// All values of this row.
  package var row: [SQLiteValue] { (0..<columnCount).map { value($0) } }

  /// An integer column of this row, from zero; 0 for NULL.
  package func int64(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  /// A column of this row as a number, from zero. Text is converted as far as it is a number.
  package func double(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }
}
