import SQLScripts
import SQLScriptsDatabase
import SQLScriptsSQL
import SQLScriptsScratch
import SQLScriptsTorture

/// Law 30: random scripts on a connection with an attached database and TEMP objects of the app, whose names are or
/// could be those of objects in main. A plain connection runs the same scripts for comparison.
struct Schemas: DrawnPart {
  enum Mistake: String, CaseIterable {
    case changesMain, changesTheAttached, changesTheTemporary, leavesTemporary, loosesTemporary
  }

  static let name = "schemas"
  static let most = 5000

  var story: [String] = []
  private let folder: Folder

  private static let start = InMemoryScript.default([
    "CREATE TABLE p (id INTEGER PRIMARY KEY, n)", "INSERT INTO p VALUES (1, 'main'), (2, 'main')",
    "CREATE TABLE q (x)", "CREATE INDEX qi ON q (x)", "CREATE VIEW v AS SELECT n FROM p",
    "CREATE TRIGGER g AFTER INSERT ON q BEGIN UPDATE p SET n = new.x WHERE id = 2; END",
  ])

  /// Objects of the app outside the main database, of which some are drawn.
  private static let others = [
    "CREATE TABLE aux.p (id INTEGER PRIMARY KEY, n)", "CREATE TABLE aux.c (x)",
    "INSERT INTO aux.c VALUES (7)", "CREATE INDEX aux.ci ON c (x)", "CREATE VIEW aux.w AS SELECT 1",
    "CREATE TABLE aux.r (x)", "CREATE TRIGGER aux.h AFTER DELETE ON c BEGIN SELECT 1; END",
    "CREATE TEMP TABLE p (id, n)", "CREATE TEMP TABLE c (x)", "INSERT INTO temp.c VALUES (9)",
    "CREATE TEMP TABLE s (x)", "CREATE INDEX temp.si ON s (x)",
    "CREATE TEMP VIEW w AS SELECT * FROM main.p", "CREATE TEMP VIEW v AS SELECT 5 AS n",
    "CREATE TEMP TABLE log (x)",
    "CREATE TEMP TRIGGER noted AFTER INSERT ON main.p BEGIN SELECT new.id; END",
    "CREATE TEMP TABLE r (x)", "CREATE TEMP TRIGGER g AFTER INSERT ON main.q BEGIN SELECT 1; END",
  ]

  init(_ scenarios: [Scenario], in top: Folder) throws {
    folder = try top.folder("schemas")
  }

  mutating func violation(
    _ random: inout SeededGenerator, _ mistake: Mistake?
  ) throws -> String? {
    try folder.fill([:])
    var scripts = [Self.start]
    let connection = try open("app.db")
    let undisturbed = try open("plain.db")
    for connection in [connection, undisturbed] { _ = try migrate(connection, scripts, .zero) }
    try connection.execute("ATTACH '\(folder.path)/aux.db' AS aux")
    for sql in Self.others where random.chance(60) {
      // It may need a table that was not drawn.
      if (try? connection.execute(sql)) != nil { story.append(sql) }
    }
    for version in 2...Int64(random.number(2...4)) {
      let text = (0..<random.number(1...4)).map { _ in "\(statement(&random));\n" }.joined()
      let isAlone = random.chance(25)
      story.append((isAlone ? "alone: " : "") + text)
      scripts.append(
        .file(
          named: "sql_update_\(version).sql", text: "-- transaction: \(!isAlone)\n" + text))
    }
    let group: Duration = random.chance(50) ? .zero : .seconds(60)
    let before = try outside(connection)
    let failure = try migrate(connection, scripts, group)
    if let mistake { try make(mistake, connection) }
    let expected = try migrate(undisturbed, scripts, .zero)
    if try outside(connection) != before { return "something beside main has changed" }
    if let failure {
      story.append("\(failure)")
      if expected == nil, !failure.isOfOthers {
        return "it fails, and not because of what is beside main"
      }
      // A script outside a transaction may have begun.
      guard failure.report.unfinished == nil else { return nil }
      // The plain connection may have got further.
      let again = try open("again.db")
      _ = try migrate(again, Array(scripts.prefix(Int(failure.report.to))), .zero)
      return try differ(connection, again)
    }
    if let expected { return "it succeeds, and undisturbed it fails: \(expected)" }
    return try differ(connection, undisturbed)
  }

  private func open(_ name: String) throws -> Connection {
    try Connection(path: "\(folder.path)/\(name)", mode: .create, busyTimeout: Milliseconds(0))
  }

  private func migrate(
    _ connection: Connection, _ scripts: [InMemoryScript], _ group: Duration
  ) throws -> MigrationFailure? {
    var options = MigrationOptions()
    options.groupCommit = group
    do throws(MigrationFailure) {
      try Migrator(
        connection: connection.handle, scripts: ScriptBundle(scripts: scripts), options: options
      ).migrate()
      return nil
    } catch {
      return error
    }
  }

