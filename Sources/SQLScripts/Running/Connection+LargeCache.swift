import SQLScriptsDatabase
import SQLScriptsSQL

extension Connection {
  /// Runs a check with a page cache that keeps the keys of most parents. With SQLite's usual 2 MB, the rows of a large
  /// table push them out, and each row reads its parent's page again.
  func withLargeCache<Result>(
    if isLarge: Bool, _ check: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    guard isLarge, let size = try value("PRAGMA main.cache_size")?.int64, -16384..<4096 ~= size
    else { return try check() }
    try execute("PRAGMA main.cache_size = -16384")
    // The setting cannot fail, and a failure would only cost memory.
    defer { try? execute("PRAGMA main.cache_size = \(size)") }
    return try check()
  }

  /// Whether SQLite's own check of a table finds nothing.
  func findsNoViolation(in table: SQLName) throws(SQLiteError) -> Bool {
    do throws(SQLiteError) {
      return try !prepare("PRAGMA main.foreign_key_check(\(table.quotedName))").step()
    } catch {
      // The error of an unusable foreign key. An interrupt ends the step.
      guard error.code == .error else { throw error }
      return false
    }
  }
}
