import SQLScriptsDatabase
import SQLScriptsFiles

// Law 23: canceling interrupts the running statement and rolls back its step only.
extension MigrationRun {
  /// Scripts that were lost because of an interrupted one run again (law 29), and no cancellation stops that.
  var isCancelled: Bool { !lostGroup.hasCause && cancellations.contains(where: \.isCancelled) }

  /// From now on a cancellation interrupts the statements of a script. Call `stopWatching` after its last one.
  func watchForCancellation(of script: Script, _ runner: StepRunner) throws(StepInterruption) {
    guard !lostGroup.hasCause, !cancellations.isEmpty else { return }
    for cancellation in cancellations { cancellation.watch(connection) }
    runner.executor.isCancelled = { [cancellations] in cancellations.contains(where: \.isCancelled)
    }
    guard !isCancelled else {
      stopWatching(runner)
      throw .failure(.cancelled(.starting(script: script.file.name)))
    }
  }

  func stopWatching(_ runner: StepRunner) {
    for cancellation in cancellations { cancellation.unwatch(connection) }
    runner.executor.isCancelled = { false }
  }

  /// What stopped a script: the cancellation, if that interrupted it.
  func cause(of stop: StepInterruption) -> StepInterruption {
    guard isCancelled, case .failure(let reason) = stop, let activity = reason.interrupted else {
      return stop
    }
    return .failure(.cancelled(activity))
  }

  /// Takes the write lock. A cancellation ends the waiting.
  func lock() throws(StepInterruption) {
    let endsWaiting = !cancellations.isEmpty
    // SQLite's busy handler cannot be interrupted.
    if endsWaiting { connection.setBusyTimeout(Milliseconds(0)) }
    defer { if endsWaiting { connection.setBusyTimeout(busyTimeout) } }
    do throws(SQLiteError) {
      try whileOthersMigrate { () throws(SQLiteError) in
        try begin { isCancelled }
      }
    } catch {
      throw .failure(isCancelled ? .cancelled(.locking) : .database(error, during: .locking))
    }
  }

  /// Waits for a lock as long as the version moves, because then another migration holds it and does not hang (law 13).
  func whileOthersMigrate<Result: ~Copyable>(
    _ lock: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    var seen = report.to
    while true {
      do throws(SQLiteError) {
        return try lock()
      } catch {
        guard error.isBusy, !isCancelled, case .version(let version)? = versionOfOthers(),
          version > seen
        else { throw error }
        seen = version
      }
    }
  }

  /// The current version; nil if it cannot be read without waiting.
  private func versionOfOthers() -> InstalledVersion? {
    let busyTimeout = connection.busyTimeout
    connection.setBusyTimeout(Milliseconds(0))
    defer { connection.setBusyTimeout(busyTimeout) }
    return try? reader.read()
  }
}

extension MigrationFailure.Reason {
  /// The interrupted activity; nil for any other error.
  fileprivate var interrupted: MigrationFailure.Activity? {
    switch self {
    case .statement(let failure) where failure.error.code.primary == .interrupted:
      .running(script: failure.script, part: failure.part, item: failure.item)
    case .database(let error, let activity) where error.code.primary == .interrupted: activity
    default: nil
    }
  }
}
