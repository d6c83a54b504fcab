import CSQLScriptsFaults
import SQLScripts
import SQLScriptsScratch
import SQLScriptsTorture

/// Law 23: cancels after each statement, and inside a statement at each disk operation.
enum CancelSweep {
  private enum Moment: CustomStringConvertible {
    case statement(Int), operation(Int)

    var description: String {
      switch self {
      case .statement(let number): "statement-\(number)"
      case .operation(let number): "operation-\(number)"
      }
    }

    var statement: Int? {
      if case .statement(let number) = self { number } else { nil }
    }

    var operation: Int? {
      if case .operation(let number) = self { number } else { nil }
    }
  }

  /// Counts down to the cancellation.
  private final class Countdown {
    private let moment: Int?
    private let cancellation: MigrationCancellation
    private(set) var count = 0

    init(_ moment: Int?, _ cancellation: MigrationCancellation) {
      self.moment = moment
      self.cancellation = cancellation
    }

    func pass() {
      count += 1
      if count == moment { cancellation.cancel() }
    }
  }

  static func run(
    _ counts: inout TortureCounts, _ scenarios: [Scenario], in top: Folder
  ) throws {
    let scenarios = scenarios.filter { scenario in
      ["create", "migrate", "adopt"].contains { scenario.name.hasPrefix($0) }
    }
    let folder = try top.folder("cancels")
    var cases: [(scenario: Scenario, moment: Moment)] = []
    for scenario in scenarios {
      let clean = try run(scenario, nil, in: folder)
      cases += (0..<clean.statements).map { (scenario, .statement($0 + 1)) }
      cases += (0..<clean.operations).map { (scenario, .operation($0 + 1)) }
    }
    counts.all = cases.count
    var random = SeededGenerator(state: counts.seed)
    cases.shuffle(using: &random)
    for (scenario, moment) in cases where counts.hasTime {
      let id = "cancels:\(scenario.name):\(moment)"
      guard counts.wants(id) else { continue }
      let outcome = try run(scenario, moment, in: folder)
      var violation = scenario.violation(in: folder, outcome.promise)
      if let failure = outcome.failure as? MigrationFailure, case .cancelled = failure.reason {
      } else if let failure = outcome.failure {
        violation = "it fails with something else: \(failure)"
      }
      counts.count(id, violation, outcome.failure.map { "\($0)" } ?? "no error")
    }
  }

  private struct Outcome {
    var statements: Int
    var operations: Int
    var promise: ScenarioRun.Promise
    var failure: (any Error)?
  }

  private static func run(
    _ scenario: Scenario, _ moment: Moment?, in folder: Folder
  ) throws -> Outcome {
    try folder.fill(scenario.start)
    let run = ScenarioRun()
    let statements = Countdown(moment?.statement, run.cancellation)
    let operations = Countdown(moment?.operation, run.cancellation)
    run.onStatement = { statements.pass() }
    fault_vfs_begin(
      0, FAULT_IO_ERROR, 0,
      { context, _, _, _, _, _, _ in
        guard let context else { return }
        Unmanaged<Countdown>.fromOpaque(context).takeUnretainedValue().pass()
      }, Unmanaged.passUnretained(operations).toOpaque())
    var failure: (any Error)?
    do {
      try run.perform(scenario, in: folder)
    } catch {
      failure = error
    }
    fault_vfs_rest()
    return Outcome(
      statements: statements.count, operations: operations.count, promise: run.promise,
      failure: failure)
  }
}
