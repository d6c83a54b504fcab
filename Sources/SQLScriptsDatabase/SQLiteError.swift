import CSQLScriptsLibrary

/// An error of SQLite: its code, its message, and the SQL.
///
/// The name begins with SQLite because other libraries already have a `DatabaseError`.
public struct SQLiteError: Error, Sendable, Hashable {
  /// The extended result code.
  public var code: SQLiteResultCode

  /// SQLite's message.
  public var message: String

  /// The SQL of the statement; empty if there was none (opening, closing).
  public var sql: String

  /// The offset of the error in the UTF-8 of `sql`, if SQLite knows it.
  public var offset: Int?

  /// The limit of a scratch database that stopped the statement.
  package var limit: StatementLimit?

  /// Creates an error.
  public init(code: SQLiteResultCode, message: String, sql: String = "", offset: Int? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
    self.offset = offset
  }
}

extension SQLiteError: CustomStringConvertible {
  /// The message, the code and the beginning of the SQL in one line.
  public var description: String {
    guard !sql.isEmpty else { return "\(message) [\(code)]" }
    // Counting the characters of a long statement would take longer than running it.
    let start = sql.unicodeScalars.prefix(120)
    let line = String(String.UnicodeScalarView(start)).map { $0.isNewline ? " " : $0 }
    return "\(message) [\(code)] in: \(String(line))\(start.endIndex < sql.endIndex ? "…" : "")"
  }
}

extension SQLiteError {
  /// The current error of a connection. `sql` is the SQL that caused it.
  package init(_ handle: OpaquePointer?, sql: @autoclosure () -> String = "", offset: Int? = nil) {
    guard let handle else {
      self.init(code: .noMemory, message: "out of memory")
      return
    }
    var message = sqlite.pointee.errmsg(handle).map(Self.shortened) ?? "unknown error"
    let code = SQLiteResultCode(rawValue: sqlite.pointee.extended_errcode(handle))
    // SQLite only says “unable to open database file”, also for a journal and whatever the system's error is.
    let reason = sqlite.pointee.system_errno(handle)
    if code.primary == .cannotOpen, reason != 0 {
      message += ": \(Self.words(forSystemError: reason))"
    }
    self.init(code: code, message: message, sql: sql(), offset: offset)
  }

  /// Shortens a message. SQLite puts whole tokens into messages; an unclosed blob contains the rest of the text.
  private static func shortened(_ message: UnsafePointer<CChar>) -> String {
    let limit = 500
    if (0...limit).contains(where: { message[$0] == 0 }) { return String(cString: message) }
    // Does not split a scalar.
    var count = limit
    while count > 0, UInt8(bitPattern: message[count]) & 0xC0 == 0x80 { count -= 1 }
    let bytes = UnsafeBufferPointer(start: message, count: count).map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self) + "…"
  }

  /// SQLite's error for writing to a read-only file.
  package static let readOnly = SQLiteError(
    code: .readOnly, message: "attempt to write a readonly database")

  /// SQLite's error for a file that was moved since it was opened.
  package static let moved = SQLiteError(
    code: .moved, message: "the database file was moved, deleted or replaced")

  /// SQLite's error for an interrupted statement.
  package static let interrupted = SQLiteError(code: .interrupted, message: "interrupted")

  /// SQLite's error if memory runs out.
  package static let outOfMemory = SQLiteError(code: .noMemory, message: "out of memory")

  /// The error for a connection that another copy of SQLite has opened.
  package static let otherSQLite = misuse(
    "the connection belongs to another copy of SQLite, such as SQLCipher or a custom build. This library uses the"
      + " system's SQLite and can only migrate connections of the same copy")

  /// The error if a statement, or SQLite itself, ended the transaction (law 15).
  package static func transactionEnded(sql: String = "") -> SQLiteError {
    misuse("the transaction was ended by a statement in it", sql: sql)
  }

  /// An error for misuse of the library, with a sentence that explains it.
  package static func misuse(_ message: String, sql: String = "") -> SQLiteError {
    SQLiteError(code: .misuse, message: message, sql: sql)
  }
}
