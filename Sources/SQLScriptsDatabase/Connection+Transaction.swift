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
        guard error.isBusy, Milliseconds.since(start) < Double(timeout.count), !givesUp(),
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
  /// Whether others stood in the way until the time was up. SQLite has changed nothing.
  package var isBusy: Bool {
    code.primary == .busy || code.primary == .lockingProtocol || code == .lockedSharedCache
  }
}

extension Connection {
  /// Whether a transaction of the app is under way and SQLite has ended it (law 15): a statement would be
  /// on its own now, and would stay when the transaction fails.
  package var hasLostTransaction: Bool { transactionDepth > 0 && isInAutocommit }

  /// Rolls back what a statement of the app began and none ended. It would be rolled back in silence when
  /// the connection is closed, with all that others have written until then and believe to be there.
  package func endStrayTransaction() throws(SQLiteError) {
    guard !isInAutocommit else { return }
    rollBack()
    throw .misuse(
      "a statement began a transaction and did not end it, so it was rolled back: use `transaction`, or"
        + " end it in the same `use`")
  }

  /// Runs `body` in a transaction, or in a savepoint of the one that is open.
  ///
  /// - Parameter begun: called when the write lock is there; what it throws takes everything back.
  package func transaction<Result>(
    waiting timeout: Milliseconds, begun: () throws -> Void = {}, _ body: () throws -> Result
  ) throws -> Result {
    guard !hasLostTransaction else { throw SQLiteError.transactionEnded() }
    let outer = transactionDepth
    // An app may also have said BEGIN itself.
    let depth = max(outer + 1, isInAutocommit ? 1 : 2)
    defer { transactionDepth = outer }
    guard depth > 1 else {
      try beginImmediate(waiting: timeout)
      transactionDepth = depth
      do {
        try begun()
        let result = try body()
        try commit(waiting: timeout)
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
      // SQLite may have ended the whole transaction; then there is no savepoint to go back to.
      if !isInAutocommit {
        try? execute("ROLLBACK TO sqlscripts_\(depth)")
        try? execute("RELEASE sqlscripts_\(depth)")
      }
      throw error
    }
  }
}
