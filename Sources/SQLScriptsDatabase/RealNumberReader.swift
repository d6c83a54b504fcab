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

  /// The value of a literal, or nil if there is not enough memory.
  package func value(of digits: UnsafeBufferPointer<UInt8>) -> Double? {
    defer { statement.rewind() }
    guard statement.bind(textInPlace: digits, at: 1),
      sqlite.pointee.step(statement.handle) == SQLITE_ROW
    else { return nil }
    return statement.double(0)
  }
}
