import CSQLScriptsLibrary

/// One prepared statement. It is finalized on deinit.
package final class Statement {
  package let handle: OpaquePointer
  // Keeps the connection open while a statement exists.
  private let connection: Connection

  /// Whether it has returned a row since its start.
  private var hasRow = false

  init(_ handle: OpaquePointer, of connection: Connection) {
    self.handle = handle
    self.connection = connection
  }

  deinit {
    _ = sqlite.pointee.finalize(handle)
  }

  /// The SQL that it was prepared from.
  package var sql: String { sqlite.pointee.sql(handle).map { String(cString: $0) } ?? "" }

  /// The number of parameters.
  package var parameterCount: Int { Int(sqlite.pointee.bind_parameter_count(handle)) }

  /// Whether it does not change the database directly.
  package var isReadOnly: Bool { sqlite.pointee.stmt_readonly(handle) != 0 }

  /// The number of columns of its rows; 0 if it returns none.
  package var columnCount: Int { Int(sqlite.pointee.column_count(handle)) }

  /// The names of the columns.
  package var columnNames: [String] {
    (0..<sqlite.pointee.column_count(handle)).map { index in
      sqlite.pointee.column_name(handle, index).map { String(cString: $0) } ?? ""
    }
  }

  /// Advances to the next row. Returns false at the end.
  package func step() throws(SQLiteError) -> Bool {
    var result = sqlite.pointee.step(handle)
    // A statement that has returned rows cannot restart, because they would be returned twice.
    if result & 0xFF == SQLITE_LOCKED, !hasRow {
      result = connection.waitingForSharedCache(after: result) {
        _ = sqlite.pointee.reset(handle)
        return sqlite.pointee.step(handle)
      }
    }
    hasRow = result == SQLITE_ROW
    if hasRow || result == SQLITE_DONE { return hasRow }
    let error = connection.error(sql: sql)
    // After an error a statement must be reset before it is used again.
    _ = sqlite.pointee.reset(handle)
    throw error
  }

  /// Steps to the end, ignoring rows (law 15).
  package func execute() throws(SQLiteError) {
    while try step() {}
  }

  /// Executes it with values, then resets it.
  package func execute(_ values: SQLiteValue...) throws(SQLiteError) {
    try execute(values)
  }

  /// Executes it with values, then resets it.
  package func execute(_ values: [SQLiteValue]) throws(SQLiteError) {
    defer { reset() }
    try bind(values)
    try execute()
  }

  /// Resets it and clears its values.
  package func reset() {
    rewind()
    _ = sqlite.pointee.clear_bindings(handle)
  }

  /// Resets it and keeps its values.
  package func rewind() {
    hasRow = false
    _ = sqlite.pointee.reset(handle)
  }

  /// Binds the values. Their number must be the number of parameters.
  package func bind(_ values: [SQLiteValue]) throws(SQLiteError) {
    guard values.count == parameterCount else {
      throw .misuse(
        "the statement has \(parameterCount) parameter\(parameterCount == 1 ? "" : "s"), but "
          + (values.count == 1 ? "1 value was given" : "\(values.count) values were given"),
        sql: sql)
    }
    for (index, value) in zip(Int32(1)..., values) {
      guard bind(value, at: index) == SQLITE_OK else {
        throw connection.error(sql: sql)
      }
    }
  }

  /// Binds the first columns of another statement's row to the first parameters.
  package func bind(_ count: Int, of other: Statement) throws(SQLiteError) {
    for index in 0..<Int32(clamping: count) {
      let value = sqlite.pointee.column_value(other.handle, index)
      guard sqlite.pointee.bind_value(handle, index + 1, value) == SQLITE_OK else {
        throw connection.error(sql: sql)
      }
    }
  }

  private func bind(_ value: SQLiteValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite.pointee.bind_null(handle, index)
    case .integer(let value): return sqlite.pointee.bind_int64(handle, index, value)
    case .real(let value): return sqlite.pointee.bind_double(handle, index, value)
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
      guard !value.isEmpty else { return sqlite.pointee.bind_zeroblob(handle, index, 0) }
      return value.withUnsafeBytes { bytes in
        sqlscripts_bind_blob(handle, index, bytes.baseAddress, UInt64(bytes.count))
      }
    }
  }

  /// The value of a column of this row, from zero. Invalid UTF-8 becomes U+FFFD, so use it only for values that are
  /// shown and not written back.
  package func value(_ column: Int) -> SQLiteValue {
    let column = Int32(truncatingIfNeeded: column)
    switch sqlite.pointee.column_type(handle, column) {
    case SQLITE_INTEGER: return .integer(sqlite.pointee.column_int64(handle, column))
    case SQLITE_FLOAT: return .real(sqlite.pointee.column_double(handle, column))
    case SQLITE_TEXT:
      guard let text = sqlite.pointee.column_text(handle, column) else { return .null }
      let count = Int(sqlite.pointee.column_bytes(handle, column))
      return .text(String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let count = Int(sqlite.pointee.column_bytes(handle, column))
      guard count > 0, let bytes = sqlite.pointee.column_blob(handle, column) else {
        return .blob([])
      }
      return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: count)))
    default: return .null
    }
  }

  /// All values of this row for an app. Invalid UTF-8 is kept, because the app may write it back.
  package var exactRow: [SQLiteValue] {
    (0..<sqlite.pointee.column_count(handle)).map { column in
      guard sqlite.pointee.column_type(handle, column) == SQLITE_TEXT,
        let text = sqlite.pointee.column_text(handle, column)
      else { return value(Int(column)) }
      let count = Int(sqlite.pointee.column_bytes(handle, column))
      return SQLiteValue(text: UnsafeBufferPointer(start: text, count: count))
    }
  }

  /// All values of this row.
  package var row: [SQLiteValue] { (0..<columnCount).map { value($0) } }

  /// A column of this row as a number, from zero. Text is converted as far as it is a number.
  package func double(_ column: Int32) -> Double { sqlite.pointee.column_double(handle, column) }
}
