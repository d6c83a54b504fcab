import SQLScriptsDatabase

// The asynchronous forms: what Swift chooses in an asynchronous function. They wait for the database on a
// queue of the manager's own, so that no thread of the caller's executor stands still, and take turns with
// the synchronous ones. A task that is cancelled before its turn gets a `CancellationError`.
extension SQLiteManager {
  /// Opens the database and brings it up to date, if that has not happened yet.
  ///
  /// Cancelling the task stops the migration: the step that runs is rolled back, those before it stay, and
  /// the next call goes on from there (law 23).
  ///
  /// - Throws: `MigrationFailure`, also when the task is cancelled while the migration runs;
  ///   `CancellationError` if it is cancelled before.
  @discardableResult
  public func open() async throws -> MigrationReport {
    let cancellation = MigrationCancellation()
    return try await Turn.take(on: queue, cancellation: cancellation) {
      try self.open(cancellation)
    }
  }

  /// Runs one statement with values for its parameters.
  ///
  /// - Returns: the rows that an INSERT, UPDATE or DELETE changed.
  /// - Throws: `MigrationFailure`, `SQLiteError`, `CancellationError`.
  @discardableResult
  public func execute(_ sql: String, _ values: (any SQLiteBindable)?...) async throws -> Int {
    let values = values.map { $0?.sqliteValue ?? .null }
    return try await onQueue { manager in
      try manager.use { try $0.execute(sql, values: values) }
    }
  }

  /// All rows that a query returns.
  ///
  /// - Throws: `MigrationFailure`, `SQLiteError`, `CancellationError`.
  public func query(_ sql: String, _ values: (any SQLiteBindable)?...) async throws -> [SQLiteRow] {
    let values = values.map { $0?.sqliteValue ?? .null }
    return try await onQueue { manager in
      try manager.use { try $0.query(sql, values: values) }
    }
  }

  /// The first row that a query returns; nil if it returns none.
  ///
  /// - Throws: `MigrationFailure`, `SQLiteError`, `CancellationError`.
  public func queryFirst(
    _ sql: String, _ values: (any SQLiteBindable)?...
  ) async throws -> SQLiteRow? {
    let values = values.map { $0?.sqliteValue ?? .null }
    return try await onQueue { manager in
      try manager.use { try $0.queryFirst(sql, values: values) }
    }
  }

  /// Uses the database for several statements while no other thread does.
  ///
  /// - Throws: `MigrationFailure`, `CancellationError`, and whatever `body` throws.
  @discardableResult
  public func use<Result: Sendable>(
    _ body: @escaping @Sendable (SQLiteDatabase) throws -> Result
  ) async throws -> Result {
    try await onQueue { manager in try manager.use(body) }
  }

  /// Runs statements in one transaction: all of them or, if `body` throws, none.
  ///
  /// - Throws: `MigrationFailure`, `SQLiteError`, `CancellationError`, and whatever `body` throws.
  @discardableResult
  public func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (SQLiteDatabase) throws -> Result
  ) async throws -> Result {
    try await onQueue { manager in try manager.transaction(body) }
  }

  private func onQueue<Result: Sendable>(
    _ body: @escaping @Sendable (SQLiteManager) throws -> Result
  ) async throws -> Result {
    try await Turn.take(on: queue) { try body(self) }
  }
}
