import SQLScriptsDescription
import Testing

/// Names that differ only in case. They are the same for SQLite, but not for an app that reads them.
struct RespelledNameTests {
  private func told(_ statements: String...) throws -> [String] {
    try sentences(of: .update(2, statements)).map(\.words.plain)
  }

  @Test func `an object that is created again has the name of its new SQL`() throws {
    #expect(
      try told("DROP VIEW names", "CREATE VIEW Names AS SELECT id, name FROM user") == [
        "Removes the view names and creates it again as Names, otherwise unchanged."
      ])
    #expect(
      try told("DROP INDEX user_status", "CREATE INDEX USER_STATUS ON user (status, age)") == [
        "Replaces the index user_status with USER_STATUS: speeds up searching user by status and age."
      ])
    #expect(
      try told("DROP INDEX User_Status", "CREATE INDEX user_status ON user (status)") == [
        "Removes the index user_status and creates it again, unchanged."
      ])
  }

  @Test func `a rebuild tells the case of its columns and of its table`() throws {
    let found = try told(
      "CREATE TABLE n (ID INTEGER PRIMARY KEY, note TEXT)", "INSERT INTO n SELECT * FROM log",
      "DROP TABLE log", "ALTER TABLE n RENAME TO Log")
    #expect(
      found == ["Rebuilds log as Log: renames id to ID, keeps 3 of 3 sample rows."], "\(found)")
  }
}
