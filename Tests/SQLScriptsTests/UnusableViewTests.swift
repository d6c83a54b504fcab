import SQLScriptsDatabase
import Testing

@testable import SQLScripts

/// Law 18: the cost of checking views and triggers depends only on what a script changed.
@Suite struct UnusableViewTests {
  private static let start = InMemoryScript.default(
    (0..<6).map { "CREATE TABLE t\($0) (id INTEGER PRIMARY KEY, n)" } + [
      "CREATE VIEW v0 AS SELECT app_title(n) AS title FROM t0",
      "CREATE VIEW v1 AS SELECT n FROM t1", "CREATE VIEW v2 AS SELECT n FROM V1",
      "CREATE VIEW gone AS SELECT n FROM nowhere",
      "CREATE VIEW both AS SELECT gone.n FROM gone, t1",
      "CREATE TRIGGER g AFTER INSERT ON t3 BEGIN SELECT 1; UPDATE \"T1\" SET n = 1; END",
    ])

  private static func rebuild(_ table: String) -> [String] {
    [
      "CREATE TABLE new (id INTEGER PRIMARY KEY, n, m)",
      "INSERT INTO new (id, n) SELECT id, n FROM \(table)",
      "DROP TABLE \(table)", "ALTER TABLE new RENAME TO \(table)",
    ]
  }

  @Test func `law 18: only views and triggers that mention a changed name are checked`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(Self.start)
      let connection = try box.open()
      let all = try SchemaHealth.broken(connection)
      #expect(Set(all.keys) == ["v0", "gone", "both"])
      #expect(try SchemaHealth.naming(["t5"], connection).seen == [])
      #expect(try SchemaHealth.naming(["t0"], connection).seen == ["v0"])
      let found = try SchemaHealth.naming(["t1"], connection)
      #expect(found.seen == ["v1", "v2", "both", "g"])
      #expect(Set(found.broken.keys) == ["both"])
    }
  }

  @Test func `law 18: a trigger with the name of an unusable view does not hide it`() throws {
    try Sandbox.with { (box) throws in
      let start = InMemoryScript.default([
        "CREATE TABLE a (x)", "CREATE TABLE b (x)", "CREATE VIEW v AS SELECT x FROM a",
        "CREATE TRIGGER v AFTER INSERT ON b BEGIN SELECT 1; END",
      ])
      try box.migrate(start)
      let rebuild = InMemoryScript.update(
        2, ["CREATE TABLE new (y)", "DROP TABLE a", "ALTER TABLE new RENAME TO a"])
      let failure = try box.failure(start, rebuild)
      guard case .brokenSchema(_, 2, let objects) = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(objects.keys.sorted() == ["v"])
    }
  }

  @Test func `laws 18 and 31: a script runs again at most once, and other scripts do not`() throws {
    try Sandbox.with { (box) throws in
      let listener = Listener()
      var scripts = [Self.start]
      for version in 2...9 {
        // Every second one is a rebuild of the table that an unusable view names.
        let table = version % 2 == 0 ? "t1" : "t0"
        scripts.append(
          .update(
            Int64(version),
            version < 7 ? Self.rebuild(table) : ["ALTER TABLE t5 ADD COLUMN c\(version)"]))
      }
      let report = try box.migrator(ScriptBundle(scripts: scripts)) { $0.observer = listener }
        .migrate()
      #expect(report.to == 9)
      #expect(listener.repetitions <= 3)
      #expect(try Set(SchemaHealth.broken(try box.open()).keys) == ["v0", "gone", "both"])
    }
  }

  @Test
  func `law 18: a table that is renamed, replaced and dropped must not lose its triggers`()
    throws
  {
    try Sandbox.with { (box) throws in
      let start = InMemoryScript.default([
        "CREATE TABLE users (id INTEGER PRIMARY KEY, n)", "CREATE TABLE log (n)",
        "CREATE VIEW names AS SELECT n FROM users",
      ])
      let failure = try box.failure(
        start,
        .update(
          2,
          [
            "ALTER TABLE users RENAME TO users_old",
            "CREATE TABLE users (id INTEGER PRIMARY KEY, n)",
            "INSERT INTO users SELECT * FROM users_old", "DROP TABLE users_old",
          ]))
      guard case .brokenSchema(_, _, let objects) = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(Set(objects.keys) == ["names"])
      try box.expectIs(at: 1, of: [start])
    }
  }
}
