import Foundation
import SQLScripts

extension MigrationOptions {
  /// Reports the progress of migrations to a `Progress`, which can also cancel them (law 23).
  ///
  /// ```swift
  /// let progress = Progress(parent: launch, userInfo: nil)
  /// configuration.options.report(to: progress)
  /// ```
  ///
  /// It counts from 0 to `totalUnitCount` with the same weight for each script, and is finished when the database is up
  /// to date. If a migration throws, it stays where it is. It cancels through the `cancellation` of the options, which
  /// is created if necessary. An observer that is already set still receives all events.
  public mutating func report(to progress: Progress) {
    let cancellation = cancellation ?? MigrationCancellation()
    self.cancellation = cancellation
    progress.totalUnitCount = ProgressReporter.units
    progress.isCancellable = true
    progress.cancellationHandler = { cancellation.cancel() }
    if progress.isCancelled { cancellation.cancel() }
    observer = observer.followed(by: ProgressReporter(progress, cancellation))
  }
}

extension SQLiteManager {
  /// Opens and migrates the database, and reports to a `Progress`, which can also cancel the migration (law 23).
  ///
  /// A canceled `Progress` stays canceled. Pass a new one for each retry:
  ///
  /// ```swift
  /// try await database.open(reportingTo: Progress(totalUnitCount: 1))
  /// ```
  ///
  /// When the call returns, the `Progress` is finished, even if the database was already open. When it throws, the
  /// `Progress` is canceled, because nothing will finish it.
  ///
  /// - Throws: `MigrationFailure`.
  @discardableResult
  public func open(reportingTo progress: Progress) throws(MigrationFailure) -> MigrationReport {
    var options = MigrationOptions()
    options.report(to: progress)
    do throws(MigrationFailure) {
      return try open(observer: options.observer, cancellation: options.cancellation)
    } catch {
      progress.cancel()
      throw error
    }
  }

  /// Opens and migrates the database, and reports to a `Progress`, which can also cancel the migration (law 23).
  ///
  /// When the call returns, the `Progress` is finished, even if the database was already open. When it throws, the
  /// `Progress` is canceled, because nothing will finish it.
  ///
  /// - Throws: `MigrationFailure`, `CancellationError`.
  @discardableResult
  public func open(reportingTo progress: Progress) async throws -> MigrationReport {
    var options = MigrationOptions()
    options.report(to: progress)
    do {
      return try await open(observer: options.observer, cancellation: options.cancellation)
    } catch {
      progress.cancel()
      throw error
    }
  }
}

/// Updates a `Progress` with the events of a migration.
private final class ProgressReporter: MigrationObserver {
  static let units: Int64 = 10_000

  // `Progress` may be used from any thread, but not every Foundation declares it.
  private struct Shared: @unchecked Sendable {
    let progress: Progress
  }

  private let shared: Shared
  private let cancellation: MigrationCancellation
  private let tally = Lock(MigrationTally())

  init(_ progress: Progress, _ cancellation: MigrationCancellation) {
    shared = Shared(progress: progress)
    self.cancellation = cancellation
  }

  func observe(_ event: MigrationEvent) {
    // Foundation on Linux calls the handler later, on another thread.
    if shared.progress.isCancelled { cancellation.cancel() }
    let fraction = tally.withLock { tally in
      tally.count(event)
      return tally.fraction
    }
    let done = Int64(fraction * Double(Self.units))
    if shared.progress.completedUnitCount != done { shared.progress.completedUnitCount = done }
  }
}
