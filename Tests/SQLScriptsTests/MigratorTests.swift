import SQLScripts
import Testing

@Suite struct MigratorTests {
  private let scripts = ScriptBundle(scripts: [
    .default(["CREATE TABLE user_info (id INTEGER PRIMARY KEY, name TEXT)"]),
    .update(2, ["ALTER TABLE user_info ADD COLUMN age INTEGER"]),
    .update(3, ["INSERT INTO user_info (name, age) VALUES ('Ada', 36)", "SELECT 1"]),
  ])

  @Test func `a new database gets the default script and every update`() throws {
    try TemporaryFolder.with { folder in
      let migrator = Migrator(path: folder + "/a.sqlite", scripts: scripts)
      #expect(try migrator.status().condition == .new)
      let report = try migrator.migrate()
      #expect(report.to == 3)
      #expect(report.from == nil)
      #expect(
        report.steps.map(\.script) == [
          "sql_default.json", "sql_update_2.json", "sql_update_3.json",
        ])
      #expect(try migrator.status().condition == .current)
      #expect(try migrator.migrate().isCurrent)
      #expect(try migrator.history().map(\.version) == [1, 2, 3])
    }
  }

  @Test func `law 14: a failing statement is rolled back, those before stay`() throws {
    try TemporaryFolder.with { folder in
      let broken = ScriptBundle(scripts: [
        .default(["CREATE TABLE a (x)"]), .update(2, ["CREATE TABLE b (x)"]),
        .update(3, ["CREATE TABLE c (x)", "INSERT INTO nowhere VALUES (1)"]),
      ])
      let migrator = Migrator(path: folder + "/a.sqlite", scripts: broken)
      let failure = #expect(throws: MigrationFailure.self) { try migrator.migrate() }
      print(try #require(failure).description)
      #expect(try migrator.status().installed == 2)
    }
  }
}
