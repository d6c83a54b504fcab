import SQLScripts
import SQLScriptsDatabase
import Testing

/// Law 18: a table with views and triggers can be rebuilt, and these are usable afterwards.
@Suite struct RebuildTests {
  private static let start = InMemoryScript.default([
    "CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT, note TEXT)",
    "CREATE TABLE other (x)", "INSERT INTO p VALUES (1, 'a', 'n')",
  ])

  private static let view = "CREATE VIEW v AS SELECT id, note FROM p"
  private static let trigger =
    "CREATE TRIGGER g AFTER INSERT ON other BEGIN UPDATE p SET note = new.x; END"

  private static func rebuild(_ columns: String) -> [String] {
    [
      "CREATE TABLE p_new (\(columns))",
      "INSERT INTO p_new SELECT \(columns.replacing(" INTEGER PRIMARY KEY", with: "")) FROM p",
      "DROP TABLE p", "ALTER TABLE p_new RENAME TO p",
    ]
  }

  @Test(arguments: [
    [view], [trigger], [view, trigger], [view, "CREATE VIEW w AS SELECT * FROM v"],
  ])
  func `law 18: a rebuild of a table with views and triggers works, and they still work`(
    _ objects: [String]
  ) throws {
    try Sandbox.with { (box) throws in
      let statements = Self.rebuild("id INTEGER PRIMARY KEY, name, note")
      try box.migrate(
        Self.start, .update(2, objects), .update(3, statements),
        .update(4, ["INSERT INTO other VALUES ('z')"]))
      #expect(try box.value("PRAGMA integrity_check") == "ok")
      let names = try box.rows("SELECT name FROM sqlite_schema WHERE type IN ('view', 'trigger')")
      #expect(names.count == objects.count)
      if objects.contains(Self.view) { #expect(try box.rows("SELECT * FROM v").count == 1) }
      if objects.contains(Self.trigger) { #expect(try box.value("SELECT note FROM p") == "z") }
    }
  }

  @Test(arguments: [[view], [trigger], [view, trigger]])
  func `law 18: a view or trigger that loses its column fails the script before the commit`(
    _ objects: [String]
  )
    throws
  {
    for looksBefore in [false, true] {
      try Sandbox.with { (box) throws in
        try box.migrate(Self.start, .update(2, objects))
        if looksBefore { try box.run("CREATE VIEW old AS SELECT * FROM gone") }
        let before = try box.content()
        let failure = try box.failure(
          Self.start, .update(2, objects),
          .update(3, Self.rebuild("id INTEGER PRIMARY KEY, name")))
        guard case .brokenSchema(_, 3, let broken) = failure.reason else {
          Issue.record("\(failure)")
          return
        }
        #expect(broken.count == objects.count)
        #expect(failure.summary.contains("note"))
        #expect(try box.content() == before)
      }
    }
  }

  @Test func `law 18: a view that was already broken does not block a script`() throws {
    try Sandbox.with { (box) throws in
      try box.migrate(Self.start)
      try box.run("CREATE VIEW old AS SELECT * FROM gone", Self.view)
      let report = try box.migrate(
        Self.start, .update(2, Self.rebuild("id INTEGER PRIMARY KEY, name, note")), .update(3, []))
      #expect(report.to == 3)
      #expect(try box.rows("SELECT * FROM v") == [[1, "n"]])
    }
  }

  @Test(arguments: [0, 1], [true, false])
  func `laws 18 and 26: legacy_alter_table is restored`(_ before: Int64, _ fails: Bool)
    throws
  {
    try Sandbox.with { (box) throws in
      let connection = try box.open()
      try connection.execute("PRAGMA legacy_alter_table = \(before)")
      let scripts: [InMemoryScript] = [
        Self.start, .update(2, [Self.view]),
        .update(3, Self.rebuild("id INTEGER PRIMARY KEY, name, note")),
        .update(4, ["PRAGMA legacy_alter_table = ON", "PRAGMA analysis_limit = 99"]),
        .update(5, ["CREATE TABLE l AS SELECT * FROM pragma_legacy_alter_table"]),
        .update(6, ["PRAGMA legacy_alter_table = ON", fails ? "nonsense" : "SELECT 1"]),
      ]
      let migrator = Migrator(
        connection: connection.handle, scripts: ScriptBundle(scripts: scripts))
      #expect((try? migrator.migrate()) == nil ? fails : !fails)
      #expect(try connection.value("PRAGMA legacy_alter_table") == .integer(before))
      #expect(try connection.value("PRAGMA analysis_limit") == 0)
      // A script's own setting ends with the script.
      #expect(try connection.value("SELECT * FROM l") == 0)
    }
  }

  @Test func `law 18: a script that sets legacy_alter_table cannot hide what it breaks`() throws {
    try Sandbox.with { (box) throws in
      let failure = try box.failure(
        Self.start, .update(2, [Self.view]),
        .update(3, ["PRAGMA legacy_alter_table(1)", "ALTER TABLE p RENAME TO q"]))
      guard case .brokenSchema(_, 3, let broken) = failure.reason else {
        Issue.record("\(failure)")
        return
      }
      #expect(broken.keys.sorted() == ["v"])
      try box.expectIs(at: 2, of: [Self.start, .update(2, [Self.view])])
    }
  }
}
