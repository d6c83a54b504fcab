import CSQLScriptsLibrary

/// Parses numbers like the SQLite library in use.
///
/// Some releases of SQLite differ from the C library in the last bit, depending on the processor. Only SQLite itself
/// gives the value that it would store. See `sqlite3AtoF` in util.c.
package final class RealNumberReader {
  private let statement: Statement

  /// Nil if there is not enough memory.
  package init?() {
    // A separate database, so that the migrated one is not affected.
    guard
      let connection = try? Connection(
        path: ":memory:", mode: .scratch, busyTimeout: Milliseconds(0)),
      let statement = try? connection.prepare("SELECT ?")
    else { return nil }
    self.statement = statement
  }

  /// The value of any literal, or nil if there is not enough memory. Try `shortValue` first: this one asks SQLite.
  package func value(of digits: UnsafeBufferPointer<UInt8>) -> Double? {
    defer { statement.rewind() }
    guard statement.bind(textInPlace: digits, at: 1),
      sqlite.pointee.step(statement.handle) == SQLITE_ROW
    else { return nil }
    return statement.double(0)
  }

  /// The value of at most 15 digits, of which at most 3 are after the point; nil for any other number.
  ///
  /// Every SQLite reads it as the nearest double. The number is s / 10^k with s < 2^53, so it is not in the middle between
  /// two doubles, but at least 2^-61 of its value away from there: 1 / (2^54 * 5^k). No release of SQLite has so large an
  /// error. The quotient of two exact doubles is the nearest one, too.
  package static func shortValue(of digits: UnsafeBufferPointer<UInt8>) -> Double? {
    guard digits.count <= 16 else { return nil }
    var number = 0
    var scale = 0
    for byte in digits {
      if byte == UInt8(ascii: ".") {
        scale = 1
      } else {
        guard byte &- 0x30 < 10 else { return nil }
        number = number &* 10 &+ Int(byte &- 0x30)
        scale = scale &* 10
      }
    }
    guard scale > 0, scale <= 1000 else { return nil }
    return Double(number) / Double(scale)
  }
}
