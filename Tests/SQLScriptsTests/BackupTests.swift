import SQLScriptsDatabase
import Testing

@testable import SQLScripts

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Law 24: a backup before the first step, next to the database, checked, synced, then renamed into place.
@Suite struct BackupTests {
  private let scripts: [InMemoryScript] = [
    .default(["CREATE TABLE t (x)", "INSERT INTO t VALUES ('before')"])
  ]

  private func names(_ box: Sandbox) throws -> [String] {
    try DatabaseFile(box.path).neighbors().filter { !$0.hasPrefix(".") }.sorted()
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `law 24: the backup is a file next to the database with its previous contents`(
    _ journal: String
  ) throws {
    try Sandbox.with { (box) throws in
      try box.migrate(scripts[0])
      try box.run("PRAGMA journal_mode = \(journal)")
      // In WAL the row is only in the log while another connection is open.
      let other = try box.open()
      try other.execute("INSERT INTO t VALUES ('late')")
      let before = try box.content()
      let bundle = ScriptBundle(scripts: scripts + [.update(2, ["DELETE FROM t"])])
      let report = try box.migrator(bundle) { $0.backup = BackupPolicy() }.migrate()
      let backup = try #require(report.backup)
      #expect(try DatabaseBackup.all(of: box.path).map(\.path) == [backup])
      #expect(try box.content(backup) == before)
      #expect(try box.value("SELECT count(*) FROM t") == 0)
      _ = consume other
      #expect(try names(box) == ["a.sqlite", String(backup.dropFirst(box.folder.count + 1))])
    }
  }

  @Test func `law 24: no backup is made if there is nothing to do or the database is new`() throws {
    try Sandbox.with { (box) throws in
      let migrator = box.migrator(ScriptBundle(scripts: scripts)) { $0.backup = BackupPolicy() }
      #expect(try migrator.migrate().backup == nil)
      #expect(try migrator.migrate().backup == nil)
      #expect(try names(box) == ["a.sqlite"])
    }
  }

  @Test func `law 24: a failed migration names the backup, and restore brings it back`() throws {
    for journal in ["DELETE", "WAL"] {
      try Sandbox.with { (box) throws in
        try box.migrate(scripts[0])
        try box.run("PRAGMA journal_mode = \(journal)")
        let before = try box.content()
        let failure = try box.failure(scripts[0], .update(2, ["DELETE FROM t"]), .update(3, ["no"]))
        {
          $0.backup = BackupPolicy()
        }
        let backup = try #require(failure.report.backup)
        #expect(
          failure.outcome == """
            sql_update_2.json was committed. The database is at version 2. \
            A backup from before this run is at \(backup).
            """)
        #expect(try box.value("SELECT count(*) FROM t") == 0)
        try DatabaseBackup(path: backup).restore(to: box.path)
        #expect(try box.content() == before)
        #expect(try box.value("PRAGMA integrity_check") == "ok")
        #expect(try names(box).count == 2)
      }
    }
  }

  #if os(Linux)
    @Test func `law 24: too little disk space is reported before the first step`() throws {
      try Sandbox.with { (box) throws in
        try box.migrate(scripts[0])
        // A sparse file of ten terabytes. If the header does not say that its number of pages is valid,
        // SQLite uses the size of the file.
        let handle = open(box.path, O_WRONLY)
        #expect(pwrite(handle, [0, 0, 0, 0], 4, 92) == 4)
        #expect(ftruncate(handle, 10 << 40) == 0)
        close(handle)
        let failure = try box.failure(scripts[0], .update(2, ["DELETE FROM t"])) {
          $0.backup = BackupPolicy()
        }
        guard case .backup(.noRoom(_, let needed, let free)) = failure.reason else {
          Issue.record("\(failure)")
          return
        }
        #expect(needed >= 10 << 40 && free < needed)
        #expect(failure.summary.contains("not enough disk space"))
        #expect(try box.value("SELECT db_version_num FROM db_version") == 1)
        #expect(try names(box).count == 1)
      }
    }
  #endif

