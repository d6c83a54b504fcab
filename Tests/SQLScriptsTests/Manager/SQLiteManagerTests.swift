import CSQLScriptsSQLite
import MigrationSamples
import SQLScripts
import TestSupport
import Testing

@Suite struct SQLiteManagerTests {
  @Test func `nothing is opened before the first use`() throws {
    try TemporaryFolder.with { folder throws in
      let database = ManagerSamples.manager(folder + "/a.sqlite")
      #expect(!database.isOpen)
      #expect(database.report == nil)
      #expect(!TestFile.exists(folder + "/a.sqlite"))
      #expect(try database.query("SELECT * FROM app_data").isEmpty)
      #expect(database.isOpen)
      #expect(database.report?.isNewDatabase == true)
      #expect(database.report?.to == 3)
    }
  }

  @Test func `law 6: an open database is not checked again`() throws {
    try TemporaryFolder.with { folder in
      let database = ManagerSamples.manager(folder + "/a.sqlite")
      let first = try database.open()
      #expect(try database.open() == first)
      try database.close()
      #expect(try database.open().isCurrent)
    }
  }

  @Test func `values of every type can be written and read`() throws {
    let database = ManagerSamples.manager(":memory:")
    let nothing: String? = nil
    let something: String? = "x"
    let row = try #require(
      try database.queryFirst(
        "SELECT ? AS a, ? AS B, ? AS c, ? AS d, ? AS e, ? AS f, ? AS g, ? AS h",
        42, "größe 日本", 1.5, [0, 255] as [UInt8], true, nothing, something, nil))
    #expect(try row["a"].int == 42)
    #expect(try row["b"].string == "größe 日本")
    #expect(try row["c"].double == 1.5)
    #expect(try row["d"].bytes == [0, 255])
    #expect(try row["e"].bool == true)
    #expect(try row["f"].isNull)
    #expect(try row["g"] == "x")
    #expect(try row["h"] == nil)
    #expect(try row[0] == 42)
    #expect(row.columns == ["a", "B", "c", "d", "e", "f", "g", "h"])
    #expect(try row["d"].int == nil)
  }

  @Test func `execute returns the number of changed rows`() throws {
    let database = ManagerSamples.manager(":memory:")
    for name in ["Ada", "Grace", "Konrad"] {
      #expect(try database.execute("INSERT INTO user_info (name) VALUES (?)", name) == 1)
    }
    #expect(try database.execute("UPDATE user_info SET age = 1") == 3)
    #expect(try database.execute("UPDATE user_info SET age = 2 WHERE name = ?", "Nobody") == 0)
    #expect(try database.execute("CREATE TABLE other (x)") == 0)
    #expect(try database.execute("DELETE FROM user_info WHERE name <> ?", "Ada") == 2)
  }

  @Test func `queryFirst returns the first row or nil`() throws {
    let database = ManagerSamples.manager(":memory:")
    #expect(try database.queryFirst("SELECT name FROM user_info") == nil)
    try database.execute("INSERT INTO user_info (name) VALUES ('Ada'), ('Grace')")
    #expect(
      try database.queryFirst("SELECT name FROM user_info ORDER BY name DESC")?["name"] == "Grace")
    // It leaves no read transaction open that would prevent a change of the schema.
    try database.execute("DROP TABLE user_info")
  }

  @Test func `the rowid of an insert is that of the same use`() throws {
    let database = ManagerSamples.manager(":memory:")
    let id = try database.use { database in
      try database.execute("INSERT INTO user_info (name) VALUES (?)", "Ada")
      return database.lastInsertRowID
    }
    #expect(try database.queryFirst("SELECT id FROM user_info")?["id"].int64 == id)
  }

  @Test func `the raw connection is available`() throws {
    let database = ManagerSamples.manager(":memory:")
    let count = try database.use { database in
      sqlite3_exec(
        database.connectionHandle, "INSERT INTO user_info (name) VALUES ('Ada')", nil, nil, nil)
      return sqlite3_changes(database.connectionHandle)
    }
    #expect(count == 1)
    #expect(try database.query("SELECT * FROM user_info").count == 1)
  }

  @Test(arguments: [
    ("SELEC 1", "syntax error"), ("SELECT * FROM nowhere", "no such table"),
    ("SELECT 1; SELECT 2", "more than one statement"), ("", "empty"), ("-- nothing", "empty"),
    ("SELECT ?", "1 parameter, but 0 values"), ("SELECT 1 \0", "NUL character"),
  ])
  func `a wrong statement is an error with its SQL`(_ sql: String, _ words: String) {
    let database = ManagerSamples.manager(":memory:")
    let error = #expect(throws: SQLiteError.self) { try database.query(sql) }
    #expect(error?.message.contains(words) == true)
    #expect(error?.sql == sql)
  }

  @Test func `law 16: text after a NUL is not dropped`() throws {
    let database = ManagerSamples.manager(":memory:")
    try database.execute("INSERT INTO user_info (name) VALUES ('Ada'), ('Grace')")
    let sql = "DELETE FROM user_info \0WHERE name = 'Ada'"
    #expect(throws: SQLiteError.self) { try database.execute(sql) }
    #expect(throws: SQLiteError.self) { try database.query(sql) }
    #expect(throws: SQLiteError.self) { try database.queryFirst(sql) }
    #expect(try database.query("SELECT * FROM user_info").count == 2)
  }

  @Test func `values are never SQL`() throws {
    let database = ManagerSamples.manager(":memory:")
    let name = "'); DROP TABLE user_info; --"
    try database.execute("INSERT INTO user_info (name) VALUES (?)", name)
    #expect(try database.queryFirst("SELECT name FROM user_info")?["name"].string == name)
  }

  @Test(arguments: [true, false])
  func `foreign keys are enforced if the app wants it`(_ enforces: Bool) throws {
    var configuration = SQLiteManager.Configuration(
      path: ":memory:",
      scripts: .scripts(
        ScriptBundle(scripts: [
          .default(["CREATE TABLE a (id INTEGER PRIMARY KEY, b INTEGER REFERENCES a)"])
        ])))
    configuration.enforcesForeignKeys = enforces
    let database = SQLiteManager(configuration)
    if enforces {
      let error = #expect(throws: SQLiteError.self) {
        try database.execute("INSERT INTO a (b) VALUES (7)")
      }
      #expect(error?.code.primary == .constraint)
    } else {
      try database.execute("INSERT INTO a (b) VALUES (7)")
    }
  }

  @Test(arguments: [SQLiteManager.JournalMode.wal, .truncate, .delete])
  func `the app chooses the journal mode`(_ mode: SQLiteManager.JournalMode) throws {
    try TemporaryFolder.with { folder in
      var configuration = ManagerSamples.configuration(folder + "/a.sqlite")
      configuration.journalMode = mode
      for _ in 0..<2 {
        let database = SQLiteManager(configuration)
        #expect(try database.queryFirst("PRAGMA journal_mode")?[0].string == mode.rawValue)
        try database.close()
      }
    }
  }
}
