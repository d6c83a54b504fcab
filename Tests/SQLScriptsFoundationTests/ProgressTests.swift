import Foundation
import SQLScriptsFoundation
import TestSupport
import Testing

/// Law 23: a `Progress` shows and cancels a migration.
struct ProgressTests {
  private let scripts = ScriptBundle(scripts: [
    .default(["CREATE TABLE t (x)"]), .update(2, ["INSERT INTO t VALUES (2)", "SELECT 1"]),
  ])

  private final class Listener: MigrationObserver {
    let body: @Sendable (MigrationEvent) -> Void
    init(_ body: @escaping @Sendable (MigrationEvent) -> Void) { self.body = body }
    func observe(_ event: MigrationEvent) { body(event) }
  }

  @Test func `law 23: the progress is finished when the database is up to date`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path("a.sqlite")
    for _ in 1...2 {
      let progress = Progress(totalUnitCount: 1)
      var options = MigrationOptions()
      options.report(to: progress)
      #expect(progress.fractionCompleted == 0)
      try Migrator(path: path, scripts: scripts, options: options).migrate()
      #expect(progress.isFinished)
      #expect(progress.fractionCompleted == 1)
    }
  }

  @Test
  func `law 23: canceling the progress stops the migration, and other observers get all events`()
    throws
  {
    let progress = Progress(totalUnitCount: 1)
    var options = MigrationOptions()
    options.groupCommit = .zero
    options.observer = Listener { event in
      guard case .stepCommitted(let step) = event else { return }
      #expect(step.version == 1)
      progress.cancel()
    }
    options.report(to: progress)
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path("a.sqlite")
    let failure = try #require(throws: MigrationFailure.self) {
      try Migrator(path: path, scripts: scripts, options: options).migrate()
    }
    #expect(failure.report.to == 1)
    #expect(progress.completedUnitCount == progress.totalUnitCount / 2)
    #expect(options.cancellation?.isCancelled == true)
  }

  @Test func `law 23: a canceled launch is retried with another progress`()
    async throws
  {
    let database = SQLiteManager(.init(path: ":memory:", scripts: .scripts(scripts)))
    let canceled = Progress(totalUnitCount: 1)
    canceled.cancel()
    await #expect(throws: MigrationFailure.self) { try await database.open(reportingTo: canceled) }
    let progress = Progress(totalUnitCount: 1)
    #expect(try await database.open(reportingTo: progress).to == 2)
    #expect(progress.isFinished)
  }

  @Test func `law 23: opening a database that is already open finishes the progress`() async throws
  {
    let database = SQLiteManager(.init(path: ":memory:", scripts: .scripts(scripts)))
    try await database.open()
    for _ in 1...2 {
      let progress = Progress(totalUnitCount: 1)
      #expect(try await database.open(reportingTo: progress).to == 2)
      #expect(progress.isFinished)
    }
    let progress = Progress(totalUnitCount: 1)
    try openAtOnce(database, progress)
    #expect(progress.isFinished)
  }

  @Test func `law 23: a launch that throws does not leave a progress running`() async throws {
    let broken = ScriptBundle(scripts: [.default(["CREATE TABLE t (x)"]), .update(2, ["no"])])
    let cancellation = MigrationCancellation()
    cancellation.cancel()
    var options = MigrationOptions()
    options.cancellation = cancellation
    let bundles = [(broken, MigrationOptions()), (scripts, options)]
    for (scripts, options) in bundles {
      var configuration = SQLiteManager.Configuration(path: ":memory:", scripts: .scripts(scripts))
      configuration.options = options
      let database = SQLiteManager(configuration)
      let (first, second) = (Progress(totalUnitCount: 1), Progress(totalUnitCount: 1))
      await #expect(throws: MigrationFailure.self) { try await database.open(reportingTo: first) }
      #expect(throws: MigrationFailure.self) { try openAtOnce(database, second) }
      #expect(first.isCancelled && second.isCancelled)
    }
    // Canceled before its turn.
    let database = SQLiteManager(.init(path: ":memory:", scripts: .scripts(scripts)))
    let task = Task {
      let progress = Progress(totalUnitCount: 1)
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) {
        try await database.open(reportingTo: progress)
      }
      return progress.isCancelled
    }
    #expect(await task.value)
  }

  /// The synchronous function, which an asynchronous function cannot call.
  private func openAtOnce(_ database: SQLiteManager, _ progress: Progress) throws {
    try database.open(reportingTo: progress)
  }

  @Test func `law 23: a canceled progress prevents the migration from starting`() throws {
    let progress = Progress(totalUnitCount: 1)
    progress.cancel()
    var options = MigrationOptions()
    options.report(to: progress)
    #expect(throws: MigrationFailure.self) {
      try Migrator(path: ":memory:", scripts: scripts, options: options).migrate()
    }
  }
}
