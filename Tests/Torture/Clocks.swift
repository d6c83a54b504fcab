import FaultCalls
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsScratch
import SQLScriptsTorture

/// Law 24: runs with backups, failures, retries and restores, while the clock jumps between them.
struct Clocks: DrawnPart {
  enum Mistake: String, CaseIterable {
    case losesTheFirst, losesTheLast, datesTheNewest, restoresTheOldest, changesABackup,
      keepsHalfOfANew
  }

  static let name = "clocks"
  static let most = 3000

  var story: [String] = []
  private let folder: Folder

  /// The expected files next to the database.
  private var ledger = BackupLedger()

  init(_ scenarios: [Scenario], in top: Folder) throws {
    folder = try top.folder("clocks")
  }

  mutating func violation(
    _ random: inout SeededGenerator, _ mistake: Mistake?
  ) throws -> String? {
    try folder.fill([:])
    ledger = BackupLedger()
    defer { fault_clock_run() }
    for _ in 0..<random.number(4...12) {
      jump(&random)
      if let found = try act(&random, mistake) { return found }
      if let mistake { try make(mistake) }
      for name in try folder.names() { fault_clock_touch("\(folder.path)/\(name)") }
      if let found = try ledger.violation(in: folder) { return found }
    }
    return nil
  }

  private mutating func jump(_ random: inout SeededGenerator) {
    let year: Int64 = 31_556_952
    let times = [
      0, -1, 1, -year, 56 * year, 57 * year, 80 * year, 8029 * year, 8030 * year, 40_000 * year,
      -1970 * year, -6683 * year, -7000 * year, Int64(Int32.max), Int64(Int32.max) + 1,
      Int64(Int32.min), Int64.max, Int64.min, Int64.max / 1000, Int64.min / 1000,
    ]
    let time =
      random.chance(60)
      ? times.randomElement(using: &random) ?? 0
      : Int64.random(in: -9000 * year...9000 * year, using: &random)
    story.append("clock \(time)")
    fault_clock_set(time)
  }

  private mutating func act(
    _ random: inout SeededGenerator, _ mistake: Mistake?
  ) throws -> String? {
    switch random.number(0...9) {
    case 0 where ledger.exists:
      let keep = random.number(1...3)
      story.append("backup, keep \(keep)")
      let content = try BackupLedger.content(folder.database)
      ledger.add(
        try DatabaseBackup.make(of: folder.database, keep: keep).path, content, keep: keep)
    case 1 where ledger.exists:
      let all = try DatabaseBackup.all(of: folder.database)
      guard let newest = mistake == .restoresTheOldest ? all.last : all.first else { return nil }
      story.append("restore \(newest.path)")
      try newest.restore(to: folder.database)
      if try ledger.last != BackupLedger.content(folder.database) {
        return "restore put back another state than the newest"
      }
      ledger.isSettled = false
      // After a success, the names of backups do not show that the version went back.
      if ledger.firstFailed == nil { ledger.isUnknown = true }
    case 2 where ledger.exists && random.chance(30):
      story.append("the database is deleted")
      for suffix in ["", "-journal", "-wal", "-shm"] {
        DatabaseFile(folder.database + suffix).remove()
      }
      ledger.exists = false
      ledger.isSettled = false
      ledger.firstFailed = nil
      ledger.isUnknown = true
    case 3, 4:
      guard ledger.exists else { return nil }
      story.append("a row")
      try BackupLedger.write(folder.database)
    default: return try migrate(&random)
    }
    return nil
  }

  private mutating func migrate(_ random: inout SeededGenerator) throws -> String? {
    let version =
      ledger.exists ? try Migrator(path: folder.database, scripts: scripts(0, nil)).status() : nil
    let installed = version?.installed ?? 0
    let latest = installed + Int64(random.number(1...3))
    let failing = random.chance(50) ? installed + Int64(random.number(1...3)) : nil
    let keep = random.number(1...3)
    var options = MigrationOptions()
    options.backup = random.chance(85) ? BackupPolicy(keep: keep) : nil
    options.groupCommit = random.chance(50) ? .zero : .seconds(60)
    story.append(
      "\(installed) to \(latest)\(failing.map { ", \($0) fails" } ?? ""), "
        + "\(options.backup == nil ? "no backup" : "keep \(keep)")")
    let before = ledger.exists ? try BackupLedger.content(folder.database) : nil
    let migrator = Migrator(
      path: folder.database, scripts: scripts(latest, failing), options: options)
    var report: MigrationReport
    var hasFailed = false
    do throws(MigrationFailure) {
      report = try migrator.migrate()
    } catch {
      report = error.report
      hasFailed = true
    }
    if hasFailed != (failing.map { $0 <= latest } ?? false) { return "the run ended otherwise" }
    let wasNew = !ledger.exists
    ledger.exists = report.hasDatabase
    if wasNew {
      return report.backup == nil ? nil : "a new database was backed up half made"
    }
    if !hasFailed {
      ledger.firstFailed = nil
      // Only the names of backups show success and failure.
      ledger.isUnknown = report.backup == nil
    }
    if hasFailed, options.backup == nil, ledger.firstFailed != nil, report.to > installed {
      // The names of backups do not show that the version moved and the run then failed.
      ledger.firstFailed = nil
      ledger.isUnknown = true
    }
    guard let before, options.backup != nil else { return nil }
    guard let backup = report.backup else { return "no backup is reported" }
    ledger.add(backup, before, keep: keep)
    ledger.isSettled = !hasFailed
    if hasFailed, !ledger.isUnknown, ledger.firstFailed == nil { ledger.firstFailed = before }
    ledger.reported = [backup, report.backupBeforeFailures].compactMap { $0 }
    return nil
  }

  private func scripts(_ latest: Int64, _ failing: Int64?) -> ScriptBundle {
    let updates =
      latest < 2
      ? []
      : (2...latest).map { version in
        InMemoryScript.update(
          version,
          [
            "INSERT INTO t VALUES (\(version))",
            version == failing ? "INSERT INTO nowhere" : "SELECT 1",
          ])
      }
    let first = ["CREATE TABLE t (x)"] + (failing == 1 ? ["INSERT INTO nowhere"] : [])
    return ScriptBundle(scripts: [.default(first)] + updates)
  }

  private mutating func make(_ mistake: Mistake) throws {
    let all = try DatabaseBackup.all(of: folder.database)
    switch mistake {
    case .losesTheFirst: ledger.file(of: ledger.firstFailed).map { DatabaseFile($0).remove() }
    case .losesTheLast: all.first.map { DatabaseFile($0.path).remove() }
    case .datesTheNewest:
      guard let newest = all.first else { return }
      try DatabaseFile(newest.path).replace(
        DatabaseFile(folder.database + ".backup-20990101T000000.000Z"))
    case .changesABackup: try all.last.map { try BackupLedger.write($0.path) }
    case .keepsHalfOfANew where ledger.exists && all.isEmpty:
      try DatabaseBackup.make(of: folder.database)
    case .restoresTheOldest, .keepsHalfOfANew: break
    }
  }
}

extension MigrationReport {
  /// Whether the database exists afterwards. It does not if the run failed before its first commit.
  fileprivate var hasDatabase: Bool { !steps.isEmpty || from != nil }
}
