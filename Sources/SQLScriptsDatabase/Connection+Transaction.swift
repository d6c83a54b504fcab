#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Connection {
  /// Takes the write lock, and waits until it is free (laws 13 and 25).
  ///
  /// SQLite's own busy handler waits where it can. This also waits where SQLite does not, or if a borrowed connection
  /// has no handler.
  ///
  /// - Parameter givesUp: called repeatedly; return true to stop waiting.
  package func beginImmediate(
    busyTimeout: Milliseconds, unless givesUp: () -> Bool = { false }
  ) throws(SQLiteError) {
    try retryWhileBusy(busyTimeout, unless: givesUp) { () throws(SQLiteError) in
      try execute("BEGIN IMMEDIATE")
    }
  }

  /// Commits, and waits for readers, which block a rollback journal for a moment.
  package func commit(busyTimeout: Milliseconds) throws(SQLiteError) {
    try retryWhileBusy(busyTimeout) { () throws(SQLiteError) in try execute("COMMIT") }
  }

  /// Rolls back, unless SQLite has already done so.
  ///
  /// Errors can be ignored, because the recovery of the next connection completes the rollback.
  package func rollBack() {
    guard !isInAutocommit else { return }
    try? execute("ROLLBACK")
  }

  /// Repeats `body` while the database is busy, until the timeout.
  package func retryWhileBusy<Result>(
    _ busyTimeout: Milliseconds, unless givesUp: () -> Bool = { false },
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    let start = Milliseconds.now
    while true {
      do {
        return try body()
      } catch {
        guard error.isBusy, Milliseconds.since(start) < Double(busyTimeout.count), !givesUp(),
          self.givesUp?() != true
        else {
          throw error
        }
        usleep(2000)
      }
    }
  }
}

extension SQLiteError {
  /// Whether the error is a timeout while waiting for a lock. SQLite has changed nothing.
  package var isBusy: Bool {
    code.primary == .busy || code.primary == .lockingProtocol || code == .lockedSharedCache
  }
}

extension Connection {
  /// Whether SQLite has ended a transaction that the app is still in (law 15). Another statement would commit by itself
  /// and stay even if the transaction fails.
  package var hasLostTransaction: Bool { transactionDepth > 0 && isInAutocommit }

  /// Rolls back a transaction that a statement of the app began and none ended. Otherwise closing the connection would
  /// silently roll it back, with all later changes.
  package func endStrayTransaction() throws(SQLiteError) {
    guard !isInAutocommit else { return }
    rollBack()
    throw .misuse(
      "a statement began a transaction and did not end it, so it was rolled back: use `transaction`, or"
        + " end it in the same `use`")
  }

  /// Runs `body` in a transaction, or in a savepoint of the open one.
  ///
  /// - Parameter begun: called when the write lock is held. If it throws, everything is rolled back.
  package func transaction<Result>(
    busyTimeout: Milliseconds, begun: () throws -> Void = {}, _ body: () throws -> Result
  ) throws -> Result {
    guard !hasLostTransaction else { throw SQLiteError.transactionEnded() }
    let outer = transactionDepth
    // The app may also have run BEGIN itself.
    let depth = max(outer + 1, isInAutocommit ? 1 : 2)
    defer { transactionDepth = outer }
    guard depth > 1 else {
      try beginImmediate(busyTimeout: busyTimeout)
      transactionDepth = depth
      do {
        try begun()
        let result = try body()
        try commit(busyTimeout: busyTimeout)
        return result
      } catch {
        rollBack()
        throw error
      }
    }
    try begun()
    try execute("SAVEPOINT sqlscripts_\(depth)")
    transactionDepth = depth
    do {
      let result = try body()
      try execute("RELEASE sqlscripts_\(depth)")
      return result
    } catch {
      // SQLite may have ended the whole transaction, and with it the savepoint.
      if !isInAutocommit {
        try? execute("ROLLBACK TO sqlscripts_\(depth)")
        try? execute("RELEASE sqlscripts_\(depth)")
      }
      throw error
    }
  }
}
