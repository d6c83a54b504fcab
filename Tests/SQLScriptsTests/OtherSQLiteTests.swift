#if os(Linux) && canImport(Glibc)
  import MigrationSamples
  import TestSupport
  import CSQLScriptsSQLite
  import Foundation
  import Glibc
  import SQLScripts
  import Testing

  /// Law 26: a connection of another copy of SQLite is not a connection of ours.
  @Suite struct OtherSQLiteTests {
    private typealias Open =
      @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    private typealias Close = @convention(c) (OpaquePointer?) -> Int32

    /// A second copy of the system's library, which finds its own functions first.
    private func secondCopy(in folder: String) throws -> UnsafeMutableRawPointer {
      let maps = try TestFile.read("/proc/self/maps")
      let line = try #require(maps.split(separator: "\n").first { $0.contains("/libsqlite3.so") })
      let library = String(line[try #require(line.firstIndex(of: "/"))...])
      try FileManager.default.copyItem(atPath: library, toPath: folder + "/other.so")
      return try #require(dlopen(folder + "/other.so", RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND))
    }

    private func function<F>(_ name: String, of copy: UnsafeMutableRawPointer, _: F.Type) throws
      -> F
    {
      unsafeBitCast(try #require(dlsym(copy, name)), to: F.self)
    }

    @Test func `law 26: a connection of another SQLite is refused by name and not read`() throws {
      try TemporaryFolder.with { folder in
        let copy = try secondCopy(in: folder)
        var theirs: OpaquePointer?
        let open = try function("sqlite3_open", of: copy, Open.self)
        let close = try function("sqlite3_close", of: copy, Close.self)
        #expect(open(folder + "/a.sqlite", &theirs) == SQLITE_OK)
        defer { #expect(close(theirs) == SQLITE_OK) }
        let migrator = Migrator(
          connection: try #require(theirs), scripts: ManagerSamples.scripts())
        let failure = #expect(throws: MigrationFailure.self) { try migrator.migrate() }
        #expect(failure?.summary.contains("another copy of SQLite") == true)
        #expect(failure?.sqliteError?.code == .misuse)
        #expect(throws: MigrationFailure.self) { try migrator.status() }
        #expect(throws: MigrationFailure.self) { try migrator.adopt(.version(1)) }
      }
    }

    @Test(arguments: [nil, "unix-none", "unix-dotfile"])
    func `law 26: a connection of our SQLite is accepted with every VFS`(_ vfs: String?) throws {
      try TemporaryFolder.with { folder in
        var ours: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        #expect(sqlite3_open_v2(folder + "/a.sqlite", &ours, flags, vfs) == SQLITE_OK)
        defer { sqlite3_close_v2(ours) }
        let migrator = Migrator(connection: try #require(ours), scripts: ManagerSamples.scripts())
        #expect(try migrator.migrate().to == 3)
      }
    }
  }
#endif
