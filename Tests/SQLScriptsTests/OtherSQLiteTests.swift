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

    @Test func `law 26: an app uses the SQLite that it links for files, connections and backups`()
      throws
    {
      try TemporaryFolder.with { folder in
        let library = try OtherLibrary.prefixed(in: folder)
        let result = try run(library, folder + "/app.sqlite")
        let version = String(cString: sqlite3_libversion())
        #expect(
          result.output
            == "uses \(version)\nfile at 3\nconnection at 3\nbackup: .backup-000001\n")
        #expect(result.status == 0)
      }
    }

    @Test func `law 26: another SQLite is refused after the first connection`() throws {
      try TemporaryFolder.with { folder in
        let library = try OtherLibrary.prefixed(in: folder)
        let result = try run(library, folder + "/app.sqlite", "late")
        #expect(result.output.contains("Call it at launch, before the first one"))
        #expect(result.status == 1)
      }
    }

    @Test(arguments: [
      (
        version: 3_015_002, table: "&api",
        words: "SQLScripts needs SQLite 3.38.0 or newer, and this copy is 3.15.2"
      ),
      (version: 3_037_002, table: "&api", words: "this copy is 3.37.2"),
      (version: 3_040_000, table: "0", words: "SQLITE_OMIT_LOAD_EXTENSION"),
    ])
    func `law 26: a copy of SQLite that is too old or lists no functions is refused`(
      _ version: Int, _ table: String, _ words: String
    ) throws {
      try TemporaryFolder.with { folder in
        let library = try OtherLibrary.standIn(version, table, in: folder)
        let result = try run(library, folder + "/app.sqlite")
        #expect(result.output.contains(words))
        #expect(result.status == 1)
        #expect(!FileManager.default.fileExists(atPath: folder + "/app.sqlite"))
      }
    }

    private func run(
      _ library: String, _ arguments: String...
    ) throws -> (output: String, status: Int32) {
      let process = Process()
      let output = Pipe()
      process.executableURL = connectionHelper
      process.arguments = ["library", library, "other_"] + arguments
      process.standardOutput = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (text, process.terminationStatus)
    }
  }
#endif
