import SQLScriptsDatabase

/// Runs jobs one after the other, on one thread at a time.
final class Line: Sendable {
  private struct State {
    var jobs: [BlockingThreads.Job] = []
    var isMoving = false
  }

  private let threads: BlockingThreads
  private let state = Lock(State())

  init(on threads: BlockingThreads) {
    self.threads = threads
  }

  /// Whether a thread is running the last job.
  var isAtLastJob: Bool { state.withLock { $0.isMoving && $0.jobs.isEmpty } }

  /// Runs a job after all earlier ones. Returns at once.
  func submit(_ job: @escaping BlockingThreads.Job) {
    let starts = state.withLock { state in
      state.jobs.append(job)
      defer { state.isMoving = true }
      return !state.isMoving
    }
    if starts { move() }
  }

  /// Submits one job to a thread, and then the next. Between two jobs, another line may use the thread.
  private func move() {
    threads.submit { [self] problem in
      // It is only called while there are jobs.
      let job = state.withLock { state in state.jobs.isEmpty ? nil : state.jobs.removeFirst() }
      job?(problem)
      let hasMore = state.withLock { state in
        state.isMoving = !state.jobs.isEmpty
        return state.isMoving
      }
      if hasMore { move() }
    }
  }
}
