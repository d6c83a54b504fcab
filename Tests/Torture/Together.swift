import Foundation
import SQLScriptsDatabase
import SQLScriptsTorture

/// Law 13: eight processes that start at once. Law 25: readers that read all the time.
enum Together {
  private static let rounds = 300
  private static let (migrators, readers) = (8, 2)

  static func run(
    _ counts: inout TortureCounts, _ scenarios: [Scenario], in top: Folder
  ) throws {
    // A lent connection sets its journal mode itself, which other connections may block.
    let scenarios = scenarios.filter {
      ($0.name.hasPrefix("create") || $0.name.hasPrefix("migrate") || $0.name.hasPrefix("adopt"))
        && ($0.name.contains("delete") || $0.name.contains("wal"))
    }
    let folder = try top.folder("together")
    for round in 0..<rounds where counts.hasTime {
      let scenario = scenarios[round % scenarios.count]
      let id = "together:\(scenario.name):\(round)"
      guard counts.wants(id) else { continue }
      try folder.fill(scenario.start)
      try counts.count(id, violation(about: scenario, in: folder))
    }
  }

  private static func violation(about scenario: Scenario, in folder: Folder) throws -> String? {
    let gate = "\(folder.path)/gate"
    let over = "\(folder.path)/over"
    let migrators = try (0..<migrators).map { _ in
      try Child {
        while access(gate, F_OK) != 0 { usleep(100) }
        let run = ScenarioRun()
        run.busyTimeout = .seconds(60)
        do {
          try run.perform(scenario, in: folder)
          return 0
        } catch {
          print("a migrator: \(error)")
          return 1
        }
      }
    }
    let readers = try (0..<readers).map { _ in
      try Child {
        while access(over, F_OK) != 0 {
          do {
            let found = try DatabaseState(of: folder.database)
            guard scenario.allowed.contains(found) else {
              print("a reader: the database is between: \(found.words)")
              return 1
            }
          } catch let error as SQLiteError where error.code.primary == .busy {
            continue
          } catch {
            print("a reader: \(error)")
            return 1
          }
        }
        return 0
      }
    }
    try folder.write("gate", [])
    let ends = migrators.map { $0.wait() }
    try folder.write("over", [])
    let reading = readers.map { $0.wait() }
    guard ends.allSatisfy({ $0 == .exited(0) }) else { return "a migrator fails" }
    guard reading.allSatisfy({ $0 == .exited(0) }) else { return "a reader sees what is not whole" }
    return scenario.violation(in: folder, ScenarioRun.Promise(isDone: true))
  }
}
