import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Statements that change more than they say, or nothing.
@Suite struct EffectMessageTests {
  private static let note = [
    "CREATE TABLE note (id INTEGER PRIMARY KEY, title TEXT, seen INTEGER, list INTEGER, version INTEGER)",
    "CREATE TABLE list (id INTEGER PRIMARY KEY, touched TEXT, count INTEGER)",
    "CREATE TABLE log (id INTEGER PRIMARY KEY, what TEXT)",
  ]
  private static let trim = "UPDATE note SET title = trim(title) WHERE seen = 1"

  private static func fires(_ words: String, _ verb: String = "UPDATE") -> String {
    "warning[trigger-side-effect] 1:1 this \(verb) fires the trigger “t”, which \(words) | Drop the "
      + "trigger before this statement and create it again after it. If the trigger should fire, "
      + "write /* sqlscripts: ignore[trigger-side-effect] the reason */ before it."
  }

  static let triggers: [RuleMessageCase] = [
    .init(
      note + [
        "CREATE TABLE old (list INTEGER REFERENCES list (id), seen INTEGER)",
        "CREATE TRIGGER t AFTER INSERT ON note BEGIN UPDATE list SET count = count + new.seen WHERE id = new.list; END",
      ],
      [
        "INSERT INTO note (list, seen) SELECT list, seen FROM old",
        "UPDATE list SET count = count + (SELECT total(seen) FROM old WHERE old.list = list.id)",
      ],
      [
        fires("changes “count” of “list”", "INSERT"),
        "warning[trigger-side-effect] 3:1 “t” has already changed “count” for these rows, so they count twice | Delete "
          + "this statement, or drop the trigger before the INSERT and create it again after it.",
      ]),
    .init(
      note + [
        "CREATE TRIGGER t AFTER UPDATE ON note BEGIN UPDATE note SET version = version + 1 WHERE id = new.id; END"
      ], [trim], [fires("changes “version” of “note”")]),
    .init(
      note + [
        "CREATE TRIGGER t AFTER UPDATE ON note BEGIN UPDATE list SET touched = CURRENT_TIMESTAMP WHERE id = new.list; END"
      ], [trim], [fires("changes “touched” of “list”")]),
    .init(
      note + [
        "CREATE TRIGGER t AFTER DELETE ON note BEGIN INSERT INTO log (what) VALUES (old.title); END"
      ], ["DELETE FROM note WHERE seen = 1"], [fires("adds rows to “log”", "DELETE")]),
    .init(
      note + [
        "CREATE TRIGGER t AFTER UPDATE ON note BEGIN DELETE FROM list WHERE id = old.list; END"
      ], [trim], [fires("deletes rows of “list”")]),
    // A cascade, a counter and a derived column follow from the statement.
    .init(
      note + [
        "CREATE TRIGGER t AFTER DELETE ON note BEGIN DELETE FROM log WHERE what = old.title; END",
        "CREATE TRIGGER u AFTER DELETE ON note BEGIN UPDATE list SET count = count - 1 WHERE id = old.list; END",
      ], ["DELETE FROM note WHERE seen = 1"], []),
    .init(
      note + [
        "CREATE TRIGGER t AFTER UPDATE OF title ON note BEGIN UPDATE note SET version = length(new.title) WHERE id = new.id; END"
      ], [trim], []),
    .init(
      note + [
        "CREATE TRIGGER t AFTER UPDATE OF seen ON note BEGIN INSERT INTO log (what) VALUES ('x'); END",
        "CREATE TRIGGER u AFTER UPDATE ON note WHEN new.seen IS NOT old.seen BEGIN INSERT INTO log (what) VALUES ('x'); END",
        "CREATE TRIGGER v AFTER UPDATE ON note BEGIN UPDATE note SET version = 1 WHERE id = new.id AND (new.seen <> old.seen OR new.list <> old.list); END",
      ], [trim], []),
    .init(
      note + [
        "CREATE TRIGGER t AFTER UPDATE ON note BEGIN INSERT OR REPLACE INTO log VALUES (new.id, new.title); END"
      ], [trim], []),
    .init(
      note + [
        "CREATE TABLE switch (value INTEGER)",
        "CREATE TRIGGER t AFTER UPDATE ON note WHEN (SELECT value FROM switch) = 1 BEGIN INSERT INTO log (what) VALUES ('x'); END",
      ],
      [
        "UPDATE switch SET value = 0 WHERE value = 1", trim,
        "UPDATE switch SET value = 1 WHERE value = 0",
      ], []),
    .init(
      note + [
        "CREATE TRIGGER t AFTER INSERT ON note BEGIN UPDATE list SET count = count + 1 WHERE id = new.list; END",
        "CREATE TRIGGER u AFTER DELETE ON note BEGIN UPDATE list SET count = count - 1 WHERE id = old.list; END",
      ],
      [
        "CREATE TABLE kept AS SELECT * FROM note", "DELETE FROM note WHERE seen > 0",
        "INSERT INTO note (id, title, seen, list, version) SELECT id, title, seen, list, version FROM kept WHERE seen > 0",
        "DROP TABLE kept",
      ], []),
  ]

  @Test(arguments: triggers)
  func `the message about a trigger is exact`(_ example: RuleMessageCase) throws {
    #expect(try example.found(by: [TriggerSideEffect.self]) == example.expected)
  }
}
