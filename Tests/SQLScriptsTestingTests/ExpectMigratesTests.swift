import Foundation
import SQLScriptsTesting
import Testing

/// The issues that an app's own tests find, and how they are reported.
@Suite struct ExpectMigratesTests {
  private static let scripts: [InMemoryScript] = [
    .default([
      "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
      "CREATE TABLE note (text TEXT, user INTEGER REFERENCES user)",
    ]),
    .update(2, ["ALTER TABLE user ADD COLUMN age INTEGER"]),
    .update(3, ["UPDATE user SET age = 18"]),
  ]

  private func bundle(_ more: InMemoryScript...) -> ScriptBundle {
    ScriptBundle(scripts: Self.scripts + more)
  }

  /// The issues that a body records, in order, and whether each is at the line of the call.
  private func issues(
    _ line: Int = #line, _ body: () throws -> Void
  ) throws -> [String] {
    let found = Collected<String>()
    try withKnownIssue {
      try body()
    } matching: { issue in
      let place = issue.sourceLocation
      let isHere = place?.fileName == "ExpectMigratesTests.swift" && (place?.line ?? 0) >= line
      found.append(issue.comments.map(\.rawValue).joined() + (isHere ? "" : " elsewhere"))
      return true
    }
    return found.values
  }

  // MARK: Migrations without an issue

  @Test func `without updates there are no older versions`() throws {
    var count = 0
    let scripts = ScriptBundle(scripts: [.default(["CREATE TABLE a (b)"])])
    try expectMigrates(fromEveryVersionOf: scripts) { _ in count += 1 }
    #expect(count == 0)
  }

  @Test func `every version is tested with sample rows, the oldest first`() throws {
    var ages: [Int] = []
    try expectMigrates(fromEveryVersionOf: bundle()) { database in
      let rows = try database.query("SELECT age FROM user")
      ages.append(try rows.count { try $0["age"] == .integer(18) })
      #expect(try database.query("SELECT * FROM note").count == 3)
    }
    #expect(ages == [3, 3])
  }

