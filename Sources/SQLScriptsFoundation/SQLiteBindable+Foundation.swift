import Foundation
import SQLScripts

extension Data: SQLiteBindable {
  /// Bytes.
  public var sqliteValue: SQLiteValue { .blob(Array(self)) }
}

extension Date: SQLiteBindable {
  /// Text, `YYYY-MM-DD HH:MM:SS.SSS` in UTC: what SQLite's date functions read, and what sorts by time.
  ///
  /// It is exact to the millisecond. A date outside the years 0000 to 9999 becomes NULL: SQLite has none.
  /// See <https://www.sqlite.org/lang_datefunc.html>.
  public var sqliteValue: SQLiteValue {
    SQLiteDateText.text(of: self).map { .text($0) } ?? .null
  }
}

extension UUID: SQLiteBindable {
  /// Text, such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
  public var sqliteValue: SQLiteValue { .text(uuidString) }
}

extension URL: SQLiteBindable {
  /// Text: the whole address.
  public var sqliteValue: SQLiteValue { .text(absoluteString) }
}

extension SQLiteValue {
  /// The value as bytes; nil if it is of another class.
  public var data: Data? { bytes.map { Data($0) } }

  /// The value as a date: text in one of SQLite's forms that begin with `YYYY-MM-DD`; nil for any other.
  ///
  /// What `CURRENT_TIMESTAMP` and `datetime()` make is read, and ISO 8601 with `T` and a time zone; without
  /// one it is UTC. A number is not: it could be seconds, milliseconds or days.
  public var date: Date? { string.flatMap { SQLiteDateText.date(of: $0) } }

  /// The value as a UUID: its text, or its 16 bytes; nil for anything else.
  public var uuid: UUID? {
    if let string { return UUID(uuidString: string) }
    guard let bytes, bytes.count == 16 else { return nil }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// The value as a URL; nil if it is no text, or none that is a URL.
  public var url: URL? { string.flatMap { URL(string: $0) } }
}
