import Foundation
import SQLScriptsDatabase
import SQLScriptsScratch
import SQLScriptsTorture

/// Kills the command at a random moment while it migrates several databases, and runs it again.
enum Fleets {
  private static let rounds = 500
  private static let databases = 12

  static func run(
    _ figures: inout Figures, _ situations: [Situation], in top: Folder
  ) throws {
    let folder = try top.folder("fleets")
    let command = try Command()
    var time = 200.0
    var random = SeededGenerator(state: figures.seed)
    var round = 0
    while figures.hasTime, figures.tried < rounds, round < 3 * rounds {
      round += 1
      let backsUp = Bool.random(using: &random)
      let chosen = (0..<databases).compactMap { _ in
        situations.filter { isFor($0, backsUp: backsUp) }.randomElement(using: &random)
      }
      let delay = Double.random(in: 0..<1.2, using: &random)
      let id = "fleets:\(round)"
      guard figures.wants(id) else { continue }
      let fleet = try Fleet(
        situations: chosen, folder: folder, command: command, scripts: "\(top.path)/scripts",
        options: ["--jobs", "2"] + (backsUp ? ["--backup"] : []))
      let start = Milliseconds.now
      let child = try fleet.start()
      usleep(UInt32(delay * time * 1000))
      child.kill()
      let end = child.wait()
      // It finished before it was killed, which shows how long it takes.
      if end == .exited(0) { time = Milliseconds.since(start) }
      let complaint =
        if end == .killed || end == .exited(0) {
          try fleet.complaint()
        } else {
          "it failed without being killed"
        }
      if end == .exited(0), complaint == nil { continue }
      figures.count(id, complaint, "after \(delay * time) ms")
    }
  }

  private static func isFor(_ situation: Situation, backsUp: Bool) -> Bool {
    let isLent = Situation.Journal.allCases.contains {
      $0.isLent && situation.name.contains("-\($0)")
    }
    guard !isLent else { return false }
    return backsUp
      ? situation.name.hasPrefix("migrate-with-backup-")
      : ["create-", "migrate-"].contains(where: situation.name.hasPrefix)
        && !situation.name.contains("backup")
  }
}

/// The databases of one command.
private struct Fleet {
  private let situations: [Situation]
  private let folders: [Folder]
  private let command: Command
  private let arguments: [String]
  private let output: String

  init(
    situations: [Situation], folder: Folder, command: Command, scripts: String, options: [String]
  ) throws {
    self.situations = situations
    self.command = command
    folders = try situations.indices.map { try folder.folder("\($0)") }
    for (folder, situation) in zip(folders, situations) { try folder.fill(situation.start) }
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
  func complaint() throws -> String? {
    let told = try String(contentsOfFile: output, encoding: .utf8)
    for (folder, situation) in zip(folders, situations) {
      let line = told.split(separator: "\n").first { $0.contains("\"\(folder.database)\"") }
      let isDone = line?.contains("\"status\":\"migrated\"") ?? false
      if let found = try situation.standsWrong(folder, Act.Promise(isDone: isDone)) {
        return "\(situation.name): \(found)"
      }
    }
    guard try start().wait() == .exited(0) else { return "the next run fails" }
    for (folder, situation) in zip(folders, situations) {
      if let found = situation.complaint(in: folder, Act.Promise(isDone: true)) {
        return "\(situation.name): after the next run: \(found)"
      }
    }
    return nil
  }
}
