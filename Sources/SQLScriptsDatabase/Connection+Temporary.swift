extension Connection {
  /// Opens a database that only this connection sees and that is deleted with it.
  ///
  /// It is in memory while it fits into its cache. The rest goes to a file without a name in SQLite's folder for
  /// temporary files, so nothing remains however the process ends. <https://www.sqlite.org/inmemorydb.html#temp_db>
  ///
  /// - Parameter cache: the size of the cache in bytes.
  package convenience init(temporaryWithCache cache: Int64) throws(SQLiteError) {
    try self.init(opening: "", mode: .create, busyTimeout: Milliseconds(0))
    try execute("PRAGMA cache_size = -\(max(cache, 1 << 20) >> 10)")
  }
}
