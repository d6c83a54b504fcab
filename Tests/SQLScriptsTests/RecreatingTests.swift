// Release builds do not contain the code.
#if DEBUG
  import Foundation
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

  /// A debug build recreates a development database, and never any other file.
  @Suite struct RecreatingTests {
    private let table = InMemoryScript.default(["CREATE TABLE t (a INTEGER NOT NULL)"])
    private let column = InMemoryScript.update(2, ["ALTER TABLE t ADD COLUMN b TEXT"])
    private let index = InMemoryScript.update(3, ["CREATE INDEX i ON t (a)"])
    private let edited = InMemoryScript.update(2, ["ALTER TABLE t ADD COLUMN c TEXT"])

    private func migrator(
      _ box: Sandbox, _ scripts: [InMemoryScript],
      _ change: (inout MigrationOptions) -> Void = { _ in }
    ) -> Migrator {
      box.migrator(ScriptBundle(scripts: scripts)) {
        $0.recreatesDevelopmentDatabase = true
        change(&$0)
      }
    }

    /// The file and its neighbors.
    private func files(_ box: Sandbox) throws -> [String] {
      try DatabaseFile(box.path).neighbors().filter { ![".", ".."].contains($0) }.sorted()
    }

    private func fill(_ box: Sandbox) throws {
      try box.migrate(table, column)
      try box.run("INSERT INTO t (a, b) VALUES (1, 'old')")
    }

    /// The scripts recreate the database, and the next launch leaves it alone.
    private func expectRecreates(
      _ box: Sandbox, _ scripts: [InMemoryScript], at place: SourceLocation = #_sourceLocation
    ) throws {
      let before = try box.content()
      let report = try migrator(box, scripts).migrate()
      let kept = box.path + ".before-recreate"
      #expect(report.replacedDatabase == kept && report.isNewDatabase, sourceLocation: place)
      #expect(report.database == box.path, sourceLocation: place)
      #expect(try box.content(kept) == before, sourceLocation: place)
      try box.expectIs(at: report.to, of: scripts, at: place)
      let bytes = try box.bytes()
      let again = try migrator(box, scripts).migrate()
      #expect(again.isCurrent && again.replacedDatabase == nil, sourceLocation: place)
      #expect(try box.bytes() == bytes, sourceLocation: place)
    }

    private func expectStays(
      _ box: Sandbox, _ scripts: [InMemoryScript], at place: SourceLocation = #_sourceLocation,
      _ change: (inout MigrationOptions) -> Void = { _ in }
    ) throws {
      let (before, names) = (try box.content(), try files(box))
      _ = try? migrator(box, scripts, change).migrate()
      #expect(try box.content() == before, sourceLocation: place)
      #expect(try files(box) == names, sourceLocation: place)
    }

    // MARK: Files that are never recreated

    @Test func `without the option, nothing is recreated`() throws {
      try Sandbox.with { (box) throws in
        try fill(box)
        try expectStays(box, [table, edited]) { $0.recreatesDevelopmentDatabase = false }
        #expect(MigrationOptions().recreatesDevelopmentDatabase == false)
      }
    }

    @Test func `a database that the scripts create stays, with other tables of the app`() throws {
      try Sandbox.with { (box) throws in
        try fill(box)
        try box.run("CREATE TABLE cache (x)", "CREATE VIEW recent AS SELECT * FROM cache")
        try expectStays(box, [table, column])
        // It only gets the update.
        let report = try migrator(box, [table, column, index]).migrate()
        #expect(report.steps.map(\.version) == [3] && report.replacedDatabase == nil)
        #expect(try box.rows("SELECT b FROM t") == [["old"]])
      }
    }

    @Test(arguments: [
      ["CREATE TABLE t (a)"],
      ["CREATE TABLE t (a)", "PRAGMA user_version = 7"],
      [
        "CREATE TABLE t (a)", "CREATE TABLE db_version (db_version_num INTEGER)",
        "INSERT INTO db_version VALUES (9)",
      ],
      ["CREATE TABLE grdb_migrations (identifier TEXT)", "CREATE TABLE t (a)"],
    ])
    func `a database without a history of SQLScripts stays`(_ sql: [String]) throws {
      try Sandbox.with { (box) throws in
        for sql in sql { try box.run(sql) }
        try expectStays(box, [table, edited])
        #expect(throws: MigrationFailure.self) { try migrator(box, [table, edited]).migrate() }
      }
    }

    @Test func `a connection and a database in memory stay`() throws {
      try Sandbox.with { (box) throws in
        try fill(box)
        let connection = try box.open()
        var options = MigrationOptions()
        options.recreatesDevelopmentDatabase = true
        let before = try box.content()
        let borrowed = Migrator(
          connection: connection.handle, scripts: ScriptBundle(scripts: [table, edited]),
          options: options)
        #expect(try borrowed.migrate().isCurrent)
        #expect(try box.content() == before)
        let memory = Migrator(
          path: ":memory:", scripts: ScriptBundle(scripts: [table, edited]), options: options)
        #expect(try memory.migrate().replacedDatabase == nil)
        #expect(try files(box) == ["a.sqlite"])
      }
    }

    @Test(.enabled(if: geteuid() != 0, "root may write any file"))
    func `a read-only file stays`() throws {
      try Sandbox.with { (box) throws in
        try fill(box)
        try #require(chmod(box.path, 0o444) == 0)
        try expectStays(box, [table, edited])
      }
    }

    @Test func `a backup stays, even if somebody opens it`() throws {
      try Sandbox.with { (box) throws in
        try fill(box)
        let backup = try DatabaseBackup.make(of: box.path)
        let before = try box.content(backup.path)
        var options = MigrationOptions()
        options.recreatesDevelopmentDatabase = true
        for path in [backup.path, box.path + ".before-recreate"] {
          if path != backup.path { try box.copy(backup.path, to: path) }
          let report = try Migrator(
            path: path, scripts: ScriptBundle(scripts: [table, edited]), options: options
          ).migrate()
          #expect(report.isCurrent && report.replacedDatabase == nil)
          #expect(try box.content(path) == before)
        }
      }
    }

    #if os(Linux)
      @Test func `a database that somebody has open stays, and the launch fails`() throws {
        try Sandbox.with { (box) throws in
          try fill(box)
          let other = try box.open()
          let before = try box.content()
          let failure = #expect(throws: MigrationFailure.self) {
            try migrator(box, [table, edited]).migrate()
          }
          guard case .backup(.inUse) = failure?.reason else { return #expect(Bool(false)) }
          #expect(try box.content() == before)
          #expect(try files(box) == ["a.sqlite"])
          withExtendedLifetime(other) {}
        }
      }
    #endif

    @Test func `if the new scripts fail, the old database stays`() throws {
      try Sandbox.with { (box) throws in
        try fill(box)
        try expectStays(box, [table, .update(2, ["ALTER TABLE nowhere ADD COLUMN b"])])
        let failure = #expect(throws: MigrationFailure.self) {
          try migrator(box, [table, .update(2, ["ALTER TABLE nowhere ADD COLUMN b"])]).migrate()
        }
        #expect(failure?.database == box.path)
        // A gap refuses a new database, too.
        try expectStays(box, [table, index])
      }
    }

    // MARK: Development databases

    @Test func `if the new scripts fail, the failure describes the old database`() throws {
      try Sandbox.with { (box) throws in
        try fill(box)
        let broken = InMemoryScript.update(3, ["INSERT INTO nowhere VALUES (1)"])
        let failure = #expect(throws: MigrationFailure.self) {
          try migrator(box, [table, edited, broken]).migrate()
        }
        #expect(failure?.database == box.path)
        #expect(failure?.report.steps.isEmpty == true)
        #expect(failure?.outcome == "Nothing was changed. The database is still at version 2.")
      }
    }

    @Test func `the app prepares every connection, and knows the database by its path`() throws {
      try Sandbox.with { (box) throws in
        let seen = Lock<Set<String?>>([])
        let first = InMemoryScript.default(["CREATE TABLE t (a CHECK (small(a)))"])
        let change: (inout MigrationOptions) -> Void = { options in
          options.prepareConnection = { database in
            if database.path != nil { seen.withLock { _ = $0.insert(database.path) } }
            try database.addFunction("small", argumentCount: 1, isDeterministic: true) { values in
              (values[0].int ?? 0) < 10
            }
          }
        }
        try migrator(box, [first, .update(2, ["INSERT INTO t VALUES (2)"])], change).migrate()
        let report = try migrator(box, [first, .update(2, ["INSERT INTO t VALUES (3)"])], change)
          .migrate()
        #expect(report.replacedDatabase == box.path + ".before-recreate")
        #expect(seen.withLock { $0 } == [box.path])
      }
    }

    @Test func `an edited script recreates the database and keeps the old one`() throws {
      try Sandbox.with { (box) throws in
        try fill(box)
        try expectRecreates(box, [table, edited])
        #expect(try files(box) == ["a.sqlite", "a.sqlite.before-recreate", "reference.sqlite"])
      }
    }

    @Test func `a removed, a renumbered and a missing update recreate the database`() throws {
      for scripts in [[table, .update(2, ["CREATE TABLE u (x)"])], [table]] {
        try Sandbox.with { (box) throws in
          try box.migrate(table, column, index)
          try expectRecreates(box, scripts)
        }
      }
      try Sandbox.with { (box) throws in
        try box.migrate(table, column, index)
        let swapped = [table, InMemoryScript.update(2, ["CREATE INDEX i ON t (a)"])]
        try expectRecreates(box, swapped + [.update(3, ["ALTER TABLE t ADD COLUMN b TEXT"])])
      }
    }

    @Test func `a database of another branch that is newer is recreated`() throws {
      try Sandbox.with { (box) throws in
        try box.migrate(table, column, index)
        try expectRecreates(box, [table, column])
      }
    }

    @Test(arguments: [
      "ALTER TABLE t ADD COLUMN mine TEXT", "ALTER TABLE t RENAME COLUMN a TO z", "DROP INDEX i",
      "CREATE UNIQUE INDEX j ON t (a)", "CREATE TRIGGER i AFTER DELETE ON t BEGIN SELECT 1; END",
    ])
    func `a table that was changed by hand recreates the database`(_ sql: String) throws {
      try Sandbox.with { (box) throws in
        let scripts = [
          table, column, index,
          .update(4, ["CREATE TRIGGER i AFTER INSERT ON t BEGIN SELECT 1; END"]),
        ]
        try box.migrator(ScriptBundle(scripts: scripts)).migrate()
        if sql.hasPrefix("CREATE TRIGGER") { try box.run("DROP TRIGGER i") }
        try box.run(sql)
        try expectRecreates(box, scripts)
      }
    }

    @Test func `a write-ahead log is kept with the old database`() throws {
      try Sandbox.with { (box) throws in
        try box.migrate(table, column)
        try box.run("PRAGMA journal_mode = WAL")
        let writer = try box.open()
        try writer.execute("PRAGMA wal_autocheckpoint = 0")
        try writer.execute("INSERT INTO t (a) VALUES (5)")
        // What a killed process leaves.
        let copy = Sandbox(folder: box.folder + "/killed")
        try #require(mkdir(copy.folder, 0o755) == 0)
        for suffix in ["", "-wal"] { try box.copy(box.path + suffix, to: copy.path + suffix) }
        let report = try migrator(copy, [table, edited]).migrate()
        let kept = try #require(report.replacedDatabase)
        #expect(try copy.open(kept).rows("SELECT a FROM t") == [[5]])
        #expect(try copy.rows("SELECT count(*) FROM t") == [[0]])
        withExtendedLifetime(writer) {}
      }
    }

    @Test func `files of a killed run do no harm, and the old copy is replaced`() throws {
      try Sandbox.with { (box) throws in
        try fill(box)
        try box.write("a.sqlite.recreate-partial", "half of a database")
        try box.write("a.sqlite.recreate-partial-journal", "half of a journal")
        try box.write("a.sqlite.before-recreate", "older")
        try box.write("a.sqlite.recreate-lock", "")
        try expectRecreates(box, [table, edited])
        #expect(try files(box) == ["a.sqlite", "a.sqlite.before-recreate", "reference.sqlite"])
      }
    }

    @Test func `the manager runs its hook, and observers see one migration`() throws {
      try Sandbox.with { (box) throws in
        let seen = Lock<[String]>([])
        struct Observer: MigrationObserver {
          let seen: Lock<[String]>
          func observe(_ event: MigrationEvent) {}
          func observe(_ event: MigrationEvent, in database: String) {
            let name = "\(event)".prefix { $0 != "(" }
            seen.withLock { $0.append("\(name) \(database.split(separator: "/").last ?? "")") }
          }
        }
        func manager(_ scripts: [InMemoryScript]) -> SQLiteManager {
          var configuration = SQLiteManager.Configuration(
            path: box.path, scripts: .scripts(ScriptBundle(scripts: scripts)))
          configuration.options.recreatesDevelopmentDatabase = true
          configuration.options.observer = Observer(seen: seen)
          configuration.onNewDatabase = { try $0.execute("INSERT INTO t (a) VALUES (42)") }
          return SQLiteManager(configuration)
        }
        for account in [nil, "ada"] {
          func database(_ scripts: [InMemoryScript]) throws -> SQLiteManager {
            let main = manager(scripts)
            return try account.map { try main.database(forAccount: $0) } ?? main
          }
          let first = try database([table, column])
          try first.execute("INSERT INTO t (a) VALUES (1)")
          try first.close()
          seen.withLock { $0 = [] }
          let second = try database([table, edited])
          let report = try second.open()
          let name = account == nil ? "a.sqlite" : "a-ada.sqlite"
          #expect(report.replacedDatabase == "\(box.folder)/\(name).before-recreate")
          #expect(report.steps.map(\.version) == [1, 2])
          #expect(try second.query("SELECT a FROM t").decode(Int.self) == [42])
          #expect(
            seen.withLock { $0 } == [
              "planned \(name)", "stepStarted \(name)", "statementDone \(name)",
              "stepStarted \(name)", "statementDone \(name)", "stepCommitted \(name)",
              "stepCommitted \(name)", "finished \(name)",
            ])
          #expect(try second.open() == report)
        }
      }
    }

    // MARK: Processes

    /// Runs the helper with scripts in a folder.
    private func launch(
      _ box: Sandbox, killedAt event: Int? = nil
    ) throws -> (status: Process.TerminationReason, errors: String) {
      let process = Process()
      process.executableURL = migrateHelper
      process.arguments = [box.path, box.folder + "/scripts"]
      process.environment = ["RECREATE": "1"]
      if let event { process.environment?["KILL_AT"] = "\(event)" }
      let errors = Pipe()
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = errors
      try process.run()
      let data = errors.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationReason, String(decoding: data, as: UTF8.self))
    }

    @Test func `a killed launch leaves the old database, and the next one recreates it`() throws {
      try Sandbox.with { (box) throws in
        try #require(mkdir(box.folder + "/scripts", 0o755) == 0)
        try box.write("scripts/sql_default.sql", "CREATE TABLE t (a);")
        try box.write("scripts/sql_update_2.sql", "ALTER TABLE t ADD COLUMN b;")
        #expect(try launch(box).errors == "")
        try box.run("INSERT INTO t VALUES (1, 'old')")
        try box.write("scripts/sql_update_2.sql", "ALTER TABLE t ADD COLUMN c;")
        // The events of two scripts, before the last.
        for event in 1...7 {
          #expect(try launch(box, killedAt: event).status == .uncaughtSignal)
          #expect(try box.rows("SELECT b FROM t") == [["old"]])
        }
        let kept = box.path + ".before-recreate"
        let last = try launch(box)
        #expect(
          last.errors == "SQLScripts: \(box.path): recreated this development database, because "
            + "sql_update_2.sql was edited. The old one is \(kept). Only debug builds do this.\n")
        #expect(try box.rows("SELECT c FROM t") == [])
        #expect(try box.open(kept).rows("SELECT b FROM t") == [["old"]])
        #expect(try files(box) == ["a.sqlite", "a.sqlite.before-recreate", "scripts"])
        #expect(try launch(box).errors == "")
      }
    }

    @Test func `an update with a code step is judged by its checksum alone`() throws {
      try Sandbox.with { (box) throws in
        let step = CodeStep(version: 2, name: "more") { database in
          try database.execute("ALTER TABLE t ADD COLUMN more")
        }
        try migrator(box, [table]).migrate()
        try migrator(box, [table, column]) { $0.codeSteps = [step] }.migrate()
        try expectStays(box, [table, column]) { $0.codeSteps = [step] }
        let report = try migrator(box, [table, edited]) { $0.codeSteps = [step] }.migrate()
        #expect(report.replacedDatabase != nil)
      }
    }
  }
#endif
