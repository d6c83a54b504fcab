import SQLScripts
import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Names that earlier scripts renamed or dropped.
@Suite struct FormerNameMessageTests {
  private static let tables = [
    "CREATE TABLE patch (id INTEGER PRIMARY KEY, name TEXT)",
    "CREATE TABLE plant (id INTEGER PRIMARY KEY, name TEXT, bed INTEGER, kind TEXT)",
  ]

  private static let rebuild = [
    "CREATE TABLE new_plant (id INTEGER PRIMARY KEY, title TEXT, bed INTEGER)",
    "INSERT INTO new_plant (id, title, bed) SELECT id, name, bed FROM plant", "DROP TABLE plant",
    "ALTER TABLE new_plant RENAME TO plant",
  ]

  private static let oldTableFirst = [
    "ALTER TABLE plant RENAME TO old_plant",
    "CREATE TABLE plant (id INTEGER PRIMARY KEY, title TEXT, bed INTEGER)",
    "INSERT INTO plant (id, title, bed) SELECT id, name, bed FROM old_plant",
    "DROP TABLE old_plant",
  ]

  /// - Parameter changes: the statements of the updates from 2 on.
  private func found(_ changes: [[String]], _ statement: String) -> [String] {
    var scripts = [InMemoryScript.default(Self.tables)]
    for (index, change) in (changes + [[statement]]).enumerated() {
      scripts.append(.update(Int64(index + 2), change))
    }
    let last = "sql_update_\(changes.count + 2).json"
    return Validator(ScriptLibrary(ScriptBundle(scripts: scripts))).validate().diagnostics
      .filter { $0.span.file.name == last && $0.severity == .error }
      .map { "\($0.id): \($0.message) | \($0.help ?? "")" }
  }

  private func column(_ name: String, _ end: String, _ help: String) -> [String] {
    ["no-such-column: no column named “\(name)” in table “plant”; \(end) | \(help)"]
  }

  @Test func `a renamed column is written with its present name`() {
    let rename = ["ALTER TABLE plant RENAME COLUMN bed TO bed_id"]
    let words = "sql_update_2 renamed it to “bed_id”"
    for statement in [
      "UPDATE plant SET bed = 2 WHERE id = 1", "INSERT INTO plant (bed) VALUES (1)",
      "CREATE INDEX i ON plant (bed)", "SELECT p.BED FROM plant AS p",
      "ALTER TABLE plant DROP COLUMN bed",
    ] {
      let name = statement.contains("BED") ? "BED" : "bed"
      #expect(found([rename], statement) == column(name, words, "Write bed_id."), "\(statement)")
    }
    #expect(
      found([rename], rename[0])
        == column("bed", "sql_update_2 already renamed it to “bed_id”", "Remove this statement."))
  }

  @Test func `a column that was renamed twice has its last name`() {
    let changes = [
      ["ALTER TABLE plant RENAME COLUMN bed TO bed_id"],
      ["ALTER TABLE plant RENAME TO herb"], ["ALTER TABLE herb RENAME COLUMN bed_id TO place"],
    ]
    #expect(
      found(changes, "UPDATE herb SET bed = 2 WHERE id = 1") == [
        "no-such-column: no column named “bed” in table “herb”; sql_update_2 renamed it to “bed_id”, and then sql_update_4 renamed it to “place” | Write place."
      ])
    #expect(
      found(changes, "UPDATE plant SET place = 2 WHERE id = 1") == [
        "no-such-table: no table named “plant”; sql_update_3 renamed it to “herb” | Write herb."
      ])
  }

  @Test func `a rebuild renames and drops columns, too`() {
    for change in [Self.rebuild, Self.oldTableFirst] {
      #expect(
        found([change], "UPDATE plant SET name = 'x' WHERE id = 1")
          == column("name", "sql_update_2 renamed it to “title”", "Write title."))
      #expect(
        found([change], "UPDATE plant SET kind = 'x' WHERE id = 1")
          == column("kind", "sql_update_2 dropped it", "Remove it from this statement."))
    }
    let rename = ["ALTER TABLE plant RENAME COLUMN kind TO sort"]
    #expect(
      found([rename, Self.rebuild], "UPDATE plant SET kind = 'x' WHERE id = 1")
        == column(
          "kind", "sql_update_2 renamed it to “sort”, and then sql_update_3 dropped it",
          "Remove it from this statement."))
  }

  @Test func `a dropped table is not created again by the advice`() {
    let drop = ["DROP TABLE patch"]
    let help = "Remove this statement, or write the name of another table."
    #expect(
      found([drop], "DELETE FROM patch WHERE id = 1") == [
        "no-such-table: no table named “patch”; sql_update_2 dropped it | \(help)"
      ])
    #expect(
      found([drop], "DROP TABLE patch") == [
        "no-such-table: no table named “patch”; sql_update_2 already dropped it | Remove this statement."
      ])
  }

  @Test func `views and triggers that use a former name are told the present one`() {
    let rename = [
      "ALTER TABLE plant RENAME COLUMN bed TO bed_id", "ALTER TABLE patch RENAME TO place",
    ]
    #expect(
      found([rename], "CREATE VIEW v AS SELECT bed FROM plant") == [
        "broken-view: view “v” cannot be used: no column named “bed”; sql_update_2 renamed it to “bed_id” | Write bed_id."
      ])
    #expect(
      found([rename], "CREATE TRIGGER t AFTER INSERT ON plant BEGIN DELETE FROM patch; END") == [
        "broken-trigger: trigger “t” cannot be used: no table named “patch”; sql_update_2 renamed it to “place” | Write place."
      ])
  }

  @Test func `a name that exists again is not a former one`() {
    let changes = [
      ["ALTER TABLE plant RENAME COLUMN bed TO place"],
      ["ALTER TABLE plant ADD COLUMN bed INTEGER"], ["ALTER TABLE plant DROP COLUMN bed"],
    ]
    #expect(
      found(changes, "UPDATE plant SET bed = 1 WHERE id = 1")
        == column("bed", "sql_update_4 dropped it", "Remove it from this statement."))
    #expect(found(Array(changes.prefix(2)), "UPDATE plant SET bed = 1 WHERE id = 1") == [])
  }

  @Test func `a name that never existed is a slip as before`() {
    #expect(
      found([["ALTER TABLE plant RENAME COLUMN bed TO bed_id"]], "UPDATE plant SET nmae = 'x'") == [
        "no-such-column: no column named “nmae” in table “plant” | Write name."
      ])
  }
}
