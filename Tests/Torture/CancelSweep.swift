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
    _ figures: inout Figures, _ situations: [Situation], in top: Folder
  ) throws {
    let situations = situations.filter { situation in
      ["create", "migrate", "adopt"].contains { situation.name.hasPrefix($0) }
    }
    let folder = try top.folder("cancels")
    var cases: [(situation: Situation, moment: Moment)] = []
    for situation in situations {
      let clean = try run(situation, nil, in: folder)
      cases += (0..<clean.statements).map { (situation, .statement($0 + 1)) }
      cases += (0..<clean.operations).map { (situation, .operation($0 + 1)) }
    }
    figures.all = cases.count
    var random = SeededGenerator(state: figures.seed)
    cases.shuffle(using: &random)
    for (situation, moment) in cases where figures.hasTime {
      let id = "cancels:\(situation.name):\(moment)"
      guard figures.wants(id) else { continue }
      let outcome = try run(situation, moment, in: folder)
      var complaint = situation.complaint(in: folder, outcome.promise)
      if let failure = outcome.failure as? MigrationFailure, case .cancelled = failure.reason {
      } else if let failure = outcome.failure {
        complaint = "it fails with something else: \(failure)"
      }
      figures.count(id, complaint, outcome.failure.map { "\($0)" } ?? "no error")
    }
  }

  private struct Outcome {
    var statements: Int
    var operations: Int
    var promise: Act.Promise
    var failure: (any Error)?
  }

  private static func run(
    _ situation: Situation, _ moment: Moment?, in folder: Folder
  ) throws -> Outcome {
    try folder.fill(situation.start)
    let act = Act()
    let statements = Countdown(moment?.statement, act.cancellation)
    let operations = Countdown(moment?.operation, act.cancellation)
    act.onStatement = { statements.pass() }
    fault_vfs_begin(
      0, FAULT_IO_ERROR, 0,
      { context, _, _, _, _, _, _ in
        guard let context else { return }
        Unmanaged<Countdown>.fromOpaque(context).takeUnretainedValue().pass()
      }, Unmanaged.passUnretained(operations).toOpaque())
    var failure: (any Error)?
    do {
      try act.run(situation, in: folder)
    } catch {
      failure = error
    }
    fault_vfs_rest()
    return Outcome(
      statements: statements.count, operations: operations.count, promise: act.promise,
      failure: failure)
  }
}