  private func statement(_ random: inout SeededGenerator) -> String {
    let names = ["p", "q", "c", "r", "s", "v", "w", "log", "own", "P"]
    let name = names.randomElement(using: &random) ?? "p"
    let other = names.randomElement(using: &random) ?? "q"
    let schema =
      ["", "", "", "main.", "main.", "temp.", "aux.", "\"AUX\".", "Main."]
      .randomElement(using: &random) ?? ""
    let forms = [
      "INSERT INTO \(schema)\(name) DEFAULT VALUES", "DELETE FROM \(schema)\(name)",
      "UPDATE \(schema)\(name) SET rowid = rowid + 10", "DROP TABLE IF EXISTS \(schema)\(name)",
      "DROP VIEW IF EXISTS \(schema)\(name)", "CREATE TABLE IF NOT EXISTS \(schema)\(name) (x)",
      "CREATE TABLE \(schema)own (x)", "CREATE TEMP TABLE \(name) (x)",
      "CREATE TEMP TABLE own2 AS SELECT * FROM \(schema)\(name)",
      "INSERT INTO main.q SELECT count(*) FROM \(schema)\(name)",
      "ALTER TABLE \(schema)\(name) ADD COLUMN y",
      "ALTER TABLE \(schema)\(name) RENAME TO \(other)",
      "CREATE VIEW \(schema)own3 AS SELECT * FROM \(other)",
      "CREATE INDEX IF NOT EXISTS \(schema)i ON \(name) (x)", "DROP INDEX IF EXISTS \(schema)ci",
      "DROP TRIGGER IF EXISTS \(schema)g", "DROP TRIGGER IF EXISTS \(schema)noted",
      "CREATE TEMP TRIGGER t2 AFTER INSERT ON \(schema)q BEGIN DELETE FROM \(name); END",
      "CREATE TRIGGER \(schema)t3 AFTER INSERT ON q BEGIN DELETE FROM \(name); END",
      "WITH \(name) AS (SELECT 4 AS x) INSERT INTO main.q SELECT x FROM \(name)",
      "UPDATE main.p SET n = (SELECT count(*) FROM \(schema)\(name))", "ANALYZE \(schema)\(name)",
      "REINDEX \(schema)qi", "PRAGMA \(schema)user_version = 7", "ANALYZE", "SELECT * FROM \(name)",
      "INSERT INTO q VALUES (3)", "INSERT INTO p (n) VALUES ('new')", "REINDEX",
    ]
    return forms.randomElement(using: &random) ?? "SELECT 1"
  }

  private func make(_ mistake: Mistake, _ connection: Connection) throws {
    switch mistake {
    case .changesMain: try connection.execute("CREATE TABLE main.mistake (x)")
    case .changesTheAttached: try connection.execute("PRAGMA aux.user_version = 99")
    case .changesTheTemporary: try? connection.execute("INSERT INTO temp.c VALUES (10)")
    case .leavesTemporary: try connection.execute("CREATE TEMP TABLE mistake (x)")
    case .loosesTemporary: try connection.execute("DROP TABLE IF EXISTS temp.s")
    }
  }

  /// All objects outside main. SQLite drops TEMP triggers on a table with the table, and renames in main also change
  /// TEMP views and triggers.
  private func outside(_ connection: Connection) throws -> [String] {
    try content(connection, "aux")
      + content(connection, "temp").filter {
        !$0.hasPrefix("temp [trigger") && !$0.hasPrefix("temp [view")
      }
  }

  /// The differences in main.
  private func differ(_ connection: Connection, _ other: Connection) throws -> String? {
    let (mine, theirs) = (try content(connection, "main"), try content(other, "main"))
    let different = Set(mine).symmetricDifference(theirs).sorted().prefix(4)
    return mine == theirs ? nil : "main is not as undisturbed: \(different)"
  }

  private func content(_ connection: Connection, _ schema: String) throws -> [String] {
    let objects = try connection.rows(
      "SELECT type, name, sql FROM \(schema).sqlite_schema ORDER BY 1, 2")
    var lines = ["\(try connection.value("PRAGMA \(schema).user_version") ?? .null)"]
    for object in objects {
      lines.append("\(schema) \(object)")
      guard object[0] == "table", let name = object[1].string, name != "db_version_history" else {
        continue
      }
      let rows = try connection.rows("SELECT * FROM \(schema).\(name.quotedName)")
      lines += rows.map { "\(name) \($0)" }
    }
    return lines
  }
}

extension MigrationFailure {
  /// Whether the error is caused by the app's objects outside the main database, which scripts may not use (law 30). A
  /// name that exists in the TEMP schema cannot be created again.
  fileprivate var isOfOthers: Bool {
    guard case .statement(let failure) = reason else { return false }
    if case .denied = failure.reason { return true }
    // A rename is refused if it would break a TEMP trigger or view of the app, and an ALTER TABLE may mean a TEMP view.
    return [
      "already exists", "already another table", "error in trigger ", "error in view ", "to a view",
    ]
    .contains { failure.error.message.contains($0) }
  }
}
