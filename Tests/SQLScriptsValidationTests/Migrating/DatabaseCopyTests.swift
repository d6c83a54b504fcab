import Foundation
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsValidation
import TestSupport
import Testing

/// A plan is rehearsed on a copy, and the database stays unchanged.
@Suite struct DatabaseCopyTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }
  private let library = ScriptLibrary(
    ScriptBundle(scripts: [
      .default(["CREATE TABLE t (id INTEGER PRIMARY KEY, a)"]),
      .update(2, ["DELETE FROM t", "PRAGMA user_version = 7"]),
    ]))

  init() throws {
    temporary = try TemporaryFolder()
  }

  private func withFolder(_ body: (_ path: String) throws -> Void) throws {
    try body(folder + "/a.sqlite")
  }

  private func make(_ path: String, _ statements: String...) throws -> Connection {
    try Migrator(path: path, library: library, options: MigrationOptions()).migrate(to: 1)
    let connection = try Connection(path: path, mode: .readWrite, busyTimeout: Milliseconds(0))
    for statement in statements { try connection.execute(statement) }
    return connection
  }

  private func rehearse(_ path: String) throws -> MigrationRehearsal {
    let copy = try DatabaseCopy(of: path, temporaryFolder: folder)
    #expect(try copy.plan(library, MigrationOptions(), to: nil).plan.steps.map(\.version) == [2])
    return try copy.rehearse(library, MigrationOptions(), to: nil)
  }

  @Test(arguments: ["DELETE", "WAL"], [Int64(512), 65_536])
  func `the file stays unchanged, byte for byte`(mode: String, pageSize: Int64) throws {
    try withFolder { path in
      // The size of a page counts from the first one.
      _ = try Connection(path: path, mode: .create, busyTimeout: Milliseconds(0))
        .execute("PRAGMA page_size = \(pageSize)")
      _ = try make(
        path, "PRAGMA page_size = \(pageSize)", "VACUUM", "PRAGMA journal_mode = \(mode)",
        "INSERT INTO t (a) VALUES (1), (2)")
      let before = FileManager.default.contents(atPath: path)
      let rehearsal = try rehearse(path)
      #expect(rehearsal.tables.map(\.removed) == [2])
      #expect(before != nil && FileManager.default.contents(atPath: path) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.sqlite"])
    }
  }

  @Test func `rows that are only in the write-ahead log are copied`() throws {
    try withFolder { path in
      let writer = try make(
        path, "PRAGMA journal_mode = WAL", "PRAGMA wal_autocheckpoint = 0",
        "INSERT INTO t (a) VALUES (1), (2), (3)")
      let before = FileManager.default.contents(atPath: path)
      let log = FileManager.default.contents(atPath: path + "-wal")
      #expect(try rehearse(path).tables.first?.before == 3)
      #expect(FileManager.default.contents(atPath: path) == before)
      #expect(log?.isEmpty == false)
      #expect(FileManager.default.contents(atPath: path + "-wal") == log)
      #expect(try writer.value("SELECT count(*) FROM t") == .integer(3))
    }
  }

  @Test func `other processes can write during the rehearsal`() throws {
    try withFolder { path in
      let writer = try make(path, "INSERT INTO t (a) VALUES (1)")
      let copy = try DatabaseCopy(of: path, temporaryFolder: folder)
      try writer.execute("INSERT INTO t (a) VALUES (2)")
      let rehearsal = try copy.rehearse(library, MigrationOptions(), to: nil)
      #expect(rehearsal.tables.first?.before == 1 && rehearsal.tables.first?.after == 0)
    }
  }

  @Test func `a missing database is new and is not created`() throws {
    try withFolder { path in
      let copy = try DatabaseCopy(of: path, temporaryFolder: folder)
      let rehearsal = try copy.rehearse(library, MigrationOptions(), to: nil)
      #expect(rehearsal.report.isNewDatabase && rehearsal.report.to == 2)
      #expect(!FileManager.default.fileExists(atPath: path))
    }
  }

  @Test func `a copy larger than its cache uses an unnamed file`() throws {
    try withFolder { path in
      _ = try make(
        path, "PRAGMA journal_mode = OFF",
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
        INSERT INTO t (a) SELECT zeroblob(2000) FROM n
        """)
      let small = try Connection(temporaryWithCache: 1 << 20)
      let source = try Connection(path: path, mode: .readOnly, busyTimeout: Milliseconds(0))
      try small.copyAll(of: source, busyTimeout: Milliseconds(0))
      #expect(try small.value("SELECT count(*) FROM t") == .integer(3000))
      #expect(small.fileName == nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.sqlite"])
    }
  }

  @Test func `a failure names the database, not its copy`() throws {
    try withFolder { path in
      _ = try make(path)
      let library = ScriptLibrary(
        ScriptBundle(scripts: [.default(["SELECT 1"]), .update(2, ["DELETE FROM nobody"])]))
      let copy = try DatabaseCopy(of: path, temporaryFolder: folder)
      let failure = #expect(throws: MigrationFailure.self) {
        try copy.rehearse(library, MigrationOptions(), to: nil)
      }
      #expect(failure?.database == path && failure?.diagnostics.count == 1)
    }
  }
}
