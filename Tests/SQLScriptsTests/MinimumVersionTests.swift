import SQLScripts
import Testing

/// A new database passes versions below `minimumVersion` if their scripts still exist (laws 5 and 10).
@Suite struct MinimumVersionTests {
  private static let vacuum = InMemoryScript.file(
    named: "sql_update_2.sql", text: "-- transaction: false\nVACUUM;")
  private static let insert = InMemoryScript.update(2, ["INSERT INTO t VALUES (2)"])

  private func bundle(_ scripts: InMemoryScript...) -> ScriptBundle {
    ScriptBundle(
      scripts: [.default(["CREATE TABLE t (x)"])] + scripts,
      settings: Array(#"{ "minimumVersion": 3 }"#.utf8))
  }

  @Test(arguments: [insert, vacuum])
  func `minimumVersion does not stop a new database halfway`(_ second: InMemoryScript) throws {
    try Sandbox.with { (box) throws in
      let scripts = bundle(second, .update(3, ["INSERT INTO t VALUES (3)"]), .update(4, []))
      let report = try box.migrator(scripts) { $0.groupCommit = .zero }.migrate()
      #expect(report.isNewDatabase)
      #expect(report.steps.map(\.version) == [1, 2, 3, 4])
    }
  }

  @Test func `a failing script does not leave a version that the next run refuses`() throws {
    try Sandbox.with { (box) throws in
      #expect(throws: MigrationFailure.self) {
        try box.migrator(bundle(Self.insert, .update(3, ["nonsense"]))).migrate()
      }
      #expect(try box.rows("SELECT * FROM sqlite_schema") == [])
      #expect(try box.migrator(bundle(Self.insert, .update(3, []))).migrate().to == 3)
    }
  }

  @Test func `a failing script outside a transaction leaves a database that can continue`() throws {
    try Sandbox.with { (box) throws in
      let broken = InMemoryScript.file(
        named: "sql_update_2.sql", text: "-- transaction: false\nVACUUM;\nnonsense;")
      for _ in 0..<2 {
        #expect(throws: MigrationFailure.self) {
          try box.migrator(bundle(broken, .update(3, []))).migrate()
        }
        #expect(try box.value("SELECT db_version_num FROM db_version") == 1)
      }
      let scripts = bundle(Self.vacuum, .update(3, []), .update(4, []))
      #expect(try box.migrator(scripts).status().pending == [2, 3, 4])
      #expect(try box.migrator(scripts).migrate().to == 4)
      let later = ScriptBundle(
        scripts: [.default([], version: 5), .update(5, [])],
        settings: Array(#"{ "minimumVersion": 5 }"#.utf8))
      let failure = #expect(throws: MigrationFailure.self) { try box.migrator(later).migrate() }
      #expect(failure?.refusal == .belowMinimum(installed: 4, minimum: 5))
    }
  }

  @Test func `law 10: a database below minimumVersion is refused`() throws {
    try Sandbox.with { (box) throws in
      let scripts = bundle(Self.insert, .update(3, []))
      try box.migrator(scripts).migrate(to: 2)
      let failure = #expect(throws: MigrationFailure.self) { try box.migrator(scripts).migrate() }
      #expect(failure?.refusal == .belowMinimum(installed: 2, minimum: 3))
    }
  }
}
