import SQLScripts
import SQLScriptsDatabase
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// New, current, and refused before the first statement (laws 5, 6, 8 and 10).
@Suite struct OpeningTests {
  private let scripts: [InMemoryScript] = [
    .default(["CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT)"]),
    .update(2, ["INSERT INTO t DEFAULT VALUES"]),
  ]

  private var bundle: ScriptBundle { ScriptBundle(scripts: scripts) }

  @Test
  func
    `law 5: a missing file, an empty file and one with only SQLite's own tables are new databases`()
    throws
  {
    try Sandbox.with { (box) throws in
      #expect(try box.migrator(bundle).status().condition == .new)
      #expect(!box.exists(box.path))
      try box.write("a.sqlite", "")
      #expect(try box.migrator(bundle).status().condition == .new)
      try box.run(
        "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT)", "DROP TABLE t", "ANALYZE")
      #expect(try box.migrator(bundle).status().condition == .new)
      #expect(try box.migrator(bundle).migrate().isNewDatabase)
      try box.expectIs(at: 2, of: scripts)
    }
  }

  @Test func `law 6: a current database opens no script, and its file is not written`() throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle).migrate()
      let scripts = box.folder + "/scripts"
      #expect(mkdir(scripts, 0o755) == 0)
      // Opening a pipe would wait forever for a writer.
      #expect(mkfifo(scripts + "/sql_default.sql", 0o600) == 0)
      #expect(mkfifo(scripts + "/sql_update_2.sql", 0o600) == 0)
      try box.write("scripts/sqlscripts.json", "nonsense")
      let before = try box.bytes()
      let migrator = box.migrator(try ScriptBundle(directory: scripts))
      #expect(try migrator.migrate().isCurrent)
      #expect(try migrator.status().condition == .current)
      let after = try box.bytes()
      #expect(after.bytes == before.bytes)
      #expect(after.time == before.time)
    }
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `law 6: a current database takes no write lock`(_ journal: String) throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle).migrate()
      let writer = try box.open()
      try writer.execute("PRAGMA journal_mode = \(journal)")
      try writer.execute(journal == "WAL" ? "BEGIN EXCLUSIVE" : "BEGIN IMMEDIATE")
      try writer.execute("INSERT INTO t DEFAULT VALUES")
      #expect(try box.migrator(bundle).migrate().isCurrent)
      try writer.execute("ROLLBACK")
    }
  }

  @Test func `law 7: an older database gets the updates it does not have`() throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle).migrate(to: 1)
      let all = scripts + [.update(3, ["INSERT INTO t DEFAULT VALUES"])]
      #expect(
        try box.migrator(ScriptBundle(scripts: all)).migrate().steps.map(\.version) == [2, 3])
      try box.expectIs(at: 3, of: all)
    }
  }

  @Test func `law 8: a newer database is refused and unchanged, or opened without a migration`()
    throws
  {
    try Sandbox.with { (box) throws in
      try box.migrate(scripts[0], scripts[1], .update(3, []))
      let before = try box.bytes()
      #expect(
        try box.failure(scripts[0], scripts[1]).refusal
          == .newerThanScripts(installed: 3, latest: 2))
      #expect(try box.migrator(bundle).status().condition == .newer)
      #expect(try box.migrator(bundle) { $0.newerDatabase = .openAsItIs }.migrate().isCurrent)
      #expect(try box.bytes().bytes == before.bytes)
    }
  }

  @Test func `law 6: the launch check reads no row of the history`() throws {
    try Sandbox.with { (box) throws in
      let script = InMemoryScript.default(["CREATE TABLE t (x)"])
      try box.migrate(script)
      let root = try #require(
        try box.value("SELECT rootpage FROM sqlite_schema WHERE name = 'db_version_history'")?.int)
      // Reading the table would show that it is damaged.
      let file = try #require(fopen(box.path, "r+"))
      fseek(file, 4096 * (root - 1), SEEK_SET)
      let noise = [UInt8](repeating: 0xA5, count: 4096)
      #expect(fwrite(noise, 1, noise.count, file) == noise.count)
      fclose(file)
      #expect(throws: SQLiteError.self) { try box.rows("SELECT * FROM db_version_history") }
      let bundle = ScriptBundle(scripts: [script, .update(1, [])])
      #expect(try box.migrator(bundle).migrate().isCurrent)
    }
  }

  @Test
  func
    `law 6: a database created by a default script with a version above the updates stays current`()
    throws
  {
    try Sandbox.with { (box) throws in
      let ahead: [InMemoryScript] = [.default([], version: 7), .update(2, []), .update(3, [])]
      #expect(try box.migrator(ScriptBundle(scripts: ahead)).migrate().to == 7)
      #expect(try box.migrator(ScriptBundle(scripts: ahead)).migrate().isCurrent)
    }
  }

  @Test func `law 10: all errors of the scripts are reported before anything runs`() throws {
    try Sandbox.with { (box) throws in
      let failure = try box.failure(
        .default(["CREATE TABLE t (x)"]), .update(2, []),
        .file(named: "sql_update_3.json", text: "[ \"SELECT 1\", ]"),
        .file(named: "sql_update_4.plist", text: "<plist><array><string>x</array></plist>"),
        .update(5, []))
      let files = Set(failure.diagnostics.filter { $0.severity == .error }.map(\.span.start.file))
      #expect(files == ["sql_update_3.json", "sql_update_4.plist"])
      #expect(!box.exists(box.path))
    }
  }

  @Test func `law 10: an unreadable file, a gap and a duplicate create no file and change nothing`()
    throws
  {
    try Sandbox.with { (box) throws in
      let scripts = box.folder + "/scripts"
      #expect(mkdir(scripts, 0o755) == 0)
      try box.write("scripts/sql_default.sql", "CREATE TABLE t (x);")
      try box.write("scripts/sql_update_2.sql", "SELECT 1;")
      try box.write("scripts/sql_update_3.json", "[")
      let listed = box.migrator(try ScriptBundle(directory: scripts))
      unlink(scripts + "/sql_update_2.sql")
      let failure = try #require(
        #expect(throws: MigrationFailure.self) { try listed.migrate() })
      #expect(failure.diagnostics.count >= 2, "\(failure)")
      #expect(!box.exists(box.path))
      #expect(
        try box.failure(.default([]), .update(3, [])).refusal == .gapInNew(missing: 2, from: 1))
      let twice = try box.failure(
        .default([]), .update(2, []), .file(named: "sql_update_2.sql", text: ""))
      #expect(twice.diagnostics.map(\.id) == ["duplicate-version"])
      let both = try box.failure(
        .default([]), .file(named: "sql_update2.sql", text: ""),
        .file(named: "sql_update_2.json", text: "["))
      #expect(both.diagnostics.count >= 2)
      #expect(!box.exists(box.path))
    }
  }

  @Test func `law 10: an unreadable script that is not in the plan is ignored`() throws {
    try Sandbox.with { (box) throws in
      try box.migrator(bundle).migrate()
      let broken = InMemoryScript.file(named: "sql_update_2.json", text: "nonsense")
      #expect(try box.migrate(scripts[0], broken, .update(3, [])).to == 3)
    }
  }
}
