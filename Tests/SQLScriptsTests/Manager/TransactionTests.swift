import SQLScripts
import Testing

@Suite struct TransactionTests {
  private let database = ManagerSamples.manager(":memory:")

  private func names() throws -> [String] {
    try database.query("SELECT name FROM user_info ORDER BY id").compactMap { $0["name"].string }
  }

  private func insert(_ name: String) throws {
    try database.execute("INSERT INTO user_info (name) VALUES (?)", name)
  }

  /// Inside `#expect(throws:)` there can be no second one.
  private func fails(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return false
    } catch {
      return error is SQLiteError
    }
  }

  @Test func `all of it or none`() throws {
    let count = try database.transaction { database in
      try database.execute("INSERT INTO user_info (name) VALUES ('Ada')")
      try database.execute("INSERT INTO user_info (name) VALUES ('Grace')")
      return try database.query("SELECT * FROM user_info").count
    }
    #expect(count == 2)
    #expect(throws: Oops.self) {
      try database.transaction { database in
        try database.execute("DELETE FROM user_info")
        throw Oops()
      }
    }
    #expect(try names() == ["Ada", "Grace"])
  }

  @Test func `a statement that fails takes the transaction back when its error leaves`() throws {
    #expect(throws: SQLiteError.self) {
      try database.transaction { database in
        try database.execute("INSERT INTO user_info (name) VALUES ('Ada')")
        try database.execute("INSERT INTO user_info (name) VALUES ('Ada')")
      }
    }
    #expect(try names() == [])
  }

  @Test func `the manager itself may be called inside`() throws {
    try database.transaction { _ in
      try insert("Ada")
      #expect(try names() == ["Ada"])
    }
    #expect(throws: Oops.self) {
      try database.transaction { _ in
        try insert("Grace")
        throw Oops()
      }
    }
    #expect(try names() == ["Ada"])
  }

  @Test func `a transaction inside a transaction is a savepoint of it`() throws {
    try database.transaction { _ in
      try insert("kept")
      #expect(throws: Oops.self) {
        try database.transaction { _ in
          try insert("lost")
          try database.transaction { _ in try insert("lost, too") }
          throw Oops()
        }
      }
      try database.transaction { _ in try insert("kept, too") }
    }
    #expect(try names() == ["kept", "kept, too"])
  }

  @Test func `law 15: what follows the end of a transaction does not run on its own`() throws {
    try insert("Ada")
    #expect(throws: SQLiteError.self) {
      try database.transaction { inside in
        try inside.execute("INSERT INTO user_info (name) VALUES ('Grace')")
        // SQLite rolls the whole transaction back here.
        _ = try? inside.execute("INSERT OR ROLLBACK INTO user_info (name) VALUES ('Ada')")
        #expect(fails { try insert("alone") })
        #expect(fails { try database.transaction { _ in try insert("alone") } })
        try inside.execute("INSERT INTO user_info (name) VALUES ('alone')")
      }
    }
    #expect(try names() == ["Ada"])
    try insert("Konrad")
  }

  @Test func `a commit inside is noticed`() throws {
    #expect(throws: SQLiteError.self) {
      try database.transaction { try $0.execute("COMMIT") }
    }
    #expect(throws: SQLiteError.self) {
      try database.transaction { database in
        try database.execute("ROLLBACK")
        try database.execute("INSERT INTO user_info (name) VALUES ('alone')")
      }
    }
    #expect(try names() == [])
  }

  @Test func `an app that says BEGIN itself can still use transactions`() throws {
    try database.use { inside in
      try inside.execute("BEGIN")
      try database.transaction { try $0.execute("INSERT INTO user_info (name) VALUES ('Ada')") }
      #expect(throws: Oops.self) {
        try database.transaction { _ in
          try database.transaction { _ in try insert("Grace") }
          throw Oops()
        }
      }
      #expect(try names() == ["Ada"])
      try inside.execute("ROLLBACK")
    }
    #expect(try names() == [])
  }

  @Test func `law 25: a busy database is waited for, then reported`() throws {
    try TemporaryFolder.with { folder in
      var configuration = ManagerSamples.configuration(folder + "/a.sqlite")
      configuration.options.busyTimeout = .milliseconds(20)
      let (first, second) = (SQLiteManager(configuration), SQLiteManager(configuration))
      try second.open()
      try first.transaction { _ throws in
        let error = #expect(throws: SQLiteError.self) { try second.transaction { _ in } }
        #expect(error?.code.primary == .busy)
        #expect(try second.query("SELECT * FROM user_info").isEmpty)
      }
      try second.transaction { _ in }
    }
  }
}
