import Foundation
import SQLScriptsDatabase
import SQLScriptsScratch
import SQLScriptsTorture

/// Kills the command at a random moment while it migrates several databases, and runs it again.
enum Fleets {
  private static let rounds = 500
  private static let databases = 12

  static func run(
    _ counts: inout TortureCounts, _ scenarios: [Scenario], in top: Folder
  ) throws {
    let folder = try top.folder("fleets")
    let command = try Command()
    var time = 200.0
    var random = SeededGenerator(state: counts.seed)
    var round = 0
    while counts.hasTime, counts.tried < rounds, round < 3 * rounds {
      round += 1
      let backsUp = Bool.random(using: &random)
      let chosen = (0..<databases).compactMap { _ in
        scenarios.filter { isFor($0, backsUp: backsUp) }.randomElement(using: &random)
      }
      let delay = Double.random(in: 0..<1.2, using: &random)
      let id = "fleets:\(round)"
      guard counts.wants(id) else { continue }
      let fleet = try Fleet(
        scenarios: chosen, folder: folder, command: command, scripts: "\(top.path)/scripts",
        options: ["--jobs", "2"] + (backsUp ? ["--backup"] : []))
      let start = Milliseconds.now
      let child = try fleet.start()
      usleep(UInt32(delay * time * 1000))
      child.kill()
      let end = child.wait()
      // It finished before it was killed, which shows how long it takes.
      if end == .exited(0) { time = Milliseconds.since(start) }
      let violation =
        if end == .killed || end == .exited(0) {
          try fleet.violation()
        } else {
          "it failed without being killed"
        }
      if end == .exited(0), violation == nil { continue }
      counts.count(id, violation, "after \(delay * time) ms")
    }
  }

  private static func isFor(_ scenario: Scenario, backsUp: Bool) -> Bool {
    let isLent = Scenario.Journal.allCases.contains {
      $0.isLent && scenario.name.contains("-\($0)")
    }
    guard !isLent else { return false }
    return backsUp
      ? scenario.name.hasPrefix("migrate-with-backup-")
      : ["create-", "migrate-"].contains(where: scenario.name.hasPrefix)
        && !scenario.name.contains("backup")
  }
}

/// The databases of one command.
private struct Fleet {
  private let scenarios: [Scenario]
  private let folders: [Folder]
  private let command: Command
  private let arguments: [String]
  private let output: String

  init(
    scenarios: [Scenario], folder: Folder, command: Command, scripts: String, options: [String]
  ) throws {
    self.scenarios = scenarios
    self.command = command
    folders = try scenarios.indices.map { try folder.folder("\($0)") }
    for (folder, scenario) in zip(folders, scenarios) { try folder.fill(scenario.start) }
    output = "\(folder.path)/output"
    arguments =
      ["migrate", "--scripts", scripts, "--format", "jsonl"] + options
      + folders.map(\.database)
  }

  func start() throws -> Child {
    try Child {
      let file = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
      command.become(arguments, output: file)
    }
  }

  /// The error after it was killed, or after it ran again.
  func violation() throws -> String? {
    let told = try String(contentsOfFile: output, encoding: .utf8)
    for (folder, scenario) in zip(folders, scenarios) {
      let line = told.split(separator: "\n").first { $0.contains("\"\(folder.database)\"") }
      let isDone = line?.contains("\"status\":\"migrated\"") ?? false
      if let found = try scenario.stateViolation(folder, ScenarioRun.Promise(isDone: isDone)) {
        return "\(scenario.name): \(found)"
      }
    }
    guard try start().wait() == .exited(0) else { return "the next run fails" }
    for (folder, scenario) in zip(folders, scenarios) {
      if let found = scenario.violation(in: folder, ScenarioRun.Promise(isDone: true)) {
        return "\(scenario.name): after the next run: \(found)"
      }
    }
    return nil
  }
}
