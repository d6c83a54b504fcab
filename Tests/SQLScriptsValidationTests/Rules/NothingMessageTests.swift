import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Statements that change nothing in any database.
@Suite struct NothingMessageTests {
  private static let kinds = [
    "CREATE TABLE kind (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE, label TEXT)",
    "INSERT INTO kind (code, label) VALUES ('daily', 'Daily'), ('weekly', 'Weekly'), ('bench', 'x')",
    "CREATE TABLE task (id INTEGER PRIMARY KEY, kind INTEGER, state TEXT NOT NULL CHECK (state IN ('open', 'in_progress')), level INTEGER CHECK (level BETWEEN 0 AND 3), part REAL CHECK (part >= 0 AND part <= 1), note TEXT)",
  ]

  private static func near(_ place: String, _ value: String, _ near: String) -> String {
    "warning[matches-nothing] \(place) no row of “kind” has code = '\(value)' | Write '\(near)'. The rows of the scripts have 'bench', 'daily', 'weekly'."
  }

  private static func never(_ place: String, _ condition: String, _ why: String, _ help: String)
    -> String
  {
    "warning[matches-nothing] \(place) no row can match \(condition): \(why) | \(help)"
  }

  private static let correct = "Correct the condition, or delete the statement."

  static let cases: [RuleMessageCase] = [
    .init(
      kinds, ["UPDATE kind SET label = 'x' WHERE 'Daily' = code"], [near("1:35", "Daily", "daily")]),
    .init(kinds, ["DELETE FROM kind WHERE code = 'weekyl'"], [near("1:31", "weekyl", "weekly")]),
    .init(
      kinds, ["UPDATE kind SET label = 'x' WHERE code = 'bench_press'"],
      [near("1:42", "bench_press", "bench")]),
    .init(
      kinds,
      ["INSERT INTO task (kind, state) SELECT id, 'open' FROM kind k WHERE k.code = 'DAILY'"],
      [near("1:77", "DAILY", "daily")]),
    .init(
      kinds,
      [
        "INSERT INTO task (kind, state) VALUES ((SELECT id FROM kind WHERE code = 'DAILY'), 'open')"
      ],
      [near("1:74", "DAILY", "daily")]),
    .init(
      kinds, ["UPDATE task SET note = 'x' WHERE state = 'in-progress'"],
      [
        never(
          "1:42", "state = 'in-progress'",
          "CHECK (state IN ('open', 'in_progress')) of “task” excludes it", "Write 'in_progress'.")
      ]),
    .init(
      kinds, ["UPDATE task SET note = 'x' WHERE upper(state) = 'DONE' AND kind = 5"],
      [
        never(
          "1:34", "upper(state) = 'DONE'",
          "CHECK (state IN ('open', 'in_progress')) of “task” excludes it", correct)
      ]),
    .init(
      kinds, ["UPDATE task SET note = 'x' WHERE level > 3"],
      [never("1:34", "level > 3", "CHECK (level BETWEEN 0 AND 3) of “task” excludes it", correct)]),
    .init(
      kinds, ["UPDATE task SET note = 'x' WHERE part > 1.0"],
      [
        never(
          "1:34", "part > 1.0", "CHECK (part <= 1) of “task” excludes it", correct)
      ]),
    .init(
      kinds, ["UPDATE task SET state = 'open' WHERE state IS NULL"],
      [never("1:38", "state IS NULL", "“state” is NOT NULL", correct)]),
    .init(
      kinds, ["DELETE FROM task WHERE kind > 5 AND kind < 3"],
      [never("1:24", "kind > 5 AND kind < 3", "“kind” cannot have such a value", correct)]),
    .init(
      kinds,
      [
        "UPDATE kind SET label = 'Yearly' WHERE id = 9",
        "INSERT INTO kind (id, code) VALUES (9, 'yearly')",
      ],
      [
        "warning[matches-nothing] 1:40 no row matches id = 9 yet: a later statement inserts it into “kind” | Put this statement after the INSERT."
      ]),
    // Users may have such rows, the INSERT needs the room, or the lack of a row is expected.
    .init(kinds, ["UPDATE kind SET label = 'x' WHERE code = 'yearly'"], []),
    .init(kinds, ["UPDATE kind SET label = 'x' WHERE label = 'Dailx'"], []),
    .init(kinds, ["DELETE FROM kind WHERE lower(code) = 'daily' AND label LIKE 'X%'"], []),
    .init(
      kinds, ["UPDATE task SET note = 'x' WHERE level >= 3 AND part > 0.25 AND part < 0.75"], []),
    .init(kinds, ["UPDATE task SET level = 0 WHERE level IS NULL OR level = 3"], []),
    .init(
      kinds,
      [
        "UPDATE kind SET code = 'annual' WHERE code = 'yearly'",
        "INSERT INTO kind (code) VALUES ('yearly')",
      ], []),
    .init(
      kinds,
      [
        "UPDATE kind SET label = 'Y' WHERE code = 'yearly'",
        "INSERT OR IGNORE INTO kind (code, label) VALUES ('yearly', 'Y')",
      ], []),
    .init(
      kinds,
      [
        "INSERT INTO kind (code) SELECT 'DAILY' WHERE NOT EXISTS (SELECT 1 FROM kind WHERE code = 'DAILY')"
      ], []),
    .init(
      kinds, ["UPDATE task SET kind = coalesce((SELECT id FROM kind WHERE code = 'DAILY'), 1)"], []),
  ]

  @Test(arguments: cases)
  func `the message about a condition is exact`(_ example: RuleMessageCase) throws {
    #expect(try example.found(by: [MatchesNothing.self]) == example.expected)
  }

  static let rows: [RuleMessageCase] = [
    .init(
      kinds, ["INSERT OR IGNORE INTO task (id, state) VALUES (1, 'open'), (2, 'opened')"],
      [
        "warning[row-never-inserted] 1:60 this row is never inserted: the CHECK “state IN ('open', 'in_progress')” refuses it | Correct the row."
      ]),
    .init(
      kinds, ["INSERT OR IGNORE INTO kind (label) VALUES ('x')"],
      [
        "warning[row-never-inserted] 1:43 this row is never inserted: “code” is NOT NULL | Add a value for “code”."
      ]),
    .init(
      kinds, ["INSERT INTO kind (id, code) VALUES (1, 'yearly') ON CONFLICT DO NOTHING"],
      [
        "warning[row-never-inserted] 1:36 this row is never inserted: a row with id = 1 already exists | Change the key of the row, or write an UPDATE of the row that exists."
      ]),
    .init(
      kinds,
      ["INSERT OR IGNORE INTO kind (code, label) VALUES ('daily', 'Daily'), ('yearly', 'Y')"],
      []),
    // The label may have changed since.
    .init(
      kinds, ["INSERT OR IGNORE INTO kind (code, label) VALUES ('daily', 'Day'), ('yearly', 'Y')"],
      []),
  ]

  @Test(arguments: rows)
  func `the message about a row is exact`(_ example: RuleMessageCase) throws {
    #expect(try example.found(by: [RowNeverInserted.self]) == example.expected)
  }
}
