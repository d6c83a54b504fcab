import SQLScriptsDatabase

// The asynchronous forms: what Swift chooses in an asynchronous function. They wait for the database on a
// thread of the library's own, so that no thread of Swift's tasks stands still, and take turns with the
// synchronous ones.
//
// A `CancellationError` means that the call changed nothing: the task was canceled while the call waited for
// another thread, or while a statement or the beginning of a transaction waited for another process. Once the
// body of `use` or `transaction` runs, its result or its error arrives, whether the task is canceled or not.
// A call that has to open the database first is the exception: the migration goes on without it, for the
// calls behind it.
//
// The top level of `main.swift` is a place where Swift chooses the synchronous forms and warns about the
// `await`; a `@main` type with an asynchronous `main()` has these.
extension SQLiteManager {
  /// Opens the database and brings it up to date, if that has not happened yet.
  ///
  /// Canceling the task stops the migration: the step that runs is rolled back, those before it stay, and
  /// the next call goes on from there (law 23).
  ///
  /// - Throws: `MigrationFailure`, also when the task is canceled while the migration runs;
  ///   `CancellationError` if it is canceled before.
  @discardableResult
  public func open() async throws -> MigrationReport {
    try await open(observer: nil)
  }

  /// Opens the database and brings it up to date, for a launch that shows how far it is.
  ///
  /// Each launch that is tried again brings an observer, a `Progress` or a task of its own.
  ///
  /// - Parameters:
  ///   - observer: hears what happens, as that of the options does. If the database is already open, it
  ///     hears `finished` with the report of the migration that opened it.
  ///   - cancellation: stops the migration, as that of the options and canceling the task do.
  /// - Throws: `MigrationFailure`, `CancellationError`.
  @discardableResult
  public func open(
    observer: (any MigrationObserver)?, cancellation: MigrationCancellation? = nil
  ) async throws -> MigrationReport {
    try await onThread { manager, claim in
      // The manager may be busy: whoever waits for it may leave.
      try manager.open(
        observer: observer, cancellations: [cancellation, claim.cancellation].compactMap { $0 }
      ) { try claim.begin() }
    }
  }

  /// Runs one statement with values for its parameters.
  ///
  /// - Returns: the rows that an INSERT, UPDATE or DELETE changed.
  /// - Throws: `MigrationFailure`, `SQLiteError`, `CancellationError`.
  @discardableResult
  public func execute(_ sql: String, _ values: (any SQLiteBindable)?...) async throws -> Int {
    let values = values.map { $0?.sqliteValue ?? .null }
    return try await onThread { manager, claim in
      try manager.use(claim, isOneStatement: true) { try $0.execute(sql, values: values) }
    }
  }

  /// All rows that a query returns.
  ///
  /// - Throws: `MigrationFailure`, `SQLiteError`, `CancellationError`.
  public func query(_ sql: String, _ values: (any SQLiteBindable)?...) async throws -> [SQLiteRow] {
    let values = values.map { $0?.sqliteValue ?? .null }
    return try await onThread { manager, claim in
      try manager.use(claim, isOneStatement: true) { try $0.query(sql, values: values) }
    }
  }

  /// The first row that a query returns; nil if it returns none.
  ///
  /// - Throws: `MigrationFailure`, `SQLiteError`, `CancellationError`.
  public func queryFirst(
    _ sql: String, _ values: (any SQLiteBindable)?...
  ) async throws -> SQLiteRow? {
    let values = values.map { $0?.sqliteValue ?? .null }
    return try await onThread { manager, claim in
      try manager.use(claim, isOneStatement: true) { try $0.queryFirst(sql, values: values) }
    }
  }

  /// Uses the database for several statements while no other thread does.
  ///
  /// Canceling the task has no effect once `body` runs: what it has changed stays, and its error arrives.
  ///
  /// - Throws: `MigrationFailure`, `CancellationError`, and whatever `body` throws.
  @discardableResult
  public func use<Result: Sendable>(
    _ body: @escaping @Sendable (SQLiteDatabase) throws -> Result
  ) async throws -> Result {
    try await onThread { manager, claim in try manager.use(claim, body) }
  }

  /// Runs statements in one transaction: all of them or, if `body` throws, none.
  ///
  /// - Throws: `MigrationFailure`, `SQLiteError`, `CancellationError`, and whatever `body` throws.
  @discardableResult
  public func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (SQLiteDatabase) throws -> Result
  ) async throws -> Result {
    try await onThread { manager, claim in try manager.transaction(claim, body) }
  }

  private func onThread<Result: Sendable>(
    _ body: @escaping @Sendable (SQLiteManager, Claim) throws -> Result
  ) async throws -> Result {
    try await Turn.take(on: line.submit) { claim in try body(self, claim) }
  }
}
