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
    let situation: Situation
    let files: Folder.Files
    let promise: Act.Promise
    let point: Int
  }

  static func run(
    _ figures: inout Figures, _ situations: [Situation], in top: Folder
  ) throws {
    let folder = try top.folder("compound")
    let logs = try situations.map { try CrashSweep.entries(of: $0, in: folder) }
    var random = SeededGenerator(state: figures.seed)
    for round in 0..<rounds where figures.goesOn {
      for (situation, log) in zip(situations, logs) where figures.goesOn {
        let point = Int.random(in: 0...log.count, using: &random)
        let variant = [CrashSweep.Variant.kept, .torn(round)][round % 2]
        let disk = log.prefix(point).reduce(into: Disk(situation.start)) { $0.apply($1) }
        let wreck = Wreck(
          id: "compound:\(situation.name):\(point):\(variant)", situation: situation,
          files: variant.files(on: disk, seed: figures.seed, point: point), promise: disk.promise,
          point: point)
        guard isHot(wreck.files) else { continue }
        try fail(wreck, &figures, &random, in: folder)
        try cut(wreck, &figures, &random, in: folder)
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
    // The complaint reports a database that cannot be read.
    try? recover(folder)
    return log
  }

  private static func recover(_ folder: Folder) throws {
    _ = try Connection(path: folder.database, mode: .readWrite, busyTimeout: Milliseconds(200))
      .rows("SELECT count(*) FROM sqlite_schema")
  }

  private static func fail(
    _ wreck: Wreck, _ figures: inout Figures, _ random: inout SeededGenerator, in folder: Folder
  ) throws {
    let operations = try recovery(of: wreck.files, in: folder).operations
    let faults = operations.enumerated().flatMap { number, operation in
      FaultSweep.Kind.suiting(operation).flatMap { kind in
        [false, true].map { (number: number + 1, kind: kind, lasts: $0) }
      }
    }
    for fault in faults.shuffled(using: &random).prefix(blows) where figures.goesOn {
      let id =
        "\(wreck.id):\(fault.number):\(fault.kind):\(fault.lasts ? "lasting" : "once")"
      guard figures.wants(id) else { continue }
      try folder.fill(wreck.files)
      var news = "no error"
      fault_vfs_begin(Int64(fault.number), fault.kind.fault, fault.lasts ? 1 : 0, nil, nil)
      do {
        try recover(folder)
      } catch {
        news = "\(error)"
      }
      let isHit = fault_vfs_rest() > 0
      let complaint = wreck.situation.complaint(in: folder, wreck.promise)
      figures.count(id, isHit ? complaint : "the fault was not reached", news)
    }
  }

  private static func cut(
    _ wreck: Wreck, _ figures: inout Figures, _ random: inout SeededGenerator, in folder: Folder
  ) throws {
    let log = try recovery(of: wreck.files, in: folder).entries
    for _ in 0..<blows where figures.goesOn {
      let point = Int.random(in: 0...log.count, using: &random)
      let torn = CrashSweep.Variant.torn(Int.random(in: 0..<1000, using: &random))
      for variant in [torn, .dropped] {
        let id = "\(wreck.id):cut:\(point):\(variant)"
        guard figures.wants(id) else { continue }
        let disk = log.prefix(point).reduce(into: Disk(wreck.files)) { $0.apply($1) }
        try folder.fill(
          variant.files(on: disk, seed: figures.seed, point: wreck.point &* 1000 &+ point))
        figures.count(id, wreck.situation.complaint(in: folder, wreck.promise))
      }
    }
  }
}
