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
    try LimitedFormat.add(to: self, longest: longestValue)
    try execute("PRAGMA page_size = 1024")
    try limitPages(to: Self.scratchPages)
    // Sorting would use files otherwise.
    try execute("PRAGMA temp_store = MEMORY")
  }

  /// The pages of 1 KiB that a scratch database may have.
  package static let scratchPages: Int64 = 192 << 10

  /// Sets the number of pages that the database may have.
  package func limitPages(to count: Int64) throws(SQLiteError) {
    try execute("PRAGMA max_page_count = \(count)")
    largestDatabase = try value("PRAGMA page_size")?.int64.map { count &* $0 }
  }

  /// Makes the memory limit of `Deadline` hold. It applies to the whole process, so only a program may call it, before
  /// its first connection.
  ///
  /// - Returns: whether memory limits hold. If SQLite does not allow them, or later, only the limits of time, values and
  ///   databases do.
  @discardableResult
  package static func limitMemory() -> Bool { sqlscripts_limit_memory() }

  /// Stops each statement that takes too long or needs too much memory, as long as the connection exists. Triggers and
  /// nested statements share the limits of the statement that they belong to.
  package func limitEachStatement(_ deadline: Deadline = Deadline()) {
    context = deadline
    setDeadline(deadline)
    _ = sqlite.pointee.trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE),
      { event, context, statement, text in
        guard let context, let statement = statement.map(OpaquePointer.init) else { return 0 }
        let deadline = Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue()
        if event == SQLITE_TRACE_PROFILE {
          deadline.end(statement)
        } else if let text = text?.assumingMemoryBound(to: UInt8.self),
          !StatementTrace.isNested(statement, text)
        {
          deadline.begin(statement)
        }
        return 0
      }, Unmanaged.passUnretained(deadline).toOpaque())
  }

  /// Interrupts statements that run longer than until `deadline`.
  ///
  /// - Parameter deadline: kept alive by the caller while it is set; nil removes it.
  package func setDeadline(_ deadline: Deadline?) {
    guard let deadline else {
      exceededLimit = nil
      sqlscripts_allow_all_memory()
      sqlite.pointee.progress_handler(handle, 0, nil, nil)
      return
    }
    exceededLimit = { [weak self] code in
      switch code.primary {
      case .tooBig:
        self.map { .value(Int64(sqlite.pointee.limit($0.handle, SQLITE_LIMIT_LENGTH, -1))) }
      case .full: self?.largestDatabase.map { .database($0) }
      default: deadline.exceededLimit(code)
      }
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
