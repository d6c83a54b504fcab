import MigrationSamples
import TestSupport
import Testing

@testable import SQLScripts

/// Closing and reopening, after changes to the file in between.
@Suite struct ReopeningTests {
  @Test func `the next statement opens a closed database`() throws {
    try TemporaryFolder.with { folder in
      let database = ManagerSamples.manager(folder + "/a.sqlite")
      try database.execute("INSERT INTO user_info (name) VALUES ('Ada')")
      try database.close()
      try database.close()
      #expect(!database.isOpen)
      #expect(database.report == nil)
      #expect(try database.query("SELECT * FROM user_info").count == 1)
    }
  }

  /// The test does not change the working folder, because all tests share it.
  @Test func `a relative path is that of the folder in which the manager was created`() {
    let path = { (given: String) in ManagerSamples.manager(given).configuration.path }
    #expect(path("a.sqlite").hasPrefix("/") && path("a.sqlite").hasSuffix("/a.sqlite"))
    #expect(path("/tmp/a.sqlite") == "/tmp/a.sqlite")
    #expect(path(":memory:") == ":memory:")
    #expect(path("") == "")
  }

  @Test func `law 1: an old copy that replaces the file is migrated`() throws {
    try TemporaryFolder.with { folder in
      let (path, old) = (folder + "/a.sqlite", folder + "/old.sqlite")
      let before = ManagerSamples.manager(old, upTo: 1)
      try before.execute("INSERT INTO user_info (name) VALUES ('from the copy')")
      try before.close()
      let database = ManagerSamples.manager(path)
      #expect(try database.open().to == 3)
      try database.close()
      try TestFile.copy(old, to: path)
      let row = try #require(try database.queryFirst("SELECT name, age FROM user_info"))
      #expect(try row["name"] == "from the copy")
      #expect(database.report?.from == 1)
      #expect(database.report?.to == 3)
    }
  }

  @Test func `a deleted database is created again`() throws {
    try TemporaryFolder.with { folder in
      let database = ManagerSamples.manager(folder + "/a.sqlite")
      try database.execute("INSERT INTO user_info (name) VALUES ('Ada')")
      try database.close()
      try TestFile.delete(folder + "/a.sqlite")
      #expect(try database.query("SELECT * FROM user_info").isEmpty)
      #expect(database.report?.isNewDatabase == true)
    }
  }

  @Test func `the next call retries a failed opening`() throws {
    try TemporaryFolder.with { folder in
      let database = ManagerSamples.manager(folder + "/later/a.sqlite")
      for _ in 0..<2 {
        let failure = #expect(throws: MigrationFailure.self) { try database.open() }
        #expect(failure?.sqliteError?.code == .cannotOpen)
        #expect(failure?.description.contains("later") == true)
        #expect(!database.isOpen)
      }
      try TestFile.makeFolder(folder + "/later")
      #expect(try database.open().to == 3)
    }
  }

  @Test func `a corrected script runs again`() throws {
    try TemporaryFolder.with { folder in
      let scripts = folder + "/scripts"
      try TestFile.makeFolder(scripts)
      try TestFile.write("[\"CREATE TABLE a (x)\"]", to: scripts + "/sql_default.json")
      try TestFile.write("[\"DROP TABLE b\"]", to: scripts + "/sql_update_2.json")
      let database = SQLiteManager(
        .init(path: folder + "/a.sqlite", scripts: .directory(scripts)))
      let failure = #expect(throws: MigrationFailure.self) { try database.execute("SELECT 1") }
      #expect(failure?.report.to == 1)
      try TestFile.write("[\"DROP TABLE a\"]", to: scripts + "/sql_update_2.json")
      #expect(try database.open().from == 1)
      #expect(database.report?.to == 2)
    }
  }

  @Test func `a missing scripts folder is an error at opening`() {
    let database = SQLiteManager(
      .init(path: ":memory:", scripts: .directory("/nowhere/at/all")))
    let failure = #expect(throws: MigrationFailure.self) { try database.open() }
    guard case .bundle(let error)? = failure?.reason else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(error.reason == .notFound)
  }

  @Test func `law 8: a newer database is refused, or opened unchanged`() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/a.sqlite"
      let newer = ManagerSamples.manager(path)
      try newer.execute("INSERT INTO user_info (name) VALUES ('Ada')")
      try newer.close()
      let old = ManagerSamples.manager(path, upTo: 2)
      let failure = #expect(throws: MigrationFailure.self) { try old.open() }
      guard case .refused(.newerThanScripts(installed: 3, latest: 2))? = failure?.reason else {
        Issue.record("\(String(describing: failure))")
        return
      }
      var configuration = ManagerSamples.configuration(path, upTo: 2)
      configuration.options.newerDatabase = .openAsItIs
      let lenient = SQLiteManager(configuration)
      #expect(try lenient.queryFirst("SELECT name FROM user_info")?["name"] == "Ada")
      #expect(lenient.report?.to == 3)
      #expect(lenient.report?.isCurrent == true)
      try lenient.close()
      #expect(try newer.open().isCurrent)
    }
  }

  @Test func `a database is not closed while it is in use`() throws {
    let database = ManagerSamples.manager(":memory:")
    try database.use { _ in
      #expect(throws: SQLiteError.self) { try database.close() }
    }
    try database.transaction { _ in
      #expect(throws: SQLiteError.self) { try database.close() }
    }
    #expect(database.isOpen)
    try database.close()
    #expect(!database.isOpen)
  }
}
