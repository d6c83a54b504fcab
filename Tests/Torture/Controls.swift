import SQLScriptsDatabase
import SQLScriptsTorture

/// Whether the other parts would notice: what is wrong on purpose must be found.
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
      try isFoundOnLyingDisk(situation, in: folder))
  }

  private static func count(
    _ figures: inout Figures, _ number: Int, _ name: String, _ isFound: Bool
  ) {
    let id = "controls:\(number)"
    guard figures.wants(id) else { return }
    figures.count(id, isFound ? nil : "nobody notices: \(name)")
  }

  private static func isFoundOnLyingDisk(_ situation: Situation, in folder: Folder) throws -> Bool {
    try folder.fill(situation.start)
    let log = DiskLog()
    log.begin()
    try Act { log.note($0) }.run(situation, in: folder)
    log.rest()
    var disk = Disk(situation.start)
    var random = SeededGenerator(state: 1)
    for entry in log.entries {
      if case .sync = entry { continue }
      disk.apply(entry)
      try folder.fill(disk.torn(&random))
      if situation.complaint(in: folder, disk.promise) != nil { return true }
    }
    return false
  }
}
