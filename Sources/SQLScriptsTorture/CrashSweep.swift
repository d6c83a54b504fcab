/// Cuts the power after each thing that was asked of the disk, and tries what may then be on it.
package enum CrashSweep {
  private static let rounds = 12

  private enum Variant: CustomStringConvertible {
    case kept, dropped
    case torn(Int)

    var description: String {
      switch self {
      case .kept: "kept"
      case .dropped: "dropped"
      case .torn(let number): "torn-\(number)"
      }
    }
  }

  package static func run(
    _ figures: inout Figures, _ situations: [Situation], in top: Folder
  ) throws {
    let folder = try top.folder("crashes")
    var disks: [[Disk]] = []
    var cuts: [(situation: Int, point: Int)] = []
    for (index, situation) in situations.enumerated() {
      disks.append(try disksAfterEach(situation, in: folder))
      cuts += disks[index].indices.map { (index, $0) }
    }
    var seen: Set<Int> = []
    var random = SeededGenerator(state: figures.seed)
    for round in 0..<rounds where figures.hasTime {
      cuts.shuffle(using: &random)
      for cut in cuts where figures.hasTime {
        let variants: [Variant] = round == 0 ? [.kept, .dropped, .torn(0)] : [.torn(round)]
        for variant in variants {
          let (situation, disk) = (situations[cut.situation], disks[cut.situation][cut.point])
          let id = "crashes:\(situation.name):\(cut.point):\(variant)"
          guard figures.wants(id) else { continue }
          let files = files(on: disk, variant, seed: figures.seed, point: cut.point)
          // Many cuts leave the same behind.
          guard seen.insert(key(cut.situation, files, disk.promise)).inserted else { continue }
          try folder.fill(files)
          figures.count(id, situation.complaint(in: folder, disk.promise))
        }
      }
    }
  }

  private static func files(
    on disk: Disk, _ variant: Variant, seed: UInt64, point: Int
  ) -> Folder.Files {
    switch variant {
    case .kept: return disk.kept
    case .dropped: return disk.dropped
    case .torn(let number):
      var random = SeededGenerator(state: seed &* 1_000_003 &+ UInt64(point * 1009 + number))
      return disk.torn(&random)
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

  /// The disk at the beginning, and after each operation of a clean run.
  private static func disksAfterEach(_ situation: Situation, in folder: Folder) throws -> [Disk] {
    try folder.fill(situation.start)
    let log = DiskLog()
    log.begin()
    defer { log.rest() }
    try Act { log.note($0) }.run(situation, in: folder)
    var disks = [Disk(situation.start)]
    for entry in log.entries {
      var disk = disks[disks.count - 1]
      disk.apply(entry)
      disks.append(disk)
    }
    return disks
  }
}
