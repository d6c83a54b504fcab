import SQLScripts
import SQLScriptsDatabase
import SQLScriptsTorture

extension Situation {
  /// The journal mode of a connection. The first two are stored in the file or are the default. For the others a
  /// connection is lent.
  enum Journal: String, CaseIterable {
    case delete, wal, truncate, persist

    var isLent: Bool { self == .truncate || self == .persist }
  }

  static func all(in top: Folder) throws -> [Situation] {
    let scripts = try Bundle.make(in: top)
    let folder = try top.folder("start")
    var situations: [Situation] = []
    for journal in Journal.allCases {
      let maker = Maker(scripts: scripts, folder: folder, journal: journal)
      for group in [Duration.seconds(60), .zero] {
        situations.append(try maker.migrating(from: 0, group))
        situations.append(try maker.migrating(from: 2, group))
      }
      situations.append(try maker.adopting())
      if !journal.isLent {
        situations.append(try maker.migratingWithBackup())
        situations.append(try maker.backingUp())
        situations.append(try maker.restoring())
      }
    }
    let maker = Maker(scripts: scripts, folder: folder, journal: .delete)
    situations.append(try maker.restoringOverRubbish())
    return situations
  }
}

/// Creates the situations for one journal mode, and runs them without faults to find the allowed results.
private struct Maker {
  let scripts: ScriptBundle
  let folder: Folder
  let journal: Situation.Journal

  func migrating(from version: Int64, _ group: Duration) throws -> Situation {
    var options = MigrationOptions()
    options.groupCommit = group
    let name = version == 0 ? "create" : "migrate"
    let situation = Situation(
      name: "\(name)-\(journal)-\(group == .zero ? "single" : "grouped")",
      start: try files(at: version), act: migrates(options))
    return try finished(situation, from: version)
  }

  func adopting() throws -> Situation {
    var options = MigrationOptions()
    options.adoption = .version(2)
    var files = try files(at: 2)
    try folder.fill(files)
    try run("DROP TABLE db_version", "DROP TABLE db_version_history")
    files = try folder.files()
    return try finished(
      Situation(name: "adopt-\(journal)", start: files, act: migrates(options)), from: 2,
      adoption: options.adoption)
  }

  func migratingWithBackup() throws -> Situation {
    var options = MigrationOptions()
    // The next attempt does not replace it, because it follows a failure.
    options.backup = BackupPolicy(keep: 1)
    var situation = Situation(
      name: "migrate-with-backup-\(journal)", start: try files(at: 2), act: migrates(options))
    situation = try finished(situation, from: 2)
    situation.backups = situation.allowed
    situation.withoutBackup = situation.allowed[0]
    return situation
  }

  func backingUp() throws -> Situation {
    var start = try files(at: 2)
    let old = try files(at: 1)["app.db"] ?? []
    for day in 1...2 { start["app.db.backup-2001010\(day)T000000.000Z"] = old }
    var situation = Situation(name: "backup-\(journal)", start: start) { folder, _ in
      try DatabaseBackup.make(of: folder.database, keep: 2, busyTimeout: .milliseconds(200))
    }
    try folder.fill(start)
    situation.allowed = [try Standing(of: folder.database)]
    situation.backups = situation.allowed + [try standing(1)]
    situation.withoutBackup = situation.allowed[0]
    return situation
  }

  func restoring() throws -> Situation {
    var start = try files(at: Bundle.latest)
    start["kept.db"] = try files(at: 2)["app.db"] ?? []
    var situation = Situation(name: "restore-\(journal)", start: start, act: restores)
    situation.end = try standing(2)
    situation.allowed = [try standing(Bundle.latest), try standing(2)]
    return situation
  }

  /// The database file is damaged, and a journal of its earlier contents is next to it.
  func restoringOverRubbish() throws -> Situation {
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
    var situation = Situation(name: "restore-over-rubbish", start: start, act: restores)
    situation.isUnreadable = true
    situation.end = try standing(2)
    situation.allowed = [try standing(2)]
    return situation
  }

  private func restores(_ folder: Folder, _ act: Act) throws {
    try DatabaseBackup(path: "\(folder.path)/kept.db")
      .restore(to: folder.database, busyTimeout: .milliseconds(200))
  }

  private func migrates(_ options: MigrationOptions) -> (Folder, Act) throws -> Void {
    { folder, act in
      var options = options
      options.busyTimeout = act.busyTimeout
      options.observer = act
      options.cancellation = act.cancellation
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
    _ situation: Situation, from version: Int64, adoption: Adoption? = nil
  ) throws -> Situation {
    var situation = situation
    try folder.fill(situation.start)
    situation.allowed = [try Standing(of: folder.database)]
    var options = MigrationOptions()
    options.adoption = adoption
    for target in max(version, 1)...Bundle.latest {
      try folder.fill(situation.start)
      try Migrator(path: folder.database, scripts: scripts, options: options).migrate(to: target)
      situation.allowed.append(try Standing(of: folder.database))
      guard target == Bundle.alone - 1 else { continue }
      for statement in Bundle.aloneStatements {
        try run(statement)
        situation.allowed.append(try Standing(of: folder.database))
      }
    }
    situation.end = situation.allowed.last
    return situation
  }

  private func files(at version: Int64) throws -> Folder.Files {
    try folder.fill([:])
    if journal == .wal { try run("PRAGMA journal_mode = WAL") }
    if version > 0 {
      try Migrator(path: folder.database, scripts: scripts).migrate(to: version)
    }
    return try folder.files()
  }

  private func standing(_ version: Int64) throws -> Standing {
    try folder.fill(try files(at: version))
    return try Standing(of: folder.database)
  }

  private func run(_ statements: String...) throws {
    let connection = try Connection(
      path: folder.database, mode: .create, busyTimeout: Milliseconds(200))
    for statement in statements { try connection.execute(statement) }
  }
}
