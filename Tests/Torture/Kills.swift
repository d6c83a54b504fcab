import Foundation
import SQLScriptsDatabase
import SQLScriptsScratch
import SQLScriptsTorture

/// Kills a process, as `kill -9` does, at a random moment.
enum Kills {
  private static let rounds = 2000

  static func run(
    _ counts: inout TortureCounts, _ scenarios: [Scenario], in top: Folder
  ) throws {
    let folder = try top.folder("kills")
    let shared = try SharedNumbers()
    let times = try scenarios.map { scenario in
      try folder.fill(scenario.start)
      let start = Milliseconds.now
      try ScenarioRun().perform(scenario, in: folder)
      return Milliseconds.since(start)
    }
    var random = SeededGenerator(state: counts.seed)
    var round = 0
    while counts.hasTime, counts.tried < rounds, round < 3 * rounds {
      round += 1
      let index = Int.random(in: scenarios.indices, using: &random)
      let delay = Double.random(in: 0..<1.3, using: &random) * times[index]
      let scenario = scenarios[index]
      let id = "kills:\(scenario.name):\(round)"
      guard counts.wants(id) else { continue }
      try folder.fill(scenario.start)
      shared.promise = ScenarioRun.Promise()
      let child = try Child {
        do {
          try ScenarioRun { shared.promise = $0 }.perform(scenario, in: folder)
          return 0
        } catch {
          print("\(id): \(error)")
          return 1
        }
      }
      usleep(UInt32(delay * 1000))
      child.kill()
      let end = child.wait()
      let violation = scenario.violation(in: folder, shared.promise)
      // It finished before it was killed, so nothing was tested.
      if end == .exited(0), violation == nil { continue }
      counts.count(
        id, end == .killed || end == .exited(0) ? violation : "it failed without being killed",
        "after \(delay) ms, with \(shared.promise)")
    }
  }
}
