// The asynchronous forms. A migration may take minutes: it runs on a thread of the library's own, at most 32
// at a time, and leaves those of Swift's tasks alone. A task that is canceled before its turn gets a
// `CancellationError`.
extension Migrator {
  /// Brings the database up to date, or to a version on the way there.
  ///
  /// Cancelling the task stops the migration: the step that runs is rolled back, those before it stay, and
  /// the next migration goes on from there (law 23).
  ///
  /// - Throws: `MigrationFailure`, with the steps that were committed before it (law 14), also when the
  ///   task is cancelled while it runs; `CancellationError` if it is cancelled before.
  @discardableResult
  public func migrate(to version: Int64? = nil) async throws -> MigrationReport {
    try await onThread { migrator, claim in
      try claim.begin()
      return try migrator.stopped(by: [claim.cancellation]).migrate(to: version)
    }
  }

  /// Records the version of a database that has none of its own yet (law 20).
  ///
  /// - Throws: `MigrationFailure`, `CancellationError`.
  @discardableResult
  public func adopt(_ adoption: Adoption) async throws -> MigrationReport {
    try await onThread { migrator, claim in
      try claim.begin()
      return try migrator.adopt(adoption)
    }
  }

  /// What `migrate` would do. Nothing is changed.
  ///
  /// - Throws: `MigrationFailure`, `CancellationError`.
  public func plan(to version: Int64? = nil) async throws -> MigrationPlan {
    try await onThread { migrator, _ in try migrator.plan(to: version) }
  }

  /// Where the database stands.
  ///
  /// - Throws: `MigrationFailure`, `CancellationError`.
  public func status(checkingDrift: Bool = false) async throws -> MigrationStatus {
    try await onThread { migrator, _ in try migrator.status(checkingDrift: checkingDrift) }
  }

  /// What was applied to the database, and when (law 2), the oldest version first.
  ///
  /// - Throws: `MigrationFailure`, `CancellationError`.
  public func history() async throws -> [HistoryEntry] {
    try await onThread { migrator, _ in try migrator.history() }
  }

  private func onThread<Result: Sendable>(
    _ body: @escaping @Sendable (Migrator, Claim) throws -> Result
  ) async throws -> Result {
    try await Turn.take(on: BlockingThreads.migrators.submit) { claim in try body(self, claim) }
  }
}
