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

/// Law 24: a file with the name of a backup that is not a backup is neither counted nor deleted.
@Suite struct BackupListTests {
  private let start = InMemoryScript.default(["CREATE TABLE t (x)"])

  /// Creates files that are named like later backups of the database.
  private func litter(_ box: Sandbox) throws -> [String] {
    let names = (300...305).map { "\(box.path).backup-000\($0)-v1-to-v2" }
    #expect(symlink("nowhere", names[0]) == 0)
    #expect(symlink("a.sqlite", names[1]) == 0)
    #expect(mkdir(names[2], 0o755) == 0)
    try box.write("a.sqlite.backup-000303-v1-to-v2", "")
    try box.write(
      "a.sqlite.backup-000304-v1-to-v2",
      "no database, and as long as a header: "
        + String(repeating: "x", count: 200))
    // An incomplete copy: it has the header, but not all pages.
    try box.copy(box.path, to: names[5])
    #expect(truncate(names[5], off_t(try box.size(names[5]) - 1)) == 0)
    #expect(link(box.path, "\(box.path).backup-000306") == 0)
    return names + ["\(box.path).backup-000306"]
  }

  @Test func `law 24: only complete databases are counted, listed and deleted`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(start)
      let first = try DatabaseBackup.make(of: box.path)
      let second = try DatabaseBackup.make(of: box.path)
      let litter = try litter(box)
      #expect(try DatabaseBackup.all(of: box.path) == [second, first])
      let change = try DatabaseBackup.make(of: box.path, keep: 2, busyTimeout: Milliseconds(0))
      #expect(change.made.path == box.path + ".backup-000307")
      #expect(change.removed == [first])
      #expect(try DatabaseBackup.all(of: box.path) == [change.made, second])
      for path in litter { #expect(box.exists(path), "\(path)") }
      try change.made.restore(to: box.path)
      #expect(try DatabaseBackup.all(of: box.path).first == change.made)
    }
  }

  @Test(arguments: [Int.min, -1, 0])
  func `law 24: the new backup is always kept`(_ keep: Int) throws {
    try Sandbox.with { (box) throws in
      try box.migrate(start)
      let change = try DatabaseBackup.make(of: box.path, keep: keep, busyTimeout: Milliseconds(0))
      #expect(try DatabaseBackup.all(of: box.path) == [change.made])
    }
  }

  @Test func `law 24: a migration reports the backups that it deleted`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(start)
      let first = try DatabaseBackup.make(of: box.path)
      let second = try DatabaseBackup.make(of: box.path)
      _ = try litter(box)
      let report = try box.migrator(ScriptBundle(scripts: [start, .update(2, [])])) {
        $0.backup = BackupPolicy(keep: 1)
      }.migrate()
      #expect(report.removedBackups == [first.path, second.path])
      #expect(report.backup == box.path + ".backup-000307-v1-to-v2")
      #expect(report.backupBeforeFailures == nil)
    }
  }
}
