import CSQLScriptsSQLite
import Foundation
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsTorture

/// Migrates many times in one process, and checks that no resources are leaked.
enum Endurance {
  private static let rounds = 10_000
  /// The number of runs before the first measurement.
  private static let warmUp = 200
  /// In KiB. The allocator keeps pages in steps.
  private static let slack = 4096

  /// The resources of the process.
  private struct Holdings {
    let descriptors: Int
    /// In bytes.
    let sqlite = sqlite3_memory_used()
    /// In KiB, if the system reports it.
    let resident: Int?

    init() {
      let files = FileManager.default
      let list =
        (try? files.contentsOfDirectory(atPath: "/proc/self/fd"))
        ?? (try? files.contentsOfDirectory(atPath: "/dev/fd")) ?? []
      descriptors = list.count
      let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
        .split(separator: " ").dropFirst().first.flatMap { Int($0) }
      resident = pages.map { $0 * Int(getpagesize()) / 1024 }
    }

    var words: String {
      "\(descriptors) descriptors, \(sqlite) bytes in SQLite, \(resident.map { "\($0) KiB" } ?? "?")"
    }
  }

  static func run(
    _ counts: inout TortureCounts, _ scenarios: [Scenario], in top: Folder
  ) throws {
    let folder = try top.folder("endurance")
    guard counts.wants("endurance") else { return }
    let broken = try top.folder("endurance-scripts")
    try broken.write("sql_default.sql", Array("CREATE TABLE t (x); INSERT INTO u VALUES (1);".utf8))
    let failing = Migrator(
      path: folder.database, scripts: try ScriptBundle(directory: broken.path))
    var before: Holdings?
    while counts.hasTime, counts.tried < rounds {
      let scenario = scenarios[counts.tried % scenarios.count]
      try folder.fill(scenario.start)
      let run = ScenarioRun()
      if counts.tried % 7 == 3 { run.onStatement = { run.cancellation.cancel() } }
      do {
        try run.perform(scenario, in: folder)
      } catch is MigrationFailure {
        // It was canceled.
      }
      try folder.fill([:])
      guard (try? failing.migrate()) == nil else { throw Mistake() }
      counts.count("endurance", nil)
      if counts.tried == warmUp { before = Holdings() }
    }
    // A short run is not conclusive, because its warm-up is not over.
    guard let before else { return }
    let after = Holdings()
    let grew =
      after.descriptors > before.descriptors || after.sqlite > before.sqlite
      || (after.resident ?? 0) > (before.resident ?? 0) + slack
    print("endurance: after \(warmUp): \(before.words)")
    print("endurance: after \(counts.tried): \(after.words)")
    if grew { counts.count("endurance", "it holds more than at the beginning") }
  }

  private struct Mistake: Error {}
}
