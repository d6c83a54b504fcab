import CSQLScriptsFaults
import SQLScriptsDatabase
import SQLScriptsScratch
import SQLScriptsTorture

/// Cuts the power, and then lets the disk fail or cuts the power again while the next start recovers from the journal
/// or the log.
enum CompoundSweep {
  private static let rounds = 40
  /// The number of faults and cuts after each first cut.
  private static let blows = 4

  /// The state after a first cut.
  private struct Wreck {
    let id: String
    let scenario: Scenario
    let files: Folder.Files
    let promise: ScenarioRun.Promise
    let point: Int
  }

  static func run(
    _ counts: inout TortureCounts, _ scenarios: [Scenario], in top: Folder
  ) throws {
    let folder = try top.folder("compound")
    let logs = try scenarios.map { try CrashSweep.entries(of: $0, in: folder) }
    var random = SeededGenerator(state: counts.seed)
    for round in 0..<rounds where counts.goesOn {
      for (scenario, log) in zip(scenarios, logs) where counts.goesOn {
        let point = Int.random(in: 0...log.count, using: &random)
        let variant = [CrashSweep.Variant.kept, .torn(round)][round % 2]
        let disk = log.prefix(point).reduce(into: Disk(scenario.start)) { $0.apply($1) }
        let wreck = Wreck(
          id: "compound:\(scenario.name):\(point):\(variant)", scenario: scenario,
          files: variant.files(on: disk, seed: counts.seed, point: point), promise: disk.promise,
          point: point)
        guard isHot(wreck.files) else { continue }
        try fail(wreck, &counts, &random, in: folder)
        try cut(wreck, &counts, &random, in: folder)
      }
    }
  }

  /// Whether a journal or log needs recovery.
  static func isHot(_ files: Folder.Files) -> Bool {
    ["app.db-journal", "app.db-wal"].contains { files[$0].map { !$0.isEmpty } ?? false }
  }

  /// The disk operations of the recovery at the next start.
  static func recovery(of files: Folder.Files, in folder: Folder) throws -> DiskLog {
    try folder.fill(files)
    let log = DiskLog()
    log.begin()
    defer { log.rest() }
    // The violation reports a database that cannot be read.
    try? recover(folder)
    return log
  }

  private static func recover(_ folder: Folder) throws {
    _ = try Connection(path: folder.database, mode: .readWrite, busyTimeout: Milliseconds(200))
      .rows("SELECT count(*) FROM sqlite_schema")
  }

  private static func fail(
    _ wreck: Wreck, _ counts: inout TortureCounts, _ random: inout SeededGenerator,
    in folder: Folder
  ) throws {
    let operations = try recovery(of: wreck.files, in: folder).operations
    let faults = operations.enumerated().flatMap { number, operation in
      FaultSweep.Kind.suiting(operation).flatMap { kind in
        [false, true].map { (number: number + 1, kind: kind, lasts: $0) }
      }
    }
    for fault in faults.shuffled(using: &random).prefix(blows) where counts.goesOn {
      let id =
        "\(wreck.id):\(fault.number):\(fault.kind):\(fault.lasts ? "lasting" : "once")"
      guard counts.wants(id) else { continue }
      try folder.fill(wreck.files)
      var news = "no error"
      fault_vfs_begin(Int64(fault.number), fault.kind.fault, fault.lasts ? 1 : 0, nil, nil)
      do {
        try recover(folder)
      } catch {
        news = "\(error)"
      }
      let isHit = fault_vfs_rest() > 0
      let violation = wreck.scenario.violation(in: folder, wreck.promise)
      counts.count(id, isHit ? violation : "the fault was not reached", news)
    }
  }

  private static func cut(
    _ wreck: Wreck, _ counts: inout TortureCounts, _ random: inout SeededGenerator,
    in folder: Folder
  ) throws {
    let log = try recovery(of: wreck.files, in: folder).entries
    for _ in 0..<blows where counts.goesOn {
      let point = Int.random(in: 0...log.count, using: &random)
      let torn = CrashSweep.Variant.torn(Int.random(in: 0..<1000, using: &random))
      for variant in [torn, .dropped] {
        let id = "\(wreck.id):cut:\(point):\(variant)"
        guard counts.wants(id) else { continue }
        let disk = log.prefix(point).reduce(into: Disk(wreck.files)) { $0.apply($1) }
        try folder.fill(
          variant.files(on: disk, seed: counts.seed, point: wreck.point &* 1000 &+ point))
        counts.count(id, wreck.scenario.violation(in: folder, wreck.promise))
      }
    }
  }
}
