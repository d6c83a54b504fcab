import SQLScripts

/// Several databases, some of them at the same time.
struct Fleet {
  private let paths: [String]
  private let jobs: Int

  init(_ paths: [String], jobs: Int) {
    self.paths = paths
    self.jobs = System.room(forJobs: min(jobs, paths.count))
  }

  /// Calls `body` for each path with its index, on up to `jobs` threads: this one, and as many others as the limits of
  /// the process allow.
  func run(_ body: @escaping @Sendable (String, Int) -> Void) {
    let next = Lock(0)
    let work = { @Sendable [paths] in
      while true {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard index < paths.count else { return }
        body(paths[index], index)
      }
    }
    var others: [WorkerThread] = []
    while others.count < jobs - 1, let other = try? WorkerThread(work) { others.append(other) }
    work()
    for other in others { other.join() }
  }
}
