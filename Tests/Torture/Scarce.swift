import Dispatch
import FaultCalls
import Foundation
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsScratch
import SQLScriptsTorture

/// Processes that may have few descriptors, no threads or little memory.
struct Scarce: DrawnPart {
  enum Mistake: String, CaseIterable {
    case crashes, hangs, claimsToBeDone, losesARow
  }

  enum Limit: String, CaseIterable { case descriptors, threads, addresses }

  enum Way: String, CaseIterable { case library, awaiting, command, jobs }

  static let name = "scarce"
  static let most = 1000

  var story: [String] = []
  private let folder: Folder
  private let scripts: String
  private let command: Command
  private let scenarios: [Scenario]

  init(_ scenarios: [Scenario], in top: Folder) throws {
    folder = try top.folder("scarce")
    chmod(top.path, 0o711)
    command = try Command()
    scripts = "\(top.path)/scripts"
    self.scenarios = scenarios.filter { scenario in
      ["create-", "migrate-", "backup-"].contains(where: scenario.name.hasPrefix)
        && !["truncate", "persist"].contains(where: scenario.name.contains)
    }
  }

  mutating func violation(
    _ random: inout SeededGenerator, _ mistake: Mistake?
  ) throws -> String? {
    let scenario = scenarios[random.number(0...scenarios.count - 1)]
    let limit = Limit.allCases[random.number(0...2)]
    var way = Way.allCases[random.number(0...3)]
    // Swift ends a process that gets no memory, and only the command promises to start with little.
    if limit == .addresses { way = .command }
    if scenario.name.contains("backup"), way == .awaiting { way = .library }
    let most = amount(limit, way, &random)
    story = [scenario.name, "\(limit) \(most)", "\(way)"]
    try folder.fill(scenario.start)
    let user: uid_t = limit == .threads && geteuid() == 0 ? 61_001 : geteuid()
    chown(folder.path, user, gid_t.max)
    for name in try folder.names() { chown("\(folder.path)/\(name)", user, gid_t.max) }
    let (end, words) = try Witness(within: mistake == .hangs ? 1 : 60) { [self] in
      switch mistake {
      case .crashes: raise(SIGILL)
      case .hangs: while true { pause() }
      case .claimsToBeDone: return ""
      case .losesARow, nil: break
      }
      if user != geteuid() { guard fault_become(user, user, 0) == 0 else { return "no user" } }
      return try run(scenario, way, limit, most)
    }.end()
    story.append("\(end) \(words)")
    if mistake == .losesARow {
      try? Connection(path: folder.database, mode: .readWrite, busyTimeout: Milliseconds(0))
        .execute("DELETE FROM person WHERE id = 30")
    }
    chown(folder.path, geteuid(), gid_t.max)
    switch end {
    case .exited(let status):
      let isDone = status == 0 && words.isEmpty
      return scenario.violation(in: folder, ScenarioRun.Promise(isDone: isDone))
    case .crashed(let signal) where limit == .addresses && signal != SIGSEGV:
      // Swift could not allocate memory. The database must be intact.
      return scenario.violation(in: folder, ScenarioRun.Promise())
    case .killed, .crashed, .hung: return "it ends with \(end)"
    }
  }

  private func amount(_ limit: Limit, _ way: Way, _ random: inout SeededGenerator) -> Int64 {
    switch limit {
    // Loading a command needs three descriptors in addition to the standard streams.
    case .descriptors: Int64(random.number((way == .command || way == .jobs ? 8 : 0)...40))
    case .threads: Int64(random.number(0...8))
    case .addresses: Int64(random.number(60...1200)) << 20
    }
  }

  /// Runs in a child.
  ///
  /// - Returns: the reason why it is not done; empty if it is.
  private func run(
    _ scenario: Scenario, _ way: Way, _ limit: Limit, _ most: Int64
  ) throws -> String {
    switch way {
    case .library:
      try Self.set(limit, most)
      try ScenarioRun().perform(scenario, in: folder)
      return ""
    case .awaiting:
      // Swift's task threads must exist before. Without them no task would begin.
      let semaphore = DispatchSemaphore(value: 0)
      let box = Box()
      Task.detached { [scripts, database = folder.database] in
        do {
          try Self.set(limit, most)
          let bundle = try ScriptBundle(directory: scripts)
          box.words =
            try await Migrator(path: database, scripts: bundle).migrate().to
            == Bundle.latest ? "" : "not there"
        } catch {
          box.words = "\(error)"
        }
        semaphore.signal()
      }
      semaphore.wait()
      return box.words
    case .command, .jobs:
      let name = scenario.name.hasPrefix("backup-") ? "backup" : "migrate"
      let arguments =
        name == "backup"
        ? [name, folder.database]
        : [name, "--scripts", scripts]
          + (scenario.name.contains("with-backup") ? ["--backup"] : [])
          + (way == .jobs ? ["--jobs", "4", "\(folder.path)/other.db"] : []) + [folder.database]
      try Self.set(limit, most)
      command.become(arguments)
    }
  }

  private final class Box: @unchecked Sendable {
    var words = ""
  }

  private static func set(_ limit: Limit, _ most: Int64) throws {
    let result =
      switch limit {
      case .descriptors: fault_limit_descriptors(most)
      case .threads: fault_limit_threads(most)
      case .addresses: fault_limit_addresses(most)
      }
    guard result == 0 else { throw Child.CannotStart() }
  }
}
