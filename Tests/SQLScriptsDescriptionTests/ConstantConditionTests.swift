import SQLScriptsDescription
import SQLScriptsSQL
import Testing

/// Conditions whose result does not depend on any row.
struct ConstantConditionTests {
  private func first(_ statement: String) throws -> String {
    try sentences(statement).first?.words.plain ?? ""
  }

  @Test(arguments: [
    "TRUE", "1", "(1)", "1 = 1", "2 > 1", "NOT 0", "'a' = 'a'", "1 OR note IS NULL",
    "1 = 1 AND NOT 0", "note IS note",
  ])
  func `a condition that is always true is about all rows`(condition: String) throws {
    let found = try first("UPDATE log SET note = 'x' WHERE \(condition)")
    #expect(found.hasPrefix("Sets note to 'x' in all rows of log"), "\(found)")
  }

  @Test(arguments: [
    "FALSE", "0", "1 = 0", "NULL", "NOT NULL", "note = NULL", "note <> NULL", "0 AND id = 1",
    "note <> note", "note < note", "note > note", "note IS NOT note",
    "1 = 0 OR 0",
  ])
  func `a condition that is never true is about no rows`(condition: String) throws {
    #expect(
      try first("UPDATE log SET note = 'x' WHERE \(condition)") == "Changes no rows of log.")
    #expect(try first("DELETE FROM log WHERE \(condition)") == "Deletes no rows of log.")
    #expect(
      try first("INSERT INTO log (note) SELECT title AS note FROM team WHERE \(condition)")
        == "Adds no rows to log.")
  }

  @Test(arguments: [
    ("1 = 1 AND age > 3", "where age is greater than 3"),
    ("0 OR age > 3", "where age is greater than 3"),
    ("age > 3 AND (1 = 0 OR age < 9)", "where age is greater than 3 and less than 9"),
    ("email = email", "where email has a value"),
    ("email <= email", "where email has a value"),
    ("NOT email > email", "where email has a value"),
  ])
  func `a part that changes nothing is not told`(condition: String, words: String) throws {
    let found = try first("DELETE FROM user WHERE \(condition)")
    #expect(found.contains(words), "\(found)")
  }

  @Test(arguments: [
    ("= 0", "where id is not the team of any row of user"),
    ("> 0", "where id is the team of a row of user"),
    ("> 2", "where user has more than 2 rows in which team equals the id of the row of team"),
  ])
  func `a number of rows is compared in words`(comparison: String, words: String) throws {
    for value in ["*", "id"] {
      let count = "(SELECT count(\(value)) FROM user WHERE user.team = team.id)"
      let found = try first("DELETE FROM team WHERE \(count) \(comparison)")
      #expect(found.contains(words), "\(found)")
    }
  }
}
