import FaultCalls
import SQLScriptsScratch
import SQLScriptsTorture

/// Disks that are too small, of every size from zero on. The operating system reports that they are full. If no disk
/// can be created, the size of files is limited instead.
enum FullDisks {
  private static let page = 4096
  /// After this many sizes that are large enough, the part ends.
  private static let enough = 3
  /// No run needs more.
  private static let roomy: Int64 = 64 << 20

  private enum Limit: String {
    case disk, file

    func set(_ bytes: Int, _ folder: Folder) {
      switch self {
      case .disk: _ = fault_disk_make(folder.path, Int64(bytes))
      case .file: fault_disk_limit_files(Int64(bytes))
      }
    }

    func lift(_ folder: Folder) {
      switch self {
      case .disk: _ = fault_disk_make(folder.path, FullDisks.roomy)
      case .file: fault_disk_limit_files(0)
      }
    }
  }

  static func run(
    _ counts: inout TortureCounts, _ scenarios: [Scenario], in top: Folder
  ) throws {
    let folder = try top.folder("space")
    let limits: [Limit] =
      fault_disk_make(folder.path, roomy) == 0 ? [.disk, .file] : [.file]
    defer { fault_disk_remove(folder.path) }
    var random = SeededGenerator(state: counts.seed)
    var runs = scenarios.flatMap { scenario in limits.map { (scenario, $0) } }
    runs.shuffle(using: &random)
    for (scenario, limit) in runs where counts.goesOn {
      try shrink(scenario, limit, &counts, in: folder)
    }
  }

  private static func shrink(
    _ scenario: Scenario, _ limit: Limit, _ counts: inout TortureCounts, in folder: Folder
  ) throws {
    let sizes = scenario.start.values.map { ($0.count + page - 1) / page }
    // On some systems a folder needs space, too.
    var pages = limit == .disk ? sizes.reduce(2, +) : 1
    var sufficed = 0
    while sufficed < enough, counts.goesOn {
      defer { pages += 1 }
      let id = "space:\(scenario.name):\(limit):\(pages)"
      guard counts.wants(id) else {
        if pages > Int(roomy) / page { return }
        continue
      }
      try folder.fill(scenario.start)
      let run = ScenarioRun()
      var news = "no error"
      limit.set(pages * page, folder)
      do {
        try run.perform(scenario, in: folder)
        sufficed += 1
      } catch {
        news = "\(error)"
        sufficed = 0
      }
      limit.lift(folder)
      counts.count(id, scenario.violation(in: folder, run.promise), news)
    }
  }
}
