// The asynchronous forms. A migration may take minutes. It runs on a thread of the library, at most 32 at a time, and
// does not block the threads of Swift's tasks. A task that is canceled before its turn gets a `CancellationError`.
extension Migrator {
  /// Migrates the database to the latest version, or to the version that you name.
  ///
  /// Canceling the task stops the migration. The running step is rolled back, earlier steps stay committed, and the
  /// next migration continues from there (law 23).
  ///
  /// - Throws: `MigrationFailure` with the steps that were committed before (law 14), also if the task is canceled
  ///   while the migration runs; `CancellationError` if it is canceled before.
  @discardableResult
  public func migrate(to version: Int64? = nil) async throws -> MigrationReport {
    try await onThread { migrator, claim in
      try claim.begin()
      return try migrator.stopped(by: [claim.cancellation]).migrate(to: version)
    }
  }

  /// Records the version of a database that does not have one yet, without running a script (law 20).
  ///
  /// - Throws: `MigrationFailure`, `CancellationError`.
  @discardableResult
  public func adopt(_ adoption: Adoption) async throws -> MigrationReport {
    try await onThread { migrator, claim in
      try claim.begin()
      return try migrator.adopt(adoption)
    }
  }

  /// Returns the plan of `migrate`. Changes nothing.
  ///
  /// - Throws: `MigrationFailure`, `CancellationError`.
  public func plan(to version: Int64? = nil) async throws -> MigrationPlan {
    try await onThread { migrator, _ in try migrator.plan(to: version) }
  }

  /// Returns the version of the database and its pending updates.
  ///
  /// - Throws: `MigrationFailure`, `CancellationError`.
  public func status(checkingDrift: Bool = false) async throws -> MigrationStatus {
    try await onThread { migrator, _ in try migrator.status(checkingDrift: checkingDrift) }
  }

  /// Returns the history: the applied scripts and their times (law 2), the oldest version first.
  ///
  /// - Throws: `MigrationFailure`, `CancellationError`.
  public func history() async throws -> [HistoryEntry] {
    try await onThread { migrator, _ in try migrator.history() }
  }

  private func onThread<Result: Sendable>(
    _ body: @escaping @Sendable (Migrator, Claim) throws -> Result
  ) async throws -> Result {
    try await QueuedCall.take(on: BlockingThreads.migrators.submit) { claim in try body(self, claim)
    }
  }
}
