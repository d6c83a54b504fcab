import Foundation
import SQLScripts

extension Data: SQLiteBindable {
  /// The data as a blob.
  public var sqliteValue: SQLiteValue { .blob(Array(self)) }
}

extension Date: SQLiteBindable {
  /// The date as text, `YYYY-MM-DD HH:MM:SS.SSS` in UTC, which SQLite's date functions can read and which sorts by
  /// time.
  ///
  /// It is exact to the millisecond.
  ///
  /// - Throws: `SQLiteError` for a date outside the years 0000 to 9999, which SQLite does not support. Often it comes from
  ///   milliseconds that were taken for seconds. See <https://www.sqlite.org/lang_datefunc.html>.
  public var sqliteValue: SQLiteValue {
    get throws(SQLiteError) {
      guard let text = SQLiteDateText.text(of: self) else {
        throw SQLiteError.misuse(
          "the date \(timeIntervalSince1970) seconds from 1970 is not in the years 0000 to 9999")
      }
      return .text(text)
    }
  }
}

extension UUID: SQLiteBindable {
  /// The UUID as text, such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`.
  public var sqliteValue: SQLiteValue { .text(uuidString) }
}

extension URL: SQLiteBindable {
  /// The absolute URL as text.
  public var sqliteValue: SQLiteValue { .text(absoluteString) }
}

extension SQLiteValue {
  /// The value as bytes; nil if it has another storage class.
  public var data: Data? { bytes.map { Data($0) } }

  /// The value as a date, if it is text in one of SQLite's formats that begin with `YYYY-MM-DD`; nil for any other
  /// value.
  ///
  /// Reads the output of `CURRENT_TIMESTAMP` and `datetime()`, and ISO 8601 with `T` and a time zone. Without a time
  /// zone the text is UTC. Numbers are not read, because they could be seconds, milliseconds or days.
  public var date: Date? { string.flatMap { SQLiteDateText.date(of: $0) } }

  /// The value as a UUID, from its text or its 16 bytes; nil for anything else.
  public var uuid: UUID? {
    if let string { return UUID(uuidString: string) }
    guard let bytes, bytes.count == 16 else { return nil }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }

  /// The value as a URL; nil if it is not text or not a URL.
  public var url: URL? { string.flatMap { URL(string: $0) } }
}

extension Data: SQLiteDecodable {
  /// The bytes of a blob; nil for another value.
  public init?(sqliteValue: SQLiteValue) {
    guard let data = sqliteValue.data else { return nil }
    self = data
  }
}

extension Date: SQLiteDecodable {
  /// The date in a text, as `SQLiteValue.date` reads it; nil for another value, also for a number.
  public init?(sqliteValue: SQLiteValue) {
    guard let date = sqliteValue.date else { return nil }
    self = date
  }
}

extension UUID: SQLiteDecodable {
  /// The UUID in a text or in 16 bytes; nil for another value.
  public init?(sqliteValue: SQLiteValue) {
    guard let uuid = sqliteValue.uuid else { return nil }
    self = uuid
  }
}

extension URL: SQLiteDecodable {
  /// The URL in a text; nil for another value.
  public init?(sqliteValue: SQLiteValue) {
    guard let url = sqliteValue.url else { return nil }
    self = url
  }
}
