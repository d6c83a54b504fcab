import MigrationSamples
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

/// The texts and values of failures, for the app that gets them.
@Suite struct FailureWordsTests {
  @Test(arguments: ["too long", "circle"])
  func `law 27: an impossible path is not a new database`(_ kind: String) throws {
    try Sandbox.with { (box) throws in
      var path = box.folder + "/" + String(repeating: "a", count: 300)
      if kind == "circle" {
        path = box.folder + "/circle"
        #expect(symlink("circle", path) == 0)
      }
      let migrator = Migrator(path: path, scripts: ManagerSamples.scripts())
      for failure in [
        #expect(throws: MigrationFailure.self) { try migrator.status() },
        #expect(throws: MigrationFailure.self) { try migrator.migrate() },
      ] {
        #expect(failure?.sqliteError?.code == .cannotOpen)
        #expect(failure?.summary.contains(kind == "circle" ? "circle" : "longer than") == true)
      }
    }
  }

  @Test func `law 14: a failing hook does not mention another database`() throws {
    try Sandbox.with { (box) throws in
      let other = Migrator(
        path: box.folder + "/other.sqlite", scripts: ScriptBundle(scripts: [.default(["nonsense"])])
      )
      var configuration = ManagerSamples.configuration(box.path)
      configuration.onOpen = { _ in try other.migrate() }
      let failure = #expect(throws: MigrationFailure.self) {
        try SQLiteManager(configuration).open()
      }
      let words = failure?.description ?? ""
      #expect(words.contains("near \"nonsense\""))
      #expect(words.contains("3 scripts"))
      #expect(!words.contains("Nothing was changed"), "\(words)")
    }
  }

  @Test func `failures can be compared`() throws {
    func failure(_ sql: String) throws -> MigrationFailure {
      try #require(
        #expect(throws: MigrationFailure.self) {
          try Migrator(
            path: ":memory:", scripts: ScriptBundle(scripts: [.default([sql])])
          ).migrate()
        })
    }
    #expect(try failure("nonsense") == failure("nonsense"))
    #expect(try failure("nonsense") != failure("SELEC 1"))
    #expect(MigrationFailure.Reason.hook(Oops()) == .hook(Oops()))
    #expect(MigrationFailure.Reason.hook(Oops()) != .hook(CancellationError()))
    #expect(MigrationFailure.Reason.hook(Oops()) != .code(name: "a", version: 1, Oops()))
  }

  @Test func `law 20: a refusal names the adoption that would help`() throws {
    try Sandbox.with { (box) throws in
      try box.run(
        "CREATE TABLE a1 (x)", "CREATE TABLE a2 (x)", "CREATE TABLE a3 (x)", "CREATE TABLE a4 (x)",
        "CREATE TABLE a5 (x)", "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
      )
      let failure = try box.failure(.default(["CREATE TABLE t (x)"]))
      #expect(failure.summary.contains("Adoption.grdb"), "\(failure.summary)")
      #expect(
        failure.summary.contains("sqlscripts adopt DATABASE --from grdb"), "\(failure.summary)")
    }
    try Sandbox.with { (box) throws in
      try box.run("CREATE TABLE a (x)", "PRAGMA user_version = 3")
      let failure = try box.failure(.default(["CREATE TABLE t (x)"]))
      #expect(failure.summary.contains("Adoption.userVersion"), "\(failure.summary)")
      #expect(
        failure.summary.contains("sqlscripts adopt DATABASE --from user-version"),
        "\(failure.summary)")
    }
    try Sandbox.with { (box) throws in
      try box.run(
        "CREATE TABLE a (x)", "CREATE TABLE schema_migrations (version INTEGER)",
        "INSERT INTO schema_migrations VALUES (3)")
      let failure = try box.failure(.default(["CREATE TABLE t (x)"]))
      #expect(failure.summary.contains("Adoption.fmdbMigrationManager"), "\(failure.summary)")
      #expect(
        failure.summary.contains("sqlscripts adopt DATABASE --from fmdb"), "\(failure.summary)")
    }
  }
}
