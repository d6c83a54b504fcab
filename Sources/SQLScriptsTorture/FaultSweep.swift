import CSQLScriptsFaults
import SQLScripts
import SQLScriptsSQL
import SQLScriptsScratch

/// Makes each disk operation fail, in each possible way.
package enum FaultSweep {
  private struct Fault {
    let scenario: Int
    let number: Int
    let kind: Kind
    let lasts: Bool
  }

  package enum Kind: String {
    case error, full, short, torn, done

    package var fault: fault_kind {
      switch self {
      case .error: FAULT_IO_ERROR
      case .full: FAULT_DISK_FULL
      case .short: FAULT_SHORT_WRITE
      case .torn: FAULT_TORN_PAGE
      case .done: FAULT_DONE_BUT_FAILED
      }
    }

    package static func suiting(_ operation: fault_operation) -> [Kind] {
      switch operation {
      case FAULT_WRITE: [.error, .full, .short, .torn, .done]
      case FAULT_TRUNCATE, FAULT_DELETE: [.error, .done]
      case FAULT_RENAME: [.error, .full, .done]
      default: [.error]
      }
    }
  }

  package static func run(
    _ counts: inout TortureCounts, _ scenarios: [Scenario], in top: Folder
  ) throws {
    let folder = try top.folder("faults")
    var random = SeededGenerator(state: counts.seed)
    var faults: [[Fault]] = []
    for (index, scenario) in scenarios.enumerated() where counts.goesOn {
      let operations = try operations(of: scenario, in: folder)
      faults.append(faultsOf(index, operations).shuffled(using: &random))
    }
    counts.all = faults.reduce(0) { $0 + $1.count }
    // In turns, so that one frequent operation does not use up the time for the others.
    for round in 0..<(faults.map(\.count).max() ?? 0) where counts.goesOn {
      for fault in faults.compactMap({ $0.count > round ? $0[round] : nil }) where counts.goesOn {
        try attempt(fault, scenarios[fault.scenario], &counts, in: folder)
      }
    }
  }

  private static func faultsOf(_ scenario: Int, _ operations: [fault_operation]) -> [Fault] {
    var faults: [Fault] = []
    for (number, operation) in operations.enumerated() {
      for kind in Kind.suiting(operation) {
        for lasts in [false, true] {
          faults.append(Fault(scenario: scenario, number: number + 1, kind: kind, lasts: lasts))
        }
      }
    }
    return faults
  }

  private static func attempt(
    _ fault: Fault, _ scenario: Scenario, _ counts: inout TortureCounts, in folder: Folder
  ) throws {
    let id =
      "faults:\(scenario.name):\(fault.number):\(fault.kind):\(fault.lasts ? "lasting" : "once")"
    guard counts.wants(id) else { return }
    try folder.fill(scenario.start)
    let run = ScenarioRun()
    var failure: (any Error)?
    fault_vfs_begin(Int64(fault.number), fault.kind.fault, fault.lasts ? 1 : 0, nil, nil)
    do {
      try run.perform(scenario, in: folder)
    } catch {
      failure = error
    }
    let hits = fault_vfs_rest()
    var violation = hits == 0 && scenario.isSteady ? "the fault was not reached" : nil
    violation = violation ?? wrongWords(of: failure, in: folder)
    violation = violation ?? scenario.violation(in: folder, run.promise)
    counts.count(id, violation, failure.map { "\($0)" } ?? "no error")
  }

  /// Law 14: the version that a failure reports must be true.
  private static func wrongWords(of error: (any Error)?, in folder: Folder) -> String? {
    guard let failure = error as? MigrationFailure, failure.outcome != "Nothing was changed.",
      let found = try? DatabaseState(of: folder.database)
    else { return nil }
    let isTrue =
      if let version = found.version {
        failure.outcome.contains("at version \(version)")
      } else {
        failure.outcome.contains("still new") || failure.outcome.contains("no version")
      }
    return isTrue ? nil : "the failure says something else, and it has \(found.words)"
  }

  /// The disk operations of a fault-free run.
  private static func operations(
    of scenario: Scenario, in folder: Folder
  ) throws -> [fault_operation] {
    try folder.fill(scenario.start)
    let log = DiskLog()
    log.begin()
    defer { log.rest() }
    try ScenarioRun().perform(scenario, in: folder)
    return log.operations
  }
}
