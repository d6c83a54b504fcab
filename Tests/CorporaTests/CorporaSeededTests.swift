import Foundation
import SQLScripts
import SQLScriptsDatabase
import TestSupport
import Testing

/// The histories with rows between their versions, in apps that enforce foreign keys: every row and
/// every value still exists at the end.
struct CorporaSeededTests {
  @Test(arguments: Corpus.seeded, ScriptForm.allCases)
  func `laws 17 and 26: a caller's connection that enforces foreign keys loses no row`(
    corpus: Corpus, form: ScriptForm
  ) throws {
    try TemporaryFolder.with { folder in
      let directory = try acceptedScripts(of: corpus, form, in: folder)
      let scripts = try ScriptBundle(directory: directory)
      for isStepwise in [true, false] {
        let connection = try Connection(
          path: "\(folder)/\(isStepwise).sqlite", mode: .create, busyTimeout: Milliseconds(0))
        try connection.execute("PRAGMA foreign_keys = ON")
        let migrator = Migrator(connection: connection.handle, scripts: scripts)
        for version in isStepwise ? Array(1...corpus.latest) : [corpus.latest] {
          #expect(try migrator.migrate(to: version).to == version)
          #expect(try connection.value("PRAGMA foreign_keys") == 1)
        }
        #expect(try migrator.migrate().isCurrent)
        try expectRows(of: corpus, in: Database(connection))
      }
      print(
        "replayed \(corpus.name) as \(form.rawValue): \(corpus.latest) scripts, all rows there")
    }
  }

  @Test(arguments: Corpus.seeded, ScriptForm.allCases)
  func `law 17: the manager and the command lose no row`(
    corpus: Corpus, form: ScriptForm
  ) throws {
    try TemporaryFolder.with { folder in
      let directory = try acceptedScripts(of: corpus, form, in: folder)
      let path = folder + "/a.sqlite"
      // First half of the updates, because the app has used the database in between.
      let half = Migrator(path: path, scripts: try ScriptBundle(directory: directory))
      try half.migrate(to: corpus.latest / 2)

      let configuration = SQLiteManager.Configuration(path: path, scripts: .directory(directory))
      #expect(configuration.enforcesForeignKeys)
      let manager = SQLiteManager(configuration)
      let report = try manager.open()
      #expect(report.from == corpus.latest / 2 && report.to == corpus.latest)
      try manager.use { database in
        #expect(try database.query("PRAGMA foreign_keys")[0][0] == 1)
        try expectRows(of: corpus, in: Database(database.connection))
      }
      try manager.close()
      #expect(try manager.open().isCurrent)

      let migrated = folder + "/command.sqlite"
      let result = try CommandLineTool().migrate(migrated, scripts: directory)
      #expect(result.status == 0, "\(result.text)")
      try expectRows(of: corpus, in: Database(migrated))
    }
  }

  /// The only script of a history that leaves orphans, with foreign keys turned off.
  private static let orphaning: [String: Int64] = ["seeded/authelia": 7, "seeded/gitness": 46]

  /// The scripts, with the setting that accepts all of them.
  private func acceptedScripts(
    of corpus: Corpus, _ form: ScriptForm, in folder: String
  ) throws -> String {
    let original = try form.scripts(of: corpus, in: folder)
    guard let version = Self.orphaning[corpus.name] else { return original }
    let migrator = Migrator(
      path: folder + "/refused.sqlite", scripts: try ScriptBundle(directory: original))
    let failure = try #require(
      #expect(throws: MigrationFailure.self) { try migrator.migrate() })
    #expect(failure.report.to == version - 1)
    #expect("\(failure)".contains(#""foreignKeys": "unchecked""#))
    return try form.scripts(of: corpus, in: folder + "/accepted", unchecked: version)
  }

  private func expectRows(of corpus: Corpus, in database: Database) throws {
    let expected = corpus.expected
    #expect(try database.schemaHash() == expected.schema)
    #expect(try database.integrity() == expected.integrity)
    #expect(try database.foreignKeyViolations() == expected.foreignKeyViolations)
    let tables = try #require(expected.tables)
    #expect(try database.tables() == Set(tables.keys))
    for (name, table) in tables {
      #expect(try database.rowCount(name) == table.rows, "\(name)")
      // Values from a clock or random values differ between two runs.
      for (column, hash) in table.cols ?? [:] where hash != "unstable" {
        #expect(try database.columnHash(column, of: name) == hash, "\(name).\(column)")
      }
    }
  }
}
