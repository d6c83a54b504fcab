import SQLScripts
import SQLScriptsDescription
import SQLScriptsFiles
import SQLScriptsValidation
import Testing

/// What does not happen, because something before it fails.
struct UnreachedTests {
  private func describe(_ script: InMemoryScript) throws -> ScriptDescription {
    let library = ScriptLibrary(ScriptBundle(scripts: [.default(schema), script]))
    let entries = BundleDescription(Validator(library), of: library).entries
    guard let description = entries.last?.description else { throw NotDescribed() }
    return description
  }

  @Test func `a column that no migration adds is not new`() throws {
    let found = try describe(
      .update(
        2,
        [
          "ALTER TABLE log ADD COLUMN one", "INSERT INTO absent VALUES (1)",
          "ALTER TABLE log ADD COLUMN two", "DROP TABLE team", "CREATE TABLE new (a)",
          "ALTER TABLE user RENAME TO person",
        ]))
    #expect(
      found.changes.map { "\($0.table) \($0.state)" } == [
        "log changed", "new unreached", "person unreached",
      ])
    #expect(
      found.changes.first?.columns.map { "\($0.name) \($0.state)" } == [
        "one added", "two unreached",
      ])
  }

  @Test func `a rebuild that is not finished changes nothing in its table`() throws {
    let found = try describe(
      .update(
        2,
        [
          "CREATE TABLE n (id INTEGER PRIMARY KEY)", "INSERT INTO n SELECT id FROM log",
          "INSERT INTO absent VALUES (1)", "DROP TABLE log", "ALTER TABLE n RENAME TO log",
        ]))
    #expect(found.changes.map { "\($0.table) \($0.state)" } == ["n added"])
    #expect(
      found.sentences.first?.words.plain
        == "Rebuilds log: removes note and its values, keeps 3 of 3 sample rows, but a statement in between fails."
    )
  }

  @Test func `an end that no migration gets to checks nothing`() throws {
    let found = try sentences(
      of: .file(
        named: "sql_update_2.json",
        text: #"""
          {"statements": ["INSERT INTO absent VALUES (1)"], "verify": ["SELECT 1 FROM log"]}
          """#)
    ).map(\.words.plain)
    #expect(found.last == "Not reached: undoes everything if, at the end, log has rows.")
  }

  @Test func `a statement whose condition is false is not reached, either`() throws {
    let found = try sentences(
      of: .file(
        named: "sql_update_2.json",
        text: #"""
          [{"sql": "DELETE FROM log", "onlyIf": "SELECT id > 9 FROM team"}, "INSERT INTO absent VALUES (1)",
          {"sql": "DELETE FROM user", "onlyIf": "SELECT 1 FROM team WHERE id < 0"}, "DELETE FROM team"]
          """#)
    ).map(\.words.plain)
    #expect(found.first?.hasPrefix("Only if") == true, "\(found)")
    #expect(
      found[2]
        == "Not reached: only if team has a row in which id is less than 0: deletes all rows of user."
    )
    #expect(found.last == "Not reached: deletes all rows of team.")
  }

  @Test(arguments: ["SELECT 1", "SELECT absent FROM log"])
  func `a query that stops every migration lets nothing happen`(query: String) throws {
    let found = try sentences(
      of: .file(
        named: "sql_update_2.json",
        text: #"{"require": ["\#(query)"], "statements": ["DELETE FROM log"]}"#)
    ).map(\.words.plain)
    #expect(found.last == "Not reached: deletes all rows of log.")
  }
}
