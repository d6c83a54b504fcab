import Foundation
import SQLScripts
import SQLScriptsDatabase
import SQLScriptsFiles
import SQLScriptsValidation
import TestSupport
import Testing

@testable import SQLScriptsAuthoring

/// Every key has an effect. A new key needs a case here, and the test fails if nothing depends on its value.
struct KeyEffectTests {
  /// The same scripts with and without a key.
  struct Effect {
    /// The operation that shows the difference.
    enum Place { case migration, validation, conversion }

    var place = Place.migration
    /// Scripts and settings by file name.
    var with: [String: String]
    var without: [String: String]
    /// Scripts that migrate the database first.
    var before: [String: String] = [:]
    /// Statements that the database runs first.
    var prepared: [String] = []
  }

  private static func script(
    _ keys: String = "", _ statements: String = "", name: String = "sql_default.json",
    in place: Effect.Place = .migration, with key: String,
    besides files: [String: String] = [:]
  ) -> Effect {
    let text = { (key: String) in "{ \(key) \"statements\": [ \(statements) ] }" }
    let both = { (text: String) in files.merging([name: text]) { _, new in new } }
    return Effect(place: place, with: both(text(key + ",")), without: both(text("")))
  }

  private static let table = "\"CREATE TABLE a (b INTEGER NOT NULL)\""

  private static func effect(of key: ScriptKey) -> Effect {
    let first = ["sql_default.json": "[ \(table) ]"]
    return switch key {
    case .statements:
      Effect(
        with: ["sql_default.json": "{ \"statements\": [ \(table) ] }"],
        without: ["sql_default.json": "{ \"statements\": [] }"])
    case .version: script("", table, with: "\"version\": 7")
    case .description: script("", table, in: .conversion, with: "\"description\": \"why\"")
    case .transaction: script("", "\"VACUUM\"", in: .validation, with: "\"transaction\": false")
    case .foreignKeys:
      script(
        "",
        "\"CREATE TABLE p (id INTEGER PRIMARY KEY, up REFERENCES p)\", "
          + "\"INSERT INTO p VALUES (1, 2)\"", with: "\"foreignKeys\": \"unchecked\"")
    case .allowsRowLoss:
      script(
        "", "\"DROP TABLE a\"", name: "sql_update_2.json", in: .validation,
        with: "\"allowsRowLoss\": [ \"a\" ]", besides: first)
    case .require: script("", table, with: "\"require\": [ \"SELECT 1\" ]")
    case .verify: script("", table, with: "\"verify\": [ \"SELECT 1\" ]")
    }
  }

  private static func effect(of key: StatementKey) -> Effect {
    let item = { (key: String, sql: String) in
      ["sql_default.json": "[ \(table), { \(key) \(sql) } ]"]
    }
    let insert = "\"sql\": \"INSERT INTO a VALUES (1)\""
    return switch key {
    case .sql: Effect(with: item("", insert), without: item("", "\"note\": \"n\""))
    case .note:
      Effect(
        place: .conversion, with: item("\"note\": \"n\",", insert), without: item("", insert))
    case .onlyIf: Effect(with: item("\"onlyIf\": \"SELECT 0\",", insert), without: item("", insert))
    case .ignore:
      Effect(
        place: .validation,
        with: item("\"ignore\": { \"insert-without-columns\": \"short\" },", insert),
        without: item("", insert))
    }
  }

