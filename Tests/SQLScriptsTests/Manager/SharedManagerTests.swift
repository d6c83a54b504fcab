import SQLScripts
import Testing

/// The one shared manager. There is one for all tests, so they run one after the other.
@Suite(.serialized) struct SharedManagerTests {
  private func withShared(_ body: (_ folder: String) throws -> Void) throws {
    SQLiteManager.forgetShared()
    defer {
      try? (try? SQLiteManager.shared)?.close()
      SQLiteManager.forgetShared()
    }
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

  @Test func `configuring opens nothing, and it is one and the same`() throws {
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

  @Test func `the readme's lines run`() throws {
    try withShared { folder in
      let path = folder + "/readme.sqlite"
      var printed: [String] = []
      func print(_ value: SQLiteValue) { printed.append("\(value)") }
      // README
      try SQLiteManager.configure(.init(path: path, scripts: .directory("SQLScripts")))
      let db = try SQLiteManager.shared  // opens, migrates on first use

      try db.execute("INSERT INTO user_info(name, age) VALUES (?, ?)", "Ada", 36)
      let rows = try db.query("SELECT name, age FROM user_info WHERE age > ?", 30)
      for row in rows { print(row["name"]) }
      // README
      #expect(printed == ["Ada"])
    }
  }

  @Test func `and they are the readme's lines`() throws {
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