  @Test
  func `law 24: the requested number of backups is kept, and the user's files are left alone`()
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrate(scripts[0])
      let mine = ["a.sqlite.backup-mine", "a.sqlite.backup-000001.zip", "b.sqlite"]
      for name in mine { try box.write(name, "") }
      var made: [String] = []
      for _ in 1...4 { made.append(try DatabaseBackup.make(of: box.path, keep: 2).path) }
      #expect(Set(made).count == 4)
      #expect(try DatabaseBackup.all(of: box.path).map(\.path) == [made[3], made[2]])
      let kept = try names(box)
      #expect(mine.allSatisfy(kept.contains))
      #expect(kept.count == 3 + 1 + 2)
      // Even a negative number keeps the backup that was just made.
      let last = try DatabaseBackup.make(of: box.path, keep: -1)
      #expect(try DatabaseBackup.all(of: box.path) == [last])
    }
  }

  @Test func `law 24: a user who cannot read the database cannot read the backup`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(scripts[0])
      chmod(box.path, 0o600)
      let backup = try DatabaseBackup.make(of: box.path)
      var status = stat()
      #expect(stat(backup.path, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600)
    }
  }

  @Test func `law 24: the remains of a killed backup do not stop the next one`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(scripts[0])
      try box.write("a.sqlite.backup-partial", "half of it")
      try box.write("a.sqlite.backup-partial-journal", "nonsense")
      try box.write("a.sqlite.backup-lock", "")
      _ = try DatabaseBackup.make(of: box.path)
      #expect(try names(box).count == 2)
    }
  }

  @Test func `law 24: a damaged database is neither backed up nor migrated`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(scripts[0])
      try box.run(
        "CREATE TABLE big (x)",
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2000)"
          + " INSERT INTO big SELECT hex(randomblob(50)) FROM c")
      let file = try #require(fopen(box.path, "r+"))
      fseek(file, 4096 * 20, SEEK_SET)
      let noise = [UInt8](repeating: 0xA5, count: 4096)
      #expect(fwrite(noise, 1, noise.count, file) == noise.count)
      fclose(file)
      let before = try box.bytes().bytes
      let failure = try box.failure(scripts[0], .update(2, ["DELETE FROM t"])) {
        $0.backup = BackupPolicy()
      }
      guard case .backup(.damaged(box.path, _)) = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(try box.bytes().bytes == before)
      #expect(try names(box) == ["a.sqlite"])
    }
  }

  @Test func `law 24: too little disk space is reported before anything is written`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(scripts[0])
      // A sparse file that is larger than the disk.
      let free = try #require(DatabaseFile(box.path).freeBytes)
      let pages = UInt32(clamping: free / 4096 + 100_000)
      let file = try #require(fopen(box.path, "r+"))
      let count = stride(from: 24, through: 0, by: -8).map {
        UInt8(truncatingIfNeeded: pages >> $0)
      }
      fseek(file, 28, SEEK_SET)
      #expect(fwrite(count, 1, count.count, file) == count.count)
      fclose(file)
      #expect(truncate(box.path, off_t(pages) * 4096) == 0)
      let error = #expect(throws: BackupError.self) {
        // If it began to copy, the cancellation would stop it.
        try DatabaseBackup.make(of: box.path, keep: 2, busyTimeout: Milliseconds(0)) { true }
      }
      guard case .noRoom(_, let needed, _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(needed == Int64(pages) * 4096)
      #expect(try names(box) == ["a.sqlite"])
    }
  }

  @Test func `law 24: rows that an older release accepted are not damage`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(scripts[0])
      try box.run(
        "CREATE TABLE c (x CHECK (x > 0))", "PRAGMA ignore_check_constraints = ON")
      let connection = try box.open()
      try connection.execute("PRAGMA ignore_check_constraints = ON")
      try connection.execute("INSERT INTO c VALUES (-1)")
      _ = try DatabaseBackup.make(of: box.path)
    }
  }

  @Test func `law 24: an in-memory database is not migrated without the backup`() throws {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    func migrate(_ scripts: [InMemoryScript]) throws {
      var options = MigrationOptions()
      options.backup = BackupPolicy()
      try Migrator(
        connection: connection.handle, scripts: ScriptBundle(scripts: scripts), options: options
      ).migrate()
    }
    try migrate(scripts)
    let failure = try #require(throws: MigrationFailure.self) {
      try migrate(scripts + [.update(2, ["DELETE FROM t"])])
    }
    #expect(failure.summary == "the backup failed: a database in memory cannot be backed up")
    #expect(try connection.value("SELECT count(*) FROM t") == 1)
  }

  @Test func `laws 23 and 24: a cancellation stops a backup`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(scripts[0])
      let cancellation = MigrationCancellation()
      let failure = try box.failure(scripts[0], .update(2, [])) { options in
        options.backup = BackupPolicy()
        options.cancellation = cancellation
        let listener = Listener()
        listener.onEvent = { if case .planned = $0 { cancellation.cancel() } }
        options.observer = listener
      }
      guard case .cancelled(.backingUp) = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(try names(box) == ["a.sqlite"])
    }
  }

  @Test func `laws 24 and 26: the caller's connection is backed up, too`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(scripts[0])
      let connection = try box.open()
      var options = MigrationOptions()
      options.backup = BackupPolicy()
      let report = try Migrator(
        connection: connection.handle, scripts: ScriptBundle(scripts: scripts + [.update(2, [])]),
        options: options
      ).migrate()
      #expect(report.backup.map { box.exists($0) } == true)
    }
  }

  @Test func `law 24: a run that starts meanwhile does not replace the backup`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(scripts[0])
      let before = try box.content()
      let listener = Listener()
      let bundle = ScriptBundle(
        scripts: scripts + (2...4).map { .update($0, ["DELETE FROM t"]) })
      var others: [String] = []
      listener.onEvent = { event in
        guard case .stepCommitted = event else { return }
        do throws(MigrationFailure) {
          try box.migrator(bundle) { $0.backup = BackupPolicy(keep: 1) }.migrate()
          others.append("done")
        } catch {
          others.append(error.sqliteError?.code.primary == .busy ? "busy" : "\(error)")
        }
      }
      let report = try box.migrator(bundle) {
        $0.backup = BackupPolicy(keep: 1)
        $0.groupCommit = .zero
        $0.observer = listener
      }.migrate()
      // After the last step there is nothing left to do or to wait for.
      #expect(others == ["busy", "busy", "done"])
      let backup = try #require(report.backup)
      #expect(try DatabaseBackup.all(of: box.path).map(\.path) == [backup])
      #expect(try box.content(backup) == before)
    }
  }
}
