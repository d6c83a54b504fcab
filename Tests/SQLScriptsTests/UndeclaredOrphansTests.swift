import SQLScripts
import TestSupport
import Testing

/// Law 17, edge cases: which orphans a script created, and which existed before.
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

  @Test func `law 17: an old orphan with a new foreign key does not fail the step`() throws {
    let report = try migrate(rebuild)
    #expect(report.to == 2)
    #expect(
      report.steps[1].notices == [
        "pet has a new foreign key, and 1 row already refers to rows of owner that do not exist:"
          + " row 11 (owner_id = 77)"
      ])
  }

  @Test func `law 17: a notice shows a few of the orphans of a new foreign key`() throws {
    let rows = (100..<120).map { "INSERT INTO pet VALUES (\($0), \($0 + 1000))" }
    let report = try TemporaryFolder.with { folder in
      let scripts = ScriptBundle(scripts: [.default(first + rows), .update(2, rebuild)])
      return try Migrator(path: folder + "/a.sqlite", scripts: scripts).migrate()
    }
    #expect(
      report.steps[1].notices == [
        "pet has a new foreign key, and 21 rows already refer to rows of owner that do not exist:"
          + " row 11 (owner_id = 77), row 100 (owner_id = 1100), row 101 (owner_id = 1101), and 18 more"
      ])
  }

  @Test func `law 17: an old orphan may be copied only into a column of the same name`()
    throws
  {
    let report = try migrate([
      "CREATE TABLE licence (pet INTEGER, owner_id INTEGER REFERENCES owner)",
      "INSERT INTO licence SELECT id, owner_id FROM pet",
    ])
    #expect(report.steps[1].notices.count == 1)
    try expectOrphans(
      [
        "CREATE TABLE licence (pet INTEGER, holder INTEGER REFERENCES owner)",
        "INSERT INTO licence SELECT id, owner_id FROM pet",
      ], count: 1)
    try expectOrphans(
      [
        "CREATE TABLE new_pet (id INTEGER PRIMARY KEY, owner_id INTEGER REFERENCES owner)",
        "INSERT INTO new_pet (owner_id, id) SELECT id, owner_id FROM pet", "DROP TABLE pet",
      ], count: 2)
  }

  @Test func `law 17: an orphan that the script creates fails the step`() throws {
    try expectOrphans(rebuild + ["INSERT INTO pet VALUES (12, 78)"], count: 1)
    try expectOrphans(rebuild + ["INSERT INTO pet VALUES (12, 77)"], count: 1)
    try expectOrphans(["INSERT INTO toy VALUES (21, 99)"], count: 1)
    try expectOrphans(["INSERT INTO toy SELECT id, owner_id + 100 FROM pet"], count: 2)
  }

  @Test func `law 17: a row that loses its parent fails the step, with or without old orphans`()
    throws
  {
    try expectOrphans(["DELETE FROM owner WHERE id = 2"], count: 1)
    try expectOrphans(["DELETE FROM owner WHERE id = 1"] + rebuild, count: 1)
    try expectOrphans(["DROP TABLE owner"], count: 1)
  }

  @Test func `law 17: a parent table that the script creates must contain the parents`() throws {
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

  @Test
  func
    `law 17: a foreign key that follows its renamed parent fails the step, with and without rows`()
    throws
  {
    for update in [[], ["DELETE FROM toy"], ["UPDATE toy SET owner_id = NULL"]] {
      let thrown = #expect(throws: MigrationFailure.self) {
        try migrate(update + rebuildOwner(where: "true"))
      }
      #expect(
        try #require(thrown).summary.hasSuffix(
          "leaves 1 foreign key that cannot be used: the foreign key of toy (owner_id) refers to"
            + " old_owner, which does not exist"))
    }
  }

  @Test func `law 17: a dropped parent table fails the step only if rows refer to it`() throws {
    try expectOrphans(["DROP TABLE owner"], count: 1)
    let report = try migrate(["DELETE FROM toy", "DROP TABLE owner"])
    #expect(
      report.steps[1].notices == [
        "toy (owner_id) refers to owner, which no longer exists: with foreign keys enforced, every"
          + " write to toy will fail"
      ])
  }

  @Test func `law 17: a script that turns foreign keys off gets a notice`() throws {
    let off = ["PRAGMA foreign_keys = OFF"]
    for update in [[], ["DELETE FROM toy"], ["UPDATE toy SET owner_id = NULL"]] {
      let report = try migrate(off + update + rebuildOwner(where: "true"))
      #expect(report.to == 2)
      #expect(
        report.steps[1].notices.last
          == "toy (owner_id) refers to old_owner, which no longer exists: with foreign keys enforced,"
          + " every write to toy will fail")
    }
    // The rows refer to the table that has the name now, or to nothing if there is none.
    try expectOrphans(off + rebuildOwner(where: "id = 1"), count: 1)
    try expectOrphans(off + ["DROP TABLE owner"], count: 1)
  }

  @Test func `law 17: a foreign key may refer to a table that never existed`() throws {
    let report = try migrate([
      "CREATE TABLE den (id INTEGER PRIMARY KEY, wood INTEGER REFERENCES wood)",
      "CREATE TABLE den2 (id INTEGER PRIMARY KEY, wood INTEGER REFERENCES wood)", "DROP TABLE den",
      "ALTER TABLE den2 RENAME TO den",
    ])
    #expect(report.to == 2)
  }
}
