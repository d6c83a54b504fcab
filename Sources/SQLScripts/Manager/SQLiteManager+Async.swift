import SQLScriptsDatabase

// The asynchronous forms. They wait for the database on a queue of the manager's own, so that no thread of
// the caller's executor stands still. They take turns with the synchronous ones.
extension SQLiteManager {
  /// Opens the database and brings it up to date, if that has not happened yet.
  ///
  /// - Throws: `MigrationFailure`.
  @discardableResult
  public func open() async throws -> MigrationReport {
    try await onQueue { manager in try manager.open() }
  }

  /// Runs one statement with values for its parameters.
  ///
  /// - Returns: the rows that an INSERT, UPDATE or DELETE changed.
  /// - Throws: `MigrationFailure`, `SQLiteError`.
  @discardableResult
  public func execute(_ sql: String, _ values: (any SQLiteBindable)?...) async throws -> Int {
    let values = values.map { $0?.sqliteValue ?? .null }
    return try await onQueue { manager in
      try manager.use { try $0.execute(sql, values: values) }
    }
  }

  /// All rows that a query returns.
  ///
  /// - Throws: `MigrationFailure`, `SQLiteError`.
  public func query(_ sql: String, _ values: (any SQLiteBindable)?...) async throws -> [SQLiteRow] {
    let values = values.map { $0?.sqliteValue ?? .null }
    return try await onQueue { manager in
      try manager.use { try $0.query(sql, values: values) }
    }
  }

  /// Uses the database for several statements while no other thread does.
  ///
  /// - Throws: `MigrationFailure`, and whatever `body` throws.
  public func use<Result: Sendable>(
    _ body: @escaping @Sendable (SQLiteDatabase) throws -> Result
  ) async throws -> Result {
    try await onQueue { manager in try manager.use(body) }
  }

  /// Runs statements in one transaction: all of them or, if `body` throws, none.
  ///
  /// - Throws: `MigrationFailure`, `SQLiteError`, and whatever `body` throws.
  public func transaction<Result: Sendable>(
    _ body: @escaping @Sendable (SQLiteDatabase) throws -> Result
  ) async throws -> Result {
    try await onQueue { manager in try manager.transaction(body) }
  }

  private func onQueue<Result: Sendable>(
    _ body: @escaping @Sendable (SQLiteManager) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body(self) }) }
    }
  }
}
