import CSQLScriptsSQLite
import SQLScriptsDatabase
import Testing

@testable import SQLScripts

/// Law 17 in a large database: if a script or code step only writes rows of the child, only these rows are checked.
@Suite struct WrittenRowsTests {
  private static let start: [String] = [
    "CREATE TABLE p (id INTEGER PRIMARY KEY, note)", "INSERT INTO p (id) VALUES (1), (2)",
    "CREATE TABLE c (id INTEGER PRIMARY KEY, p REFERENCES p, other)",
    "INSERT INTO c VALUES (10, 1, 0), (20, 98, 0), (30, 99, 0)",
    "CREATE TABLE w (p PRIMARY KEY REFERENCES p) WITHOUT ROWID", "INSERT INTO w VALUES (97)",
    "CREATE TABLE s (id INTEGER PRIMARY KEY, s REFERENCES s)", "INSERT INTO s VALUES (1, 5)",
    "CREATE TABLE e (id INTEGER PRIMARY KEY, p REFERENCES p, other)",
    "CREATE TABLE k (id INTEGER PRIMARY KEY, p, other)", "INSERT INTO k VALUES (1, 55, 0)",
  ]

  /// Nil if the script passes.
  private func refusal(_ statements: [String], inCode isCode: Bool) throws -> String? {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for sql in Self.start + ["PRAGMA user_version = 1"] { try connection.execute(sql) }
    var options = MigrationOptions()
    options.assumesLargeDatabase = true
    options.versionStore = .userVersion
    let scripts = ScriptBundle(scripts: [.default(["SELECT 1"]), .update(2, statements)])
    if isCode {
      options.codeSteps = [
        CodeStep(version: 2, name: "code", place: .instead) { database in
          for sql in statements { try database.execute(sql) }
        }
      ]
    }
    defer {
      // Nothing is told of the rows that the app writes later.
      #expect(sqlite3_update_hook(connection.handle, nil, nil) == nil)
    }
    do {
      try Migrator(connection: connection.handle, scripts: scripts, options: options).migrate()
      return nil
    } catch {
      guard case .foreignKeys = error.reason else { throw error }
      return error.summary
    }
  }

  private static let many =
    "WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 100002)"

  @Test(arguments: [
    ["INSERT INTO c VALUES (40, 1, 0)"], ["INSERT INTO c VALUES (40, 99, 0)", "DELETE FROM c"],
    ["INSERT INTO c VALUES (40, 3, 0)", "UPDATE c SET p = 2 WHERE id = 40"],
    ["UPDATE c SET p = NULL WHERE p = 99"], ["UPDATE c SET other = 1"],
    // The same number of the same kind.
    ["UPDATE c SET id = 31 WHERE id = 30"], ["UPDATE c SET p = 98 WHERE p = 98"],
    ["DELETE FROM c WHERE id = 30", "INSERT INTO c VALUES (50, 99, 0)"],
    ["REPLACE INTO c VALUES (10, 2, 0)", "INSERT INTO p VALUES (3, 0)"],
    [
      "CREATE TRIGGER t AFTER UPDATE ON p BEGIN INSERT INTO c VALUES (40, 2, 0); END",
      "UPDATE p SET note = 1 WHERE id = 1",
    ],
    ["INSERT INTO w VALUES (1)"], ["INSERT INTO s VALUES (2, 1)"],
    ["\(many) INSERT INTO c SELECT 100 + i * 2, 1, 0 FROM n"],
  ])
  func `no new violation`(statements: [String]) throws {
    #expect(try refusal(statements, inCode: false) == nil)
    #expect(try refusal(statements, inCode: true) == nil)
  }

  @Test(arguments: [
    ["INSERT INTO c VALUES (40, 99, 0)"], ["INSERT INTO c VALUES (40, 3, 0)"],
    ["UPDATE c SET p = 98 WHERE id = 30"], ["UPDATE c SET p = 3 WHERE id = 10"],
    ["INSERT INTO c VALUES (40, 3, 0)", "DELETE FROM p WHERE id = 2"],
    ["INSERT INTO c VALUES (40, 2, 0)", "DELETE FROM p WHERE id = 2"],
    ["INSERT INTO c VALUES (40, 2, 0)", "UPDATE p SET id = 7 WHERE id = 2"],
    ["INSERT INTO c VALUES (5, 1, 0), (4, 1, 0), (3, 77, 0), (2, 1, 0)"],
    [
      "CREATE TRIGGER t AFTER UPDATE ON p BEGIN INSERT INTO c VALUES (40, 3, 0); END",
      "UPDATE p SET note = 1 WHERE id = 1",
    ],
    ["INSERT INTO w VALUES (96)"], ["INSERT INTO s VALUES (2, 6)"],
    // SQLite copies whole rows into an empty table.
    ["INSERT INTO e SELECT * FROM k"],
    ["UPDATE s SET id = 7 WHERE id = 1", "INSERT INTO s VALUES (2, 1)"],
    ["\(many) INSERT INTO c SELECT 100 + i * 2, iif(i = 100002, 3, 1), 0 FROM n"],
    ["\(many) INSERT INTO c SELECT 100 + i, iif(i = 77777, 3, 1), 0 FROM n"],
    [
      "INSERT INTO c VALUES (40, 1, 0)", "ALTER TABLE c RENAME TO d",
      "INSERT INTO d VALUES (41, 3, 0)",
    ],
  ])
  func `a new violation`(statements: [String]) throws {
    #expect(try refusal(statements, inCode: false) != nil)
    #expect(try refusal(statements, inCode: true) != nil)
  }

  @Test(arguments: [1, 3]) func `the update hook of a code step is its own`(parent: Int) throws {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for sql in Self.start + ["PRAGMA user_version = 1"] { try connection.execute(sql) }
    var options = MigrationOptions()
    options.assumesLargeDatabase = true
    options.versionStore = .userVersion
    // SQLite returns the argument of the hook that it replaces.
    nonisolated(unsafe) let mark = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    defer { mark.deallocate() }
    options.codeSteps = [2, 3].map { version in
      CodeStep(version: version, name: "code") { database in
        if version == 2 {
          let former = sqlite3_update_hook(database.connectionHandle, { _, _, _, _, _ in }, mark)
          // It runs again if the check finds old violations.
          #expect(former == nil || former == mark)
        }
        try database.execute("INSERT INTO c (p) VALUES (\(version == 2 ? 1 : parent))")
      }
    }
    let scripts = ScriptBundle(scripts: [
      .default(["SELECT 1"]), .update(2, ["SELECT 1"]),
      .update(3, ["INSERT INTO c (p) VALUES (1)"]),
    ])
    let migrator = Migrator(connection: connection.handle, scripts: scripts, options: options)
    if parent == 1 {
      try migrator.migrate()
    } else {
      #expect(throws: MigrationFailure.self) { try migrator.migrate() }
    }
    #expect(sqlite3_update_hook(connection.handle, nil, nil) == mark)
  }
}
