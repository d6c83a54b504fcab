import Foundation
import SQLScriptsDatabase
import SQLScriptsScratch
import SQLScriptsTorture

/// Kills a process, as `kill -9` does, at a random moment.
enum Kills {
  private static let rounds = 2000

  static func run(
    _ figures: inout Figures, _ situations: [Situation], in top: Folder
  ) throws {
    let folder = try top.folder("kills")
    let shared = try SharedNumbers()
    let times = try situations.map { situation in
      try folder.fill(situation.start)
      let start = Milliseconds.now
      try Act().run(situation, in: folder)
      return Milliseconds.since(start)
    }
    var random = SeededGenerator(state: figures.seed)
    var round = 0
    while figures.hasTime, figures.tried < rounds, round < 3 * rounds {
      round += 1
      let index = Int.random(in: situations.indices, using: &random)
      let delay = Double.random(in: 0..<1.3, using: &random) * times[index]
      let situation = situations[index]
      let id = "kills:\(situation.name):\(round)"
      guard figures.wants(id) else { continue }
      try folder.fill(situation.start)
      shared.promise = Act.Promise()
      let child = try Child {
        do {
          try Act { shared.promise = $0 }.run(situation, in: folder)
          return 0
        } catch {
          print("\(id): \(error)")
          return 1
        }
      }
      usleep(UInt32(delay * 1000))
      child.kill()
      let end = child.wait()
      let complaint = situation.complaint(in: folder, shared.promise)
      // It finished before it was killed, so nothing was tested.
      if end == .exited(0), complaint == nil { continue }
      figures.count(
        id, end == .killed || end == .exited(0) ? complaint : "it failed without being killed",
        "after \(delay) ms, with \(shared.promise)")
    }
  }
}
