import SQLScriptsDatabase
import Testing

@testable import SQLScriptsSchema

@Suite struct SchemaDifferenceTests {
  private func snapshot(_ statements: [String]) throws -> SchemaSnapshot {
    let connection = try Connection(path: ":memory:", mode: .create, busyTimeout: Milliseconds(0))
    for statement in statements { try connection.execute(statement) }
    return try SchemaReader(connection).snapshot(without: [])
  }

  private func changes(_ old: [String], _ new: [String]) throws -> [String] {
    let (old, new) = (try snapshot(old), try snapshot(new))
    let changes = SchemaDifference(from: old, to: new).changes
    // Objects that are added in one direction are removed in the other.
    let back = SchemaDifference(from: new, to: old).changes
    #expect(changes.count == back.count)
    #expect(SchemaDifference(from: old, to: old).isEmpty)
    return changes.map { $0.description + ($0.isCosmetic ? " (cosmetic)" : "") }
  }

  @Test func `the same structure in another spelling is not a difference`() throws {
    let changes = try changes(
      [
        "CREATE TABLE user (id INTEGER PRIMARY KEY NOT NULL, name varchar(20) DEFAULT 'x' CHECK (name <> ''), n INT DEFAULT (1))",
        "CREATE INDEX a ON user (name)", "CREATE UNIQUE INDEX b ON user (lower(name)) WHERE n > 0",
        "CREATE VIEW v AS SELECT id FROM user",
        "CREATE TRIGGER t AFTER INSERT ON user BEGIN DELETE FROM user; END",
      ],
      [
        "create table \"user\" ([id] integer /* key */ primary key, NAME VARCHAR( 20 ) default 'x', n int DEFAULT 1, constraint c CHECK ((\"name\" != '')))",
        "CREATE INDEX A ON `user` (\"NAME\" ASC)",
        "CREATE UNIQUE INDEX IF NOT EXISTS b ON user(LOWER( name )) WHERE n>0",
        "CREATE VIEW v AS\n  select \"id\" FROM user -- all",
        "CREATE TRIGGER t after insert on user begin delete from user; end",
      ])
    #expect(changes == [])
  }

  @Test func `ADD COLUMN, RENAME and a rebuild lead to the same structure`() throws {
    let changes = try changes(
      [
        "CREATE TABLE usr (id INTEGER PRIMARY KEY)", "ALTER TABLE usr ADD COLUMN nick TEXT",
        "ALTER TABLE usr RENAME TO user", "ALTER TABLE user RENAME COLUMN nick TO name",
      ], ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT)"])
    #expect(changes == [])
  }

