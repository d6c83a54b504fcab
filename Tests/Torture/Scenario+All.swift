import SQLScripts
import SQLScriptsDatabase
import SQLScriptsTorture

extension Scenario {
  /// The journal mode of a connection. The first two are stored in the file or are the default. For the others a
  /// connection is lent.
  enum Journal: String, CaseIterable {
    case delete, wal, truncate, persist

    var isLent: Bool { self == .truncate || self == .persist }
  }

  static func all(in top: Folder) throws -> [Scenario] {
    let scripts = try Bundle.make(in: top)
    let folder = try top.folder("start")
    var scenarios: [Scenario] = []
    for journal in Journal.allCases {
      let maker = Maker(scripts: scripts, folder: folder, journal: journal)
      for group in [Duration.seconds(60), .zero] {
        scenarios.append(try maker.migrating(from: 0, group))
        scenarios.append(try maker.migrating(from: 2, group))
      }
      scenarios.append(try maker.adopting())
      if !journal.isLent {
        scenarios.append(try maker.migratingWithBackup())
        scenarios.append(try maker.backingUp())
        scenarios.append(try maker.restoring())
      }
    }
    let maker = Maker(scripts: scripts, folder: folder, journal: .delete)
    scenarios.append(try maker.restoringOverRubbish())
    return scenarios
  }
}

/// Creates the scenarios for one journal mode, and runs them without faults to find the allowed results.
private struct Maker {
  let scripts: ScriptBundle
  let folder: Folder
  let journal: Scenario.Journal

  func migrating(from version: Int64, _ group: Duration) throws -> Scenario {
    var options = MigrationOptions()
    options.groupCommit = group
    let name = version == 0 ? "create" : "migrate"
    let scenario = Scenario(
      name: "\(name)-\(journal)-\(group == .zero ? "single" : "grouped")",
      start: try files(at: version), body: migrates(options))
    return try finished(scenario, from: version)
  }

  func adopting() throws -> Scenario {
    var options = MigrationOptions()
    options.adoption = .version(2)
    var files = try files(at: 2)
    try folder.fill(files)
    try run("DROP TABLE db_version", "DROP TABLE db_version_history")
    files = try folder.files()
    return try finished(
      Scenario(name: "adopt-\(journal)", start: files, body: migrates(options)), from: 2,
      adoption: options.adoption)
  }

  func migratingWithBackup() throws -> Scenario {
    var options = MigrationOptions()
    // The next attempt does not replace it, because it follows a failure.
    options.backup = BackupPolicy(keep: 1)
    var scenario = Scenario(
      name: "migrate-with-backup-\(journal)", start: try files(at: 2), body: migrates(options))
    scenario = try finished(scenario, from: 2)
    scenario.backups = scenario.allowed
    scenario.withoutBackup = scenario.allowed[0]
    return scenario
  }

  func backingUp() throws -> Scenario {
    var start = try files(at: 2)
    let old = try files(at: 1)["app.db"] ?? []
    for number in 1...2 { start["app.db.backup-00000\(number)"] = old }
    var scenario = Scenario(name: "backup-\(journal)", start: start) { folder, _ in
      try DatabaseBackup.make(of: folder.database, keep: 2, busyTimeout: .milliseconds(200))
    }
    try folder.fill(start)
    scenario.allowed = [try DatabaseState(of: folder.database)]
    scenario.backups = scenario.allowed + [try state(1)]
    scenario.withoutBackup = scenario.allowed[0]
    return scenario
  }

  func restoring() throws -> Scenario {
    var start = try files(at: Bundle.latest)
    start["kept.db"] = try files(at: 2)["app.db"] ?? []
    var scenario = Scenario(name: "restore-\(journal)", start: start, body: restores)
    scenario.end = try state(2)
    scenario.allowed = [try state(Bundle.latest), try state(2)]
    return scenario
  }

  /// The database file is damaged, and a journal of its earlier contents is next to it.
  func restoringOverRubbish() throws -> Scenario {
    try folder.fill(try files(at: 1))
    let log = DiskLog()
    let connection = try Connection(
      path: folder.database, mode: .readWrite, busyTimeout: Milliseconds(200))
    log.begin()
    try connection.execute("DELETE FROM person")
    log.rest()
    var start: Folder.Files = ["app.db": Array("This is not a database.\n".utf8)]
    start["kept.db"] = try files(at: 2)["app.db"] ?? []
    // As it was just before it was deleted.
    var disk = Disk(["app.db": []])
    for entry in log.entries {
      if case .delete = entry { break }
      disk.apply(entry)
    }
    start["app.db-journal"] = disk.kept["app.db-journal"]
    var scenario = Scenario(name: "restore-over-rubbish", start: start, body: restores)
    scenario.isUnreadable = true
    scenario.end = try state(2)
    scenario.allowed = [try state(2)]
    return scenario
  }

  private func restores(_ folder: Folder, _ run: ScenarioRun) throws {
    try DatabaseBackup(path: "\(folder.path)/kept.db")
      .restore(to: folder.database, busyTimeout: .milliseconds(200))
  }

  private func migrates(_ options: MigrationOptions) -> (Folder, ScenarioRun) throws -> Void {
    { folder, run in
      var options = options
      options.busyTimeout = run.busyTimeout
      options.observer = run
      options.cancellation = run.cancellation
      guard journal.isLent else {
        try Migrator(path: folder.database, scripts: scripts, options: options).migrate()
        return
      }
      let connection = try Connection(
        path: folder.database, mode: .create, busyTimeout: Milliseconds(200))
      try connection.execute("PRAGMA journal_mode = \(journal)")
      try Migrator(connection: connection.handle, scripts: scripts, options: options).migrate()
      withExtendedLifetime(connection) {}
    }
  }
}

extension Maker {
  /// The results of fault-free runs to each version, and the states between the statements of the script outside a
  /// transaction.
  private func finished(
    _ scenario: Scenario, from version: Int64, adoption: Adoption? = nil
  ) throws -> Scenario {
    var scenario = scenario
    try folder.fill(scenario.start)
    scenario.allowed = [try DatabaseState(of: folder.database)]
    var options = MigrationOptions()
    options.adoption = adoption
    for target in max(version, 1)...Bundle.latest {
      try folder.fill(scenario.start)
      try Migrator(path: folder.database, scripts: scripts, options: options).migrate(to: target)
      scenario.allowed.append(try DatabaseState(of: folder.database))
      guard target == Bundle.alone - 1 else { continue }
      for statement in Bundle.aloneStatements {
        try run(statement)
        scenario.allowed.append(try DatabaseState(of: folder.database))
      }
    }
    scenario.end = scenario.allowed.last
    return scenario
  }

  private func files(at version: Int64) throws -> Folder.Files {
    try folder.fill([:])
    if journal == .wal { try run("PRAGMA journal_mode = WAL") }
    if version > 0 {
      try Migrator(path: folder.database, scripts: scripts).migrate(to: version)
    }
    return try folder.files()
  }

  private func state(_ version: Int64) throws -> DatabaseState {
    try folder.fill(try files(at: version))
    return try DatabaseState(of: folder.database)
  }

  private func run(_ statements: String...) throws {
    let connection = try Connection(
      path: folder.database, mode: .create, busyTimeout: Milliseconds(200))
    for statement in statements { try connection.execute(statement) }
  }
}
