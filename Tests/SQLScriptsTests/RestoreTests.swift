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

/// Law 24: `restore` restores a backup completely or not at all, and never while the database is in use.
@Suite struct RestoreTests {
  private func withBackup(
    _ body: (_ box: Sandbox, _ backup: DatabaseBackup, _ before: [String]) throws -> Void
  ) throws {
    try Sandbox.with { (box) throws in
      try box.migrate(.default(["CREATE TABLE t (x)", "INSERT INTO t VALUES ('before')"]))
      let backup = try DatabaseBackup.make(of: box.path)
      try body(box, backup, try box.content())
    }
  }

  private func refusal(
    _ backup: DatabaseBackup, _ box: Sandbox, at place: Testing.SourceLocation = #_sourceLocation
  ) throws -> BackupError {
    try #require(
      #expect(throws: BackupError.self, sourceLocation: place) {
        try backup.restore(to: box.path, busyTimeout: .milliseconds(200))
      }, sourceLocation: place)
  }

  @Test func `a database in memory is neither backed up nor restored`() throws {
    try withBackup { _, backup, _ in
      #expect(throws: BackupError.self) { try DatabaseBackup.make(of: ":memory:") }
      #expect(throws: BackupError.self) { try backup.restore(to: ":memory:") }
    }
  }

  @Test func `a path with a NUL is refused, not cut at the NUL`()
    throws
  {
    try withBackup { box, backup, before in
      let wrong = box.path + "\0.sqlite"
      let bytes = try box.bytes().bytes
      try box.run("INSERT INTO t VALUES ('after')")
      let after = try box.content()
      let migrator = Migrator(
        path: wrong, scripts: ScriptBundle(scripts: [.default(["CREATE TABLE u (x)"])]))
      let calls: [() throws -> Void] = [
        { _ = try DatabaseBackup.all(of: wrong) }, { try DatabaseBackup.make(of: wrong) },
        { try backup.restore(to: wrong) },
        { try DatabaseBackup(path: backup.path + "\0").restore(to: box.path) },
        { try migrator.migrate() }, { _ = try migrator.status() }, { _ = try migrator.plan() },
        { _ = try ScriptBundle(directory: box.folder + "\0") },
      ]
      for (index, call) in calls.enumerated() {
        let error = #expect(throws: (any Error).self, "call \(index)") { try call() }
        #expect("\(error, default: "")".contains("NUL"), "call \(index)")
      }
      #expect(try box.content() == after)
      try backup.restore(to: box.path)
      #expect(try box.content() == before && box.bytes().bytes.count == bytes.count)
      #expect(!DatabaseFile(wrong).exists)
    }
  }

  @Test(arguments: ["DELETE", "WAL"])
  func `law 24: a database in use is not restored`(_ journal: String) throws {
    try withBackup { box, backup, _ in
      try box.run("PRAGMA journal_mode = \(journal)")
      let other = try box.open()
      _ = try other.value("SELECT count(*) FROM t")
      let before = try box.bytes().bytes
      #if os(Linux)
        guard case .inUse(box.path, let users) = try refusal(backup, box) else {
          Issue.record("it was not refused for that")
          return
        }
        #expect(users.contains("this process"))
      #else
        if journal == "WAL" {
          #expect(try refusal(backup, box) == .inUse(database: box.path, by: []))
        }
      #endif
      #expect(try box.bytes().bytes == before)
      withExtendedLifetime(other) {}
    }
  }

  @Test func `law 24: damaged, missing and empty databases are replaced`() throws {
    for content in ["nonsense that is no database", "", nil] as [String?] {
      try withBackup { box, backup, before in
        unlink(box.path)
        if let content { try box.write("a.sqlite", content) }
        try box.write("a.sqlite-journal", "left over")
        try box.write("a.sqlite-wal", "left over")
        if content?.isEmpty ?? true {
          // It may be the only remaining part of the database.
          #expect(throws: BackupError.self) { try backup.restore(to: box.path) }
          #expect(box.exists(box.path + "-wal") && box.exists(box.path + "-journal"))
          unlink(box.path + "-journal")
        }
        try backup.restore(to: box.path)
        #expect(try box.content() == before)
        #expect(!box.exists(box.path + "-wal") && !box.exists(box.path + "-journal"))
      }
    }
  }

  @Test func `law 24: a backup that is damaged, empty or not a database changes nothing`() throws {
    try withBackup { box, backup, before in
      try box.write("empty", "")
      try box.write("text", "nonsense that is no database")
      let empty = DatabaseBackup(path: box.folder + "/empty")
      #expect(try refusal(empty, box) == .damaged(path: empty.path, ["the file is empty"]))
      let text = try refusal(DatabaseBackup(path: box.folder + "/text"), box)
      #expect(
        text.description == "\(box.folder)/text is not an SQLite database, or it is encrypted")
      let missing = try refusal(DatabaseBackup(path: box.folder + "/missing"), box)
      #expect(missing.description == "no such file: \(box.folder)/missing")
      #expect(try refusal(DatabaseBackup(path: box.path), box) == .sameFile(box.path))
      #expect(try box.content() == before)
    }
  }

  @Test func `law 24: a backup that is readable but damaged changes nothing`()
    throws
  {
    try withBackup { box, backup, before in
      try box.run(
        "CREATE TABLE big (x)",
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2000)"
          + " INSERT INTO big SELECT hex(randomblob(50)) FROM c")
      var bytes = try DatabaseBytes.read(box.path)
      bytes.replaceSubrange(4096 * 20..<4096 * 21, with: repeatElement(0xA5, count: 4096))
      let damaged = DatabaseBackup(path: box.folder + "/damaged")
      try DatabaseBytes.write(bytes, to: damaged.path)
      let content = try box.content()
      guard case .damaged(damaged.path, let lines) = try refusal(damaged, box) else {
        Issue.record("it was not refused for that")
        return
      }
      #expect(!lines.isEmpty)
      #expect(try box.content() == content)
    }
  }

  @Test func `law 24: the write-ahead log of a replaced database is deleted`() throws {
    try withBackup { box, backup, before in
      try box.run("PRAGMA journal_mode = WAL")
      // As after a kill: a write-ahead log that was not recovered yet.
      let copy = box.folder + "/copy"
      let writer = try box.open()
      try writer.execute("INSERT INTO t VALUES ('in the log')")
      for suffix in ["", "-wal"] {
        let bytes = try DatabaseBytes.read(box.path + suffix)
        try DatabaseBytes.write(bytes, to: copy + suffix)
      }
      #expect(try box.open(copy).value("SELECT count(*) FROM t") == 2)
      for suffix in ["", "-wal"] {
        let bytes = try DatabaseBytes.read(box.path + suffix)
        try DatabaseBytes.write(bytes, to: copy + suffix)
      }
      try backup.restore(to: copy)
      #expect(try box.content(copy) == before)
      withExtendedLifetime(writer) {}
    }
  }

  @Test func `law 24: a backup with another page size is restored`() throws {
    for journal in ["DELETE", "WAL"] {
      try withBackup { box, backup, before in
        try box.run("PRAGMA page_size = 8192", "VACUUM", "PRAGMA journal_mode = \(journal)")
        try backup.restore(to: box.path)
        #expect(try box.content() == before)
      }
    }
  }

  @Test func `law 24: a symbolic link to the database is followed and kept`() throws {
    try withBackup { box, _, before in
      let link = box.folder + "/link.sqlite"
      #expect(symlink("a.sqlite", link) == 0)
      let backup = try DatabaseBackup.make(of: link)
      #expect(backup.path.hasPrefix(box.path) || backup.path.contains("/a.sqlite.backup-"))
      try box.run("DELETE FROM t")
      try backup.restore(to: link)
      #expect(try box.content() == before)
      var status = stat()
      #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    }
  }
}

/// The bytes of files, as a crash leaves them.
private enum DatabaseBytes {
  static func read(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: ftell(file))
    rewind(file)
    #expect(fread(&bytes, 1, bytes.count, file) == bytes.count)
    return bytes
  }

  static func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"))
    defer { fclose(file) }
    #expect(fwrite(bytes, 1, bytes.count, file) == bytes.count)
  }
}
