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

  /// Law 24: when a backup has its name, both its contents and its name are synced.
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
