import CSQLScriptsFaults
import SQLScripts
import SQLScriptsScratch

/// Makes each disk operation fail, in each possible way.
package enum FaultSweep {
  private struct Fault {
    let situation: Int
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
    _ figures: inout Figures, _ situations: [Situation], in top: Folder
  ) throws {
    let folder = try top.folder("faults")
    var random = SeededGenerator(state: figures.seed)
    var faults: [[Fault]] = []
    for (index, situation) in situations.enumerated() where figures.goesOn {
      let operations = try operations(of: situation, in: folder)
      faults.append(faultsOf(index, operations).shuffled(using: &random))
    }
    figures.all = faults.reduce(0) { $0 + $1.count }
    // In turns, so that one frequent operation does not use up the time for the others.
    for round in 0..<(faults.map(\.count).max() ?? 0) where figures.goesOn {
      for fault in faults.compactMap({ $0.count > round ? $0[round] : nil }) where figures.goesOn {
        try attempt(fault, situations[fault.situation], &figures, in: folder)
      }
    }
  }

  private static func faultsOf(_ situation: Int, _ operations: [fault_operation]) -> [Fault] {
    var faults: [Fault] = []
    for (number, operation) in operations.enumerated() {
      for kind in Kind.suiting(operation) {
        for lasts in [false, true] {
          faults.append(Fault(situation: situation, number: number + 1, kind: kind, lasts: lasts))
        }
      }
    }
    return faults
  }

  private static func attempt(
    _ fault: Fault, _ situation: Situation, _ figures: inout Figures, in folder: Folder
  ) throws {
    let id =
      "faults:\(situation.name):\(fault.number):\(fault.kind):\(fault.lasts ? "lasting" : "once")"
    guard figures.wants(id) else { return }
    try folder.fill(situation.start)
    let act = Act()
    var failure: (any Error)?
    fault_vfs_begin(Int64(fault.number), fault.kind.fault, fault.lasts ? 1 : 0, nil, nil)
    do {
      try act.run(situation, in: folder)
    } catch {
      failure = error
    }
    let hits = fault_vfs_rest()
    var complaint = hits == 0 && situation.isSteady ? "the fault was not reached" : nil
    complaint = complaint ?? wrongWords(of: failure, in: folder)
    complaint = complaint ?? situation.complaint(in: folder, act.promise)
    figures.count(id, complaint, failure.map { "\($0)" } ?? "no error")
  }

  /// Law 14: the version that a failure reports must be true.
  private static func wrongWords(of error: (any Error)?, in folder: Folder) -> String? {
    guard let failure = error as? MigrationFailure, failure.outcome != "Nothing was changed.",
      let found = try? Standing(of: folder.database)
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
    of situation: Situation, in folder: Folder
  ) throws -> [fault_operation] {
    try folder.fill(situation.start)
    let log = DiskLog()
    log.begin()
    defer { log.rest() }
    try Act().run(situation, in: folder)
    return log.operations
  }
}
