import SQLScripts
import SQLScriptsFiles
import SQLScriptsTorture
import Testing

/// The allowed outcomes of a user's scripts, found by fault-free runs.
struct BundleSituationsTests {
  private struct Prepared {
    let scenarios: BundleScenarios
    var findings: [TortureCounts.Finding] = []
    let tried: Int

    func scenario(_ name: String) throws -> Scenario {
      try #require(scenarios.scenarios.first { $0.name == name })
    }
  }

  private func prepared(_ files: [String: String], seed: UInt64 = 1) throws -> Prepared {
    let folder = try Folder.temporary(in: ["/dev/shm", "/tmp"])
    defer { folder.remove() }
    let scripts = try folder.folder("scripts")
    for (name, text) in files { try scripts.write(name, Array(text.utf8)) }
    let library = ScriptLibrary(try ScriptBundle(directory: scripts.path))
    var findings: [TortureCounts.Finding] = []
    var counts = TortureCounts(seed: seed, seconds: nil) { findings.append($0) }
    let scenarios = try BundleScenarios(library, in: folder, &counts)
    return Prepared(scenarios: scenarios, findings: findings, tried: counts.tried)
  }

  private static let person = "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT);"

  @Test func `the cases start from a new database and every older version, in both journal modes`()
    throws
  {
    let prepared = try prepared([
      "sql_default.sql": Self.person, "sql_update_2.sql": "ALTER TABLE person ADD COLUMN age;",
      "sql_update_3.sql": "UPDATE person SET age = 1;",
    ])
    let all = prepared.scenarios
    #expect(all.starts == [nil, 1, 2] && all.otherCount == 0 && all.failing == [])
    #expect(
      all.scenarios.map(\.name) == [
        "from-2-delete", "from-2-wal", "new-delete", "new-wal", "from-1-delete", "from-1-wal",
      ])
    #expect(try prepared.scenario("new-wal").allowed.map(\.version) == [nil, 1, 2, 3])
    #expect(try prepared.scenario("from-1-delete").allowed.map(\.version) == [1, 2, 3])
    #expect(all.scenarios.allSatisfy { $0.end?.version == 3 })
    // With the sample rows, an update changes something.
    let latest = try prepared.scenario("from-2-delete").allowed
    #expect(latest[0].differences(from: latest[1]) == ["“age” of “person”", "the history"])
    #expect(all.unstable == [] && all.nonAtomicScripts == [] && prepared.findings == [])
    #expect(prepared.tried == 3)
  }

  @Test func `random values are not compared, not even single bits`() throws {
    let prepared = try prepared([
      "sql_default.sql": Self.person
        + "INSERT INTO person VALUES (1, abs(random()) % 2), (2, 'b');"
    ])
    #expect(prepared.scenarios.unstable == ["“name” of “person”"])
  }

  @Test func `a script outside a transaction can be interrupted after each of its statements`()
    throws
  {
    let prepared = try prepared([
      "sql_default.sql": Self.person,
      "sql_update_2.json": """
      {"transaction": false, "statements": [
        "CREATE TABLE IF NOT EXISTS a (b)", "CREATE INDEX IF NOT EXISTS c ON a (b)"]}
      """,
    ])
    #expect(prepared.scenarios.nonAtomicScripts == ["sql_update_2.json"])
    let allowed = try prepared.scenario("from-1-wal").allowed
    #expect(Set(allowed.map { "\($0.words)" }).count == 4)
    #expect(allowed.map(\.version) == [1, 1, 1, 2])
  }

  @Test func `law 12: scripts that succeed only in one run are reported`() throws {
    let prepared = try prepared([
      "sql_default.sql": Self.person,
      "sql_update_2.sql": "INSERT INTO person (name) VALUES ('c');",
      // A connection has a last_insert_rowid only after an INSERT.
      "sql_update_3.sql":
        "CREATE TABLE last (id CHECK (id > 0)); INSERT INTO last VALUES (last_insert_rowid());",
    ])
    #expect(prepared.findings.map(\.id) == ["stops:new", "stops:from-1"])
    #expect(
      prepared.findings.first?.violation
        == "after a stop between two scripts the next run fails: item 2 of sql_update_3.sql failed: "
        + "CHECK constraint failed: id > 0")
    #expect(prepared.scenarios.failing == [2])
  }

  @Test func `if there are many versions, some are sampled, always with the oldest and the latest`()
    throws
  {
    var files = ["sql_default.sql": Self.person]
    for number in 2...60 { files["sql_update_\(number).sql"] = "CREATE TABLE t\(number) (a);" }
    let prepared = try prepared(files)
    let scenarios = prepared.scenarios
    #expect(scenarios.starts.count == 25 && scenarios.otherCount == 59 - 24)
    #expect(scenarios.starts.prefix(2) == [nil, 1] && scenarios.starts.last == 59)
    // A database at version 1 gets eight scripts, and a new one all of them.
    #expect(try prepared.scenario("new-delete").end?.version == 60)
    #expect(try prepared.scenario("from-1-delete").end?.version == 9)
    #expect(try self.prepared(files, seed: 2).scenarios.starts != scenarios.starts)
  }

  @Test func `versions whose updates fail without faults are left to the rehearsal`() throws {
    let prepared = try prepared([
      "sql_default.sql": Self.person,
      "sql_update_2.sql":
        "CREATE TABLE one (a CHECK (a = 1)); INSERT INTO one SELECT id FROM person;",
    ])
    #expect(prepared.scenarios.starts == [nil] && prepared.scenarios.failing == [1])
  }
}
