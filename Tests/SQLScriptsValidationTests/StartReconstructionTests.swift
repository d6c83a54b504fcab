import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Updates are rehearsed on a reconstructed schema if no script creates the version before them.
@Suite struct StartReconstructionTests {
  private func validate(_ files: InMemoryScript...) -> Validation {
    Validator(ScriptLibrary(ScriptBundle(scripts: files))).validate()
  }

  private func errors(_ validation: Validation) -> [String] {
    validation.diagnostics.filter { $0.severity == .error && $0.id != "fresh-and-upgraded-differ" }
      .map { "\($0.id) \($0.span.file.name)" }
  }

  private static let note = "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL)"
  private static let index = "CREATE INDEX note_title ON note (title)"

  @Test func `a column that an update adds did not exist before it`() {
    let found = validate(
      .default(
        ["CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, stars INTEGER NOT NULL)"],
        version: 2),
      .update(2, ["ALTER TABLE note ADD COLUMN stars INTEGER NOT NULL"]))
    #expect(errors(found) == ["add-not-null-without-default sql_update_2.json"])
  }

  @Test func `tables, indexes, views and triggers that updates create did not exist before them`() {
    let objects = [
      "CREATE TABLE tag (id INTEGER PRIMARY KEY, note INTEGER REFERENCES note (id))",
      "CREATE INDEX tag_note ON tag (note)", "CREATE VIEW titles AS SELECT title FROM note",
      "CREATE TRIGGER t AFTER DELETE ON note BEGIN DELETE FROM tag WHERE note = OLD.id; END",
    ]
    let found = validate(
      .default([Self.note] + objects, version: 3), .update(2, Array(objects.prefix(2))),
      .update(3, Array(objects.suffix(2))))
    #expect(found.diagnostics == [])
    #expect(found.proof?.reconstructed == [1])
    #expect(found.proof?.unrehearsedUpdates == [])
  }

  @Test func `a rebuild that loses an index is found`() {
    let rebuild = [
      "CREATE TABLE n2 (id INTEGER PRIMARY KEY, title TEXT NOT NULL, stars INTEGER)",
      "INSERT INTO n2 (id, title, stars) SELECT id, title, 0 FROM note", "DROP TABLE note",
      "ALTER TABLE n2 RENAME TO note",
    ]
    let made = rebuild[0].replacing("n2", with: "note")
    #expect(
      errors(validate(.default([made, Self.index], version: 2), .update(2, rebuild)))
        == ["lost-index sql_update_2.json"])
    let whole = validate(
      .default([made, Self.index], version: 2), .update(2, rebuild + [Self.index]))
    #expect(whole.diagnostics == [])
    #expect(whole.proof?.reconstructed == [1])
  }

  @Test func `the old table of a rebuild may have been renamed first`() {
    let rebuild = [
      "ALTER TABLE note RENAME TO old",
      "CREATE TABLE note (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
      "INSERT INTO note (id, name) SELECT id, title FROM old", "DROP TABLE old",
    ]
    let found = validate(.default([rebuild[1]], version: 2), .update(2, rebuild))
    #expect(errors(found) == [])
    #expect(found.proof?.reconstructed == [1])
  }

  @Test func `renames are taken back`() {
    let found = validate(
      .default(["CREATE TABLE memo (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"], version: 3),
      .update(2, ["ALTER TABLE note RENAME TO memo"]),
      .update(3, ["ALTER TABLE memo RENAME COLUMN title TO name"]))
    #expect(errors(found) == [])
    #expect(found.proof?.unrehearsedUpdates == [])
  }

  @Test func `what was dropped is not known, and later updates are rehearsed all the same`() {
    let found = validate(
      .default(
        ["CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL, stars INTEGER NOT NULL)"],
        version: 4),
      .update(2, ["CREATE TABLE tag (id INTEGER PRIMARY KEY)"]),
      .update(3, ["INSERT INTO note SELECT id, text FROM legacy", "DROP TABLE legacy"]),
      .update(4, ["ALTER TABLE note ADD COLUMN stars INTEGER NOT NULL"]))
    #expect(errors(found) == ["add-not-null-without-default sql_update_4.json"])
  }

  @Test func `a name that almost exists is a mistake, another one may have existed`() {
    let made = "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT NOT NULL, stars INTEGER)"
    let add = "ALTER TABLE note ADD COLUMN stars INTEGER"
    let typo = validate(
      .default([made], version: 2), .update(2, [add, "UPDATE note SET titel = trim(titel)"]))
    #expect(errors(typo) == ["no-such-column sql_update_2.json"])
    let former = validate(
      .default([made], version: 2), .update(2, [add, "UPDATE note SET stars = rating"]))
    #expect(errors(former) == [])
    #expect(former.proof?.unrehearsedUpdates == [2])
  }

  @Test func `the summary names the updates that did not run`() {
    let found = validate(
      .default([Self.note], version: 3), .update(2, ["DROP TABLE a"]), .update(3, ["DROP TABLE b"]))
    #expect(
      found.summary.contains("updates 2 and 3 did not run, because no script creates the version"))
  }

  @Test func `a full-text table keeps its own tables`() {
    let found = validate(
      .default(
        [
          "CREATE VIRTUAL TABLE doc USING fts5 (title, body)", Self.note,
          "CREATE TABLE tag (id INTEGER PRIMARY KEY)",
        ], version: 2),
      .update(2, ["CREATE TABLE tag (id INTEGER PRIMARY KEY)"]))
    #expect(errors(found) == [])
    #expect(found.proof?.reconstructed == [1])
  }
}
