import Foundation
import SQLScripts

extension MigrationOptions {
  /// Lets a `Progress` show how far a migration is, and cancel it (law 23).
  ///
  /// ```swift
  /// let progress = Progress(parent: launch, userInfo: nil)
  /// configuration.options.report(to: progress)
  /// ```
  ///
  /// It counts from 0 to `totalUnitCount`, each script the same, and is finished when the database is up to
  /// date. A migration that throws leaves it where it was. Its cancellation is that of the options, which are
  /// given one if they have none. An observer that is set already hears what it heard before.
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
  /// Opens the database and brings it up to date while a `Progress` shows how far that is, and can cancel
  /// it (law 23).
  ///
  /// A `Progress` that was canceled stays so. A launch that is tried again brings another one:
  ///
  /// ```swift
  /// try await database.open(reportingTo: Progress(totalUnitCount: 1))
  /// ```
  ///
  /// When the call returns, the `Progress` is finished, also if the database was already open. When it
  /// throws, the `Progress` is canceled, whatever the reason was: nobody waits for it any longer.
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

  /// Opens the database and brings it up to date while a `Progress` shows how far that is, and can cancel
  /// it (law 23).
  ///
  /// When the call returns, the `Progress` is finished, also if the database was already open. When it
  /// throws, the `Progress` is canceled, whatever the reason was: nobody waits for it any longer.
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

/// Moves a `Progress` with the events of a migration.
private final class ProgressReporter: MigrationObserver {
  static let units: Int64 = 10_000

  // `Progress` may be used from any thread; not every Foundation says so.
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
