#if os(Linux)
  import SQLScriptsDatabase
  import SyncWatch
  import Testing

  @testable import SQLScripts

  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// Law 12: a commit is synced before it is reported. Law 24: when a backup has its name, both its contents and its name
  /// are synced.
  @Suite struct SyncTests {
    /// A database, and how often each of these files was synced.
    private func syncs(
      of names: [String], in box: Sandbox, during body: () throws -> Void
    ) throws -> [Int32] {
      let folder = try #require(realpath(box.folder, nil))
      defer { free(folder) }
      let paths = names.map { String(cString: folder) + $0 }
      let before = paths.map { syncWatchCount($0) }
      try body()
      return zip(paths, before).map { syncWatchCount($0) - $1 }
    }

    private func make(_ box: Sandbox) throws {
      try box.migrate(.default(["CREATE TABLE t (x)", "INSERT INTO t VALUES (1)"]))
    }

    @Test func `law 12: a commit that keeps the journal syncs the header that ends it`() throws {
      try Sandbox.with { (box) throws in
        try make(box)
        var options = MigrationOptions()
        options.groupCommit = .zero
        let updates = (2...5).map { InMemoryScript.update($0, ["INSERT INTO t VALUES (\($0))"]) }
        let counts = try syncs(of: ["/a.sqlite", "/a.sqlite-journal"], in: box) {
          try Migrator(
            path: box.path,
            scripts: ScriptBundle(
              scripts: [.default(["CREATE TABLE t (x)", "INSERT INTO t VALUES (1)"])] + updates),
            options: options
          ).migrate()
        }
        // Each commit syncs the pages of the journal, its page count, and the database. The last one deletes the journal.
        #expect(counts == [4, 4 * 2 + 3])
      }
    }

    @Test func `law 24: a backup is synced before it gets its name, and its folder afterwards`()
      throws
    {
      try Sandbox.with { (box) throws in
        try make(box)
        let counts = try syncs(of: ["/a.sqlite.backup-partial", ""], in: box) {
          try DatabaseBackup.make(of: box.path)
        }
        #expect(counts == [1, 1])
      }
    }

    @Test func `law 24: a restored database is synced`() throws {
      try Sandbox.with { (box) throws in
        try make(box)
        let backup = try DatabaseBackup.make(of: box.path)
        try box.run("DELETE FROM t")
        let over = try syncs(of: ["/a.sqlite"], in: box) { try backup.restore(to: box.path) }
        #expect(over[0] > 0)
        #expect(unlink(box.path) == 0)
        let anew = try syncs(of: ["/a.sqlite.restore-partial", ""], in: box) {
          try backup.restore(to: box.path)
        }
        #expect(anew == [1, 1])
        #expect(try box.rows("SELECT x FROM t") == [[1]])
      }
    }
  }
#endif
