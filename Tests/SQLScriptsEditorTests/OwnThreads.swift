import Dispatch

/// Threads that a test shares with no other: for times that must not grow while other tests hold the shared ones.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class OwnThreads: TaskExecutor {
  private let queue = DispatchQueue(label: "OwnThreads", attributes: .concurrent)

  init() {}

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
