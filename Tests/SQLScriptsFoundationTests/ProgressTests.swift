import Foundation
import SQLScriptsFoundation
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

  @Test func `law 23: it is finished when the database is up to date`() throws {
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.url.appendingPathComponent("a.sqlite").path
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

  @Test func `law 23: its cancellation stops the migration, and other observers hear all`() throws {
    let progress = Progress(totalUnitCount: 1)
    var options = MigrationOptions()
    options.groupCommit = .zero
    options.observer = Listener { event in
      guard case .stepCommitted(let step) = event else { return }
      #expect(step.version == 1)
      progress.cancel()
    }
    options.report(to: progress)
    let folder = try TemporaryDirectory()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.url.appendingPathComponent("a.sqlite").path
    let failure = try #require(throws: MigrationFailure.self) {
      try Migrator(path: path, scripts: scripts, options: options).migrate()
    }
    #expect(failure.report.to == 1)
    #expect(progress.completedUnitCount == progress.totalUnitCount / 2)
    #expect(options.cancellation?.isCancelled == true)
  }

  @Test func `law 23: a launch that was canceled is tried again with another progress`()
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

  @Test func `law 23: a progress that was cancelled lets nothing begin`() throws {
    let progress = Progress(totalUnitCount: 1)
    progress.cancel()
    var options = MigrationOptions()
    options.report(to: progress)
    #expect(throws: MigrationFailure.self) {
      try Migrator(path: ":memory:", scripts: scripts, options: options).migrate()
    }
  }
}
