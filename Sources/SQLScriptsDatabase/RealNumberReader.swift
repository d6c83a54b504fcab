import CSQLScriptsSQLite

/// Reads numbers as the SQLite that runs here does.
///
/// SQLite's reading is its own: some releases are off by the last bit where the C library is not, and it
/// depends on the processor. Only SQLite itself gives what it would store. See `sqlite3AtoF` in util.c.
package final class RealNumberReader {
  private let statement: Statement

  /// Nil if there is no memory for it.
  package init?() {
    // A database of its own: the one that is migrated sees nothing of it.
    guard
      let connection = try? Connection(
        path: ":memory:", mode: .scratch, busyTimeout: Milliseconds(0)),
      let statement = try? connection.prepare("SELECT ?")
    else { return nil }
    self.statement = statement
  }

  /// The number that a literal stands for, or nil if SQLite has no memory to read it.
  package func value(of digits: UnsafeBufferPointer<UInt8>) -> Double? {
    defer { statement.rewind() }
    guard statement.bind(textInPlace: digits, at: 1), sqlite3_step(statement.handle) == SQLITE_ROW
    else { return nil }
    return statement.double(0)
  }
}
