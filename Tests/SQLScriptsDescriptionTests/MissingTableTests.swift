import SQLScripts
import SQLScriptsDescription
import SQLScriptsFiles
import SQLScriptsSQL
import Testing

/// What refers to a table that a script renames or drops.
struct MissingTableTests {
  private static let tables = [
    "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE TABLE post (id INTEGER PRIMARY KEY, user INTEGER REFERENCES user(id))",
    "CREATE VIEW names AS SELECT name FROM user",
    "CREATE TRIGGER t AFTER INSERT ON post BEGIN UPDATE user SET name = 'x'; END",
  ]

  private func found(_ statements: String...) throws -> [String] {
    try sentences(of: .update(2, statements), after: Self.tables).map(\.words.plain)
  }

  @Test func `a table that is dropped leaves what refers to it`() throws {
    #expect(
      try found("DROP TABLE user") == [
        "Removes the table user with all its rows, but post, the view names and the trigger t still refer to it."
      ])
    let again = "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"
    #expect(try !found("DROP TABLE user", again).joined().contains("refer to"))
  }

  @Test func `a rename that keeps references leaves them without a table`() throws {
    let rename = "ALTER TABLE user RENAME TO member"
    #expect(
      try found("PRAGMA legacy_alter_table = ON", rename).last
        == "Renames the table user to member, but post, the view names and the trigger t still refer to user, which no longer exists."
    )
    #expect(try found(rename) == ["Renames the table user to member."])
  }

  @Test func `a reference to no table is told`() throws {
    let table = "CREATE TABLE note (id INTEGER PRIMARY KEY, a INTEGER REFERENCES absent(id))"
    #expect(
      try found(table).last
        == "Creates the table note with the columns id and “a”. A row can belong to a row of absent. There is no table absent after this script."
    )
    #expect(
      try found(table, "CREATE TABLE absent (id INTEGER PRIMARY KEY)").first?.contains("no table")
        == false)
    #expect(
      try found("ALTER TABLE post ADD COLUMN b INTEGER REFERENCES absent(id)").last?.hasSuffix(
        "There is no table absent after this script.") == true)
  }
}
