extension Connection {
  /// A database that only this connection sees and that is gone with it.
  ///
  /// It is in memory as long as it fits into its cache. What does not goes to a file in SQLite's folder for
  /// temporary files that has no name from its first moment on: nothing is left of it, however the
  /// process ends. <https://www.sqlite.org/inmemorydb.html#temp_db>
  ///
  /// - Parameter cache: in bytes.
  package convenience init(temporaryWithCache cache: Int64) throws(SQLiteError) {
    try self.init(opening: "", mode: .create, busyTimeout: Milliseconds(0))
    try execute("PRAGMA cache_size = -\(max(cache, 1 << 20) >> 10)")
  }
}