  @Test func `whole tables, views and virtual tables are added and removed`() throws {
    let changes = try changes(
      ["CREATE TABLE a (x)", "CREATE VIEW v AS SELECT 1", "CREATE TABLE c (x)"],
      ["CREATE TABLE b (x)", "CREATE VIRTUAL TABLE f USING fts5 (x)", "CREATE VIEW c AS SELECT 1"])
    #expect(
      changes == [
        "removes the table “a”", "adds the table “b”", "removes the table “c”", "adds the view “c”",
        "adds the virtual table “f”", "removes the view “v”",
      ])
  }

  @Test func `differences between columns are found`() throws {
    let changes = try changes(
      ["CREATE TABLE t (a TEXT, b INTEGER, c TEXT DEFAULT 'x', d TEXT, e INT, f AS (a), z)"],
      [
        "CREATE TABLE t (b TEXT NOT NULL, a VARCHAR(9), c TEXT, d TEXT COLLATE NOCASE, e INTEGER, f AS (b) STORED, y)"
      ])
    #expect(
      changes == [
        "removes the column “z” in “t”",
        "changes the column “b” in “t”: its type is TEXT, not INTEGER, it is NOT NULL",
        "changes the column “a” in “t”: its type is VARCHAR(9), not TEXT (cosmetic)",
        "changes the column “c” in “t”: its default is none, not 'x'",
        "changes the column “d” in “t”: its collation is NOCASE, not BINARY",
        "changes the column “e” in “t”: its type is INTEGER, not INT (cosmetic)",
        "changes the column “f” in “t”: its formula is b stored, not a",
        "adds the column “y” in “t”",
        "changes the order of the columns of “t”: it is b, a, c, d, e, f, not a, b, c, d, e, f (cosmetic)",
      ])
  }

  @Test func `differences between keys and constraints are found`() throws {
    let changes = try changes(
      [
        "CREATE TABLE p (id INTEGER PRIMARY KEY)",
        "CREATE TABLE t (id INT PRIMARY KEY, a UNIQUE, b CHECK (b > 0), p REFERENCES p)",
      ],
      [
        "CREATE TABLE p (id INTEGER PRIMARY KEY)",
        "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a, b, p REFERENCES p (id) ON DELETE CASCADE, CHECK (b >= 0), UNIQUE (a, b))",
      ])
    #expect(
      changes == [
        "changes the column “id” in “t”: its type is INTEGER, not INT (cosmetic)",
        "changes the primary key of “t”: it is (id) as the rowid, not (id)",
        "removes the UNIQUE (a) in “t”", "adds the UNIQUE (a, b) in “t”",
        "removes the CHECK (b > 0) in “t”", "adds the CHECK (b >= 0) in “t”",
        "removes the reference (p → p (id)) in “t”",
        "adds the reference (p → p (id) ON DELETE CASCADE) in “t”",
        "adds the AUTOINCREMENT of “t”",
      ])
    let options = try self.changes(
      ["CREATE TABLE t (id TEXT PRIMARY KEY) WITHOUT ROWID"],
      ["CREATE TABLE t (id TEXT PRIMARY KEY NOT NULL) STRICT"])
    #expect(options == ["removes the WITHOUT ROWID of “t”", "adds the STRICT of “t”"])
  }

  @Test func `a reference without columns refers to the primary key`() throws {
    let changes = try changes(
      ["CREATE TABLE p (id INTEGER PRIMARY KEY)", "CREATE TABLE c (p REFERENCES p)"],
      ["CREATE TABLE p (id INTEGER PRIMARY KEY)", "CREATE TABLE c (p REFERENCES \"P\" (ID))"])
    #expect(changes == [])
  }

  @Test func `differences between indexes, triggers and views are found`() throws {
    let changes = try changes(
      [
        "CREATE TABLE t (a, b)", "CREATE INDEX i ON t (a)", "CREATE INDEX j ON t (a) WHERE a > 0",
        "CREATE INDEX k ON t (a, b)", "CREATE INDEX gone ON t (b)",
        "CREATE TRIGGER x AFTER DELETE ON t BEGIN SELECT 1; END", "CREATE VIEW v AS SELECT 'A'",
      ],
      [
        "CREATE TABLE t (a, b)", "CREATE UNIQUE INDEX i ON t (a)",
        "CREATE INDEX j ON t (a) WHERE a > 1", "CREATE INDEX k ON t (a, b DESC)",
        "CREATE TRIGGER x AFTER DELETE ON t BEGIN SELECT 2; END", "CREATE VIEW v AS SELECT 'a'",
      ])
    #expect(
      changes == [
        "removes the index “gone” on “t”",
        "changes the index “i” on “t”: it is unique on (a), not on (a)",
        "changes the index “j” on “t”: it is on (a) where a > 1, not on (a) where a > 0",
        "changes the index “k” on “t”: it is on (a, b DESC), not on (a, b)",
        "changes the trigger “x” on “t”: it says something else",
        "changes the view “v”: it is “create view v as select 'a'”, not “create view v as select 'A'”",
      ])
  }

  @Test func `two empty schemas do not differ`() throws {
    #expect(try changes([], []) == [])
    #expect(
      try changes([], ["CREATE TABLE \"a \"\"b\"\"\" (\"x(\" TEXT CHECK (\"x(\" <> ')'))"]).count
        == 1)
  }
}
