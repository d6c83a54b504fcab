#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Connection {
  /// Takes the write lock, waiting for whoever holds it (laws 13 and 25).
  ///
  /// SQLite's own busy handler waits where it may; this waits where it may not, or where a borrowed
  /// connection has none.
  ///
  /// - Parameter givesUp: asked now and then whether to wait no longer.
  package func beginImmediate(
    waiting timeout: Milliseconds, unless givesUp: () -> Bool = { false }
  ) throws(SQLiteError) {
    try retryWhileBusy(timeout, unless: givesUp) { () throws(SQLiteError) in
      try execute("BEGIN IMMEDIATE")
    }
  }

  /// Commits, waiting for readers to leave (a rollback journal needs them gone for a moment).
  package func commit(waiting timeout: Milliseconds) throws(SQLiteError) {
    try retryWhileBusy(timeout) { () throws(SQLiteError) in try execute("COMMIT") }
  }

  /// Rolls back if there is anything to roll back: SQLite may have done so already.
  ///
  /// It cannot fail in a way that matters: what it leaves undone, the next opener's recovery does.
  package func rollBack() {
    guard !isInAutocommit else { return }
    try? execute("ROLLBACK")
  }

  /// Calls `body` again while the database is busy, until the time is up.
  package func retryWhileBusy<Result>(
    _ timeout: Milliseconds, unless givesUp: () -> Bool = { false },
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    let start = Milliseconds.now
    while true {
      do {
        return try body()
      } catch {
        let isBusy = error.code.primary == .busy || error.code.primary == .lockingProtocol
        guard isBusy, Milliseconds.since(start) < Double(timeout.count), !givesUp() else {
          throw error
        }
        usleep(2000)
      }
    }
  }
}

extension Connection {
  /// Runs `body` in a transaction, or in a savepoint of the one that is open.
  ///
  /// - Parameter depth: 1 for a transaction, more for a savepoint.
  package func transaction<Result>(
    depth: Int, waiting timeout: Milliseconds, _ body: () throws -> Result
  ) throws -> Result {
    guard depth > 1 else {
      try beginImmediate(waiting: timeout)
      do {
        let result = try body()
        try commit(waiting: timeout)
        return result
      } catch {
        rollBack()
        throw error
      }
    }
    try execute("SAVEPOINT sqlscripts_\(depth)")
    do {
      let result = try body()
      try execute("RELEASE sqlscripts_\(depth)")
      return result
    } catch {
      // SQLite may have ended the whole transaction; then there is no savepoint to go back to.
      if !isInAutocommit {
        try? execute("ROLLBACK TO sqlscripts_\(depth)")
        try? execute("RELEASE sqlscripts_\(depth)")
      }
      throw error
    }
  }
}
