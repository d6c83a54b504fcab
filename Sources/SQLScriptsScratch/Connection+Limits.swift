import CSQLScriptsLibrary
import CSQLScriptsSQLite
import SQLScriptsDatabase

extension Connection {
  /// Sets limits so that a scratch database in memory cannot use up the machine's memory: values of at most 128 MiB,
  /// and a database of at most 512 MiB. SQLite cannot be interrupted while a function creates a value or while it
  /// compiles, so a program has at most eight million steps of 24 bytes each. Each table and index takes at least one
  /// page, so pages are small.
  ///
  /// - Parameter longestValue: the size of a value in bytes, if it should be smaller.
  package func setScratchLimits(longestValue: Int32 = 128 << 20) throws(SQLiteError) {
    _ = sqlite.pointee.limit(handle, SQLITE_LIMIT_LENGTH, longestValue)
    _ = sqlite.pointee.limit(handle, SQLITE_LIMIT_VDBE_OP, 8_000_000)
    try execute("PRAGMA page_size = 1024")
    try execute("PRAGMA max_page_count = 524288")
    // Sorting would use files otherwise.
    try execute("PRAGMA temp_store = MEMORY")
  }

  /// Turns off SQLite's memory statistics, whose lock all threads wait for. It applies to the whole process, so only a
  /// program may call it, before its first connection. Later it has no effect.
  package static func stopCountingMemory() {
    _ = sqlscripts_config(SQLITE_CONFIG_MEMSTATUS, 0)
  }

  /// Interrupts each statement that takes too long, as long as the connection exists.
  package func limitEachStatement(to longest: Milliseconds = Deadline.ofStatement) {
    let deadline = Deadline(of: longest)
    context = deadline
    setDeadline(deadline)
    _ = sqlite.pointee.trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, text in
        // The text of a trigger that fires is a comment with its name.
        guard let context, let text,
          text.assumingMemoryBound(to: UInt8.self).pointee != UInt8(ascii: "-")
        else { return 0 }
        Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue().beginStatement()
        return 0
      }, Unmanaged.passUnretained(deadline).toOpaque())
  }

  /// Interrupts statements that run longer than until `deadline`.
  ///
  /// - Parameter deadline: kept alive by the caller while it is set; nil removes it.
  package func setDeadline(_ deadline: Deadline?) {
    reasonOfInterruption = deadline.map { deadline in { deadline.reason } }
    guard let deadline else {
      sqlite.pointee.progress_handler(handle, 0, nil, nil)
      return
    }
    sqlite.pointee.progress_handler(
      handle, 10_000,
      { context in
        guard let context else { return 0 }
        let deadline = Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue()
        return Milliseconds.now > deadline.time ? 1 : 0
      }, Unmanaged.passUnretained(deadline).toOpaque())
  }
}
