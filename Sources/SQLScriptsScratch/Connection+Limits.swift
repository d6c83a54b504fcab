import CSQLScriptsSQLite
import SQLScriptsDatabase

extension Connection {
  /// Keeps a scratch database in memory from filling the machine's: values of at most 128 MiB, and a
  /// database of at most 512 MiB. One of SQLite's functions cannot be interrupted while it makes a value,
  /// nor can SQLite while it compiles: a program has at most eight million steps, of 24 bytes each. Each table and
  /// index takes a page at least, so pages are small.
  package func setScratchLimits() throws(SQLiteError) {
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, 128 << 20)
    sqlite3_limit(handle, SQLITE_LIMIT_VDBE_OP, 8_000_000)
    try execute("PRAGMA page_size = 1024")
    try execute("PRAGMA max_page_count = 524288")
    // Sorting would go to files otherwise.
    try execute("PRAGMA temp_store = MEMORY")
  }

  /// Keeps SQLite from counting its memory, for which all threads wait at one lock. It concerns the whole
  /// process, so only a program may ask for it, and before its first connection; later it does nothing.
  package static func stopCountingMemory() {
    _ = sqlscripts_config(SQLITE_CONFIG_MEMSTATUS, 0)
  }

  /// Interrupts whatever runs longer than until `deadline`, a reading of the monotonic clock.
  ///
  /// - Parameter deadline: kept by the caller for as long as it is set; nil takes it away.
  package func setDeadline(_ deadline: Deadline?) {
    guard let deadline else {
      sqlite3_progress_handler(handle, 0, nil, nil)
      return
    }
    sqlite3_progress_handler(
      handle, 10_000,
      { context in
        guard let context else { return 0 }
        let deadline = Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue()
        return Milliseconds.now > deadline.time ? 1 : 0
      }, Unmanaged.passUnretained(deadline).toOpaque())
  }
}
