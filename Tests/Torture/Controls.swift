import SQLScriptsDatabase
import SQLScriptsScratch
import SQLScriptsTorture

/// Tests the checks of the other parts: they must notice mistakes that are made on purpose.
enum Controls {
  private static let tampering = [
    "UPDATE db_version SET db_version_num = 5",
    "DELETE FROM db_version",
    "DELETE FROM db_version_history WHERE version = 6",
    "UPDATE db_version_history SET checksum = 'another'",
    "DELETE FROM person WHERE id = 30",
    "UPDATE person SET note = ''",
    "DROP INDEX person_team",
    "UPDATE person SET team_id = 99",
  ]

  static func run(
    _ counts: inout TortureCounts, _ scenarios: [Scenario], in top: Folder
  ) throws {
    let folder = try top.folder("controls")
    guard let scenario = scenarios.first(where: { $0.name == "migrate-delete-single" }),
      let backup = scenarios.first(where: { $0.name == "backup-delete" })
    else { return }
    for (number, sql) in tampering.enumerated() {
      try folder.fill(scenario.start)
      try ScenarioRun().perform(scenario, in: folder)
      try Connection(path: folder.database, mode: .readWrite, busyTimeout: Milliseconds(0))
        .execute(sql)
      count(&counts, number, sql, scenario.violation(in: folder, ScenarioRun.Promise()) != nil)
    }
    try folder.fill(backup.start)
    count(
      &counts, tampering.count, "no backup",
      backup.violation(in: folder, ScenarioRun.Promise(isDone: true)) != nil)
    count(
      &counts, tampering.count + 1, "a disk that says it has synced and has not",
      try isFoundOnLyingDisk(
        scenario, scenario.start, try CrashSweep.entries(of: scenario, in: folder), in: folder))
    count(
      &counts, tampering.count + 2, "a disk that says so while a journal is played back",
      try isFoundInRecovery(scenario, in: folder))
    try Clocks.control(&counts, scenarios, in: top)
    if Users.isPossible { try Users.control(&counts, scenarios, in: top) }
    try Schemas.control(&counts, scenarios, in: top)
    try Writers.control(&counts, scenarios, in: top)
    try Scarce.control(&counts, scenarios, in: top)
    try Names.control(&counts, scenarios, in: top)
    try Accounts.control(&counts, scenarios, in: top)
    try Orphans.control(&counts, scenarios, in: top)
    try Tasks.control(&counts, scenarios, in: top)
  }

  private static func count(
    _ counts: inout TortureCounts, _ number: Int, _ name: String, _ isFound: Bool
  ) {
    let id = "controls:\(number)"
    guard counts.wants(id) else { return }
    counts.count(id, isFound ? nil : "nobody notices: \(name)")
  }

  private static func isFoundOnLyingDisk(
    _ scenario: Scenario, _ start: Folder.Files, _ entries: [DiskLog.Entry], in folder: Folder
  ) throws -> Bool {
    var disk = Disk(start)
    var random = SeededGenerator(state: 1)
    for entry in entries {
      if case .sync = entry { continue }
      disk.apply(entry)
      try folder.fill(disk.torn(&random))
      if scenario.violation(in: folder, disk.promise) != nil { return true }
    }
    return false
  }

  private static func isFoundInRecovery(_ scenario: Scenario, in folder: Folder) throws -> Bool {
    var disk = Disk(scenario.start)
    var wrecks: [Folder.Files] = []
    for entry in try CrashSweep.entries(of: scenario, in: folder) {
      disk.apply(entry)
      if CompoundSweep.isHot(disk.kept) { wrecks.append(disk.kept) }
    }
    // Later wrecks need more recovery.
    for wreck in wrecks.reversed() {
      let entries = try CompoundSweep.recovery(of: wreck, in: folder).entries
      if try isFoundOnLyingDisk(scenario, wreck, entries, in: folder) { return true }
    }
    return false
  }
}
