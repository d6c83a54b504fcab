import MigrationSamples
import SQLScripts
import SQLScriptsScratch
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One database for each account, each with its own version.
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

  @Test func `the same account gets the same manager, even after a close`() throws {
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

  @Test func `switching accounts closes one and requests another`() throws {
    try TemporaryFolder.with { folder in
      let manager = ManagerSamples.manager(folder + "/users.sqlite")
      for account in ["ada", "grace", "ada", "grace"] {
        let database = try manager.database(forAccount: account)
        try database.execute(
          "INSERT OR IGNORE INTO user_info (name) VALUES (?)", account)
        let names = try database.query("SELECT name FROM user_info").decode(String.self)
        #expect(names == [account])
        try manager.closeDatabase(forAccount: account)
      }
    }
  }

  @Test func `no two accounts share a file, even on a case-insensitive disk`() throws {
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

  /// The files that SQLite, a migration and a backup put next to a database, on a case-insensitive disk.
  private static func companions(of file: String) -> [String] {
    [
      "-journal", "-wal", "-shm", "-migrating", "-mj0A1B2C9D3", ".backup-lock", ".backup-partial",
      ".backup-partial-journal", ".backup-000001", ".backup-000001-wal", ".restore-partial",
      ".recreate-partial", ".recreate-lock", ".before-recreate",
    ].map { (file + $0).lowercased() }
  }

  @Test(arguments: ["app", "app.sqlite", ".app", "a-b", "x.y.db"])
  func `an account cannot have the file of another database`(_ name: String) throws {
    let manager = ManagerSamples.manager("/somewhere/" + name)
    var accounts = [
      "journal", "wal", "shm", "migrating", "conch", "mj0a1b2c9d3", "mj", "Journal", "-journal",
      "b",
      "b-journal", "b-wal", "%6aournal", "backup", "backup-lock", "etilqs",
    ]
    var generator = SeededGenerator(state: 7)
    let parts = [
      "a", "-", "journal", "wal", ".", "%", "6a", "MJ", "0a1b2c9d3", "é", "e\u{301}", " ",
    ]
    accounts += (0..<500).map { _ in
      (0...Int.random(in: 0..<3, using: &generator))
        .map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
    }
    accounts = Array(Set(accounts.map { Array($0.utf8) })).map {
      String(decoding: $0, as: UTF8.self)
    }
    let files = try accounts.map { try manager.database(forAccount: $0).configuration.path }
    let names = Set(files.map { $0.lowercased() })
    #expect(names.count == accounts.count)
    let taken = Set((files + [manager.configuration.path]).flatMap(Self.companions))
    #expect(names.intersection(taken).sorted() == [])
  }

  @Test(arguments: SQLiteManager.JournalMode.allCases)
  func `accounts with the names of journals leave the rows of other accounts alone`(
    _ mode: SQLiteManager.JournalMode
  ) throws {
    try TemporaryFolder.with { folder in
      var configuration = ManagerSamples.configuration(folder + "/app")
      configuration.journalMode = mode
      let manager = SQLiteManager(configuration)
      try manager.execute("INSERT INTO user_info (name) VALUES ('main')")
      for account in ["journal", "wal", "shm", "migrating"] {
        let database = try manager.database(forAccount: account)
        try manager.transaction { main in
          try main.execute("INSERT INTO user_info (name) VALUES (?)", account)
          try database.execute("INSERT INTO user_info (name) VALUES (?)", account)
        }
        try database.close()
      }
      try manager.close()
      #expect(try manager.query("SELECT * FROM user_info").count == 5)
      for account in ["journal", "wal", "shm", "migrating"] {
        let rows = try manager.database(forAccount: account).query("SELECT name FROM user_info")
        #expect(try rows.map { try $0[0] } == [.text(account)])
      }
    }
  }

  @Test func `the file names of harmless accounts never change`() throws {
    let manager = ManagerSamples.manager("/somewhere/app")
    for (account, file) in [
      ("ada", "app-ada"), ("Ada", "app-%41da"), ("mj", "app-mj"), ("journal2", "app-journal2"),
      ("wal", "app-%77al"),
    ] {
      #expect(try manager.database(forAccount: account).configuration.path == "/somewhere/" + file)
    }
    let other = ManagerSamples.manager("/somewhere/app.db")
    #expect(
      try other.database(forAccount: "journal").configuration.path == "/somewhere/app-journal.db")
  }

  @Test func `law 24: the longest account name that SQLite allows can be backed up`() throws {
    try TemporaryFolder.with { folder in
      var configuration = ManagerSamples.configuration(folder + "/users.sqlite")
      configuration.options.backup = BackupPolicy()
      let room = 247 - "users-.sqlite".utf8.count
      let error = #expect(throws: SQLiteError.self) {
        try SQLiteManager(configuration).database(
          forAccount: String(repeating: "a", count: room + 1))
      }
      #expect(error?.message.contains("247") == true, "\(String(describing: error))")
      for count in [room, room - 27] {
        let account = String(repeating: "a", count: count)
        for version in [2, 3] {
          configuration.scripts = .scripts(ManagerSamples.scripts(upTo: version))
          let database = try SQLiteManager(configuration).database(forAccount: account)
          let report = try database.open()
          if version == 3 { #expect(report.backup != nil) }
          try database.close()
        }
      }
    }
  }

  @Test func `law 24: a database and its accounts may have “backup” in their names`() throws {
    let manager = ManagerSamples.manager("/somewhere/app.backup-tool.sqlite")
    #expect(
      try manager.database(forAccount: "ada").configuration.path
        == "/somewhere/app.backup-tool-ada.sqlite")
    for name in [
      "app.backup-000001", "APP.BACKUP-000002-V3-TO-V5", "app.backup-lock", "app.backup-partial",
      "app.backup-partial-wal",
    ] {
      var configuration = ManagerSamples.configuration("/somewhere/users.sqlite")
      configuration.accountPath = { _ in "/somewhere/" + name }
      #expect(throws: SQLiteError.self, "\(name)") {
        try SQLiteManager(configuration).database(forAccount: "ada")
      }
    }
  }

  @Test func `a custom location is not shared with another account either`() throws {
    try TemporaryFolder.with { folder in
      var configuration = ManagerSamples.configuration(folder + "/users.sqlite")
      configuration.accountPath = { account in
        switch account {
        case "main": folder + "/users.sqlite"
        case "journal": folder + "/users.sqlite-journal"
        case "link": folder + "/link.sqlite"
        default: folder + "/one.sqlite"
        }
      }
      let manager = SQLiteManager(configuration)
      try manager.database(forAccount: "one").open()
      #expect(symlink(folder + "/one.sqlite", folder + "/link.sqlite") == 0)
      for account in ["two", "main", "journal", "link"] {
        #expect(throws: SQLiteError.self) { try manager.database(forAccount: account) }
      }
      #expect(throws: Never.self) { try manager.database(forAccount: "one") }
    }
  }

  /// Two paths that name the same file on any disk, before the file exists.
  @Test(arguments: ["folder", "dangling link", "main"])
  func `no two accounts open one file that did not exist when they were requested`(
    _ kind: String
  ) throws {
    try TemporaryFolder.with { folder in
      try TestFile.makeFolder(folder + "/dir")
      #expect(symlink("dir", folder + "/link") == 0)
      #expect(symlink("dir/a", folder + "/b") == 0)
      var configuration = ManagerSamples.configuration(
        folder + (kind == "main" ? "/dir/a" : "/users.sqlite"))
      configuration.accountPath = { account in
        if account == "Ada" { return folder + "/dir/" + (kind == "main" ? "c" : "a") }
        return folder + (kind == "dangling link" ? "/b" : "/link/a")
      }
      let manager = SQLiteManager(configuration)
      let (ada, grace) = (
        try manager.database(forAccount: "Ada"), try manager.database(forAccount: "Grace")
      )
      let first = kind == "main" ? manager : ada
      try first.execute("INSERT INTO user_info (name) VALUES ('mine')")
      let failure = #expect(throws: MigrationFailure.self) { try grace.open() }
      let words = failure?.summary ?? ""
      #expect(words.contains("Grace") && (kind == "main" || words.contains("Ada")), "\(words)")
      #expect(try first.query("SELECT * FROM user_info").count == 1)
      // It does not get the file when the first is closed either.
      try first.close()
      #expect(throws: MigrationFailure.self) { try grace.open() }
      try first.open()
    }
  }

  @Test func `paths with different bytes are two accounts if the disk distinguishes them`() throws {
    try TemporaryFolder.with { folder in
      let pairs = [("Ada", "ada"), ("caf\u{E9}", "cafe\u{301}")]
      for (first, second) in pairs {
        var configuration = ManagerSamples.configuration(folder + "/users.sqlite")
        configuration.accountPath = { "\(folder)/\($0).sqlite" }
        let manager = SQLiteManager(configuration)
        try manager.database(forAccount: first).open()
        // The file system decides. In either case, no row of one account is in the other.
        let isOne = TestFile.exists("\(folder)/\(second).sqlite")
        if isOne {
          #expect(throws: SQLiteError.self) { try manager.database(forAccount: second) }
        } else {
          #expect(try manager.database(forAccount: second).open().isNewDatabase)
        }
      }
    }
  }

  @Test func `a file that reuses the inode number of a deleted file belongs to no other account`()
    throws
  {
    try TemporaryFolder.with { folder in
      var configuration = ManagerSamples.configuration(folder + "/users.sqlite")
      configuration.accountPath = { "\(folder)/\($0).sqlite" }
      let manager = SQLiteManager(configuration)
      for account in 1...20 {
        let database = try manager.database(forAccount: "\(account)")
        try database.open()
        try manager.closeDatabase(forAccount: "\(account)")
        try TestFile.delete("\(folder)/\(account).sqlite")
      }
      try TestFile.write("", to: folder + "/1.sqlite")
      #expect(throws: Never.self) { try manager.database(forAccount: "1").open() }
    }
  }

  @Test(arguments: [
    ("/users", "/users-a"), ("/d.b/users", "/d.b/users-a"), ("/d/.users", "/d/.users-a"),
    ("/x.y.db", "/x.y-a.db"), (":memory:", ":memory:"),
  ])
  func `the file is next to the manager's file`(_ path: String, _ expected: String) throws {
    let account = try ManagerSamples.manager(path).database(forAccount: "a")
    #expect(account.configuration.path == expected)
  }

  @Test func `an account needs a valid name`() {
    let manager = ManagerSamples.manager("/somewhere/users.sqlite")
    #expect(throws: SQLiteError.self) { try manager.database(forAccount: "") }
    #expect(throws: SQLiteError.self) {
      try manager.database(forAccount: String(repeating: "a", count: 300))
    }
    #expect(throws: Never.self) {
      try manager.database(forAccount: String(repeating: "a", count: 200))
    }
  }

  @Test func `an app can choose the location`() throws {
    try TemporaryFolder.with { folder in
      var configuration = ManagerSamples.configuration(folder + "/users.sqlite")
      configuration.accountPath = { "\(folder)/\($0).db" }
      let manager = SQLiteManager(configuration)
      try manager.database(forAccount: "ada").open()
      #expect(TestFile.exists(folder + "/ada.db"))
    }
  }

  @Test func `hooks run for the database of each account`() throws {
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