  private static func effect(of key: SettingsKey) -> Effect {
    let scripts = [
      "sql_default.json": "[ \(table), \"INSERT INTO a (b) VALUES (1)\" ]",
      "sql_update_2.json": "[ \"UPDATE a SET b = 2\" ]",
    ]
    let times = { (numbers: [Int]) in
      Dictionary(
        uniqueKeysWithValues: numbers.map {
          ("sql_update_20260101000\($0).json", "[ \"CREATE TABLE t\($0) (x)\" ]")
        }
      ).merging(["sql_default.json": "{ \"version\": 20260101000100, \"statements\": [] }"]) {
        _, new in new
      }
    }
    func setting(
      _ setting: String, _ scripts: [String: String], in place: Effect.Place = .migration,
      before: [String: String] = [:], prepared: [String] = []
    ) -> Effect {
      Effect(
        place: place,
        with: scripts.merging([BundleSettings.fileName: "{ \(setting) }"]) { _, new in new },
        without: scripts, before: before, prepared: prepared)
    }
    return switch key {
    case .numbering:
      setting(
        "\"numbering\": \"timestamp\"",
        ["sql_update_1.json": "[]", "sql_update_5.json": "[ \(table) ]"], in: .validation)
    case .minimumVersion:
      setting(
        "\"minimumVersion\": 2",
        ["sql_default.json": "{ \"version\": 2, \"statements\": [ \(table) ] }"].merging(
          ["sql_update_2.json": "[]", "sql_update_3.json": "[]"]) { _, new in new },
        before: ["sql_default.json": "[ \(table) ]"])
    case .outOfOrder:
      setting(
        "\"outOfOrder\": \"apply\"", times([101, 105, 109]), before: times([101, 109]))
    case .targets:
      setting(
        "\"targets\": { \"sqlite\": \"3.20\" }",
        [
          "sql_default.json": "[ \(table) ]",
          "sql_update_2.json": "[ \"ALTER TABLE a RENAME COLUMN b TO c\" ]",
        ], in: .validation)
    case .rules:
      setting(
        "\"rules\": { \"drop-table\": \"off\", \"rows-lost\": \"off\" }",
        ["sql_default.json": "[ \(table) ]", "sql_update_2.json": "[ \"DROP TABLE a\" ]"],
        in: .validation)
    case .sampleData:
      setting(
        "\"sampleData\": \"rows.sql\"",
        scripts.merging([
          "sql_update_2.json":
            "[ \"INSERT INTO a (b) SELECT NULL WHERE EXISTS (SELECT 1 FROM a WHERE b = 77)\" ]",
          "rows.sql": "INSERT INTO a (b) VALUES (77);",
        ]) { _, new in new }, in: .validation)
    case .existingVersionMeans:
      setting(
        "\"existingVersionMeans\": \"installed\"", scripts,
        prepared: [
          "CREATE TABLE a (b INTEGER NOT NULL)", "CREATE TABLE db_version (db_version_num INTEGER)",
          "INSERT INTO db_version VALUES (1)",
        ])
    case .functions:
      setting(
        "\"functions\": { \"twice(x)\": \"2 * x\" }",
        ["sql_default.json": "[ \(table), \"INSERT INTO a (b) VALUES (twice(2))\" ]"],
        in: .validation)
    case .collations:
      setting(
        "\"collations\": { \"by_length\": \"BINARY\" }",
        ["sql_default.json": "[ \"CREATE TABLE a (b TEXT COLLATE by_length)\" ]"],
        in: .validation)
    case .versionStore: setting("\"versionStore\": \"userVersion\"", scripts)
    }
  }

  @Test(arguments: ScriptKey.allCases)
  func `every key of a script has an effect`(key: ScriptKey) throws {
    try hold(Self.effect(of: key), key.countsInChecksum)
  }

  @Test(arguments: StatementKey.allCases)
  func `every key of a statement has an effect`(key: StatementKey) throws {
    try hold(Self.effect(of: key), key.countsInChecksum)
  }

  @Test(arguments: SettingsKey.allCases)
  func `every setting has an effect`(key: SettingsKey) throws {
    try hold(Self.effect(of: key), nil)
  }

  /// - Parameter isInChecksum: whether the checksum of a script must differ, too; nil for settings.
  private func hold(_ effect: Effect, _ isInChecksum: Bool?) throws {
    let with = try outcome(of: effect.with, effect)
    let without = try outcome(of: effect.without, effect)
    #expect(with.seen != without.seen, "\(with.seen)")
    if let isInChecksum { #expect((with.checksums != without.checksums) == isInChecksum) }
  }

  private func outcome(
    of files: [String: String], _ effect: Effect
  ) throws -> (seen: [String], checksums: [String]) {
    let temporary = try TemporaryFolder()
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    let bundle = try write(files, to: folder + "/scripts")
    let scripts = try bundle.scripts.compactMap { try bundle.read($0).script }
    let checksums = scripts.map { "\(Checksum(of: $0))" }
    switch effect.place {
    case .conversion: return (scripts.map { ScriptContent($0).text(.json) }, checksums)
    case .validation:
      let validation = Validator(ScriptLibrary(bundle)).validate()
      return (validation.diagnostics.map { "\($0.id): \($0.message)" }, checksums)
    case .migration: break
    }
    let path = folder + "/database.sqlite"
    for sql in effect.prepared { try connection(path).execute(sql) }
    if !effect.before.isEmpty {
      _ = try Migrator(path: path, scripts: try write(effect.before, to: folder + "/before"))
        .migrate()
    }
    var seen: [String] = []
    do throws(MigrationFailure) {
      seen.append("version \(try Migrator(path: path, scripts: bundle).migrate().to)")
    } catch {
      seen.append(error.summary)
    }
    let database = try connection(path)
    seen += try database.rows("SELECT name FROM sqlite_schema ORDER BY 1").map { "\($0)" }
    if database.hasTable("a") { seen += try database.rows("SELECT * FROM a").map { "\($0)" } }
    return (seen, checksums)
  }

  private func connection(_ path: String) throws -> Connection {
    try Connection(path: path, mode: .create, busyTimeout: Milliseconds(0))
  }

  private func write(_ files: [String: String], to folder: String) throws -> ScriptBundle {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    for (name, text) in files {
      try text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
    }
    return try ScriptBundle(directory: folder)
  }
}

extension ScriptKey {
  /// Whether `Checksum` includes its value.
  fileprivate var countsInChecksum: Bool {
    switch self {
    case .statements, .transaction, .foreignKeys, .require, .verify: true
    case .version, .description, .allowsRowLoss: false
    }
  }
}

extension StatementKey {
  /// Whether `Checksum` includes its value.
  fileprivate var countsInChecksum: Bool {
    switch self {
    case .sql, .onlyIf: true
    case .note, .ignore: false
    }
  }
}
