import SQLScriptsDescription
import Testing

/// The conditions of joins, without which a sentence would be about other rows.
struct JoinSentenceTests {
  private func first(_ statement: String) throws -> String {
    try sentences(statement).first?.words.plain ?? ""
  }

  @Test(arguments: [
    (
      "FROM team JOIN log ON log.id = team.id + 1 WHERE team.id = user.team",
      "using log and team, where team equals the id of the row of team and the id of log equals the id of the row of team + 1"
    ),
    (
      "FROM (team JOIN log ON log.id > team.id) WHERE team.id = user.team",
      "using log and team, where team equals the id of the row of team and the id of log is greater than the id of the row of team"
    ),
    (
      "FROM team JOIN log ON log.note = 'x'",
      "using log and team, where note is 'x'"
    ),
    (
      "FROM team LEFT JOIN log ON log.id = team.id AND log.note = 'x' WHERE team.id = user.team AND log.id IS NULL",
      "using log and team matched where the id of log equals the id of the row of team and note is 'x', even without a match, where team equals"
    ),
    (
      "FROM team JOIN log USING (id) WHERE team.id = user.team",
      "using log and team matched by id, where team equals the id of the row of team"
    ),
    (
      "FROM team NATURAL JOIN log WHERE team.id = user.team",
      "using log and team matched by id, where team equals the id of the row of team"
    ),
  ])
  func `UPDATE … FROM states the condition of a join`(from: String, words: String) throws {
    let found = try first("UPDATE user SET age = 1 \(from)")
    #expect(found.contains(words), "\(found)")
  }

  @Test func `what UPDATE joins in parentheses beside other tables is shown`() throws {
    let found = try first(
      "UPDATE user SET age = 1 FROM log l, (team JOIN log ON log.id > team.id) WHERE l.id = user.id"
    )
    #expect(
      found.contains("Joined tables: log l, (team JOIN log ON log.id > team.id)."), "\(found)")
  }

  @Test(arguments: [
    ("JOIN team ON team.id = u.team", "from team and user matched where"),
    ("LEFT JOIN team ON team.id = u.team", "from team and user, joined even without a match ("),
    (
      "LEFT JOIN team ON team.id = u.team AND title = 'x'",
      "from team and user matched where team equals the id of the row of team and title is 'x', even without a match ("
    ),
    (
      "LEFT JOIN team ON team.id = u.team AND title = 'x' WHERE team.id IS NULL",
      "from the rows of user without a match in team (where team equals the id of the row of team and title is 'x')"
    ),
    (
      "LEFT JOIN team ON team.id = u.age WHERE team.id IS NULL",
      "from the rows of user without a match in team (where age equals the id of the row of team)"
    ),
    (
      "LEFT JOIN team ON team.id = u.team WHERE team.id IS NULL",
      "from the rows of user without a match in team ("
    ),
  ])
  func `only the condition of a reference is left out`(join: String, words: String) throws {
    let found = try first("INSERT INTO log (note) SELECT u.name FROM user u \(join)")
    #expect(found.contains(words), "\(found)")
  }

  @Test(arguments: [
    (
      "u.id, u.name FROM user u JOIN team ON team.id = u.team",
      "copies only rows with a match in team;"
    ),
    (
      "u.id, u.name FROM user u JOIN team ON team.id = u.team AND title = 'x'",
      "copies only rows with a match in team (where team equals the id of the row of team and title is 'x')"
    ),
    (
      "u.id, u.name FROM user u JOIN team ON team.id < u.team",
      "copies only rows with a match in team (where team is greater than the id of the row of team)"
    ),
    (
      "u.id, u.name FROM user u JOIN team USING (id)",
      "copies only rows with a match in team (by id)"
    ),
    (
      "u.id, u.name FROM user u LEFT JOIN team ON team.id = u.team AND title = 'x' WHERE team.id IS NULL",
      "copies only rows without a match in team (where"
    ),
    (
      "u.id, title FROM user u LEFT JOIN team ON team.id = u.team AND title = 'x'",
      "looks up rows of team where team equals the id of the row of team and title is 'x'; leaves out"
    ),
    (
      "u.id, title FROM user u LEFT JOIN team ON team.id = u.team",
      "Rebuilds user with the same definition: leaves out"
    ),
    (
      "u.id, u.name FROM user u JOIN team ON team.id = u.team LEFT JOIN log ON log.id = u.id",
      "looks up rows of log where the id of log equals the id of user; copies only rows with a match in team;"
    ),
  ])
  func `the copy of a rebuild states the condition`(query: String, words: String) throws {
    let found =
      try sentences(
        of: .update(
          2,
          [
            "CREATE TABLE n (id INTEGER PRIMARY KEY, name TEXT, team INT REFERENCES team(id))",
            "INSERT OR IGNORE INTO n (id, name) SELECT \(query)", "DROP TABLE user",
            "ALTER TABLE n RENAME TO user",
          ]),
        after: [
          "CREATE TABLE team (id INTEGER PRIMARY KEY, title TEXT)",
          "CREATE TABLE log (id INTEGER PRIMARY KEY, note TEXT)",
          "CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, team INT REFERENCES team(id))",
        ]
      ).first?.words.plain ?? ""
    #expect(found.contains(words), "\(found)")
  }

  @Test func `which of two references is meant is told`() throws {
    let tables = [
      "CREATE TABLE team (id INTEGER PRIMARY KEY, title TEXT)",
      "CREATE TABLE game (home INT REFERENCES team(id), guest INT REFERENCES team(id))",
      "CREATE TABLE log (note)",
    ]
    let found = try sentences(
      of: .update(
        2,
        [
          "INSERT INTO log SELECT t.title FROM team t LEFT JOIN game g ON g.home = t.id WHERE g.rowid IS NULL",
          "INSERT INTO log SELECT t.title FROM team t LEFT JOIN game g ON g.home = t.id",
        ]), after: tables
    ).map(\.words.plain)
    #expect(found.last?.contains("matched where home equals id, even without") == true, "\(found)")
  }

  @Test(arguments: [("b.age + 1", "the age of the matching row + 1"), ("b.age * 2", "× 2")])
  func `a calculation tells the column of the matching row once`(value: String, words: String)
    throws
  {
    let found = try sentences(
      "UPDATE user SET age = \(value) FROM user AS b WHERE user.team = b.id")[0].words.plain
    #expect(found.hasPrefix("Sets age to the age of the matching row"), "\(found)")
    #expect(found.contains(words) && !found.contains("the the"), "\(found)")
  }
}
