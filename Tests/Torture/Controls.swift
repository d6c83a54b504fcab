import SQLScriptsDatabase
import SQLScriptsScratch
import SQLScriptsTorture

/// Tests the checks of the other parts: mistakes made on purpose must be noticed.
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
    _ figures: inout Figures, _ situations: [Situation], in top: Folder
  ) throws {
    let folder = try top.folder("controls")
    guard let situation = situations.first(where: { $0.name == "migrate-delete-single" }),
      let backup = situations.first(where: { $0.name == "backup-delete" })
    else { return }
    for (number, sql) in tampering.enumerated() {
      try folder.fill(situation.start)
      try Act().run(situation, in: folder)
      try Connection(path: folder.database, mode: .readWrite, busyTimeout: Milliseconds(0))
        .execute(sql)
      count(&figures, number, sql, situation.complaint(in: folder, Act.Promise()) != nil)
    }
    try folder.fill(backup.start)
    count(
      &figures, tampering.count, "no backup",
      backup.complaint(in: folder, Act.Promise(isDone: true)) != nil)
    count(
      &figures, tampering.count + 1, "a disk that says it has synced and has not",
      try isFoundOnLyingDisk(
        situation, situation.start, try CrashSweep.entries(of: situation, in: folder), in: folder))
    count(
      &figures, tampering.count + 2, "a disk that says so while a journal is played back",
      try isFoundInRecovery(situation, in: folder))
    try Clocks.control(&figures, situations, in: top)
    if Users.isPossible { try Users.control(&figures, situations, in: top) }
    try Schemas.control(&figures, situations, in: top)
    try Writers.control(&figures, situations, in: top)
    try Scarce.control(&figures, situations, in: top)
    try Names.control(&figures, situations, in: top)
    try Accounts.control(&figures, situations, in: top)
    try Orphans.control(&figures, situations, in: top)
    try Tasks.control(&figures, situations, in: top)
  }

  private static func count(
    _ figures: inout Figures, _ number: Int, _ name: String, _ isFound: Bool
  ) {
    let id = "controls:\(number)"
    guard figures.wants(id) else { return }
    figures.count(id, isFound ? nil : "nobody notices: \(name)")
  }

  private static func isFoundOnLyingDisk(
    _ situation: Situation, _ start: Folder.Files, _ entries: [DiskLog.Entry], in folder: Folder
  ) throws -> Bool {
    var disk = Disk(start)
    var random = SeededGenerator(state: 1)
    for entry in entries {
      if case .sync = entry { continue }
      disk.apply(entry)
      try folder.fill(disk.torn(&random))
      if situation.complaint(in: folder, disk.promise) != nil { return true }
    }
    return false
  }

  private static func isFoundInRecovery(_ situation: Situation, in folder: Folder) throws -> Bool {
    var disk = Disk(situation.start)
    var wrecks: [Folder.Files] = []
    for entry in try CrashSweep.entries(of: situation, in: folder) {
      disk.apply(entry)
      if CompoundSweep.isHot(disk.kept) { wrecks.append(disk.kept) }
    }
    // Later wrecks need more recovery.
    for wreck in wrecks.reversed() {
      let entries = try CompoundSweep.recovery(of: wreck, in: folder).entries
      if try isFoundOnLyingDisk(situation, wreck, entries, in: folder) { return true }
    }
    return false
  }
}
