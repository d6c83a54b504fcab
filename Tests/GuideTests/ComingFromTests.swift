import Foundation
import SQLScriptsFoundation
import TestSupport
import Testing

// The code of the pages about other migration systems: ComingFrom….md. Each test has a database as that system leaves it.

struct ComingFromTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("app.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Creates the database of another system.
  private func make(at path: String? = nil, _ statements: String...) throws {
    // It is attached to a database of ours, which has the version.
    let empty = ScriptBundle(scripts: [.default(["SELECT 1"])])
    let other = SQLiteManager(.init(path: folder.path("other.sqlite"), scripts: .scripts(empty)))
    try other.execute("ATTACH ? AS app", path ?? self.path)
    for sql in statements { try other.execute(sql) }
  }

  private func write(_ files: [String: String]) throws -> String {
    for (name, text) in files { try folder.write(text, to: name) }
    return folder.path
  }

  private func columns(_ database: SQLiteManager, _ table: String) throws -> [String] {
    try database.query("SELECT name FROM pragma_table_info(?)", table).decode(String.self)
  }

  // MARK: FMDBMigrationManager

  private func fmdb(_ versions: [Int], _ tables: String...) throws {
    try make("CREATE TABLE app.schema_migrations (version INTEGER UNIQUE NOT NULL)")
    for sql in tables { try make(sql) }
    for version in versions { try make("INSERT INTO app.schema_migrations VALUES (\(version))") }
  }

  @Test func `FMDBMigrationManager: files and databases are used as they are`() throws {
    let scripts = try write([
      "1_create tables.sql": "CREATE TABLE note (text TEXT);",
      "2_add color.sql": "ALTER TABLE note ADD COLUMN color TEXT;",
      "3_add done.sql": "ALTER TABLE note ADD COLUMN done INTEGER;",
    ])
    try fmdb([1, 2], "CREATE TABLE app.note (text TEXT, color TEXT)")

    var configuration = SQLiteManager.Configuration(path: path, scripts: .directory(scripts))
    configuration.options.adoption = .fmdbMigrationManager
    let database = SQLiteManager(configuration)
    try database.open()

    #expect(database.report?.adopted == 2 && database.report?.to == 3)
    #expect(try columns(database, "note") == ["text", "color", "done"])
    configuration.path = folder.path("new.sqlite")
    #expect(try SQLiteManager(configuration).open().steps.count == 3)
  }

  @Test func `FMDBMigrationManager: an app can keep its table`() throws {
    let scripts = try write([
      "1.sql": "CREATE TABLE note (text TEXT);",
      "2.sql": "ALTER TABLE note ADD COLUMN color TEXT;",
    ])
    try fmdb([1], "CREATE TABLE app.note (text TEXT)")

    var configuration = SQLiteManager.Configuration(path: path, scripts: .directory(scripts))
    configuration.options.versionStore = .schemaMigrations
    let database = SQLiteManager(configuration)
    try database.open()

    let versions = try database.query("SELECT version FROM schema_migrations ORDER BY version")
    #expect(try versions.decode(Int.self) == [1, 2])
  }

  @Test func `FMDBMigrationManager: a migration in code becomes a code step`() throws {
    let scripts = ScriptBundle(scripts: [
      .update(1, ["CREATE TABLE note (text TEXT)"]), .update(2, []),
    ])
    var configuration = SQLiteManager.Configuration(path: path, scripts: .scripts(scripts))
    try fmdb([1], "CREATE TABLE app.note (text TEXT)", "INSERT INTO app.note VALUES ('  Milk ')")
    configuration.options.adoption = .fmdbMigrationManager

    configuration.options.codeSteps = [
      CodeStep(version: 2, name: "trim-notes") { database in
        try database.execute("UPDATE note SET text = trim(text)")
      }
    ]

    let database = SQLiteManager(configuration)
    #expect(try database.queryFirst("SELECT text FROM note")?[0] == "Milk")
  }

  // MARK: YSqliteManager and its relatives

  @Test func `YSqliteManager: the stored number is the next step`() throws {
    let scripts = ScriptBundle(scripts: [
      .default(["CREATE TABLE user_info (name TEXT)"]),
      .update(2, ["ALTER TABLE user_info ADD COLUMN age INTEGER"]),
      .update(3, ["ALTER TABLE user_info ADD COLUMN sex INTEGER"]),
    ])
    try make(
      "CREATE TABLE app.db_version (db_version_num INTEGER)",
      "INSERT INTO app.db_version VALUES (3)",
      "CREATE TABLE app.user_info (name TEXT, age INTEGER)")
    var configuration = SQLiteManager.Configuration(path: path, scripts: .scripts(scripts))
    #expect(throws: MigrationFailure.self) { try SQLiteManager(configuration).open() }

    configuration.options.existingVersion = .nextStep

    let database = SQLiteManager(configuration)
    #expect(try columns(database, "user_info") == ["name", "age", "sex"])
    #expect(database.report?.adopted == 2)
  }

  @Test func `YSqliteManager: a database that lacks a column is refused until the app accepts it`()
    throws
  {
    let scripts = ScriptBundle(scripts: [
      .default(["CREATE TABLE user_info (name TEXT)"]),
      .update(2, ["ALTER TABLE user_info ADD COLUMN age INTEGER"]),
      .update(3, ["ALTER TABLE user_info ADD COLUMN sex INTEGER"]),
    ])
    try make(
      "CREATE TABLE app.db_version (db_version_num INTEGER)",
      "INSERT INTO app.db_version VALUES (3)", "CREATE TABLE app.user_info (name TEXT)")
    var configuration = SQLiteManager.Configuration(path: path, scripts: .scripts(scripts))
    configuration.options.existingVersion = .nextStep
    let failure = #expect(throws: MigrationFailure.self) {
      try SQLiteManager(configuration).open()
    }
    #expect(failure?.description.contains("age") == true, "\(String(describing: failure))")

    configuration.options.adoptsDifferentSchema = true

    let database = SQLiteManager(configuration)
    #expect(try columns(database, "user_info") == ["name", "sex"])
  }

  @Test func `an app version in a table of each account's database`() throws {
    let scripts = ScriptBundle(scripts: [
      .default(["CREATE TABLE user_info (name TEXT)"]),
      .update(2, ["ALTER TABLE user_info ADD COLUMN age INTEGER"]),
    ])
    try make(
      "CREATE TABLE app.tb_clientstage (id TEXT, tableno TEXT, version TEXT)",
      "INSERT INTO app.tb_clientstage VALUES ('1', '0', '1.4.2')",
      "CREATE TABLE app.user_info (name TEXT)")
    var configuration = SQLiteManager.Configuration(path: path, scripts: .scripts(scripts))

    configuration.options.adoption = .query(
      "SELECT version FROM tb_clientstage WHERE id = '1' AND tableno = '0'",
      ["1.0.0": 1, "1.5.0": 2])

    let database = SQLiteManager(configuration)
    #expect(try columns(database, "user_info") == ["name", "age"])
    #expect(database.report?.adopted == 1)
  }

  // MARK: A number in UserDefaults

  /// The scripts that the page shows.
  private func workingTimes() throws -> SQLiteManager.Configuration {
    let page = try PageTests.text("\(PageTests.catalog)/ComingFromUserDefaults.md")
    let files = page.matches(of: #/(?s)`SQLScripts\/(\S+)` is\s+```json\n(.*?)```/#)
    let scripts = try write(
      Dictionary(uniqueKeysWithValues: files.map { (String($0.1), String($0.2)) }))
    #expect(files.count == 2)
    return SQLiteManager.Configuration(path: path, scripts: .directory(scripts))
  }

  @Test func `UserDefaults: a missing number is version 0`() throws {
    // Registered defaults are not saved.
    for (round, stored) in [nil, 0, 1].enumerated() {
      if let stored { UserDefaults.standard.register(defaults: ["databaseSchemaVersion": stored]) }
      let memo = stored == 1 ? ", memo TEXT" : ""
      var configuration = try workingTimes()
      configuration.path = folder.path("\(round).sqlite")
      try make(
        at: configuration.path,
        "CREATE TABLE app.WorkingTimes (id INTEGER PRIMARY KEY, start INTEGER, end INTEGER\(memo))",
        "INSERT INTO app.WorkingTimes (start, end) VALUES (1, 2)")

      configuration.options.adoption = .number(in: "UserDefaults") {
        Int64(UserDefaults.standard.integer(forKey: "databaseSchemaVersion")) + 1
      }

      let database = SQLiteManager(configuration)
      #expect(try columns(database, "WorkingTimes") == ["id", "start", "end", "memo"])
      #expect(try database.query("SELECT * FROM WorkingTimes").count == 1)
      #expect(database.report?.adopted == Int64(stored ?? 0) + 1 && database.report?.to == 2)
    }
  }

  @Test func `UserDefaults: a new user needs no number`() throws {
    var configuration = try workingTimes()
    configuration.options.adoption = .number(in: "UserDefaults") { nil }
    let report = try SQLiteManager(configuration).open()
    #expect(report.isNewDatabase && report.adopted == nil && report.to == 2)
  }

  // MARK: PRAGMA user_version

  @Test func `user_version: the version moves to the table`() throws {
    let scripts = ScriptBundle(scripts: [
      .default(["CREATE TABLE note (text TEXT)"]),
      .update(2, ["ALTER TABLE note ADD COLUMN color TEXT"]),
    ])
    try make("CREATE TABLE app.note (text TEXT)", "PRAGMA app.user_version = 1")
    var configuration = SQLiteManager.Configuration(path: path, scripts: .scripts(scripts))

    configuration.options.adoption = .userVersion

    let database = SQLiteManager(configuration)
    #expect(try columns(database, "note") == ["text", "color"])
    #expect(try database.queryFirst("SELECT db_version_num FROM db_version")?[0] == 2)
    #expect(try database.queryFirst("PRAGMA user_version")?[0] == 1)
  }

  @Test func `user_version: an app can keep using it`() throws {
    let scripts = ScriptBundle(scripts: [
      .default(["CREATE TABLE note (text TEXT)"]),
      .update(2, ["ALTER TABLE note ADD COLUMN color TEXT"]),
    ])
    try make("CREATE TABLE app.note (text TEXT)", "PRAGMA app.user_version = 1")
    var configuration = SQLiteManager.Configuration(path: path, scripts: .scripts(scripts))

    configuration.options.versionStore = .userVersion

    let database = SQLiteManager(configuration)
    #expect(try columns(database, "note") == ["text", "color"])
    #expect(try database.queryFirst("PRAGMA user_version")?[0] == 2)
  }

  @Test func `user_version: a database of 0 is refused until the app says what 0 means`() throws {
    let scripts = ScriptBundle(scripts: [
      .default(["CREATE TABLE note (text TEXT)"]),
      .update(2, ["ALTER TABLE note ADD COLUMN color TEXT"]),
    ])
    try make("CREATE TABLE app.note (text TEXT)")
    var configuration = SQLiteManager.Configuration(path: path, scripts: .scripts(scripts))
    configuration.options.adoption = .userVersion
    #expect(throws: MigrationFailure.self) { try SQLiteManager(configuration).open() }

    configuration.options.adoption = .query("SELECT max(user_version, 1) FROM pragma_user_version")

    let database = SQLiteManager(configuration)
    #expect(try columns(database, "note") == ["text", "color"])
  }
}
