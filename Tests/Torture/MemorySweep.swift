import FaultCalls
import SQLScriptsScratch
import SQLScriptsTorture

/// Lets SQLite's allocations fail, once or from then on. A failed allocation of Swift would end the process.
enum MemorySweep {
  private struct Refusal {
    let scenario: Int
    let number: Int64
    let lasts: Bool
  }

  static func run(
    _ counts: inout TortureCounts, _ scenarios: [Scenario], in top: Folder
  ) throws {
    let folder = try top.folder("memory")
    var refusals: [Refusal] = []
    for (index, scenario) in scenarios.enumerated() {
      try folder.fill(scenario.start)
      fault_memory_begin(0, 0)
      try ScenarioRun().perform(scenario, in: folder)
      var count: Int64 = 0
      fault_memory_rest(&count)
      for number in 0..<count {
        for lasts in [false, true] {
          refusals.append(Refusal(scenario: index, number: number + 1, lasts: lasts))
        }
      }
    }
    counts.all = refusals.count
    var random = SeededGenerator(state: counts.seed)
    refusals.shuffle(using: &random)
    for refusal in refusals where counts.hasTime {
      let scenario = scenarios[refusal.scenario]
      let id =
        "memory:\(scenario.name):\(refusal.number):\(refusal.lasts ? "lasting" : "once")"
      guard counts.wants(id) else { continue }
      try folder.fill(scenario.start)
      let run = ScenarioRun()
      var news = "no error"
      fault_memory_begin(refusal.number, refusal.lasts ? 1 : 0)
      do {
        try run.perform(scenario, in: folder)
      } catch {
        news = "\(error)"
      }
      var count: Int64 = 0
      fault_memory_rest(&count)
      counts.count(id, scenario.violation(in: folder, run.promise), news)
    }
  }
}
