import Dispatch
import SQLScripts

/// Many databases, some at once.
struct Fleet {
  private let paths: [String]
  private let jobs: Int

  init(_ paths: [String], jobs: Int) {
    self.paths = paths
    self.jobs = min(jobs, paths.count)
  }

  /// Calls `body` for each path with its place, from up to `jobs` threads.
  func run(_ body: @escaping @Sendable (String, Int) -> Void) {
    guard jobs > 1 else {
      for (index, path) in paths.enumerated() { body(path, index) }
      return
    }
    let next = Lock(0)
    let group = DispatchGroup()
    let queue = DispatchQueue(label: "sqlscripts.fleet", attributes: .concurrent)
    for _ in 0..<jobs {
      queue.async(group: group) { [paths] in
        while true {
          let index = next.withLock { next in
            defer { next += 1 }
            return next
          }
          guard index < paths.count else { return }
          body(paths[index], index)
        }
      }
    }
    group.wait()
  }
}
