import SQLScriptsDatabase
import SQLScriptsSQL
import Testing

@testable import SQLScriptsSchema

/// The messages of the system's SQLite. If a version words a message differently, this test fails first.
struct SQLiteMeaningTests {
  private static let schema = """
    CREATE TABLE t (a INTEGER PRIMARY KEY, b UNIQUE, c NOT NULL DEFAULT 1 CHECK (c > 0));
    CREATE TABLE child (a REFERENCES t (a), b, d);
    CREATE TABLE strict (a INT) STRICT;
    CREATE TABLE alone (a);
    CREATE TABLE fk (a REFERENCES t (c));
    CREATE INDEX i ON child (b);
    CREATE UNIQUE INDEX e ON child (a + 0);
    CREATE VIEW v AS SELECT a, d FROM child;
    CREATE TRIGGER tr AFTER INSERT ON alone BEGIN SELECT 1; END;
    INSERT INTO t VALUES (1, 1, 1);
    INSERT INTO child VALUES (1, 1, 1);
    """

  @Test(arguments: [
    ("SELECT * FROM nope", SQLiteMeaning.noSuch(.table, "nope")),
    ("SELECT * FROM main.nope", .noSuch(.table, "main.nope")),
    ("DROP VIEW nope", .noSuch(.view, "nope")), ("DROP INDEX nope", .noSuch(.index, "nope")),
    ("DROP TRIGGER nope", .noSuch(.trigger, "nope")),
    ("SELECT nope FROM t", .noSuchColumn("nope")),
    ("SELECT t.nope FROM t", .noSuchColumn("t.nope")),
    ("ALTER TABLE t RENAME COLUMN nope TO x", .noSuchColumn("nope")),
    ("ALTER TABLE t RENAME COLUMN \"nope\" TO x", .noSuchColumn("nope")),
    ("CREATE TABLE x (a, FOREIGN KEY (nope) REFERENCES t)", .noSuchColumn("nope")),
    ("INSERT INTO t (nope) VALUES (1)", .noColumn("nope", inTable: "t")),
    ("SELECT nope(1)", .noSuchFunction("nope")),
    ("CREATE VIRTUAL TABLE x USING nope", .noSuchModule("nope")),
    ("SELECT a FROM t ORDER BY a COLLATE nope", .noSuchCollation("nope")),
    ("RELEASE nope", .noSuchOther), ("CREATE TABLE nope.x (a)", .unknownDatabase("nope")),
  ])
  func `a message gives the missing name`(sql: String, message: SQLiteMeaning) throws {
    #expect(try said(sql) == message)
  }

  @Test(arguments: [
    ("CREATE TABLE t (a)", SQLiteMeaning.alreadyExists(.table, "t")),
    ("CREATE TABLE \"t\" (a)", .alreadyExists(.table, "t")),
    ("CREATE VIEW v AS SELECT 1", .alreadyExists(.view, "v")),
    ("CREATE TABLE v (a)", .alreadyExists(.view, "v")),
    ("CREATE INDEX i ON child (b)", .alreadyExists(.index, "i")),
    ("CREATE TRIGGER [tr] AFTER INSERT ON t BEGIN SELECT 1; END", .alreadyExists(.trigger, "tr")),
    ("CREATE INDEX t ON t (a)", .alreadyExists(.table, "t")),
    ("CREATE TABLE i (a)", .alreadyExists(.index, "i")),
    ("ALTER TABLE t RENAME TO v", .alreadyExists(nil, "v")),
    ("CREATE TABLE x (a, a)", .duplicateColumn("a")),
    ("ALTER TABLE t ADD a", .duplicateColumn("a")),
    (
      "ALTER TABLE t RENAME a TO b",
      .broken(.table, "t", after: .rename, because: .duplicateColumn("b"))
    ),
    ("CREATE TABLE sqlite_x (a)", .reservedName("sqlite_x")),
    ("DELETE FROM sqlite_master", .mayNotBeModified(table: "sqlite_master")),
  ])
  func `a message gives the name that exists already`(sql: String, message: SQLiteMeaning) throws {
    #expect(try said(sql) == message)
  }

  @Test(arguments: [
    ("SELEC 1", SQLiteMeaning.syntaxError), ("SELECT 1 +", .incompleteInput),
    ("SELECT 'a", .unrecognizedToken), ("CREATE TABLE x (a) NOPE", .unknownTableOption("NOPE")),
    ("INSERT INTO t VALUES (1)", .valueCount(columns: 3, values: 1, table: "t")),
    ("INSERT INTO t (a, b) VALUES (1)", .valueCount(columns: 2, values: 1, table: nil)),
    ("UPDATE t SET (a, b) = (1, 2, 3)", .valueCount(columns: 2, values: 3, table: nil)),
    ("VALUES (1), (1, 2)", .unequalRows), ("SELECT a FROM t HAVING a > 1", .havingWithoutGroup),
  ])
  func `a message explains a syntax error`(sql: String, message: SQLiteMeaning) throws {
    #expect(try said(sql) == message)
  }

