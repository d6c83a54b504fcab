import FaultCalls
import SQLScriptsScratch
import SQLScriptsTorture

/// Lets SQLite's allocations fail, once or from then on. A failed allocation of Swift would end the process.
enum MemorySweep {
  private struct Refusal {
    let situation: Int
    let number: Int64
    let lasts: Bool
  }

  static func run(
    _ figures: inout Figures, _ situations: [Situation], in top: Folder
  ) throws {
    let folder = try top.folder("memory")
    var refusals: [Refusal] = []
    for (index, situation) in situations.enumerated() {
      try folder.fill(situation.start)
      fault_memory_begin(0, 0)
      try Act().run(situation, in: folder)
      var count: Int64 = 0
      fault_memory_rest(&count)
      for number in 0..<count {
        for lasts in [false, true] {
          refusals.append(Refusal(situation: index, number: number + 1, lasts: lasts))
        }
      }
    }
    figures.all = refusals.count
    var random = SeededGenerator(state: figures.seed)
    refusals.shuffle(using: &random)
    for refusal in refusals where figures.hasTime {
      let situation = situations[refusal.situation]
      let id =
        "memory:\(situation.name):\(refusal.number):\(refusal.lasts ? "lasting" : "once")"
      guard figures.wants(id) else { continue }
      try folder.fill(situation.start)
      let act = Act()
      var news = "no error"
      fault_memory_begin(refusal.number, refusal.lasts ? 1 : 0)
      do {
        try act.run(situation, in: folder)
      } catch {
        news = "\(error)"
      }
      var count: Int64 = 0
      fault_memory_rest(&count)
      figures.count(id, situation.complaint(in: folder, act.promise), news)
    }
  }
}
