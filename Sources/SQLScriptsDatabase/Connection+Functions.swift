import CSQLScriptsLibrary

// Functions and collations of the app. SQLite keeps the closures as long as the connection.
extension Connection {
  package typealias Function = @Sendable ([SQLiteValue]) throws -> SQLiteValue

  private final class FunctionBox {
    let body: Function

    init(_ body: @escaping Function) { self.body = body }
  }

  private final class CollationBox {
    let isBefore: @Sendable (String, String) -> Bool

    init(_ isBefore: @escaping @Sendable (String, String) -> Bool) { self.isBefore = isBefore }
  }

  /// Adds an SQL function. See <https://www.sqlite.org/c3ref/create_function.html>.
  ///
  /// - Parameter argumentCount: nil for any number.
  package func addFunction(
    _ name: String, argumentCount: Int?, isDeterministic: Bool, _ body: @escaping Function
  ) throws(SQLiteError) {
    try Self.check(name)
    if let argumentCount, !(0...127).contains(argumentCount) {
      throw .misuse("a function has 0 to 127 arguments, not \(argumentCount)")
    }
    let count = Int32(argumentCount ?? -1)
    let flags = SQLITE_UTF8 | (isDeterministic ? SQLITE_DETERMINISTIC : 0)
    let box = Unmanaged.passRetained(FunctionBox(body))
    // If it fails, SQLite releases the box, too.
    let result = sqlite.pointee.create_function_v2(
      handle, name, count, flags, box.toOpaque(),
      { context, count, values in
        guard let data = sqlite.pointee.user_data(context) else { return }
        let box = Unmanaged<FunctionBox>.fromOpaque(data).takeUnretainedValue()
        let arguments = (0..<Int(count)).map { SQLiteValue(argument: values?[$0]) }
        do {
          SQLiteValue.setResult(try box.body(arguments), of: context)
        } catch {
          let message = (error as? SQLiteError)?.message ?? "\(error)"
          sqlite.pointee.result_error(context, message, -1)
        }
      }, nil, nil,
      { data in
        guard let data else { return }
        Unmanaged<FunctionBox>.fromOpaque(data).release()
      })
    guard result == SQLITE_OK else { throw SQLiteError(handle) }
  }

  /// SQLite refuses such a name without a message, or ends it at the NUL.
  private static func check(_ name: String) throws(SQLiteError) {
    guard (1...255).contains(name.utf8.count), !name.utf8.contains(0) else {
      throw .misuse("the name of a function or collation has 1 to 255 bytes and no NUL: “\(name)”")
    }
  }

  /// Adds a collation. See <https://www.sqlite.org/c3ref/create_collation.html>.
  ///
  /// - Parameter isBefore: whether the first text is sorted before the second. Texts of which neither is before the other
  ///   are equal.
  package func addCollation(
    _ name: String, _ isBefore: @escaping @Sendable (String, String) -> Bool
  ) throws(SQLiteError) {
    try Self.check(name)
    let box = Unmanaged.passRetained(CollationBox(isBefore))
    let result = sqlite.pointee.create_collation_v2(
      handle, name, SQLITE_UTF8, box.toOpaque(),
      { data, leftCount, left, rightCount, right in
        guard let data else { return 0 }
        let box = Unmanaged<CollationBox>.fromOpaque(data).takeUnretainedValue()
        let (left, right) = (text(left, leftCount), text(right, rightCount))
        return box.isBefore(left, right) ? -1 : box.isBefore(right, left) ? 1 : 0
      },
      { data in
        guard let data else { return }
        Unmanaged<CollationBox>.fromOpaque(data).release()
      })
    guard result == SQLITE_OK else {
      // Unlike a function's, SQLite does not release a collation's data if it fails.
      box.release()
      throw SQLiteError(handle)
    }
  }
}

/// A text that SQLite passes to a callback.
private func text(_ start: UnsafeRawPointer?, _ count: Int32) -> String {
  String(decoding: UnsafeRawBufferPointer(start: start, count: Int(max(0, count))), as: UTF8.self)
}

extension SQLiteValue {
  /// An argument of an SQL function.
  fileprivate init(argument value: OpaquePointer?) {
    switch sqlite.pointee.value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite.pointee.value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite.pointee.value_double(value))
    case SQLITE_TEXT:
      // Before the bytes are counted, because this may convert them to UTF-8.
      let start = sqlite.pointee.value_text(value)
      let count = Int(sqlite.pointee.value_bytes(value))
      self = SQLiteValue(text: UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))
    case SQLITE_BLOB:
      let start = sqlite.pointee.value_blob(value)
      let count = start == nil ? 0 : Int(sqlite.pointee.value_bytes(value))
      self = .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
    default: self = .null
    }
  }

  /// Sets the result of an SQL function.
  fileprivate static func setResult(_ value: SQLiteValue, of context: OpaquePointer?) {
    switch value {
    case .null: sqlite.pointee.result_null(context)
    case .integer(let value): sqlite.pointee.result_int64(context, value)
    case .real(let value): sqlite.pointee.result_double(context, value)
    case .text(var value):
      value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { chars in
          sqlscripts_result_text(context, chars.baseAddress, UInt64(chars.count))
        }
      }
    case .invalidText(let value):
      value.withUnsafeBytes { bytes in
        let chars = bytes.bindMemory(to: CChar.self)
        sqlscripts_result_text(context, chars.baseAddress, UInt64(chars.count))
      }
    case .blob(let value):
      value.withUnsafeBytes { bytes in
        sqlscripts_result_blob(context, bytes.baseAddress, UInt64(bytes.count))
      }
    }
  }
}
