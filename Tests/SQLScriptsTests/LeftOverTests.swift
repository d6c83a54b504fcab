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

/// Law 12: the remains of a deleted database are not deleted with it.
@Suite struct LeftOverTests {
  private let scripts = ScriptBundle(scripts: [.default(["CREATE TABLE t (x)"])])

  /// Copies of a database in the middle of a transaction, with its journal or log, as `lost.sqlite`.
  private func leave(_ journalMode: String, in box: Sandbox) throws -> (path: String, left: String)
  {
    let connection = try box.open()
    try connection.execute("PRAGMA journal_mode = \(journalMode)")
    try connection.execute("CREATE TABLE old (x)")
    try connection.execute("PRAGMA cache_size = 1")
    try connection.execute("BEGIN")
    try connection.execute(
      "INSERT INTO old WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
        + " SELECT hex(zeroblob(200)) FROM n")
    if journalMode == "WAL" { try connection.execute("COMMIT") }
    let suffix = journalMode == "WAL" ? "-wal" : "-journal"
    let path = box.folder + "/lost.sqlite"
    for suffix in ["", suffix] { try box.copy(box.path + suffix, to: path + suffix) }
    return (path, path + suffix)
  }

  private func expectIsRefused(
    _ what: String, _ body: () throws -> Void, at place: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: (any Error).self, sourceLocation: place) { try body() }
    #expect("\(error.map { "\($0)" } ?? "")".contains(what), sourceLocation: place)
  }

  @Test(arguments: ["WAL", "DELETE"], [true, false])
  func `law 12: a missing or empty database is not created next to its log or journal`(
    _ mode: String, _ isEmpty: Bool
  ) throws {
    try Sandbox.with { (box) throws in
      let (path, left) = try leave(mode, in: box)
      let backup = try DatabaseBackup.make(of: box.path)
      #expect(unlink(path) == 0)
      if isEmpty { try box.write("lost.sqlite", "") }
      let before = try box.size(left)
      let migrator = Migrator(path: path, scripts: scripts)
      expectIsRefused(left) { try migrator.migrate() }
      expectIsRefused(left) { _ = try migrator.status() }
      expectIsRefused(left) { _ = try migrator.plan() }
      expectIsRefused(left) { try migrator.adopt(.version(1)) }
      expectIsRefused(left) {
        try SQLiteManager(.init(path: path, scripts: .scripts(scripts))).open()
      }
      expectIsRefused(left) { try backup.restore(to: path) }
      expectIsRefused(isEmpty ? left : "no such file") { try DatabaseBackup.make(of: path) }
      // Also if a link leads to the path of the database.
      #expect(symlink("lost.sqlite", box.folder + "/link.sqlite") == 0)
      expectIsRefused(left) {
        try Migrator(path: box.folder + "/link.sqlite", scripts: scripts).migrate()
      }
      #expect(try box.size(left) == before)
      #expect(isEmpty ? try box.size(path) == 0 : !box.exists(path))
      // The leftover file is used as soon as the database exists again.
      try box.copy(backup.path, to: path)
      #expect(throws: MigrationFailure.self) { try migrator.migrate() }
    }
  }

  @Test func `law 12: leftover files without data of an older database do not stop a new one`()
    throws
  {
    let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
    let zeros = [UInt8](repeating: 0, count: 512)
    let harmless: [(String, [UInt8])] = [
      ("-wal", []), ("-wal", Array(zeros.prefix(32))), ("-shm", zeros), ("-journal", []),
      // As SQLite leaves it with `journal_mode = PERSIST`.
      ("-journal", zeros + magic),
      // From a transaction that would have created the database, in a process that was killed.
      ("-journal", magic + zeros), ("-journal", Array(magic.prefix(3))),
      ("-journal", magic.prefix(6) + zeros),
    ]
    for (suffix, bytes) in harmless {
      try Sandbox.with { (box) throws in
        try box.write("a.sqlite" + suffix, bytes: bytes)
        #expect(try box.migrator(scripts).migrate().to == 1, "\(suffix) \(bytes.count)")
      }
    }
    try Sandbox.with { (box) throws in
      try box.write("a.sqlite-journal", "what is this?")
      #expect(throws: MigrationFailure.self) { try box.migrator(scripts).migrate() }
      #expect(try box.size(box.path + "-journal") == 13)
    }
  }

  @Test func `a folder with the name of the journal is reported before the database is created`()
    throws
  {
    try Sandbox.with { (box) throws in
      #expect(mkdir(box.path + "-journal", 0o755) == 0)
      let failure = #expect(throws: MigrationFailure.self) { try box.migrator(scripts).migrate() }
      #expect(failure?.summary.contains("-journal is a folder") == true)
      #expect(!box.exists(box.path))
    }
  }
}
