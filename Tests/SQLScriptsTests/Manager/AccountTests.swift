import SQLScripts
import Testing

/// One database an account, each with its own version.
@Suite struct AccountTests {
  @Test func `law 1: each account has its own file and its own version`() throws {
    try TemporaryFolder.with { folder in
      let path = folder + "/users.sqlite"
      try ManagerSamples.manager(folder + "/users-ada.sqlite", upTo: 1).open()
      let manager = ManagerSamples.manager(path)
      let ada = try manager.database(forAccount: "ada")
      let grace = try manager.database(forAccount: "grace")
      #expect(!manager.isOpen && !ada.isOpen && !grace.isOpen)
      try ada.execute("INSERT INTO user_info (name) VALUES ('ada')")
      #expect(ada.report?.from == 1)
      #expect(try grace.query("SELECT * FROM user_info").isEmpty)
      #expect(grace.report?.isNewDatabase == true)
      #expect(!manager.isOpen)
      #expect(TestFile.exists(folder + "/users-grace.sqlite"))
    }
  }

  @Test func `the same account gets the same manager, after a close as well`() throws {
    try TemporaryFolder.with { folder in
      let manager = ManagerSamples.manager(folder + "/users.sqlite")
      let ada = try manager.database(forAccount: "ada")
      #expect(try manager.database(forAccount: "ada") === ada)
      try ada.execute("INSERT INTO user_info (name) VALUES ('Ada')")
      try manager.closeDatabase(forAccount: "ada")
      #expect(!ada.isOpen)
      #expect(try manager.database(forAccount: "ada") === ada)
      #expect(try ada.query("SELECT * FROM user_info").count == 1)
      try manager.closeDatabase(forAccount: "never seen")
    }
  }

  @Test func `switching accounts is closing one and asking for another`() throws {
    try TemporaryFolder.with { folder in
      let manager = ManagerSamples.manager(folder + "/users.sqlite")
      for account in ["ada", "grace", "ada", "grace"] {
        let database = try manager.database(forAccount: account)
        try database.execute(
          "INSERT OR IGNORE INTO user_info (name) VALUES (?)", account)
        #expect(try database.query("SELECT name FROM user_info").map { $0[0] } == [.text(account)])
        try manager.closeDatabase(forAccount: account)
      }
    }
  }

  @Test func `no two accounts share a file, not even where names know no case`() throws {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    let accounts = [
      "a", "A", "ä", "a-b", "a/b", "a.b", "a%2fb", "a%2Fb", "../a", "..", ".", "a b", " ", "\0",
      "%", "%25", "日本", composed, decomposed, "a\u{200B}", "con", "ada@example.com",
    ]
    let manager = ManagerSamples.manager("/somewhere/users.sqlite")
    let paths = try accounts.map { try manager.database(forAccount: $0).configuration.path }
    #expect(Set(paths.map { $0.lowercased() }).count == accounts.count)
    for path in paths {
      #expect(path.hasPrefix("/somewhere/users-"))
      #expect(path.hasSuffix(".sqlite"))
      #expect(!path.dropFirst("/somewhere/".count).contains("/"))
    }
  }

  @Test(arguments: [
    ("users", "users-a"), ("/d.b/users", "/d.b/users-a"), ("/d/.users", "/d/.users-a"),
    ("x.y.db", "x.y-a.db"), (":memory:", ":memory:"),
  ])
  func `the file stands beside the manager's`(_ path: String, _ expected: String) throws {
    let account = try ManagerSamples.manager(path).database(forAccount: "a")
    #expect(account.configuration.path == expected)
  }

  @Test func `an account needs a name that fits`() {
    let manager = ManagerSamples.manager("/somewhere/users.sqlite")
    #expect(throws: SQLiteError.self) { try manager.database(forAccount: "") }
    #expect(throws: SQLiteError.self) {
      try manager.database(forAccount: String(repeating: "a", count: 300))
    }
    #expect(throws: Never.self) {
      try manager.database(forAccount: String(repeating: "a", count: 200))
    }
  }

  @Test func `an app may choose the place`() throws {
    try TemporaryFolder.with { folder in
      var configuration = ManagerSamples.configuration(folder + "/users.sqlite")
      configuration.accountPath = { "\(folder)/\($0).db" }
      let manager = SQLiteManager(configuration)
      try manager.database(forAccount: "ada").open()
      #expect(TestFile.exists(folder + "/ada.db"))
    }
  }

  @Test func `hooks are called for each account's database`() throws {
    try TemporaryFolder.with { folder in
      let new = Counter()
      var configuration = ManagerSamples.configuration(folder + "/users.sqlite")
      configuration.onNewDatabase = { _ in new.add() }
      let manager = SQLiteManager(configuration)
      for account in ["ada", "grace", "ada"] { try manager.database(forAccount: account).open() }
      #expect(new.count == 2)
    }
  }
}
