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

  func line(_ figures: Figures, seconds: Double) -> String {
    let of = figures.all > figures.tried ? " of \(figures.all)" : ""
    let time = String(format: "%.0f", seconds)
    return "\(rawValue): \(figures.tried)\(of) \(unit) tried, \(figures.bad) bad (\(time) s)"
  }

  func run(
    _ figures: inout Figures, _ situations: [Situation], in folder: Folder
  ) throws {
    switch self {
    case .controls: try Controls.run(&figures, situations, in: folder)
    case .faults: try FaultSweep.run(&figures, situations, in: folder)
    case .crashes: try CrashSweep.run(&figures, situations, in: folder)
    case .compound: try CompoundSweep.run(&figures, situations, in: folder)
    case .space: try FullDisks.run(&figures, situations, in: folder)
    case .memory: try MemorySweep.run(&figures, situations, in: folder)
    case .kills: try Kills.run(&figures, situations, in: folder)
    case .fleets: try Fleets.run(&figures, situations, in: folder)
    case .together: try Together.run(&figures, situations, in: folder)
    case .endurance: try Endurance.run(&figures, situations, in: folder)
    case .cancels: try CancelSweep.run(&figures, situations, in: folder)
    case .clocks: try Clocks.run(&figures, situations, in: folder)
    case .users: try Users.run(&figures, situations, in: folder)
    case .schemas: try Schemas.run(&figures, situations, in: folder)
    case .writers: try Writers.run(&figures, situations, in: folder)
    case .scarce: try Scarce.run(&figures, situations, in: folder)
    case .names: try Names.run(&figures, situations, in: folder)
    case .accounts: try Accounts.run(&figures, situations, in: folder)
    case .orphans: try Orphans.run(&figures, situations, in: folder)
    case .tasks: try Tasks.run(&figures, situations, in: folder)
    }
  }
}
