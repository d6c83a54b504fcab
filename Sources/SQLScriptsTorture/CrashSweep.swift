import SQLScriptsScratch

/// Simulates a power cut after each disk operation, and tests the possible states of the disk.
package enum CrashSweep {
  private static let rounds = 12
  /// The number of cuts of a scenario before the next scenario.
  private static let cutsAtOnce = 16
  /// Logs up to this size are kept. Larger ones are recorded again each time.
  private static let keptBytes = 256 << 20

  package enum Variant: CustomStringConvertible {
    case kept, dropped
    case torn(Int)

    package var description: String {
      switch self {
      case .kept: "kept"
      case .dropped: "dropped"
      case .torn(let number): "torn-\(number)"
      }
    }

    /// The files that may be on a disk after a power cut at this point.
    package func files(on disk: Disk, seed: UInt64, point: Int) -> Folder.Files {
      switch self {
      case .kept: return disk.kept
      case .dropped: return disk.dropped
      case .torn(let number):
        var random = SeededGenerator(state: seed &* 1_000_003 &+ UInt64(point * 1009 + number))
        return disk.torn(&random)
      }
    }
  }

  private struct Cut {
    let point: Int
    let round: Int

    var variants: [Variant] { round == 0 ? [.kept, .dropped, .torn(0)] : [.torn(round)] }
  }

  package static func run(
    _ counts: inout TortureCounts, _ scenarios: [Scenario], in top: Folder
  ) throws {
    let folder = try top.folder("crashes")
    var random = SeededGenerator(state: counts.seed)
    var cuts: [[Cut]] = scenarios.map { _ in [] }
    var logs: [Int: [DiskLog.Entry]] = [:]
    var bytes = 0
    var seen: Set<Int> = []
    var isFirst = true
    while counts.goesOn, isFirst || cuts.contains(where: { !$0.isEmpty }) {
      for (index, scenario) in scenarios.enumerated() where counts.goesOn {
        guard isFirst || !cuts[index].isEmpty else { continue }
        let log = try logs[index] ?? entries(of: scenario, in: folder)
        if logs[index] == nil, bytes + log.byteCount <= keptBytes {
          bytes += log.byteCount
          logs[index] = log
        }
        if isFirst { cuts[index] = allCuts(log.count + 1, &random) }
        let turn = cuts[index].suffix(cutsAtOnce)
        cuts[index].removeLast(turn.count)
        try attempt(Array(turn), index, scenario, log, &counts, &seen, in: folder)
      }
      isFirst = false
    }
  }

  /// Every point once, then every point again. The list is reversed, so the next one is last.
  private static func allCuts(_ points: Int, _ random: inout SeededGenerator) -> [Cut] {
    (0..<rounds).reversed().flatMap { round in
      (0..<points).map { Cut(point: $0, round: round) }.shuffled(using: &random)
    }
  }

  /// Replays the log once, and tests the state of the disk at these points.
  private static func attempt(
    _ cuts: [Cut], _ index: Int, _ scenario: Scenario, _ log: [DiskLog.Entry],
    _ counts: inout TortureCounts, _ seen: inout Set<Int>, in folder: Folder
  ) throws {
    var disk = Disk(scenario.start)
    var applied = 0
    for cut in cuts.sorted(by: { ($0.point, $0.round) < ($1.point, $1.round) }) {
      while applied < cut.point, applied < log.count {
        disk.apply(log[applied])
        applied += 1
      }
      for variant in cut.variants where counts.goesOn {
        let id = "crashes:\(scenario.name):\(cut.point):\(variant)"
        guard counts.wants(id) else { continue }
        let files = variant.files(on: disk, seed: counts.seed, point: cut.point)
        // Many cuts leave the same state.
        guard seen.insert(key(index, files, disk.promise)).inserted else { continue }
        try folder.fill(files)
        counts.count(id, scenario.violation(in: folder, disk.promise))
      }
    }
  }

  private static func key(
    _ scenario: Int, _ files: Folder.Files, _ promise: ScenarioRun.Promise
  ) -> Int {
    var hasher = Hasher()
    hasher.combine(scenario)
    hasher.combine(promise)
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      hasher.combine(name)
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    return hasher.finalize()
  }

  /// The disk operations of a fault-free run, and its reported commits.
  package static func entries(
    of scenario: Scenario, in folder: Folder
  ) throws -> [DiskLog.Entry] {
    try folder.fill(scenario.start)
    let log = DiskLog()
    log.begin()
    defer { log.rest() }
    try ScenarioRun { log.note($0) }.perform(scenario, in: folder)
    return log.entries
  }
}

extension [DiskLog.Entry] {
  fileprivate var byteCount: Int {
    reduce(0) { count, entry in
      if case .write(_, _, let bytes) = entry { count + bytes.count } else { count }
    }
  }
}
