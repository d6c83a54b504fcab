import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import TestSupport
import Testing

@testable import SQLScriptsValidation

/// A rehearsal succeeds where a migration succeeds, and stops where it stops.
@Suite struct RehearsalAgreementTests {
  private let temporary: TemporaryFolder

  init() throws {
    temporary = try TemporaryFolder()
  }

  private static let base = #"""
    ["CREATE TABLE owner (id INTEGER PRIMARY KEY, name TEXT)",
     "CREATE TABLE pet (id INTEGER PRIMARY KEY, owner INTEGER REFERENCES owner (id), n INTEGER)",
     "INSERT INTO owner (id, name) VALUES (1, 'Ann'), (2, 'Bob')",
     "INSERT INTO pet (id, owner, n) VALUES (1, 1, 1), (2, 2, 2)"]
    """#
  private static let orphaning = #""statements": ["DELETE FROM owner"]"#

  /// The settings, and the second script, whose database has rows.
  private static let bundles: [(settings: String, update: String)] = {
    let statements = [
      orphaning,
      #""statements": ["INSERT INTO pet (id, owner) VALUES (9, 99)"]"#,
      #""statements": ["PRAGMA foreign_keys = OFF", "DROP TABLE owner"]"#,
      #""statements": ["DROP TABLE owner"]"#,
      #""statements": ["CREATE TABLE o2 (id TEXT)", "DROP TABLE owner", "ALTER TABLE o2 RENAME TO owner"]"#,
      #""statements": ["ALTER TABLE pet ADD COLUMN vet INTEGER DEFAULT 7 REFERENCES owner (id)"]"#,
      #""statements": ["UPDATE pet SET n = 3", "SELEC 1"]"#,
      #""statements": [{"onlyIf": "SELECT count(*) > 1 FROM owner", "sql": "DELETE FROM owner"}]"#,
      #""statements": [{"onlyIf": "SELECT n = ? FROM pet", "sql": "DELETE FROM owner"}]"#,
      #""verify": ["SELECT * FROM pet WHERE owner NOT IN (SELECT id FROM owner)"], "# + orphaning,
      #""allowsRowLoss": ["owner", "pet"], "statements": ["DELETE FROM pet", "DELETE FROM owner"]"#,
      #""statements": ["UPDATE pet SET n = 4", "VACUUM"]"#,
    ]
    let keys = [
      "", #""foreignKeys": "unchecked", "#, #""transaction": false, "#,
      #""foreignKeys": "unchecked", "transaction": false, "#,
    ]
    let updates = keys.flatMap { key in statements.map { "{" + key + $0 + "}" } }
    let settings = [
      #"{"versionStore": "userVersion"}"#, #"{"minimumVersion": 2}"#,
      #"{"existingVersionMeans": "nextStep"}"#, #"{"outOfOrder": "apply"}"#,
    ]
    return updates.map { ("", $0) }
      + settings.flatMap { one in updates.prefix(14).map { (one, $0) } }
  }()

  @Test(arguments: bundles.indices)
  func `a rehearsal and a migration agree`(_ index: Int) throws {
    let (settings, update) = Self.bundles[index]
    try temporary.write(Self.base, to: "sql_default.json")
    if !settings.isEmpty { try temporary.write(settings, to: "sqlscripts.json") }
    // The updates of a new database, and those of an old one.
    let old = ScriptLibrary(try ScriptBundle(directory: temporary.path))
    try temporary.write(update, to: "sql_update_2.json")
    let library = ScriptLibrary(try ScriptBundle(directory: temporary.path))
    let databases = try VersionDatabases(library)
    var outcomes: [Int64?: String] = [:]
    var found: [Int64?: [String]] = [:]
    databases.rehearse(from: databases.starts) { from, result in
      outcomes[from] = Self.words(result.map(\.migration.report))
      if case .success(let rehearsal) = result {
        found[from] = rehearsal.problems.filter { $0.check == .foreignKeys }.map(\.words)
        let isClean = Self.orphans(rehearsal.migration.connection).isEmpty
        #expect(rehearsal.accepted.isEmpty == isClean, "\(settings) \(update)")
      }
    }
    for from in outcomes.keys {
      let connection = try Connection(
        path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
      if from != nil {
        try Migrator(connection: connection, library: old, options: MigrationOptions()).migrate()
        try SampleRows.fill(connection)
      }
      let rows = try Self.copy(of: connection)
      let migrated = Self.migrate(connection, library)
      #expect(outcomes[from] == migrated, "\(settings) \(update) from \(from ?? 0)")
      #expect(found[from] ?? [] == [], "\(settings) \(update)")
      let rehearsed = Self.words(
        Result { () throws(MigrationFailure) in
          try MigrationRehearsal(of: rows, named: "a copy", library: library).report
        })
      #expect(rehearsed == migrated, "\(settings) \(update) on a copy")
    }
  }

  private static func migrate(_ connection: Connection, _ library: ScriptLibrary) -> String {
    words(
      Result { () throws(MigrationFailure) in
        try Migrator(connection: connection, library: library, options: MigrationOptions())
          .migrate()
      })
  }

  /// Success, or the place and the reason.
  private static func words(_ result: Result<MigrationReport, MigrationFailure>) -> String {
    switch result {
    case .success(let report): "version \(report.to)"
    case .failure(let failure): "\(failure.reason)"
    }
  }

  private static func copy(of connection: Connection) throws(SQLiteError) -> Connection {
    let copy = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    try copy.copyAll(of: connection, busyTimeout: Milliseconds(0))
    return copy
  }

  private static func orphans(_ connection: Connection) -> [[SQLiteValue]] {
    (try? connection.rows("PRAGMA foreign_key_check")) ?? [[.null]]
  }
}
