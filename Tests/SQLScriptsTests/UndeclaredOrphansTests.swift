import SQLScripts
import Testing

/// Law 17, at its edge: which orphans a script has made, and which it has only met.
@Suite struct UndeclaredOrphansTests {
  private let first: [String] = [
    "CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner_id INTEGER)",
    "CREATE TABLE toy (id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owner)",
    "INSERT INTO owner VALUES (1, 'Ada'), (2, 'Bea')",
    "INSERT INTO pet VALUES (10, 1), (11, 77)",
    "INSERT INTO toy VALUES (20, 2)",
  ]

  private func migrate(_ update: [String]) throws -> MigrationReport {
    try TemporaryFolder.with { folder in
      let path = folder + "/a.sqlite"
      let scripts = ScriptBundle(scripts: [.default(first), .update(2, update)])
      return try Migrator(path: path, scripts: scripts).migrate()
    }
  }

  private func expectOrphans(
    _ update: [String], count: Int, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let thrown = #expect(throws: MigrationFailure.self, sourceLocation: sourceLocation) {
      try migrate(update)
    }
    let failure = try #require(thrown, sourceLocation: sourceLocation)
    guard case .foreignKeys(_, 2, _, count) = failure.reason else {
      Issue.record("\(failure)", sourceLocation: sourceLocation)
      return
    }
    #expect(failure.report.to == 1, sourceLocation: sourceLocation)
  }

  private let rebuild = [
    "CREATE TABLE new_pet (id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owner)",
    "INSERT INTO new_pet SELECT id, owner_id FROM pet",
    "DROP TABLE pet",
    "ALTER TABLE new_pet RENAME TO pet",
  ]

  @Test func `law 17: an old orphan whose foreign key is new does not fail the step`() throws {
    let report = try migrate(rebuild)
    #expect(report.to == 2)
    #expect(
      report.steps[1].notices == [
        "1 row of pet refers to a row of owner that is not there, and was not before:"
          + " the values are old, only the foreign key is new"
      ])
  }

  @Test func `law 17: an old orphan may be copied into a table that declares it`() throws {
    let report = try migrate([
      "CREATE TABLE licence (pet INTEGER, holder INTEGER REFERENCES owner)",
      "INSERT INTO licence SELECT id, owner_id FROM pet",
    ])
    #expect(report.to == 2)
    #expect(report.steps[1].notices.count == 1)
  }

  @Test func `law 17: an orphan that the script makes up fails the step`() throws {
    try expectOrphans(rebuild + ["INSERT INTO pet VALUES (12, 78)"], count: 1)
    try expectOrphans(rebuild + ["INSERT INTO pet VALUES (12, 77)"], count: 1)
    try expectOrphans(["INSERT INTO toy VALUES (21, 99)"], count: 1)
    try expectOrphans(["INSERT INTO toy SELECT id, owner_id + 100 FROM pet"], count: 2)
  }

  @Test func `law 17: a row that loses its parent fails the step, old orphans or not`() throws {
    try expectOrphans(["DELETE FROM owner WHERE id = 2"], count: 1)
    try expectOrphans(["DELETE FROM owner WHERE id = 1"] + rebuild, count: 1)
    try expectOrphans(["DROP TABLE owner"], count: 1)
  }

  @Test func `law 17: a parent table that the script makes must have the parents`() throws {
    try expectOrphans(
      [
        "CREATE TABLE keeper (id INTEGER PRIMARY KEY)", "INSERT INTO keeper VALUES (77)",
        "CREATE TABLE new_pet (id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES keeper)",
        "INSERT INTO new_pet SELECT id, owner_id FROM pet",
      ], count: 1)
  }

  private func rebuildOwner(where condition: String) -> [String] {
    [
      "ALTER TABLE owner RENAME TO old_owner",
      "CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
      "INSERT INTO owner SELECT id, name FROM old_owner WHERE \(condition)",
      "DROP TABLE old_owner",
    ]
  }

  @Test func `law 17: a reference that a rename took along is reported, and loses no row`() throws {
    let report = try migrate(rebuildOwner(where: "true"))
    #expect(report.to == 2)
    #expect(report.steps[1].notices.count == 1)
    #expect(report.steps[1].notices[0].contains("toy refers to old_owner, a table that is gone"))
  }

  @Test func `law 17: behind such a rename, a parent that is not carried over is missed`() throws {
    try expectOrphans(rebuildOwner(where: "id = 1"), count: 1)
  }
}
