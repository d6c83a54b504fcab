import GRDB
import SQLScripts
import TestSupport
import Testing

/// Law 20 with a database that GRDB itself has created.
@Suite struct GRDBAdoptionTests {
  private let scripts = ScriptBundle(scripts: [
    .default(["CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"]),
    .update(2, ["ALTER TABLE player ADD COLUMN score INTEGER"]),
    .update(3, ["CREATE TABLE team (id INTEGER PRIMARY KEY)"]),
  ])

  private let versions: [String: Int64] = ["createPlayer": 1, "addScore": 2, "createTeam": 3]

  private var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("createPlayer") { db in
      try db.execute(sql: "CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
      try db.execute(sql: "INSERT INTO player (name) VALUES ('鈴木')")
    }
    migrator.registerMigration("addScore") { db in
      try db.execute(sql: "ALTER TABLE player ADD COLUMN score INTEGER")
    }
    return migrator
  }

  private func withDatabase(_ body: (String) throws -> Void) throws {
    try TemporaryFolder.with { try body($0 + "/a.sqlite") }
  }

  @Test func `law 20: a database of GRDB is adopted and migrated`() throws {
    try withDatabase { path in
      try migrator.migrate(try DatabaseQueue(path: path))
      let own = Migrator(path: path, scripts: scripts)
      #expect(try own.adopt(.grdb(versions)).adopted == 2)
      #expect(try own.adopt(.grdb(versions)).isCurrent)
      #expect(try own.migrate().steps.map(\.version) == [3])
      let queue = try DatabaseQueue(path: path)
      let names = try queue.read { try String.fetchAll($0, sql: "SELECT name FROM player") }
      #expect(names == ["鈴木"])
      // GRDB finds its own table unchanged.
      #expect(try queue.read { try migrator.hasCompletedMigrations($0) })
    }
  }

  @Test func `law 20: the migrations that GRDB applied determine the version`() throws {
    try withDatabase { path in
      try migrator.migrate(try DatabaseQueue(path: path), upTo: "createPlayer")
      var options = MigrationOptions()
      options.adoption = .grdb(versions)
      let report = try Migrator(path: path, scripts: scripts, options: options).migrate()
      #expect(report.adopted == 1 && report.steps.map(\.version) == [2, 3])
    }
  }

  @Test func `law 20: a migration that is not in the map is refused`() throws {
    try withDatabase { path in
      var more = migrator
      more.registerMigration("other") { _ in }
      try more.migrate(try DatabaseQueue(path: path))
      let failure = try #require(
        #expect(throws: MigrationFailure.self) {
          try Migrator(path: path, scripts: scripts).adopt(.grdb(versions))
        })
      guard case .refused(.notAdoptable(let problem)) = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(problem == .unknownMigrations(["other"]))
    }
  }
}
