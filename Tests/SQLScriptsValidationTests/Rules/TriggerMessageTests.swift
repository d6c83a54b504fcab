import SQLScriptsDiagnostics
import SQLScriptsFiles
import Testing

@testable import SQLScriptsValidation

/// Triggers that do not do what they seem to do, and statements whose order loses values.
@Suite struct TriggerMessageTests {
  private static let tables = [
    "CREATE TABLE topic (id INTEGER PRIMARY KEY, title TEXT, state TEXT NOT NULL DEFAULT 'a' CHECK (state IN ('a', 'b')), locked INTEGER)",
    "CREATE TABLE reply (id INTEGER PRIMARY KEY, topic INTEGER REFERENCES topic (id), text TEXT)",
    "CREATE TRIGGER topic_locked BEFORE DELETE ON topic WHEN OLD.locked BEGIN SELECT RAISE(FAIL, 'locked'); END",
  ]

  private static let counter = [
    "ALTER TABLE topic ADD COLUMN reply_count INTEGER NOT NULL DEFAULT 0",
    "CREATE TRIGGER reply_ai AFTER INSERT ON reply BEGIN UPDATE topic SET reply_count = reply_count + 1 WHERE id = NEW.topic; END",
  ]

  static let cases: [RuleMessageCase] = [
    .init(
      tables, counter,
      [
        "warning[counter-starts-empty] 1:1 “reply_count” does not count the rows that “reply” already has | After this statement, write: UPDATE topic SET reply_count = (SELECT count(*) FROM reply WHERE reply.topic = topic.id)"
      ]),
    .init(
      tables,
      counter + [
        "UPDATE topic SET reply_count = (SELECT count(*) FROM reply WHERE reply.topic = topic.id)"
      ], []),
    .init(tables, ["DELETE FROM topic WHERE id = 7 AND locked = 0"], []),
    .init(tables, ["UPDATE topic SET title = '' WHERE id = 7"], []),
    .init(
      tables,
      [
        "CREATE TRIGGER t AFTER INSERT ON reply BEGIN INSERT INTO topic (title, state) VALUES ('x', 'c'); END"
      ],
      [
        "error[trigger-against-check] 1:92 “t” fails: CHECK (state IN ('a', 'b')) of “topic” refuses 'c' | Write an allowed value, or change “topic”."
      ]),
    .init(
      tables,
      [
        "CREATE TRIGGER t AFTER INSERT ON reply BEGIN INSERT INTO topic (title) VALUES ('x'); END"
      ], []),
    .init(
      tables,
      [
        "UPDATE topic SET state = 'b' WHERE state = 'a'",
        "UPDATE topic SET state = 'a' WHERE state = 'b'",
      ], []),
    .init(
      tables,
      [
        "UPDATE topic SET title = 'b' WHERE title = 'a'",
        "UPDATE topic SET title = 'c' WHERE title = 'b'",
      ],
      [
        "warning[chained-update] 3:1 this also changes the rows that the statement before has set to 'b' | Put this statement first, or write one UPDATE: SET title = CASE title WHEN 'a' THEN 'b' WHEN 'b' THEN 'c' ELSE title END"
      ]),
    .init(
      tables,
      [
        "UPDATE reply SET topic = 0 WHERE topic IS NULL", "DELETE FROM reply WHERE id IN (3, 4)",
      ],
      [
        "warning[ids-of-one-database] 3:25 no script inserts these rows of “reply”, so the IDs are those of one database | Select the rows by their content.",
        "warning[dangling-reference] 1:26 “topic” has no row 0, to which “topic” would refer | Write NULL, or insert the row 0 into “topic” first.",
      ]),
    .init(
      tables + ["INSERT INTO topic (id, title) VALUES (0, 'none')"],
      ["UPDATE reply SET topic = 0 WHERE topic IS NULL"], []),
  ]

  private static let rules: [any Rule.Type] =
    RuleCatalog.triggers + [ChainedUpdate.self, IdsOfOneDatabase.self, DanglingReference.self]

  @Test(arguments: cases)
  func `a trigger or an order of statements that loses values is found`(
    _ example: RuleMessageCase
  ) throws {
    #expect(try example.found(by: Self.rules) == example.expected)
  }
}
