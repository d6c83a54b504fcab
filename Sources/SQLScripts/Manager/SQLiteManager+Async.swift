import SQLScriptsDatabase

// The asynchronous forms, which Swift chooses in an asynchronous function. They wait for the database on a thread of
// the library, so they do not block the threads of Swift's tasks. They take turns with the synchronous ones.
//
// A `CancellationError` means that the call changed nothing: the task was canceled while the call waited for another
// thread, or while a statement or BEGIN waited for another process. Once the body of `use` or `transaction` runs, the
// call returns its result or error, even if the task is canceled. A call that has to open the database first is the
// exception: the migration continues for the calls after it.
//
// At the top level of `main.swift`, Swift chooses the synchronous forms and warns about the `await`. Use a `@main` type
// with an asynchronous `main()` instead.
extension SQLiteManager {
  /// Opens and migrates the database, unless it is already open.
  ///
  /// Canceling the task stops the migration. The running step is rolled back, earlier steps stay committed, and the
  /// next call continues from there (law 23).
  ///
  /// - Throws: `MigrationFailure`, also if the task is canceled while the migration runs; `CancellationError` if it is
  ///   canceled before.
  @discardableResult
  public func open() async throws -> MigrationReport {
    try await open(observer: nil)
  }

  /// Opens and migrates the database, for a launch that shows its progress.
  ///
  /// Pass a new observer, `Progress` or task for each retry.
  ///
  /// - Parameters:
  ///   - observer: receives the same events as the observer of the options. If the database is already open, it
  ///     receives `finished` with the report of the migration that opened it.
  ///   - cancellation: stops the migration, as the cancellation of the options and canceling the task do.
  /// - Throws: `MigrationFailure`, `CancellationError`.
  @discardableResult
  public func open(
    observer: (any MigrationObserver)?, cancellation: MigrationCancellation? = nil
  ) async throws -> MigrationReport {
    try await onThread { manager, claim in
      // Another thread may be using the manager, so a canceled task stops waiting.
      try manager.open(
        observer: observer, cancellations: [cancellation, claim.cancellation].compactMap { $0 }
      ) { try claim.begin() }
    }
  }

  /// Runs one statement with values for its parameters.
  ///
  /// - Returns: the number of rows that an INSERT, UPDATE or DELETE changed.
  /// - Throws: `MigrationFailure`, `SQLiteError`, `CancellationError`.
  @discardableResult
  public func execute(_ sql: String, _ values: (any SQLiteBindable)?...) async throws -> Int {
    let values = try values.sqliteValues()
    return try await onThread { manager, claim in
      try manager.use(claim, isOneStatement: true) { try $0.execute(sql, values: values) }
    }
  }

  /// Returns all rows of a query.
  ///
  /// - Throws: `MigrationFailure`, `SQLiteError`, `CancellationError`.
  public func query(_ sql: String, _ values: (any SQLiteBindable)?...) async throws -> [SQLiteRow] {
    let values = try values.sqliteValues()
    return try await onThread { manager, claim in
      try manager.use(claim, isOneStatement: true) { try $0.query(sql, values: values) }
    }
  }

  /// Returns the first row of a query; nil if there is none.
  ///
  /// - Throws: `MigrationFailure`, `SQLiteError`, `CancellationError`.
  public func queryFirst(
    _ sql: String, _ values: (any SQLiteBindable)?...
  ) async throws -> SQLiteRow? {
    let values = try values.sqliteValues()
    return try await onThread { manager, claim in
      try manager.use(claim, isOneStatement: true) { try $0.queryFirst(sql, values: values) }
    }
  }

  /// Uses the database for several statements while no other thread does.
  ///
  /// Canceling the task has no effect once `body` runs. Its changes stay, and its error is thrown.
  ///
  /// - Throws: `MigrationFailure`, `CancellationError`, and whatever `body` throws.
  @discardableResult
  public func use<Result: Sendable>(
    _ body: @escaping @Sendable (SQLiteDatabase) throws -> Result
  ) async throws -> Result {
    try await onThread { manager, claim in try manager.use(claim, body) }
  }

  /// Runs statements in one transaction. If `body` throws, all of them are rolled back.
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
    try await QueuedCall.take(on: line.submit) { claim in try body(self, claim) }
  }
}