  @Test(arguments: [
    ("INSERT INTO t VALUES (1, 2, 1)", SQLiteMeaning.unique(.init(table: "t", names: ["a"]))),
    ("INSERT INTO t VALUES (2, 1, 1)", .unique(.init(table: "t", names: ["b"]))),
    ("INSERT INTO child VALUES (1, 2, 2)", .uniqueIndex("'e'")),
    ("INSERT INTO t VALUES (2, 2, NULL)", .notNull(.init(table: "t", names: ["c"]))),
    ("INSERT INTO t VALUES (2, 2, 0)", .check("c > 0")),
    ("PRAGMA foreign_keys = ON; INSERT INTO child VALUES (9, 9, 9)", .otherConstraint),
    ("INSERT INTO t VALUES ('x', 2, 1)", .datatypeMismatch),
    ("INSERT INTO strict VALUES ('x')", .cannotStore),
    ("SELECT json('{') FROM t", .malformedJSON),
    ("SELECT json_extract('{}', 'a') FROM t", .badJSONPath),
    ("SELECT abs(-9223372036854775807 - 1) FROM t", .integerOverflow),
    ("SELECT sum(9223372036854775807) FROM t, (VALUES (1), (2))", .integerOverflow),
    ("SELECT 'a' LIKE 'b' ESCAPE 'cd' FROM t", .badEscape),
    ("ALTER TABLE t ADD x CHECK (json('{'))", .withoutReason),
  ])
  func `a message explains what is wrong with a row`(sql: String, message: SQLiteMeaning) throws {
    #expect(try said(sql) == message)
  }

  @Test(arguments: [
    ("ALTER TABLE t ADD x PRIMARY KEY", SQLiteMeaning.cannotAdd(.primaryKey)),
    ("ALTER TABLE t ADD x UNIQUE", .cannotAdd(.unique)),
    ("ALTER TABLE t ADD x NOT NULL", .cannotAdd(.notNull)),
    ("ALTER TABLE t ADD x DEFAULT CURRENT_TIMESTAMP", .cannotAdd(.computedDefault)),
    ("ALTER TABLE t ADD x AS (a) STORED", .cannotAdd(.stored)),
    ("ALTER TABLE v ADD x", .cannotAdd(.toView)),
    ("ALTER TABLE t DROP a", .cannotDrop(.primaryKey)),
    ("ALTER TABLE t DROP b", .cannotDrop(.unique)),
    ("ALTER TABLE alone DROP a", .cannotDrop(.last)),
    (
      "ALTER TABLE child DROP b",
      .broken(.index, "i", after: .dropColumn, because: .noSuchColumn("b"))
    ),
    (
      "ALTER TABLE child DROP d",
      .broken(.view, "v", after: .dropColumn, because: .noSuchColumn("d"))
    ),
    (
      "DROP TABLE child; ALTER TABLE t RENAME TO u",
      .broken(.view, "v", after: nil, because: .noSuch(.table, "main.child"))
    ),
    ("CREATE TABLE x (a PRIMARY KEY, b PRIMARY KEY)", .severalPrimaryKeys),
    ("CREATE TABLE x (a) WITHOUT ROWID", .missingPrimaryKey),
    ("CREATE TABLE x (a INT PRIMARY KEY AUTOINCREMENT)", .autoincrementWithoutIntegerKey),
    ("CREATE TABLE x (a STRING) STRICT", .unknownDatatype),
    ("INSERT INTO t (c) VALUES (1) ON CONFLICT (c) DO NOTHING", .conflictTargetNotUnique),
    ("PRAGMA foreign_key_check(fk)", .foreignKeyMismatch),
    ("CREATE TRIGGER x AFTER INSERT ON v BEGIN SELECT 1; END", .triggerOnView),
    ("DELETE FROM v", .viewNotModifiable), ("BEGIN; VACUUM", .vacuumInTransaction),
  ])
  func `a message explains what is not allowed for a table`(
    sql: String, message: SQLiteMeaning
  ) throws {
    #expect(try said(sql) == message)
  }

  @Test(arguments: [
    (
      "no such column: \"x\" - should this be a string literal in single-quotes?",
      SQLiteMeaning.noSuchColumn("x")
    ),
    ("no such column: \"x", .noSuchColumn("\"x")), ("no such column: ", .noSuchColumn("")),
    ("unknown function: f()", .unknownFunction("f()")), ("the statement is empty", .emptyStatement),
    ("UNIQUE constraint failed", .otherConstraint), ("CHECK constraint failed", .check("")),
    ("error in view v", .other), ("error in nothing x: y", .other), ("table ", .other),
    ("", .other), ("not an error", .other), ("5 values for", .other),
  ])
  func `messages of other SQLite versions are recognized, and no others`(
    text: String, message: SQLiteMeaning
  ) {
    #expect(SQLiteMeaning(text) == message)
  }

  @Test func `a message names what is missing, without its schema`() {
    #expect(SQLiteMeaning("no such column: T.Id").missingName == "id")
  }

  /// SQLite's error for the last of several statements.
  private func said(_ sql: String) throws -> SQLiteMeaning? {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    try run(Self.schema, on: connection)
    do throws(SQLiteError) {
      try run(sql, on: connection)
      return nil
    } catch {
      return error.said
    }
  }

  private func run(_ sql: String, on connection: Connection) throws(SQLiteError) {
    var rest = Array(sql.utf8)[...]
    while true {
      let range = Array(rest).withUnsafeBufferPointer { StatementText($0).firstStatement }
      guard !range.isEmpty else { return }
      rest = rest.dropFirst(range.lowerBound)
      try connection.execute(String(decoding: rest.prefix(range.count), as: UTF8.self))
      rest = rest.dropFirst(range.count)
    }
  }
}
