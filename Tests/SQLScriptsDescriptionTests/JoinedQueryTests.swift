import SQLScriptsDescription
import SQLScriptsSQL
import Testing

/// UPDATE … FROM with a query, or with the table that changes.
struct JoinedQueryTests {
  private func first(_ statement: String) throws -> String {
    try sentences(statement).first?.words.plain ?? ""
  }

  @Test(arguments: [
    "UPDATE team SET title = s.n FROM (SELECT team AS t, max(name) AS n FROM user GROUP BY team) AS s WHERE s.t = team.id",
    "UPDATE team SET title = s.n FROM (SELECT team, max(name) AS n FROM user GROUP BY team) s WHERE id = s.team",
    "WITH s(t, n) AS (SELECT team, max(name) FROM user GROUP BY team) UPDATE team SET title = n FROM s WHERE t = id",
  ])
  func `a value of a group is that of the rows with its key`(sql: String) throws {
    let found = try first(sql)
    #expect(
      found.hasPrefix("Sets title in team where id is the team of a row of user ("), "\(found)")
    #expect(
      found.hasSuffix(
        ": the greatest value of name among the rows of user in which team equals the id of the row of team."
      ),
      "\(found)")
  }

  @Test(arguments: [
    (
      "FROM (SELECT max(age) AS a FROM user) AS s",
      "Sets note in all rows of log: the greatest value of age among the rows of user."
    ),
    (
      "FROM (SELECT id AS k, age AS a FROM user WHERE status = 'x') AS s WHERE s.k = log.id",
      "Sets note to the age of user in log, using user, where the id of user equals the id of log and status is 'x' ("
    ),
    (
      "FROM (VALUES (1, 'a'), (2, 'b')) AS s WHERE s.column1 = log.id",
      "Sets note to the result of an expression in the rows of log with a match in a list of values ("
    ),
    (
      "FROM (SELECT id, row_number() OVER () AS a FROM user) AS s WHERE s.id = log.id",
      "Sets note to the result of an expression in the rows of log with a match in user ("
    ),
  ])
  func `a query is told by its table`(from: String, words: String) throws {
    let value = from.contains("VALUES") ? "s.column2" : "s.a"
    let found = try first("UPDATE log SET note = \(value) \(from)")
    #expect(found.hasPrefix(words), "\(found)")
    #expect(!found.contains("a condition is true"), "\(found)")
    #expect(found.contains("Query s: ") == found.contains("Condition: "), "\(found)")
  }

  @Test func `what a table joins with itself is told by the matching row`() throws {
    #expect(
      try first(
        "UPDATE user SET name = o.name FROM user AS o WHERE o.id = user.age AND o.status = 'x'"
      ).hasPrefix(
        "Sets name to the name of the matching row in user, using its own rows, where age equals the id of the matching row and the status of the matching row is 'x' ("
      ))
  }
}
