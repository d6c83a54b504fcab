import SQLScripts
import SQLScriptsDescription
import Testing

/// What `require`, `verify` and `onlyIf` ask for.
struct GuardSentenceTests {
  @Test func `a check undoes nothing outside a transaction`() throws {
    let found = try sentences(
      of: .file(
        named: "sql_update_2.json",
        text: #"""
          {"transaction": false, "statements": ["DELETE FROM log"], "verify": ["SELECT 1 FROM team", "SELECT 1"]}
          """#)
    ).map(\.words.plain)
    #expect(found[2] == "Fails if, at the end, team has rows (as with the sample rows).")
    #expect(
      found[3]
        == "Always fails at the end, because its query always finds a row. Query: SELECT 1.")
  }

  private func plain(_ script: String) throws -> [String] {
    try sentences(of: .file(named: "sql_update_2.json", text: script)).map(\.words.plain)
  }

  @Test(arguments: [
    "SELECT CASE WHEN count(*) > 0 THEN 'bad' END FROM log", "SELECT count(*) + 1 FROM log",
    "SELECT 'x' || group_concat(note) FROM log", "SELECT json_group_array(id) FROM log",
    "SELECT coalesce(max(id), 0) FROM log", "SELECT 1 WHERE 1 = 1", "PRAGMA integrity_check",
  ])
  func `a query with one row in every database always finds it`(query: String) throws {
    #expect(
      try plain(#"{"verify": ["\#(query)"], "statements": []}"#) == [
        "Always undoes everything at the end, because its query always finds a row. Query: \(query)."
      ])
  }

  @Test(arguments: [
    "SELECT 1 WHERE 1 = 0", "SELECT 1 WHERE false", "SELECT 1 WHERE NULL",
    "SELECT 1 FROM log LIMIT 0", "SELECT note FROM log WHERE 0",
  ])
  func `a query without a row in any database asks for nothing`(query: String) throws {
    #expect(
      try plain(#"{"require": ["\#(query)"], "verify": ["\#(query)"], "statements": []}"#) == [
        "Requires nothing, because its query never finds a row. Query: \(query).",
        "Checks nothing at the end, because its query never finds a row. Query: \(query).",
      ])
  }

  @Test(arguments: [
    (
      "SELECT max(id) FROM log HAVING max(id) > 9",
      "the greatest value of id among the rows of log is greater than 9"
    ),
    ("SELECT count(*) FROM log HAVING count(*) <> 9", "the number of rows of log is not 9"),
    (
      "SELECT count(*) FROM log WHERE id < 0 HAVING count(*) > 0",
      "log has a row in which id is less than 0"
    ),
    (
      "SELECT CASE WHEN note = 'x' THEN 1 END FROM log WHERE id < 0",
      "log has a row in which id is less than 0"
    ),
    (
      "SELECT note FROM log GROUP BY note HAVING count(*) >= 3",
      "log has at least 3 rows with the same note (or none)"
    ),
    (
      "SELECT id FROM log GROUP BY id HAVING count(*) > 2",
      "log has at least 3 rows with the same id"
    ),
    ("SELECT lower(note) FROM log WHERE id < 0", "log has a row in which id is less than 0"),
    ("PRAGMA foreign_key_check", "a row refers to a row that does not exist"),
    ("PRAGMA foreign_key_check(USER)", "a row of user refers to a row that does not exist"),
  ])
  func `a query that must find no row says what is wrong`(query: String, words: String) throws {
    let found = try plain(#"{"verify": ["\#(query)"], "statements": []}"#).first ?? ""
    #expect(found.hasPrefix("Undoes everything if, at the end, \(words)"))
  }

  @Test(arguments: [
    ("SELECT 1 WHERE EXISTS (SELECT 1 FROM log)", "Only if log has rows: "),
    ("SELECT EXISTS (SELECT 1 FROM log) = 0", "Only if log has no rows: "),
    ("SELECT CASE WHEN EXISTS (SELECT 1 FROM log) THEN 0 ELSE 1 END", "Only if log has no rows: "),
    (
      "SELECT CASE WHEN (SELECT count(*) FROM log) > 2 THEN 1 ELSE 0 END",
      "Only if the number of rows of log is greater than 2: "
    ),
    (
      "SELECT min(id) < 0 FROM log",
      "Only if the smallest value of id among the rows of log is less than 0: "
    ),
    ("SELECT 1 FROM log LIMIT 1", "Only if log has rows: "),
    (
      "SELECT name FROM sqlite_master WHERE name = 'x' AND type = 'index'",
      "Only if there is an index x: "
    ),
    (
      "SELECT note FROM log WHERE note = 'x' LIMIT 1",
      "Only if log has a row in which note is 'x': "
    ),
    ("SELECT note FROM log WHERE note = '0'", "Only if the result of a query is true: "),
    ("SELECT 1 FROM log LIMIT 0", "Only if the result of a query is true: "),
    ("SELECT note FROM log LIMIT 1", "Only if the result of a query is true: "),
    ("SELECT 1 WHERE (SELECT count(*) FROM log) = 0", "Only if log has no rows: "),
    (
      "SELECT 1 WHERE (SELECT count(*) FROM log WHERE id < 0) > 0 AND EXISTS (SELECT 1 FROM user)",
      "Only if user has rows and log has a row in which id is less than 0: "
    ),
    ("SELECT TRUE", ""), ("SELECT 1 WHERE 1 = 1", ""),
    ("SELECT 'yes' WHERE EXISTS (SELECT 1 FROM log)", "Only if the result of a query is true: "),
  ])
  func `a condition without a table is about its subquery`(query: String, words: String) throws {
    let found = try plain(#"[{"sql": "DELETE FROM team", "onlyIf": "\#(query)"}]"#).first ?? ""
    let start = words.isEmpty ? "Deletes" : "\(words)deletes"
    #expect(found.hasPrefix("\(start) all rows of team."), "\(found)")
  }

  @Test func `what is not so is said of a number of rows, too`() throws {
    let found = try plain(
      #"[{"sql": "ALTER TABLE log ADD COLUMN note", "onlyIf": "SELECT count(*) = 99 FROM log"}]"#)
    #expect(found == ["Does nothing here, because the number of rows of log is not 99."])
  }

  @Test func `a rebuild of conditional steps only depends on their conditions`() throws {
    let name = "SELECT count(*) FROM pragma_table_info('log') WHERE name = 'note'"
    let script = { (last: String) in
      #"""
      [{"sql": "CREATE TABLE n (id INTEGER PRIMARY KEY)", "onlyIf": "\#(name)"},
      {"sql": "INSERT INTO n SELECT id FROM log", "onlyIf": "\#(name)"},
      {"sql": "DROP TABLE log", "onlyIf": "\#(name)"},
      {"sql": "ALTER TABLE n RENAME TO log"\#(last)}]
      """#
    }
    let told = { try sentences(of: .file(named: "sql_update_2.json", text: script($0))) }
    let found =
      try told(#", "onlyIf": "SELECT count(*) FROM sqlite_master WHERE name = 'n'""#).first?.words
      .plain ?? ""
    #expect(found.hasPrefix("Only if log has a column note: rebuilds log: "), "\(found)")
    #expect(
      found.hasSuffix("; some of it only if there is a table, index, view or trigger n."),
      "\(found)")
    let some = try told("").first?.words.plain ?? ""
    #expect(some.hasPrefix("Rebuilds log: "), "\(some)")
    #expect(some.hasSuffix("; some of it only if log has a column note."), "\(some)")
  }
}
