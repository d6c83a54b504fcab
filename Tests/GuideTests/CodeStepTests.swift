import SQLScriptsFoundation
import TestSupport
import Testing

// The code of CodeSteps.md.

struct CodeStepTests {
  private static let scripts = ScriptBundle(scripts: [
    .default(["CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"]),
    .update(2, ["ALTER TABLE person ADD COLUMN family_name TEXT"]),
    .update(3, []),
  ])

  private let folder: TemporaryFolder
  private let configured: SQLiteManager.Configuration

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.path("people.sqlite")
    var configuration = SQLiteManager.Configuration(path: path, scripts: .scripts(Self.scripts))

    configuration.options.codeSteps = [
      CodeStep(version: 2, name: "split-names") { database in
        for row in try database.query("SELECT id, name FROM person") {
          let words = try (row["name"].string ?? "").split(separator: " ")
          guard words.count > 1, let last = words.last else { continue }
          try database.execute(
            "UPDATE person SET name = ?, family_name = ? WHERE id = ?",
            words.dropLast().joined(separator: " "), String(last), row["id"])
        }
      }
    ]

    configuration.onNewDatabase = { database in
      try database.execute("INSERT INTO person (name) VALUES (?)", "Guest")
    }

    configuration.onOpen = { database in
      try database.execute("CREATE TEMP TABLE IF NOT EXISTS recent (person INTEGER)")
    }

    configured = configuration
  }

  private func names(_ database: SQLiteManager) throws -> [[SQLiteValue]] {
    try database.query("SELECT name, family_name FROM person").map(\.values)
  }

  @Test func `a new database runs the hooks, but no code step`() throws {
    let database = SQLiteManager(configured)
    #expect(try names(database) == [["Guest", nil]])
    #expect(try database.query("SELECT * FROM recent").isEmpty)
    // sql_default creates version 1, so the updates and their code run, too.
    #expect(database.report?.steps.count == 3)
  }

  @Test func `an existing database runs the code step once`() throws {
    let old = Migrator(path: configured.path, scripts: Self.scripts)
    try old.migrate(to: 1)
    try SQLiteManager(configured).close()
    let rows = ScriptBundle(scripts: [.default(["CREATE TABLE person (id, name)"])])
    try SQLiteManager(.init(path: configured.path, scripts: .scripts(rows)))
      .execute("INSERT INTO person (name) VALUES ('Ada King Lovelace')")
    let database = SQLiteManager(configured)
    #expect(try names(database) == [["Ada King", "Lovelace"]])
    try database.close()
    #expect(try database.open().isCurrent)
    #expect(try names(database) == [["Ada King", "Lovelace"]])
  }

  @Test func `a code step without a script is refused`() throws {
    var configuration = configured
    configuration.options.codeSteps.append(CodeStep(version: 4, name: "later") { _ in })
    let failure = #expect(throws: MigrationFailure.self) {
      try SQLiteManager(configuration).open()
    }
    guard case .refused(.codeWithoutScript(name: "later", version: 4))? = failure?.reason else {
      return #expect(Bool(false), "\(String(describing: failure))")
    }
  }
}
