import Testing

/// What never runs, or stops every migration, is not described as if it ran.
struct NeverRunTests {
  private func texts(_ update: String) throws -> [String] {
    try sentences(of: .file(named: "sql_update_2.json", text: update)).map(\.words.plain)
  }

  @Test(arguments: [
    "DELETE FROM log", "CREATE TABLE x (a)",
    "WITH x AS (SELECT 1) UPDATE log SET note = 1",
  ])
  func `a condition or check that changes something fails`(query: String) throws {
    let ending = "must be a query that changes nothing. Query: \(query)."
    let condition = try texts(
      "{\"statements\": [{\"sql\": \"DELETE FROM team\", \"onlyIf\": \"\(query)\"}, \"DELETE FROM user\"]}"
    )
    #expect(
      condition == [
        "The query that decides whether it runs fails: onlyIf \(ending)",
        "Not reached: deletes all rows of user.",
      ])
    let check = try texts("{\"statements\": [\"DELETE FROM team\"], \"verify\": [\"\(query)\"]}")
    #expect(
      check.last
        == "Always undoes everything at the end, because its query fails: verify \(ending)")
    let before = try texts("{\"statements\": [\"DELETE FROM team\"], \"require\": [\"\(query)\"]}")
    #expect(
      before == [
        "Always stops before it changes anything, because its query fails: require \(ending)",
        "Not reached: deletes all rows of team.",
      ])
  }

  @Test(arguments: [
    "SELECT 0", "SELECT NULL", "SELECT ''", "SELECT 1 = 2",
    "SELECT 0 WHERE EXISTS (SELECT 1 FROM log)",
  ])
  func `a condition that is never true says so`(query: String) throws {
    let found = try texts(
      "{\"statements\": [{\"sql\": \"DELETE FROM team\", \"onlyIf\": \"\(query)\"}]}")
    #expect(
      found == ["Does nothing, because its condition is never true. Query: \(query)."],
      "\(found)")
  }

  @Test(arguments: [
    ("count(*) FROM log HAVING count(*) > 3", "the number of rows of log is greater than 3"),
    ("2 < (SELECT count(*) FROM log)", "the number of rows of log is greater than 2"),
    (
      "2 <= (SELECT count(*) FROM log WHERE id < 9)",
      "log has at least 2 rows in which id is less than 9"
    ),
    ("count(*) FROM log HAVING count(*) < 3", "the result of a query is true"),
    (
      "count(*) FROM log WHERE note IS NULL HAVING count(*) > 3",
      "log has more than 3 rows in which note has no value"
    ),
    (
      "(SELECT count(*) FROM log WHERE id < 9) = 1",
      "log has exactly 1 row in which id is less than 9"
    ),
    ("(SELECT count(1) FROM log WHERE id < 9) <= 0", "log has no row in which id is less than 9"),
  ])
  func `a condition with HAVING is about its rows`(query: String, words: String) throws {
    let found = try texts(
      "{\"statements\": [{\"sql\": \"DELETE FROM team\", \"onlyIf\": \"SELECT \(query)\"}]}")
    #expect(found.first?.hasPrefix("Only if \(words): deletes") == true, "\(found)")
  }

  @Test(arguments: [">= 0", "= -1", "> 3.5", "< 0", "= 0x2"])
  func `only a whole number from 1 on counts rows`(comparison: String) throws {
    let condition = "SELECT (SELECT count(1) FROM log WHERE id < 9) \(comparison)"
    let found = try texts(
      "{\"statements\": [{\"sql\": \"DELETE FROM team\", \"onlyIf\": \"\(condition)\"}]}")
    #expect(found.first?.contains("log has") == false, "\(found)")
  }

  @Test(arguments: [("user.id", false), ("team.id", true)])
  func `a text in another table does not make a value true`(column: String, isTrue: Bool) throws {
    let found = try texts(
      "{\"statements\": [{\"sql\": \"DELETE FROM log\", \"onlyIf\": "
        + "\"SELECT \(column) FROM user, team WHERE team.id = 'x'\"}]}")
    #expect(found.first?.contains("there are rows") == isTrue, "\(found)")
  }

  @Test func `a statement with a parameter fails`() throws {
    let found = try texts(
      "[\"INSERT INTO log VALUES (1, 'a')\", \"INSERT INTO log VALUES (2, ?)\", \"DELETE FROM team\"]"
    )
    #expect(found.count == 3)
    #expect(found[1] == "Fails, because scripts cannot bind values.")
    #expect(found[2].hasPrefix("Not reached: "), "\(found)")
  }

  @Test func `a CASE in SQL keeps its END`() throws {
    let found = try texts(
      "[\"INSERT INTO log SELECT id, CASE title WHEN 'a' THEN 1 ELSE length(title) * 2 END FROM team\"]"
    )
    #expect(found.first?.contains("length(title) * 2 END") == true, "\(found)")
  }
}
