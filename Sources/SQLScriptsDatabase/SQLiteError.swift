import CSQLScriptsSQLite
import SQLScriptsSQL

/// What SQLite said when something failed, with the SQL it was about.
///
/// Its name begins with SQLite because apps meet it beside other libraries' `DatabaseError`.
public struct SQLiteError: Error, Sendable, Hashable {
  /// The extended result code.
  public var code: SQLiteResultCode

  /// SQLite's message.
  public var message: String

  /// The statement, empty where no statement was involved (opening, closing).
  public var sql: String

  /// Where in the UTF-8 of `sql` the error is, if SQLite knows it.
  public var offset: Int?

  /// Makes an error of its parts.
  public init(code: SQLiteResultCode, message: String, sql: String = "", offset: Int? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
    self.offset = offset
  }
}

extension SQLiteError {
  /// What the message says.
  package var said: SQLiteMessage { SQLiteMessage(message) }
}

extension SQLiteError: CustomStringConvertible {
  /// Message, code and the beginning of the SQL in one line.
  public var description: String {
    guard !sql.isEmpty else { return "\(message) [\(code)]" }
    // Counting the characters of a long statement would take longer than running it.
    let start = sql.unicodeScalars.prefix(120)
    let line = String(String.UnicodeScalarView(start)).map { $0.isNewline ? " " : $0 }
    return "\(message) [\(code)] in: \(String(line))\(start.endIndex < sql.endIndex ? "…" : "")"
  }
}

extension SQLiteError {
  /// The error that a connection reports now. `sql` is what it was about.
  package init(_ handle: OpaquePointer?, sql: @autoclosure () -> String = "", offset: Int? = nil) {
    guard let handle else {
      self.init(code: .noMemory, message: "out of memory")
      return
    }
    var message = sqlite3_errmsg(handle).map(Self.shortened) ?? "unknown error"
    let code = SQLiteResultCode(rawValue: sqlite3_extended_errcode(handle))
    // SQLite's own words are "unable to open database file", of a journal too and whatever the system said.
    let reason = sqlite3_system_errno(handle)
    if code.primary == .cannotOpen, reason != 0 {
      message += ": \(Self.words(forSystemError: reason))"
    }
    self.init(code: code, message: message, sql: sql(), offset: offset)
  }

  /// SQLite puts whole tokens into its messages: of a blob that nobody closed, all that follows.
  private static func shortened(_ message: UnsafePointer<CChar>) -> String {
    let limit = 500
    if (0...limit).contains(where: { message[$0] == 0 }) { return String(cString: message) }
    // No scalar is cut in two.
    var count = limit
    while count > 0, UInt8(bitPattern: message[count]) & 0xC0 == 0x80 { count -= 1 }
    let bytes = UnsafeBufferPointer(start: message, count: count).map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self) + "…"
  }

  /// What SQLite says when something is written to a file that can only be read.
  package static let readOnly = SQLiteError(
    code: .readOnly, message: "attempt to write a readonly database")

  /// What SQLite says of a file that is no longer where it was opened.
  package static let moved = SQLiteError(
    code: .moved, message: "the database file was moved, deleted or replaced")

  /// What SQLite says of a statement that was interrupted.
  package static let interrupted = SQLiteError(code: .interrupted, message: "interrupted")

  /// What SQLite says where there is no memory.
  package static let outOfMemory = SQLiteError(code: .noMemory, message: "out of memory")

  /// A connection that another copy of SQLite has opened.
  package static let otherSQLite = misuse(
    "the connection belongs to another copy of SQLite, such as SQLCipher or a custom build. This library uses the"
      + " system's SQLite and can only migrate connections of the same copy")

  /// A statement of a transaction ended it, or SQLite did (law 15).
  package static func transactionEnded(sql: String = "") -> SQLiteError {
    misuse("the transaction was ended by a statement in it", sql: sql)
  }

  /// The library was used wrongly: a sentence says how.
  package static func misuse(_ message: String, sql: String = "") -> SQLiteError {
    SQLiteError(code: .misuse, message: message, sql: sql)
  }
}
