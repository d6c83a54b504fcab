import Testing

/// A temporary table that has the name of a table of the schema.
struct TemporaryTableTests {
  private func told(_ statements: String...) throws -> [String] {
    let create = "CREATE TEMP TABLE user (id INT, name TEXT)"
    return try sentences(of: .update(2, [create] + statements)).dropFirst().map(\.words.plain)
  }

  @Test(arguments: [
    ("DELETE FROM user", "Deletes all rows of the temporary table user."),
    ("DELETE FROM temp.user", "Deletes all rows of the temporary table user."),
    ("UPDATE user SET name = 'x'", "Sets name to 'x' in all rows of the temporary table user."),
    ("INSERT INTO user VALUES (1, 'a')", "Adds a row to the temporary table user."),
    (
      "INSERT INTO user (id, name) SELECT id, name FROM main.user",
      "Adds rows to the temporary table user from user."
    ),
    (
      "INSERT INTO log (note) SELECT name FROM user",
      "Adds rows to log from the temporary table user (none with the sample rows), setting note to name."
    ),
    ("DELETE FROM main.user", "Deletes all rows of user."),
    ("DROP TABLE user", "Removes the temporary table user."),
  ])
  func `a change of it is not told as one of the other table`(
    statement: String, words: String
  ) throws {
    #expect(try told(statement) == [words])
  }

  @Test func `its rows are not taken for those of the other table in a condition`() throws {
    let found = try told("DELETE FROM log WHERE id IN (SELECT id FROM user)")
    #expect(found.first?.hasPrefix("Deletes the rows of log where a condition is true") == true)
  }

  @Test func `after its DROP the name means the other table again`() throws {
    let found = try told("DROP TABLE user", "DELETE FROM user")
    #expect(found == ["Removes the temporary table user.", "Deletes all rows of user."])
  }
}
