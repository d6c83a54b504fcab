import CSQLScriptsLibrary
import CSQLScriptsMemory
import CSQLScriptsSQLite
import SQLScriptsDatabase

extension Connection {
  /// Sets limits so that a scratch database in memory cannot use up the machine's memory: values of at most 64 MiB,
  /// and a database of at most 192 MiB. SQLite cannot be interrupted while a function creates a value or while it
  /// compiles, so a program has at most eight million steps of 24 bytes each. Each table and index takes at least one
  /// page, so pages are small.
  ///
  /// - Parameter longestValue: the size of a value in bytes, if it should be smaller.
  package func setScratchLimits(longestValue: Int32 = 64 << 20) throws(SQLiteError) {
    _ = sqlite.pointee.limit(handle, SQLITE_LIMIT_LENGTH, longestValue)
    _ = sqlite.pointee.limit(handle, SQLITE_LIMIT_VDBE_OP, 8_000_000)
    try execute("PRAGMA page_size = 1024")
    try execute("PRAGMA max_page_count = \(Self.scratchPages)")
    // Sorting would use files otherwise.
    try execute("PRAGMA temp_store = MEMORY")
  }

  /// The pages of 1 KiB that a scratch database may have.
  package static let scratchPages: Int64 = 192 << 10

  /// Makes the memory limit of `Deadline` hold. It applies to the whole process, so only a program may call it, before
  /// its first connection. Later it has no effect.
  package static func limitMemory() { sqlscripts_limit_memory() }

  /// Interrupts each statement that takes too long, as long as the connection exists.
  package func limitEachStatement(to longest: Milliseconds = Deadline.ofStatement) {
    let deadline = Deadline(of: longest)
    context = deadline
    setDeadline(deadline)
    _ = sqlite.pointee.trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE),
      { event, context, _, text in
        // How much memory the next one needs to be compiled is not known yet.
        guard event == SQLITE_TRACE_STMT else {
          sqlscripts_allow_all_memory()
          return 0
        }
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
    reasonOfStop = deadline.map { deadline in { deadline.reason($0) } }
    guard let deadline else {
      sqlscripts_allow_all_memory()
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
