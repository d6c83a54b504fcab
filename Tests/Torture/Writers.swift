import Foundation
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsScratch
import SQLScriptsTorture

/// Law 24: backups, rehearsals on a copy, and restores, while others write all the time. A copy must be a state that
/// existed.
struct Writers: DrawnPart {
  enum Mistake: String, CaseIterable {
    case copiesTwoStates, losesARow, copiesLate
  }

  static let name = "writers"
  static let most = 1000

  var story: [String] = []
  private let folder: Folder
  private let scripts: Folder
  private let command: Command
  private let shared: SharedNumbers

  init(_ scenarios: [Scenario], in top: Folder) throws {
    folder = try top.folder("writers")
    command = try Command()
    shared = try SharedNumbers()
    scripts = try top.folder("writers-scripts")
    for (name, text) in CountedState.scripts { try scripts.write(name, Array(text.utf8)) }
  }

  mutating func violation(
    _ random: inout SeededGenerator, _ mistake: Mistake?
  ) throws -> String? {
    try folder.fill([:])
    let journal = random.chance(50) ? "WAL" : "DELETE"
    let pages = random.number(1...200)
    try Migrator(path: folder.database, scripts: try ScriptBundle(directory: scripts.path))
      .migrate(to: 1)
    try CountedState.prepare(folder.database, journal: journal, pages: pages)
    let acts = (0..<random.number(1...4)).map { _ in Self.acts.randomElement(using: &random) ?? "" }
    let writers = random.number(1...2)
    let pauses = random.number(0...400)
    story = ["\(journal), \(pages) pages, \(writers) writers, \(pauses)"] + acts
    shared.isOver = false
    let writing = try (0..<writers).map { _ in
      try Witness { [folder, shared] in
        while !shared.isOver {
          try CountedState.advance(folder.database)
          for _ in 0..<pauses { sched_yield() }
        }
        return ""
      }
    }
    let working = try Witness { [self] in
      for act in acts {
        if let found = try violation(act, mistake, alone: !acts.contains("restore")) {
          return found
        }
      }
      return ""
    }
    let found = working.violation()
    shared.isOver = true
    let others = writing.compactMap { $0.violation() }
    return try found ?? others.first ?? CountedState(folder.database).violation
  }

  private static let acts = ["backup", "backup", "rehearse", "restore"]

  /// - Parameter alone: whether the writers alone change the database, so that it counts upwards only.
  private func violation(_ act: String, _ mistake: Mistake?, alone: Bool) throws -> String? {
    switch act {
    case "rehearse":
      let run = try Witness { [command, folder, scripts] in
        command.become(["plan", "--rehearse", "--scripts", scripts.path, folder.database])
      }
      let (end, _) = run.end()
      return end == .exited(0) ? nil : "the rehearsal on a copy \(end)"
    case "restore":
      guard let backup = try DatabaseBackup.all(of: folder.database).first else { return nil }
      do throws(BackupError) {
        try backup.restore(to: folder.database, busyTimeout: .milliseconds(300))
      } catch {
        if case .inUse = error { return nil }
        return "\(error)"
      }
      return nil
    default:
      let before = try CountedState(folder.database).count
      let backup: DatabaseBackup
      do throws(BackupError) {
        backup = try DatabaseBackup.make(of: folder.database, keep: 9)
      } catch {
        if case .database(let error, _) = error, error.code.primary == .busy { return nil }
        return "\(error)"
      }
      try make(mistake, backup)
      let copy = try CountedState(backup.path)
      let after = try CountedState(folder.database).count
      if let found = copy.violation { return "a backup: \(found)" }
      guard alone, copy.count < before || copy.count > after else { return nil }
      return
        "the backup has \(copy.count), and the database had \(before) before and \(after) after"
    }
  }

  private func make(_ mistake: Mistake?, _ backup: DatabaseBackup) throws {
    guard let mistake else { return }
    let connection = try Connection(
      path: backup.path, mode: .readWrite, busyTimeout: Milliseconds(1000))
    switch mistake {
    case .copiesTwoStates: try connection.execute("UPDATE counter SET n = n + 1")
    case .losesARow: try connection.execute("DELETE FROM ledger WHERE x = (SELECT n FROM counter)")
    case .copiesLate:
      for _ in 0..<100_000 where try CountedState(folder.database).count == 0 { sched_yield() }
      try connection.execute("UPDATE ledger SET x = 0")
      try connection.execute("UPDATE counter SET n = -1")
    }
  }
}
