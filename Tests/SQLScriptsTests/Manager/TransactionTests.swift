import MigrationSamples
import SQLScripts
import TestSupport
import Testing

@Suite struct TransactionTests {
  private let database = ManagerSamples.manager(":memory:")

  private func names() throws -> [String] {
    try database.query("SELECT name FROM user_info ORDER BY id").decode()
  }

  private func insert(_ name: String) throws {
    try database.execute("INSERT INTO user_info (name) VALUES (?)", name)
  }

  /// An `#expect(throws:)` cannot contain another one.
  private func fails(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return false
    } catch {
      return error is SQLiteError
    }
  }

  @Test func `a transaction changes everything or nothing`() throws {
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

  @Test func `an error that leaves the transaction rolls it back`() throws {
    #expect(throws: SQLiteError.self) {
      try database.transaction { database in
        try database.execute("INSERT INTO user_info (name) VALUES ('Ada')")
        try database.execute("INSERT INTO user_info (name) VALUES ('Ada')")
      }
    }
    #expect(try names() == [])
  }

  @Test func `the transaction may call the manager`() throws {
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

  @Test func `a transaction inside a transaction is a savepoint`() throws {
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

  @Test func `law 15: statements after the end of a transaction do not run on their own`() throws {
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

  @Test
  func `law 15: statements after the end of a transaction do not run on an outer handle either`()
    throws
  {
    try insert("Ada")
    #expect(throws: SQLiteError.self) {
      try database.use { outside in
        try database.transaction { inside in
          _ = try? inside.execute("INSERT OR ROLLBACK INTO user_info (name) VALUES ('Ada')")
          #expect(fails { try outside.execute("INSERT INTO user_info (name) VALUES ('alone')") })
          #expect(fails { try outside.execute("BEGIN") })
        }
      }
    }
    #expect(try names() == ["Ada"])
  }

  @Test(arguments: [
    "COMMIT", "END", "END TRANSACTION", "ROLLBACK", " /* x */ COMMIT;", "-- x\ncommit",
    "\u{FEFF}COMMIT", "BEGIN", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE TRANSACTION",
  ])
  func `law 15: a statement cannot end its own transaction`(_ sql: String) throws {
    #expect(throws: SQLiteError.self) {
      try database.transaction { inside in
        try inside.execute("INSERT INTO user_info (name) VALUES ('taken back')")
        #expect(fails { try inside.execute(sql) })
        #expect(fails { try database.execute(sql) })
        // The app ignores the error and continues.
        try inside.execute("INSERT INTO user_info (name) VALUES ('taken back, too')")
        throw SQLiteError(code: .error, message: "no")
      }
    }
    #expect(try names() == [])
    try database.transaction { inside in
      _ = try? inside.execute(sql)
      try inside.execute("INSERT INTO user_info (name) VALUES ('kept')")
    }
    #expect(try names() == ["kept"])
  }

  @Test func `the app can use its own savepoints`() throws {
    try database.transaction { inside in
      try inside.execute("INSERT INTO user_info (name) VALUES ('kept')")
      try inside.execute("SAVEPOINT mine")
      try inside.execute("INSERT INTO user_info (name) VALUES ('lost')")
      try inside.execute("ROLLBACK TO mine")
      try inside.execute("RELEASE mine")
    }
    #expect(try names() == ["kept"])
  }

  @Test func `a transaction that is never ended is an error and is not lost at close`() throws {
    try TemporaryFolder.with { folder in
      let database = ManagerSamples.manager(folder + "/a.sqlite")
      let error = #expect(throws: SQLiteError.self) { try database.execute("BEGIN") }
      #expect(error?.message.contains("use `transaction`") == true)
      #expect(throws: SQLiteError.self) {
        try database.use { inside in
          try inside.execute("BEGIN")
          try database.transaction { try $0.execute("INSERT INTO user_info (name) VALUES ('x')") }
        }
      }
      #expect(throws: Oops.self) {
        try database.use { inside in
          try inside.execute("SAVEPOINT mine")
          throw Oops()
        }
      }
      try database.transaction { try $0.execute("INSERT INTO user_info (name) VALUES ('Ada')") }
      try database.close()
      #expect(try database.query("SELECT name FROM user_info").map { try $0[0] } == ["Ada"])
    }
  }

  @Test func `a hook that leaves a transaction open is an error`() throws {
    var configuration = ManagerSamples.configuration(":memory:")
    configuration.onOpen = { try $0.execute("BEGIN") }
    let failure = #expect(throws: MigrationFailure.self) { try SQLiteManager(configuration).open() }
    guard case .hook(let error)? = failure?.reason else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect("\(error)".contains("was rolled back"))
  }

  @Test func `an app that runs BEGIN itself can still use transactions`() throws {
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

  @Test func `law 25: a transaction waits for a busy database, then reports it`() throws {
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
