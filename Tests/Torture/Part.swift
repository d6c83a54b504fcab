import Foundation
import SQLScriptsTorture

/// One part of the torture tests.
enum Part: String, CaseIterable {
  case controls, faults, crashes, compound, space, memory, kills, fleets, together, cancels,
    endurance, clocks, users, schemas, writers, scarce, names, accounts, orphans, tasks

  /// Its share of the time, relative to the others.
  var share: Double {
    switch self {
    case .faults, .crashes: 3
    case .controls: 0.2
    case .compound, .space, .memory, .kills, .fleets, .together, .cancels, .endurance: 1
    case .clocks, .users, .schemas, .writers, .scarce, .names, .accounts, .orphans, .tasks: 0.5
    }
  }

  /// The unit of its count.
  var unit: String {
    switch self {
    case .controls: "mistakes made on purpose"
    case .faults: "faults"
    case .crashes: "states after a power cut"
    case .compound: "second blows while a first is made good"
    case .space: "runs on disks that were too small, or just not"
    case .memory: "refused allocations"
    case .kills: "kills"
    case .fleets: "kills of the command among twelve databases"
    case .together: "rounds of eight processes and two readers"
    case .cancels: "cancellations"
    case .endurance: "migrations that ended well and badly, in one process"
    case .clocks: "sequences of runs, backups and restores under a clock that jumps"
    case .users: "sequences of several users at one database"
    case .schemas: "runs of random scripts beside attached and TEMP objects"
    case .writers: "sequences of copies while others write"
    case .scarce: "runs with few descriptors, no threads or little memory"
    case .names: "databases with unusual names beside similar ones"
    case .accounts: "groups of accounts with similar names"
    case .orphans: "random scripts over old orphans"
    case .tasks: "task groups with cancellations"
    }
  }

  func line(_ counts: TortureCounts, seconds: Double) -> String {
    let of = counts.all > counts.tried ? " of \(counts.all)" : ""
    let time = String(format: "%.0f", seconds)
    return "\(rawValue): \(counts.tried)\(of) \(unit) tried, \(counts.bad) bad (\(time) s)"
  }

  func run(
    _ counts: inout TortureCounts, _ scenarios: [Scenario], in folder: Folder
  ) throws {
    switch self {
    case .controls: try Controls.run(&counts, scenarios, in: folder)
    case .faults: try FaultSweep.run(&counts, scenarios, in: folder)
    case .crashes: try CrashSweep.run(&counts, scenarios, in: folder)
    case .compound: try CompoundSweep.run(&counts, scenarios, in: folder)
    case .space: try FullDisks.run(&counts, scenarios, in: folder)
    case .memory: try MemorySweep.run(&counts, scenarios, in: folder)
    case .kills: try Kills.run(&counts, scenarios, in: folder)
    case .fleets: try Fleets.run(&counts, scenarios, in: folder)
    case .together: try Together.run(&counts, scenarios, in: folder)
    case .endurance: try Endurance.run(&counts, scenarios, in: folder)
    case .cancels: try CancelSweep.run(&counts, scenarios, in: folder)
    case .clocks: try Clocks.run(&counts, scenarios, in: folder)
    case .users: try Users.run(&counts, scenarios, in: folder)
    case .schemas: try Schemas.run(&counts, scenarios, in: folder)
    case .writers: try Writers.run(&counts, scenarios, in: folder)
    case .scarce: try Scarce.run(&counts, scenarios, in: folder)
    case .names: try Names.run(&counts, scenarios, in: folder)
    case .accounts: try Accounts.run(&counts, scenarios, in: folder)
    case .orphans: try Orphans.run(&counts, scenarios, in: folder)
    case .tasks: try Tasks.run(&counts, scenarios, in: folder)
    }
  }
}
