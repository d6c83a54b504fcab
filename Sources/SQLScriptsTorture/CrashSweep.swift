import SQLScriptsScratch

/// Simulates a power cut after each disk operation, and tests the possible states of the disk.
package enum CrashSweep {
  private static let rounds = 12
  /// The number of cuts of a situation before the next situation.
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
    _ figures: inout Figures, _ situations: [Situation], in top: Folder
  ) throws {
    let folder = try top.folder("crashes")
    var random = SeededGenerator(state: figures.seed)
    var cuts: [[Cut]] = situations.map { _ in [] }
    var logs: [Int: [DiskLog.Entry]] = [:]
    var bytes = 0
    var seen: Set<Int> = []
    var isFirst = true
    while figures.goesOn, isFirst || cuts.contains(where: { !$0.isEmpty }) {
      for (index, situation) in situations.enumerated() where figures.goesOn {
        guard isFirst || !cuts[index].isEmpty else { continue }
        let log = try logs[index] ?? entries(of: situation, in: folder)
        if logs[index] == nil, bytes + log.byteCount <= keptBytes {
          bytes += log.byteCount
          logs[index] = log
        }
        if isFirst { cuts[index] = allCuts(log.count + 1, &random) }
        let turn = cuts[index].suffix(cutsAtOnce)
        cuts[index].removeLast(turn.count)
        try attempt(Array(turn), index, situation, log, &figures, &seen, in: folder)
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
    _ cuts: [Cut], _ index: Int, _ situation: Situation, _ log: [DiskLog.Entry],
    _ figures: inout Figures, _ seen: inout Set<Int>, in folder: Folder
  ) throws {
    var disk = Disk(situation.start)
    var applied = 0
    for cut in cuts.sorted(by: { ($0.point, $0.round) < ($1.point, $1.round) }) {
      while applied < cut.point, applied < log.count {
        disk.apply(log[applied])
        applied += 1
      }
      for variant in cut.variants where figures.goesOn {
        let id = "crashes:\(situation.name):\(cut.point):\(variant)"
        guard figures.wants(id) else { continue }
        let files = variant.files(on: disk, seed: figures.seed, point: cut.point)
        // Many cuts leave the same state.
        guard seen.insert(key(index, files, disk.promise)).inserted else { continue }
        try folder.fill(files)
        figures.count(id, situation.complaint(in: folder, disk.promise))
      }
    }
  }

  private static func key(
    _ situation: Int, _ files: Folder.Files, _ promise: Act.Promise
  ) -> Int {
    var hasher = Hasher()
    hasher.combine(situation)
    hasher.combine(promise)
    for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
      hasher.combine(name)
      bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    return hasher.finalize()
  }

  /// The disk operations of a fault-free run, and its reported commits.
  package static func entries(
    of situation: Situation, in folder: Folder
  ) throws -> [DiskLog.Entry] {
    try folder.fill(situation.start)
    let log = DiskLog()
    log.begin()
    defer { log.rest() }
    try Act { log.note($0) }.run(situation, in: folder)
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
