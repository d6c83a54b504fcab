import SQLScriptsDescription
import Testing

/// Scripts that fail, after which nothing that they did remains.
struct FailureSentenceTests {
  private func told(_ statements: String...) throws -> [String] {
    try sentences(of: .update(2, statements)).map(\.words.plain)
  }

  @Test func `a rebuild whose copy fails is no loss of the table`() throws {
    let found = try told(
      "CREATE TABLE n (id INTEGER PRIMARY KEY, note TEXT NOT NULL)",
      "INSERT INTO n (id, note) SELECT id, absent FROM log", "DROP TABLE log",
      "ALTER TABLE n RENAME TO log")
    #expect(
      found == [
        "Rebuilds log: makes note required, but the statement that copies its rows fails.",
        "Fails: no such column: absent.",
      ])
  }

  @Test func `another statement that fails is no copy`() throws {
    let found = try told(
      "INSERT INTO log VALUES (absent)", "DROP TABLE log",
      "CREATE TABLE log (id INTEGER PRIMARY KEY, note TEXT, at TEXT)")
    #expect(
      found == [
        "Fails: no such column: absent.",
        "Not reached: removes the table log with all its rows and creates it again: adds “at” (text).",
      ])
  }

  @Test func `nothing after a statement that fails is told as a fact`() throws {
    let found = try told(
      "INSERT INTO absent VALUES (1)", "UPDATE log SET note = NULL",
      "INSERT INTO log (note) VALUES ('a')", "INSERT INTO log (note) VALUES ('b')",
      "CREATE TABLE n (id INTEGER PRIMARY KEY, note TEXT)", "INSERT INTO n SELECT * FROM log",
      "DROP TABLE log", "ALTER TABLE n RENAME TO log")
    #expect(found.first?.hasPrefix("Fails: ") == true)
    #expect(found.contains("Not reached: clears note in all rows of log."))
    #expect(found.dropFirst().allSatisfy { $0.hasPrefix("Not reached: ") }, "\(found)")
  }

  @Test func `a table is not removed after a statement that fails`() throws {
    let found = try told("CREATE TABLE n (", "DROP TABLE log", "DELETE FROM team")
    #expect(
      found == [
        "Fails: incomplete input.",
        "Not reached: removes the table log with all its rows.",
        "Not reached: deletes all rows of team.",
      ])
    #expect(
      try told("DROP TABLE log", "CREATE TABLE n (").first
        == "Removes the table log with all its rows.")
  }

  @Test func `what follows a failure with a condition is not reached in that case`() throws {
    let script = { (condition: String) in
      #"""
      {"statements": [{"onlyIf": "\#(condition)", "sql": "INSERT INTO absent VALUES (1)"}, "DELETE FROM user"]}
      """#
    }
    let told = { (condition: String) in
      try sentences(of: .file(named: "sql_update_2.json", text: script(condition))).map(
        \.words.plain)
    }
    #expect(
      try told("SELECT count(*) = 0 FROM log") == [
        "Fails if log has no rows: no such table: absent.",
        "Not reached in that case: deletes all rows of user.",
      ])
    #expect(
      try told("SELECT 1") == [
        "Fails: no such table: absent.", "Not reached: deletes all rows of user.",
      ])
    #expect(try told("SELECT 0").last == "Deletes all rows of user.")
  }

  @Test func `a statement that would fail, too, is not reached`() throws {
    #expect(
      try told("INSERT INTO absent VALUES (1)", "DELETE FROM team", "INSERT INTO gone VALUES (1)")
        == [
          "Fails: no such table: absent.", "Not reached: deletes all rows of team.",
          "Not reached, and would fail, too: no such table: gone.",
        ])
    let found = try sentences(
      of: .file(
        named: "sql_update_2.json",
        text: #"""
          {"statements": [{"onlyIf": "SELECT count(*) = 0 FROM log", "sql": "INSERT INTO absent VALUES (1)"},
          "INSERT INTO gone VALUES (1)",
          {"onlyIf": "SELECT count(*) = 0 FROM team", "sql": "INSERT INTO lost VALUES (1)"}]}
          """#)
    ).map(\.words.plain)
    #expect(
      found.last
        == "Not reached in that case, and would fail, too, if team has no rows: no such table: lost."
    )
    #expect(found[1] == "Not reached in that case, and would fail, too: no such table: gone.")
  }
}
