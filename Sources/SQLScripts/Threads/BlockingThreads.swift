import Dispatch
import SQLScriptsDatabase

#if canImport(ObjectiveC)
  import ObjectiveC
#endif

/// Threads for calls that block on the disk, on a lock, or on a slow statement.
///
/// Swift's own threads are as many as the machine has cores, and on Linux they are Dispatch's, too. A few migrations on
/// them would stop all tasks of the process. These threads start when there is work, end after a second without any,
/// and are limited in number.
final class BlockingThreads: Sendable {
  /// A job. It is called once: with nil, or with the reason why there is no thread for it.
  typealias Job = @Sendable (SQLiteError?) -> Void

  /// For migrators. More threads would only wait for the disk.
  static let migrators = BlockingThreads(limit: 32)

  /// For managers, each of which needs one at a time. They are separate from the migrators' threads, which may be
  /// waiting for a lock that a manager holds.
  static let managers = BlockingThreads(limit: 128)

  private struct State {
    var jobs: [Job] = []
    var threads = 0
    /// The number of threads that wait for work and were not woken yet.
    var idle = 0
  }

  private let limit: Int
  private let state = Lock(State())
  private let wakeUp = DispatchSemaphore(value: 0)

  init(limit: Int) {
    self.limit = limit
  }

  /// Runs a job as soon as a thread is free, in the order of the calls. Returns at once.
  func submit(_ job: @escaping Job) {
    let (wakes, starts) = state.withLock { state in
      state.jobs.append(job)
      if state.idle > 0 {
        state.idle -= 1
        return (true, false)
      }
      guard state.threads < limit else { return (false, false) }
      state.threads += 1
      return (false, true)
    }
    if wakes { wakeUp.signal() }
    guard starts, let problem = start() else { return }
    // Existing threads will do the work. Without any, the jobs would never run.
    let orphans = state.withLock { state in
      state.threads -= 1
      guard state.threads == 0 else { return [Job]() }
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in orphans { job(problem) }
  }

  private func start() -> SQLiteError? {
    do throws(SQLiteError) {
      try WorkerThread { self.work() }.detach()
      return nil
    } catch {
      return error
    }
  }

  private func work() {
    while true {
      let job = state.withLock { state -> Job? in
        guard state.jobs.isEmpty else { return state.jobs.removeFirst() }
        state.idle += 1
        return nil
      }
      if let job {
        perform(job)
      } else if wakeUp.wait(timeout: .now() + .seconds(1)) == .timedOut {
        let ends = state.withLock { state in
          // If no thread is idle, this one is about to be woken.
          guard state.idle > 0 else { return false }
          state.idle -= 1
          state.threads -= 1
          return true
        }
        if ends { return }
        wakeUp.wait()
      }
    }
  }

  private func perform(_ job: Job) {
    #if canImport(ObjectiveC)
      autoreleasepool { job(nil) }
    #else
      job(nil)
    #endif
  }
}
