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

#if os(Linux)
  /// Law 14: a run that fails before its first commit deletes the files that it created.
  @Suite struct CreatedFileTests {
    private let fails = InMemoryScript.default(["CREATE TABLE t (x)", "SELECT nope"])
    private let works = InMemoryScript.default(["CREATE TABLE t (x)"])

    @Test
    func `law 14: an empty file that the failed run created is deleted, and an existing one stays`()
      throws
    {
      try Sandbox.with { (box) throws in
        let failure = try box.failure(fails)
        #expect(failure.outcome == "Nothing was changed. The database is still new.")
        #expect(!box.exists(box.path) && !box.exists(box.path + "-journal"))
        try box.write("a.sqlite", "")
        _ = try box.failure(fails)
        #expect(try box.size(box.path) == 0)
        unlink(box.path)
        // Through a link, the file is created at the target of the link.
        #expect(symlink("b.sqlite", box.path) == 0)
        _ = try box.failure(fails)
        #expect(box.exists(box.path) && !box.exists(box.folder + "/b.sqlite"))
        try box.migrate(works)
        #expect(try box.size(box.folder + "/b.sqlite") > 0)
        // Committed scripts stay.
        _ = try box.failure(works, .update(2, ["SELECT nope"]))
        #expect(try box.value("SELECT db_version_num FROM db_version") == 1)
      }
    }

    @Test
    func `law 14: the file has the permissions that SQLite gives, and the manager deletes it, too`()
      throws
    {
      try Sandbox.with { (box) throws in
        _ = try Connection(
          path: box.folder + "/b.sqlite", mode: .create, busyTimeout: Milliseconds(0))
        try box.migrate(works)
        #expect(try box.mode(box.path) == box.mode(box.folder + "/b.sqlite"))
        let path = box.folder + "/c.sqlite"
        let manager = SQLiteManager(
          .init(path: path, scripts: .scripts(ScriptBundle(scripts: [fails]))))
        #expect(throws: MigrationFailure.self) { try manager.open() }
        #expect(!box.exists(path))
      }
    }

    @Test func `law 13: a file that somebody else has opened or filled meanwhile stays`() throws {
      try Sandbox.with { (box) throws in
        for fills in [false, true] {
          let listener = Listener()
          var other: Connection?
          listener.onEvent = { event in
            guard case .planned = event else { return }
            other = try? box.open()
            if fills { try? other?.execute("CREATE TABLE mine (x)") }
          }
          _ = try box.failure(fails) { $0.observer = listener }
          #expect(box.exists(box.path))
          try other?.execute("CREATE TABLE IF NOT EXISTS mine (x)")
          #expect(try box.rows("SELECT name FROM sqlite_schema") == [["mine"]])
          other = nil
          unlink(box.path)
        }
      }
    }
  }
#endif