  @Test func `versions before the one of the default script are created by the updates`() throws {
    let scripts = ScriptBundle(scripts: [
      .default(["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"], version: 2),
      .update(1, ["CREATE TABLE user (id INTEGER PRIMARY KEY)"]),
      .update(2, ["ALTER TABLE user ADD COLUMN name TEXT"]),
      .update(3, ["CREATE TABLE late (a)"]),
    ])
    var names: [[SQLiteValue]] = []
    try expectMigrates(fromEveryVersionOf: scripts) { database in
      names.append(try database.query("SELECT name FROM user").map { try $0["name"] })
    }
    #expect(
      names == [[.null, .null, .null], [.text("Name~1"), .text("Name~2"), .text("Name~3")]])
  }

  @Test func `a fixture has the rows that its statements insert`() throws {
    let fixture = DatabaseFixture.database(
      at: 1, with: ["INSERT INTO user (name) VALUES ('Ada')", "INSERT INTO note VALUES ('x', 1)"])
    try expectMigrates(from: fixture, scripts: bundle()) { database in
      let row = try #require(try database.queryFirst("SELECT name, age FROM user"))
      #expect(try row["name"] == .text("Ada") && row["age"] == .integer(18))
    }
  }

  @Test func `code steps run with their updates`() throws {
    var options = MigrationOptions()
    options.codeSteps = [
      CodeStep(version: 3, name: "ages") { database in
        try database.execute("UPDATE user SET age = age + 1")
      }
    ]
    try expectMigrates(fromEveryVersionOf: bundle(), options: options) { database in
      let row = try database.queryFirst("SELECT max(age) AS age FROM user")
      #expect(try row?["age"] == .integer(19))
    }
  }

  // MARK: Migrations with an issue

  @Test func `a script that fails because of rows is shown with its statement`() throws {
    let scripts = bundle(.update(4, ["CREATE UNIQUE INDEX by_age ON user (age)"]))
    let found = try issues { try expectMigrates(fromEveryVersionOf: scripts) }
    // Each sample row of version 3 has an age.
    #expect(found.count == 2)
    #expect(
      found.first == """
        a database of version 1 cannot be migrated:
        error[failed-statement]: item 1 of sql_update_4.json failed: UNIQUE constraint failed: user.age
         --> sql_update_4.json:1:3
          |
        1 | ["CREATE UNIQUE INDEX by_age ON user (age)"]
          |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          |
          = why:  SQLite said “UNIQUE constraint failed: user.age” [SQLITE_CONSTRAINT (2067)]

        """)
  }

  @Test func `lost rows are an issue unless they are allowed`() throws {
    let scripts = bundle(
      .update(4, ["DELETE FROM note WHERE rowid = 1", "DROP TABLE user"]))
    let fixture = DatabaseFixture.database(at: 3, with: ["INSERT INTO note VALUES ('x', NULL)"])
    let other = DatabaseFixture.database(at: 3, with: ["INSERT INTO user (name) VALUES ('Ada')"])
    #expect(
      try issues {
        try expectMigrates(from: fixture, scripts: scripts)
        try expectMigrates(from: other, scripts: scripts)
      } == [
        "a database of version 3, migrated to version 4: “note” lost 1 row of 1. "
          + "If this is intended, add the table to “losingRowsOf”.",
        "a database of version 3, migrated to version 4: “user” was dropped with 1 row. "
          + "If this is intended, add the table to “losingRowsOf”.",
      ])
    try expectMigrates(from: fixture, scripts: scripts, losingRowsOf: ["Note"])
    try expectMigrates(from: other, scripts: scripts, losingRowsOf: ["user"])
  }

  @Test func `orphans are an issue, whatever the script says`() throws {
    let script = InMemoryScript.file(
      named: "sql_update_4.json",
      text: #"{"foreignKeys": "unchecked", "statements": ["DELETE FROM user WHERE name <> 'Ada'"]}"#
    )
    let old = DatabaseFixture.database(
      at: 3,
      with: [
        "INSERT INTO user (name) VALUES ('Ada'), ('Grace')",
        "INSERT INTO note VALUES ('x', 1), ('y', 2), ('orphan', 9)",
      ])
    #expect(
      try issues { try expectMigrates(from: old, scripts: bundle(script), losingRowsOf: ["user"]) }
        == [
          "a database of version 3, migrated to version 4: 1 row of “note” references a missing row in “user”, "
            + "and a script does not check foreign keys"
        ])
  }

  @Test func `a migrated database that differs from a new one is an issue`() throws {
    let scripts = ScriptBundle(scripts: [
      .default(["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"], version: 2),
      .update(1, ["CREATE TABLE user (id INTEGER PRIMARY KEY)"]),
      .update(2, ["ALTER TABLE user ADD COLUMN nick TEXT"]),
    ])
    #expect(
      try issues { try expectMigrates(fromEveryVersionOf: scripts) } == [
        "a database of version 1, migrated to version 2: compared with a new database, it removes "
          + "the column “name” in “user”",
        "a database of version 1, migrated to version 2: compared with a new database, it adds the "
          + "column “nick” in “user”",
      ])
  }

  @Test func `scripts that cannot create a new database are an issue`() throws {
    let found = try issues {
      try expectMigrates(fromEveryVersionOf: bundle(.update(4, ["CREATE TABLE user (a)"])))
    }
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix(
        "a new database cannot be migrated:\nerror[failed-statement]: item 1 of") == true)
    let none = try issues { try expectMigrates(fromEveryVersionOf: ScriptBundle(scripts: [])) }
    #expect(none.count == 1)
  }

  @Test func `a fixture that cannot be created is an issue`() throws {
    let wrong = DatabaseFixture.database(at: 1, with: ["INSERT INTO usr VALUES (1)"])
    let found = try issues {
      try expectMigrates(from: wrong, scripts: bundle())
      try expectMigrates(from: .database(at: 7), scripts: bundle())
      try expectMigrates(from: .file("/nowhere/a.sqlite"), scripts: bundle())
    }
    #expect(found.count == 3)
    #expect(
      found.first
        == "cannot create a database of version 1: no such table: usr [SQLITE_ERROR (1)] in: "
        + "INSERT INTO usr VALUES (1)")
    #expect(found.last?.contains("no such file, or an empty file: /nowhere/a.sqlite") == true)
    #expect(!found.contains { $0.hasSuffix("elsewhere") })
  }

  @Test func `an error of the closure is thrown to the test`() throws {
    #expect(throws: SQLiteError.self) {
      try expectMigrates(fromEveryVersionOf: bundle()) { try $0.execute("nonsense") }
    }
  }
}

/// Collects values from any thread.
private final class Collected<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var content: [Value] = []

  func append(_ value: Value) { lock.withLock { content.append(value) } }
  var values: [Value] { lock.withLock { content } }
}
