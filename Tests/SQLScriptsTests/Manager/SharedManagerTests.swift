import MigrationSamples
import SQLScripts
import TestSupport
import TestTraits
import Testing

/// The shared manager. All tests use the same one, so they run one after the other.
@Suite(.serialized, .usesSharedManager) struct SharedManagerTests {
  private func withShared(_ body: (_ folder: String) throws -> Void) throws {
    try SQLiteManager.resetShared()
    defer { try? SQLiteManager.resetShared() }
    try TemporaryFolder.with(body)
  }

  @Test func `it must be configured once, before it is used`() throws {
    try withShared { folder in
      #expect(throws: SQLiteManager.SharedError.notConfigured) { try SQLiteManager.shared }
      try SQLiteManager.configure(ManagerSamples.configuration(folder + "/a.sqlite"))
      #expect(throws: SQLiteManager.SharedError.alreadyConfigured) {
        try SQLiteManager.configure(ManagerSamples.configuration(folder + "/b.sqlite"))
      }
      #expect(try SQLiteManager.shared.configuration.path == folder + "/a.sqlite")
      #expect("\(SQLiteManager.SharedError.notConfigured)".contains("configure"))
    }
  }

  @Test func `configuring opens nothing, and the shared manager is always the same one`() throws {
    try withShared { folder in
      try SQLiteManager.configure(ManagerSamples.configuration(folder + "/a.sqlite"))
      #expect(!TestFile.exists(folder + "/a.sqlite"))
      let database = try SQLiteManager.shared
      try database.execute("INSERT INTO user_info (name) VALUES ('Ada')")
      #expect(try SQLiteManager.shared === database)
      #expect(try SQLiteManager.shared.database(forAccount: "ada").query("SELECT 1").count == 1)
      try SQLiteManager.shared.closeDatabase(forAccount: "ada")
    }
  }

  @Test func `tests and previews can start again with another configuration`() throws {
    try withShared { folder in
      for name in ["a", "b"] {
        try SQLiteManager.configure(ManagerSamples.configuration("\(folder)/\(name).sqlite"))
        let database = try SQLiteManager.shared
        let account = try database.database(forAccount: "ada")
        try database.execute("INSERT INTO user_info (name) VALUES (?)", name)
        try account.open()
        let error = #expect(throws: SQLiteError.self) {
          try database.use { _ in try SQLiteManager.resetShared() }
        }
        #expect(error?.code == .misuse)
        #expect(try SQLiteManager.shared === database)
        try SQLiteManager.resetShared()
        #expect(!database.isOpen && !account.isOpen)
        #expect(throws: SQLiteManager.SharedError.notConfigured) { try SQLiteManager.shared }
      }
      try SQLiteManager.resetShared()
      try SQLiteManager.configure(ManagerSamples.configuration(folder + "/a.sqlite"))
      let rows = try SQLiteManager.shared.query("SELECT name FROM user_info")
      #expect(try rows.map { try $0[0] } == ["a"])
    }
  }

  @Test func `law 23: a canceled launch is retried`() throws {
    try withShared { folder in
      let cancellation = MigrationCancellation()
      var configuration = ManagerSamples.configuration(folder + "/a.sqlite")
      configuration.options.cancellation = cancellation
      try SQLiteManager.configure(configuration)
      let database = try SQLiteManager.shared
      cancellation.cancel()
      #expect(throws: MigrationFailure.self) { try database.open() }
      #expect(throws: MigrationFailure.self) { try database.database(forAccount: "ada").open() }
      cancellation.reset()
      #expect(try database.open().to == 3)
      #expect(try database.database(forAccount: "ada").open().to == 3)
      // A cancellation for one launch stops that launch and no other.
      try database.close()
      try ManagerSamples.manager(folder + "/b.sqlite", upTo: 1).open()
      configuration.path = folder + "/b.sqlite"
      let other = SQLiteManager(configuration)
      let once = MigrationCancellation()
      once.cancel()
      #expect(throws: MigrationFailure.self) { try other.open(observer: nil, cancellation: once) }
      let listener = Listener()
      #expect(try other.open(observer: listener).to == 3)
      #expect(listener.committed == [2, 3])
    }
  }

  @Test func `the lines of the README run`() throws {
    try withShared { folder in
      let path = folder + "/readme.sqlite"
      var printed: [String] = []
      func print(_ value: SQLiteValue) { printed.append("\(value)") }
      // README
      try SQLiteManager.configure(.init(path: path, scripts: .directory("SQLScripts")))
      let db = try SQLiteManager.shared  // opens, migrates on first use

      try db.execute("INSERT INTO user_info(name, age) VALUES (?, ?)", "Ada", 36)
      let rows = try db.query("SELECT name, age FROM user_info WHERE age > ?", 30)
      for row in rows { print(try row["name"]) }
      // README
      #expect(printed == ["Ada"])
    }
  }

  @Test func `the lines that run are those of the README`() throws {
    func code(_ text: String) -> [String] {
      text.split(separator: "\n").map { $0.filter { $0 != " " } }
        .filter { !$0.isEmpty && !$0.hasPrefix("import") }
    }
    let root = try #require(#filePath.firstRange(of: "Tests/SQLScriptsTests/")).lowerBound
    let readme = try TestFile.read(#filePath.prefix(upTo: root) + "README.md")
    let block = try #require(readme.components(separatedBy: "```swift\n").dropFirst().first)
    let test = try TestFile.read(#filePath).components(separatedBy: "// README\n")
    #expect(code(try #require(block.components(separatedBy: "```").first)) == code(test[1]))
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
