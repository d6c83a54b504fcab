import CSQLScriptsLibrary
import SQLScriptsDatabase

/// `printf()` and `format()` of a scratch database, which fail if the text is longer than a value may be.
///
/// SQLite's return NULL then, so a script would get other values than in a migration. They can also take seconds before,
/// which nothing interrupts. <https://www.sqlite.org/printf.html>
final class LimitedFormat {
  private let longest: Int32
  private var connection: Connection?
  private var statements: [Int32: Statement] = [:]

  private init(longest: Int32) {
    self.longest = longest
  }

  /// Replaces the functions of a connection.
  static func add(to connection: Connection, longest: Int32) throws(SQLiteError) {
    for name in ["printf", "format"] {
      let format = Unmanaged.passRetained(LimitedFormat(longest: longest))
      // If it fails, SQLite releases the object, too.
      let code = sqlite.pointee.create_function_v2(
        connection.handle, name, -1,
        SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS, format.toOpaque(),
        { context, count, values in
          guard let data = sqlite.pointee.user_data(context) else { return }
          let format = Unmanaged<LimitedFormat>.fromOpaque(data).takeUnretainedValue()
          format.call(context, UnsafeBufferPointer(start: values, count: Int(count)))
        }, nil, nil,
        { data in
          guard let data else { return }
          Unmanaged<LimitedFormat>.fromOpaque(data).release()
        })
      guard code == SQLITE_OK else { throw SQLiteError(connection.handle) }
    }
  }

  private func call(_ context: OpaquePointer?, _ values: UnsafeBufferPointer<OpaquePointer?>) {
    guard let first = values.first, let text = sqlite.pointee.value_text(first) else {
      return sqlite.pointee.result_null(context)
    }
    guard FormatText(text).repeatedCharacters(values.dropFirst()) <= longest else {
      return sqlite.pointee.result_error_toobig(context)
    }
    do throws(SQLiteError) {
      let count = Int32(clamping: values.count)
      let statement = try statement(for: count)
      defer { statement.reset() }
      try bind(values, to: statement)
      guard try statement.step() else { return }
      if let text = sqlite.pointee.column_text(statement.handle, 0) {
        let length = sqlite.pointee.column_bytes(statement.handle, 0)
        text.withMemoryRebound(to: CChar.self, capacity: Int(length)) {
          sqlscripts_result_text(context, $0, UInt64(length))
        }
      } else if sqlite.pointee.column_int64(statement.handle, 1) == 1 {
        sqlite.pointee.result_error_toobig(context)
      } else {
        sqlite.pointee.result_null(context)
      }
    } catch {
      if error.code.primary == .tooBig { return sqlite.pointee.result_error_toobig(context) }
      sqlite.pointee.result_error(context, error.message, -1)
    }
  }

  /// A query of SQLite's own function on another connection. Its second column is whether the text is too long: only then
  /// a text that begins with a letter becomes NULL.
  private func statement(for count: Int32) throws(SQLiteError) -> Statement {
    if let known = statements[count] { return known }
    let own = try own()
    let rest = (1..<max(1, count)).map { ", ?\($0 + 1)" }.joined()
    let statement = try own.prepare(
      """
      WITH f (text) AS MATERIALIZED (SELECT printf(?1\(rest)))
      SELECT text, text IS NULL AND printf('x' || ?1\(rest)) IS NULL FROM f
      """)
    statements[count] = statement
    return statement
  }

  /// A blob becomes text, as `printf()` reads it, because the other connection may have another encoding.
  private func bind(
    _ value: OpaquePointer?, to statement: OpaquePointer, at index: Int32
  ) -> Int32 {
    guard sqlite.pointee.value_type(value) == SQLITE_BLOB,
      let text = sqlite.pointee.value_text(value)
    else { return sqlite.pointee.bind_value(statement, index, value) }
    let count = Int(sqlite.pointee.value_bytes(value))
    return text.withMemoryRebound(to: CChar.self, capacity: count) {
      sqlscripts_bind_text(statement, index, $0, UInt64(count))
    }
  }

  private func own() throws(SQLiteError) -> Connection {
    if let connection { return connection }
    let own = try Connection(path: ":memory:", mode: .scratch, busyTimeout: Milliseconds(0))
    _ = sqlite.pointee.limit(own.handle, SQLITE_LIMIT_LENGTH, longest)
    connection = own
    return own
  }

  private func bind(
    _ values: UnsafeBufferPointer<OpaquePointer?>, to statement: Statement
  ) throws(SQLiteError) {
    for (index, value) in zip(Int32(1)..., values) {
      let code = bind(value, to: statement.handle, at: index)
      guard code == SQLITE_OK else {
        throw SQLiteError(code: SQLiteResultCode(rawValue: code), message: "out of memory")
      }
    }
  }
}
