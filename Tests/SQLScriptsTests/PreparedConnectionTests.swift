import Foundation
import MigrationSamples
import SQLScripts
import TestSupport
import Testing

/// The app prepares each connection before anything is read.
struct PreparedConnectionTests {
  /// Runs the helper with the scrambling VFS.
  private func run(
    _ path: String, key: String, _ actions: String...
  ) throws -> (output: String, status: Int32, reason: Process.TerminationReason) {
    let process = Process()
    let output = Pipe()
    process.executableURL = connectionHelper
    process.arguments = ["scrambled", path, key] + actions
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (text, process.terminationStatus, process.terminationReason)
  }

  @Test func `a scrambled database is created, migrated, killed, backed up and restored`() throws {
    try TemporaryFolder.with { (folder) throws in
      let path = folder + "/app.sqlite"
      #expect(try run(path, key: "k1", "create").output == "early reads: 0\n")
      let killed = try run(path, key: "k1", "kill")
      #expect(killed.reason == .uncaughtSignal && killed.status == SIGKILL)
      #expect(FileManager.default.fileExists(atPath: path + "-journal"))
      #expect(
        try run(path, key: "k1", "migrate", "check", "count").output
          == """
          from 2 to 3, backup: true
          ok
          3 Very Secret|Second|three
          early reads: 0

          """)
      #expect(
        try run(path, key: "k1", "backup", "restore").output
          == ".backup-000002\nrestored from 2\nearly reads: 0\n")
      #expect(
        try run(path, key: "k1", "migrate", "count").output
          == "from 2 to 3, backup: true\n3 Very Secret|Second|three\nearly reads: 0\n")
    }
  }

  @Test func `a scrambled database that was killed while it was created is created again`() throws {
    try TemporaryFolder.with { (folder) throws in
      let path = folder + "/app.sqlite"
      #expect(try run(path, key: "k1", "kill-first").reason == .uncaughtSignal)
      #expect(
        try run(path, key: "k1", "migrate", "count").output
          == "from 0 to 3, backup: false\n1 three\nearly reads: 0\n")
    }
  }

  @Test func `a database with another key is not replaced by a backup`() throws {
    try TemporaryFolder.with { (folder) throws in
      let path = folder + "/app.sqlite"
      #expect(try run(path, key: "k1", "create", "backup").status == 0)
      try FileManager.default.removeItem(atPath: path)
      #expect(try run(path, key: "k2", "create").status == 0)
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      let result = try run(path, key: "k1", "restore")
      #expect(result.output.contains("cannot be read with this key"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      try FileManager.default.removeItem(atPath: path)
      #expect(
        try run(path, key: "k1", "restore", "count").output
          == "restored from 1\n3 Very Secret|Second|three\nearly reads: 0\n")
    }
  }

  @Test func `the preparation does not see a file of another account`() throws {
    try TemporaryFolder.with { (folder) throws in
      let prepared = Counter()
      var configuration = SQLiteManager.Configuration(
        path: folder + "/main.sqlite",
        scripts: .scripts(ScriptBundle(scripts: [.default(["CREATE TABLE t (a)"])])))
      // Nobody can tell that the two paths are one file before the first exists.
      configuration.accountPath = { "\(folder)/\($0).sqlite" }
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/bob.sqlite", withDestinationPath: folder + "/ada.sqlite")
      configuration.options.prepareConnection = { _ in prepared.add(1) }
      let manager = SQLiteManager(configuration)
      let (ada, bob) = (
        try manager.database(forAccount: "ada"), try manager.database(forAccount: "bob")
      )
      try ada.open()
      let count = prepared.count
      #expect(throws: MigrationFailure.self) { try bob.open() }
      #expect(prepared.count == count && count > 0)
    }
  }

  @Test func `the preparation knows the database by the app's own path`() throws {
    try TemporaryFolder.with { (folder) throws in
      let scripts = ScriptBundle(scripts: [.default(["CREATE TABLE t (a)"])])
      for path in [folder + "/./a.sqlite", ":memory:"] {
        let seen = Log()
        var options = MigrationOptions()
        options.prepareConnection = { seen.add($0.path) }
        try Migrator(path: path, scripts: scripts, options: options).migrate()
        #expect(seen.paths == [path == ":memory:" ? nil : path])
      }
    }
  }

  private final class Log: Sendable {
    private let state = Lock<[String?]>([])
    var paths: [String?] { state.withLock { $0 } }
    func add(_ path: String?) { state.withLock { $0.append(path) } }
  }

  @Test func `nothing that the app writes is readable without the key`() throws {
    try TemporaryFolder.with { (folder) throws in
      let path = folder + "/app.sqlite"
      #expect(try run(path, key: "k1", "create", "migrate", "backup").status == 0)
      let log = try run(path, key: "k1", "wal")
      #expect(log.reason == .uncaughtSignal)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(names.contains("app.sqlite-wal") && names.contains("app.sqlite.backup-000002"))
      for name in names {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name))
        for text in ["Very Secret", "in the log", "CREATE TABLE", "SQLite format 3"] {
          #expect(data.range(of: Data(text.utf8)) == nil, "\(name) contains “\(text)”")
        }
      }
      // The app of the next launch reads the log.
      #expect(
        try run(path, key: "k1", "count").output
          == "4 Very Secret|Second|three|in the log\nearly reads: 0\n")
    }
  }

  @Test(arguments: ["", "k2"])
  func `a missing or wrong key is an error that changes nothing`(_ key: String) throws {
    try TemporaryFolder.with { (folder) throws in
      let path = folder + "/app.sqlite"
      #expect(try run(path, key: "k1", "create").status == 0)
      let before = try Data(contentsOf: URL(fileURLWithPath: path))
      for action in ["migrate", "backup", "status", "count"] {
        let result = try run(path, key: key, action)
        #expect(result.status == 1)
        #expect(result.output.contains("not an SQLite database, or it is encrypted"))
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.filter { $0.contains("backup-0") } == [])
    }
  }

  @Test func `what the preparation throws stops the migration, and no file is left`() throws {
    struct NoKey: Error {}
    try TemporaryFolder.with { (folder) throws in
      let path = folder + "/app.sqlite"
      let scripts = ScriptBundle(scripts: [.default(["CREATE TABLE t (a)"])])
      var options = MigrationOptions()
      options.prepareConnection = { _ in throw NoKey() }
      let migrator = Migrator(path: path, scripts: scripts, options: options)
      let failure = #expect(throws: MigrationFailure.self) { try migrator.migrate() }
      guard case .preparation(let error)? = failure?.reason, error is NoKey else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(failure?.outcome == "Nothing was changed.")
      #expect(!FileManager.default.fileExists(atPath: path))
      #expect(throws: BackupError.self) {
        try Migrator(path: path, scripts: scripts).migrate()
        try DatabaseBackup.make(of: path, prepareConnection: { _ in throw NoKey() })
      }
    }
  }

  @Test func `law 26: settings of the preparation do not weaken a migration, and stay afterwards`()
    throws
  {
    try TemporaryFolder.with { (folder) throws in
      var configuration = SQLiteManager.Configuration(
        path: folder + "/a.sqlite",
        scripts: .scripts(
          ScriptBundle(scripts: [
            .default(["CREATE TABLE t (a CHECK (a > 0))"]),
            .update(2, ["INSERT INTO t VALUES (0)"]),
          ])))
      configuration.options.prepareConnection = { database in
        try database.execute("PRAGMA ignore_check_constraints = ON")
        try database.execute("PRAGMA cache_size = 77")
        try database.execute("PRAGMA main.synchronous = OFF")
      }
      #expect(throws: MigrationFailure.self) { try SQLiteManager(configuration).open() }
      configuration.scripts = .scripts(
        ScriptBundle(scripts: [.default(["CREATE TABLE t (a CHECK (a > 0))"])]))
      let manager = SQLiteManager(configuration)
      #expect(try manager.queryFirst("PRAGMA cache_size")?.values == [.integer(77)])
      #expect(try manager.queryFirst("PRAGMA ignore_check_constraints")?.values == [.integer(1)])
      #expect(try manager.queryFirst("PRAGMA main.synchronous")?.values == [.integer(0)])
    }
  }

  @Test func `a transaction that the preparation leaves open is an error`() throws {
    try TemporaryFolder.with { (folder) throws in
      var options = MigrationOptions()
      options.prepareConnection = { try $0.execute("BEGIN") }
      let scripts = ScriptBundle(scripts: [.default(["CREATE TABLE t (a)"])])
      let path = folder + "/a.sqlite"
      let migrator = Migrator(path: path, scripts: scripts, options: options)
      for isNew in [true, false] {
        if !isNew { try Migrator(path: path, scripts: scripts).migrate() }
        let failure = #expect(throws: MigrationFailure.self) { try migrator.migrate() }
        guard case .preparation? = failure?.reason else {
          Issue.record("\(String(describing: failure))")
          return
        }
        #expect(FileManager.default.fileExists(atPath: path) == !isNew)
      }
      #expect(throws: MigrationFailure.self) { try migrator.status() }
      let error = #expect(throws: BackupError.self) {
        try DatabaseBackup.make(of: path, prepareConnection: options.prepareConnection)
      }
      guard case .preparation? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }
}
