import SQLScriptsDescription
import Testing

/// Tables that go with their rows, although a statement seems to keep them.
struct LossSentenceTests {
  private static let table = "CREATE TABLE log (id INTEGER PRIMARY KEY, note TEXT)"

  private func told(_ statements: String...) throws -> [String] {
    try sentences(of: .update(2, statements)).map(\.words.plain)
  }

  @Test(arguments: [
    ("SELECT count(*) AS note FROM log", "INSERT INTO log (note) SELECT note FROM b"),
    ("SELECT note, count(*) FROM log GROUP BY note", "INSERT INTO log (note) SELECT note FROM b"),
    ("SELECT 1 AS id FROM log", "INSERT INTO log (id) SELECT id FROM b"),
    ("SELECT * FROM log", "INSERT INTO team (title) SELECT note FROM b"),
    ("SELECT * FROM log", "INSERT INTO log VALUES (1, 'b')"),
  ])
  func `rows that no temporary table gives back are lost`(query: String, after: String) throws {
    let found = try told("CREATE TEMP TABLE b AS \(query)", "DROP TABLE log", Self.table, after)
    #expect(
      found.dropFirst().first == "Removes the table log with all its rows and creates it again.")
  }

  @Test(arguments: [
    "DELETE FROM n WHERE id NOT IN (SELECT absent FROM log)",
    "UPDATE n SET absent = 1 FROM log",
    "INSERT INTO n SELECT absent, 1 FROM team WHERE id IN (SELECT id FROM log)",
  ])
  func `a statement that fails and copies no rows is no copy`(statement: String) throws {
    let found = try told(
      "CREATE TABLE n (id INTEGER PRIMARY KEY, note TEXT)", statement, "DROP TABLE log",
      "ALTER TABLE n RENAME TO log")
    #expect(found.first == "Rebuilds log, but a statement in between fails.")
  }

  @Test func `a query of several parts says which columns it may change`() throws {
    let copy = { (second: String) in
      try told(
        "CREATE TABLE n (id INTEGER PRIMARY KEY, note TEXT)",
        "INSERT INTO n SELECT id, note FROM log WHERE id < 5 UNION ALL \(second)",
        "DROP TABLE log", "ALTER TABLE n RENAME TO log"
      ).first ?? ""
    }
    let changed = try copy("SELECT id, NULL FROM log WHERE id >= 5")
    #expect(changed.contains("find, can change the values of note, "), "\(changed)")
    let keys = try copy("SELECT id + 100, log.note FROM log WHERE id >= 5")
    #expect(keys.contains("find, can change the values of id"), "\(keys)")
    for same in ["SELECT * FROM log", "SELECT x.id, note AS y FROM log AS x"] {
      let words = try copy("\(same) WHERE id >= 5")
      #expect(!words.contains("change"), "\(words)")
    }
  }

  @Test(arguments: [
    ("fts5(a)", "Removes the full-text index v with all its rows."),
    ("fts5(a, content = '')", "Removes the full-text index v."),
    ("fts4(a, content=\"log\")", "Removes the full-text index v."),
    ("fts5vocab('ft', 'row')", "Removes the virtual table v."),
    ("rtree(id, a, b)", "Removes the virtual table v with all its rows."),
  ])
  func `a virtual table goes with the rows that it stores`(module: String, words: String) throws {
    let found = try sentences(
      of: .update(2, ["DROP TABLE v"]),
      after: [
        "CREATE TABLE log (a TEXT)", "CREATE VIRTUAL TABLE ft USING fts5(a)",
        "CREATE VIRTUAL TABLE v USING \(module)",
      ])
    #expect(found.map(\.words.plain) == [words])
  }

  @Test func `a table that shows what is in an index is no index`() throws {
    let found = try told(
      "CREATE VIRTUAL TABLE ft USING fts5(a)", "CREATE VIRTUAL TABLE v USING fts5vocab(ft, 'row')")
    #expect(found.last == "Creates the virtual table v with the module fts5vocab.")
  }
}
