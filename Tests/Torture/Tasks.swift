import Dispatch
import Foundation
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsScratch
import SQLScriptsTorture

/// Laws 23 and 25: migrations in a task group, some of which are canceled at random, while another task must make
/// progress.
struct Tasks: DrawnPart {
  enum Mistake: String, CaseIterable {
    case blocksTheThreads, writesThoughCancelled, claimsToBeDone, losesAStep
  }

  static let name = "tasks"
  static let most = 500

  var story: [String] = []
  private let folder: Folder

  init(_ scenarios: [Scenario], in top: Folder) throws {
    folder = try top.folder("tasks")
  }

  mutating func violation(
    _ random: inout SeededGenerator, _ mistake: Mistake?
  ) throws -> String? {
    try folder.fill([:])
    // More tasks than may run at once wait for their turn.
    let count = random.number(1...3) == 1 ? random.number(33...70) : random.number(2...12)
    let files = random.chance(30) ? random.number(1...3) : count
    let plans = (0..<count).map { number in
      TaskPlan(
        database: "\(folder.path)/\(number % files).db", isAlone: files == count,
        cancelled: TaskPlan.Moment(&random))
    }
    story = ["\(files) databases"] + plans.map { "\($0.cancelled)" }
    // A separate process, because threads must not exist when the next child is forked.
    return try Witness(within: mistake == .blocksTheThreads ? 3 : 100) {
      let semaphore = DispatchSemaphore(value: 0)
      let box = Box()
      Task.detached {
        box.words = await TaskRound(mistake: mistake).run(plans)
        semaphore.signal()
      }
      semaphore.wait()
      return box.words
    }.violation()
  }

  /// Written before the semaphore is signaled, and read after it.
  private final class Box: @unchecked Sendable {
    var words = ""
  }
}

/// One migration, and when it is canceled.
struct TaskPlan: Sendable {
  enum Moment: Sendable {
    case never, atOnce
    /// After this many heartbeats.
    case beats(Int)
    /// After this many of its statements.
    case statements(Int)

    init(_ random: inout SeededGenerator) {
      switch random.number(0...5) {
      case 0: self = .atOnce
      case 1: self = .beats(random.number(1...200))
      case 2: self = .statements(random.number(1...8))
      default: self = .never
      }
    }
  }

  let database: String
  /// Whether no other task migrates it.
  let isAlone: Bool
  let cancelled: Moment
}
