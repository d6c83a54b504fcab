import Testing

/// What a rebuild and SET do with several columns at once.
struct SelectedValueTests {
  private func rebuild(_ columns: String, _ query: String) throws -> String {
    let found = try sentences(
      "CREATE TABLE n (\(columns))", "INSERT INTO n SELECT \(query)", "DROP TABLE log",
      "ALTER TABLE n RENAME TO log")
    return found.first?.words.plain ?? ""
  }

  @Test(arguments: [
    ("*, 7 FROM log", "sets x to 7, keeps"), ("log.*, 7 FROM log", "sets x to 7, keeps"),
    ("l.*, length(note) FROM log l", "sets x to the length of note, keeps"),
    ("*, NULL FROM log", "adds x (whole number), keeps"),
    ("log.*, team.id FROM log JOIN team ON team.id = log.id", "sets x to the id of team; keeps"),
  ])
  func `a value beside all columns is told`(query: String, words: String) throws {
    let found = try rebuild("id INTEGER PRIMARY KEY, note TEXT, x INTEGER", query)
    #expect(found.contains(words), "\(found)")
  }

  @Test func `a value before all columns is told`() throws {
    let found = try rebuild("x INTEGER, id INTEGER PRIMARY KEY, note TEXT", "7, * FROM log")
    #expect(found.hasPrefix("Rebuilds log: adds x (whole number), sets x to 7, keeps"), "\(found)")
  }

  @Test func `a generated column is one of all columns`() throws {
    let found = try sentences(
      of: .update(
        2,
        [
          "CREATE TABLE n (a INTEGER PRIMARY KEY, g INT, b INT)", "INSERT INTO n SELECT * FROM t",
          "DROP TABLE t", "ALTER TABLE n RENAME TO t",
        ]),
      after: ["CREATE TABLE t (a INTEGER PRIMARY KEY, g INT AS (b + 1), b INT)"])
    #expect(
      found.first?.words.plain
        == "Rebuilds t: no longer computes g from other columns, keeps 3 of 3 sample rows.")
  }

  @Test(arguments: [
    ("note, note", "sets b and c to the value of note"),
    ("substr(note, 1), replace(note, '_', '-')", "sets b to the result"),
    ("'', replace(note, '_', '-')", "sets b to an empty text"),
  ])
  func `a column that becomes two has no new name`(values: String, words: String) throws {
    let found = try rebuild("id INTEGER PRIMARY KEY, b TEXT, c TEXT", "id, \(values) FROM log")
    #expect(
      found.hasPrefix("Rebuilds log: removes note; adds b (text) and c (text); \(words)"),
      "\(found)")
  }

  @Test func `a column that only one column copies has a new name`() throws {
    let found = try rebuild("id INTEGER PRIMARY KEY, b TEXT, c TEXT", "id, note, '' FROM log")
    #expect(found.hasPrefix("Rebuilds log: renames note to b; adds c (text);"), "\(found)")
  }

  @Test(arguments: [
    (
      "CREATE TABLE n (note TEXT, id INTEGER PRIMARY KEY)", "",
      "Rebuilds log: changes the order of its columns, keeps 3 of 3 sample rows."
    ),
    (
      "CREATE TABLE n (note TEXT, id INTEGER PRIMARY KEY, x TEXT)", "CREATE INDEX i ON log (note)",
      "Rebuilds log: adds x (text), changes the order of its columns, keeps 3 of 3 sample rows."
    ),
  ])
  func `another order of columns is said beside other changes`(
    create: String, index: String, sentence: String
  ) throws {
    let found = try sentences(
      create, "INSERT INTO n (id, note) SELECT id, note FROM log", "DROP TABLE log",
      "ALTER TABLE n RENAME TO log", index.isEmpty ? "SELECT 1" : index)
    #expect(found.first?.words.plain == sentence)
  }

  @Test(arguments: [
    ("(name, status) = (status, name)", "Swaps name and status in all rows of user."),
    ("(name, age) = ('x', age + 1)", "Sets name to 'x' and adds 1 to age in all rows of user."),
    ("(name, age) = (SELECT 'x', 1)", "Sets name to 'x' and age to 1 in all rows of user."),
    ("(name) = ('x')", "Sets name to 'x' in all rows of user."),
    (
      "(name, age) = (SELECT title, id FROM team WHERE id = user.team)",
      "Sets name and age in all rows of user: the title and id of the row of team in which id equals the team of user, or no values where there is none."
    ),
    (
      "(name, age) = (SELECT title, count(*) FROM team)",
      "Sets name and age to the results of a query in all rows of user. Query: SELECT title, count(*) FROM team."
    ),
    ("name = 'x', status = 'x'", "Sets name and status to 'x' in all rows of user."),
  ])
  func `several columns that get values together are told`(set: String, sentence: String) throws {
    #expect(try sentences("UPDATE user SET \(set)").map(\.words.plain) == [sentence])
  }

  @Test func `an upsert of several columns at once is told`() throws {
    let found = try sentences(
      "INSERT INTO user (id, name, age) VALUES (1, 'a', 2) ON CONFLICT (id) DO UPDATE SET (name, age) = (excluded.name, excluded.age)"
    )
    #expect(
      found.first?.words.plain.hasSuffix(
        "; if it is already there, sets name and age to the new values instead.") == true)
  }
}
