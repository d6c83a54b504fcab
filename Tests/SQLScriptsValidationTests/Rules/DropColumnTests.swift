import SQLScripts
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// A column that one update copies and a later one drops.
struct DropColumnTests {
  private static let kiln = "CREATE TABLE kiln (id INTEGER PRIMARY KEY, f REAL NOT NULL, c REAL)"

  private func findings(_ update: String) -> [String] {
    let bundle = ScriptBundle(scripts: [
      .default([Self.kiln]), .update(2, [update]), .update(3, ["ALTER TABLE kiln DROP COLUMN f"]),
    ])
    return Validator(ScriptLibrary(bundle)).validate().diagnostics.map(\.id)
      .filter { $0 == "drop-column" }
  }

  @Test(
    "A column whose values an earlier update has stored elsewhere may go",
    arguments: [
      "UPDATE kiln SET c = (f - 32) * 5 / 9",
      "UPDATE kiln SET c = kiln.f",
      "UPDATE kiln SET c = (SELECT round(k.f) FROM kiln AS k WHERE k.id = kiln.id)",
    ])
  func copied(_ update: String) {
    #expect(findings(update) == [])
  }

  @Test func `an old table that stays keeps the values of its columns`() {
    let bundle = ScriptBundle(scripts: [
      .default([Self.kiln]),
      .update(
        2,
        [
          "ALTER TABLE kiln RENAME TO old", "CREATE TABLE kiln (id INTEGER PRIMARY KEY)",
          "INSERT INTO kiln SELECT id FROM old",
        ]),
    ])
    let found = Validator(ScriptLibrary(bundle)).validate().diagnostics
    #expect(found.count { $0.id == "drop-column" } == 0)
  }

  @Test func `a rebuild after DROP COLUMN loses nothing more`() {
    let rebuild = [
      "CREATE TABLE n (id INTEGER PRIMARY KEY, c REAL NOT NULL)",
      "INSERT INTO n SELECT id, c FROM kiln WHERE c NOTNULL", "DROP TABLE kiln",
      "ALTER TABLE n RENAME TO kiln",
    ]
    for (update, count) in [
      (["ALTER TABLE kiln DROP COLUMN f"] + rebuild, 1), (rebuild, 1),
      (["INSERT INTO kiln (f, c) SELECT f, c FROM kiln"] + rebuild, 1),
      (
        ["/* sqlscripts: ignore[drop-column] unused */ ALTER TABLE kiln DROP COLUMN f"] + rebuild, 0
      ),
    ] {
      let bundle = ScriptBundle(scripts: [.default([Self.kiln]), .update(2, update)])
      let found = Validator(ScriptLibrary(bundle)).validate().diagnostics
      #expect(found.count { $0.id == "drop-column" } == count, "\(update)")
    }
  }

  @Test(
    "A column that was only read, or set, is lost",
    arguments: [
      "UPDATE kiln SET c = 5 WHERE f > 900", "UPDATE kiln SET f = f + 1 WHERE id > 7",
      "DELETE FROM kiln WHERE f < 0", "UPDATE kiln SET c = c + 1 WHERE id > 7",
    ])
  func lost(_ update: String) {
    #expect(findings(update) == ["drop-column"])
  }
}
