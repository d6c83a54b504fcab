/// A way of writing that another database has, and what SQLite has in its place.
package struct ForeignSyntax: Sendable, Hashable {
  /// The words: `^` before the first where it begins the statement, `~` before those that only tell it
  /// from something else, `*` for any one.
  let pattern: [String]
  let database: String
  /// What to do: an order.
  let help: String

  private init(_ pattern: String, _ database: String, _ help: String) {
    self.pattern = pattern.split(separator: " ").map(String.init)
    self.database = database
    self.help = help
  }

  /// `# remark`
  static let hashComment = ForeignSyntax(
    "#", "MySQL", "Begin a remark with -- and end it with a line break, or write /* remark */.")

  /// `value::type`
  static let doubleColonCast = ForeignSyntax("::", "PostgreSQL", "Write CAST(value AS type).")

  /// `N'text'`
  static let letterBeforeText = ForeignSyntax(
    "N", "SQL Server or PostgreSQL",
    "Take away the letter before the text: SQLite's texts are Unicode.")

  /// `ADD a TEXT, b TEXT`
  static let secondColumn = ForeignSyntax(
    ",", "MySQL or PostgreSQL", "Write one ALTER TABLE for each column.")

  /// The first that fits is taken.
  static let all: [ForeignSyntax] = columns + tables + alterations + rows + queries + programs

  private static let columns: [ForeignSyntax] = [
    .init(
      "AUTO_INCREMENT", "MySQL",
      "Write the column as INTEGER PRIMARY KEY AUTOINCREMENT; without AUTOINCREMENT it counts too."),
    .init(
      "IDENTITY", "SQL Server",
      "Write the column as INTEGER PRIMARY KEY, which counts by itself."),
    .init(
      "GENERATED * ~* AS IDENTITY", "PostgreSQL",
      "Write the column as INTEGER PRIMARY KEY, which counts by itself."),
    .init(
      "GENERATED ALWAYS AS IDENTITY", "PostgreSQL",
      "Write the column as INTEGER PRIMARY KEY, which counts by itself."),
    .init("~DEFAULT NOW ~(", "MySQL or PostgreSQL", "Write DEFAULT CURRENT_TIMESTAMP."),
    .init("~DEFAULT GETDATE ~(", "SQL Server", "Write DEFAULT CURRENT_TIMESTAMP."),
    .init("~DEFAULT SYSDATETIME ~(", "SQL Server", "Write DEFAULT CURRENT_TIMESTAMP."),
    .init(
      "~DEFAULT CURRENT_TIMESTAMP ( )", "MySQL", "Write DEFAULT CURRENT_TIMESTAMP, no brackets."),
    .init(
      "~DEFAULT UUID ~(", "MySQL", "Write DEFAULT (hex(randomblob(16))), in brackets."),
    .init(
      "~DEFAULT NEWID ~(", "SQL Server", "Write DEFAULT (hex(randomblob(16))), in brackets."),
    .init("ENUM ~(", "MySQL", "Write name TEXT CHECK (name IN ('one', 'two'))."),
    .init("~* SET ~( ~*", "MySQL", "Write name TEXT, or make a table with one row for each value."),
    .init("VARCHAR ( MAX )", "SQL Server", "Write TEXT, which has no limit."),
    .init("NVARCHAR ( MAX )", "SQL Server", "Write TEXT, which has no limit."),
    .init("VARBINARY ( MAX )", "SQL Server", "Write BLOB, which has no limit."),
    .init("CHARACTER SET", "MySQL", "Take CHARACTER SET … out: SQLite's texts are Unicode."),
    .init("COMMENT", "MySQL", "Take COMMENT out; a remark is written /* remark */."),
    .init("AFTER ~*", "MySQL", "Take AFTER … out: SQLite adds a column at the end."),
    .init("UNSIGNED", "MySQL", "Take UNSIGNED out, or write CHECK (name >= 0)."),
    .init("ZEROFILL", "MySQL", "Take ZEROFILL out."),
    .init(
      "ON UPDATE CURRENT_TIMESTAMP", "MySQL",
      "Take it out; a trigger AFTER UPDATE can set the column."),
  ]

  private static let tables: [ForeignSyntax] = [
    .init("ENGINE ~=", "MySQL", "End the statement after the closing bracket."),
    .init("ENGINE", "MySQL", "End the statement after the closing bracket."),
    .init("~) DEFAULT CHARSET", "MySQL", "End the statement after the closing bracket."),
    .init("~) DEFAULT CHARACTER", "MySQL", "End the statement after the closing bracket."),
    .init("CHARSET", "MySQL", "End the statement after the closing bracket."),
    .init("ROW_FORMAT", "MySQL", "End the statement after the closing bracket."),
    .init("TABLESPACE", "Oracle or PostgreSQL", "End the statement after the closing bracket."),
    .init(
      "~, INDEX ~*", "MySQL", "Take it out, and write a CREATE INDEX statement after this one."),
    .init(
      "~, KEY ~* ~(", "MySQL", "Take it out, and write a CREATE INDEX statement after this one."),
    .init(
      "~, FULLTEXT ~*", "MySQL", "Make a table with CREATE VIRTUAL TABLE … USING fts5 instead."),
    .init("UNIQUE KEY", "MySQL", "Write UNIQUE (column)."),
    .init("UNIQUE INDEX ~* ~(", "MySQL", "Write UNIQUE (column)."),
    .init("^~CREATE ~TABLE ~* LIKE", "MySQL", "Write all the columns of the new table."),
    .init("^~CREATE OR REPLACE", "MySQL or PostgreSQL", "Write a DROP … IF EXISTS before CREATE."),
    .init("^CREATE DATABASE", "MySQL or PostgreSQL", "Take it out: the file is the database."),
    .init("^CREATE SCHEMA", "PostgreSQL", "Take it out: the file is the database."),
    .init("^DROP DATABASE", "MySQL or PostgreSQL", "Take it out."),
    .init("^CREATE PROCEDURE", "MySQL or SQL Server", "Do this in the app's own code."),
    .init("^CREATE FUNCTION", "MySQL or PostgreSQL", "Do this in the app's own code."),
    .init("^CREATE SEQUENCE", "PostgreSQL", "Use INTEGER PRIMARY KEY, which counts by itself."),
    .init("^CREATE TYPE", "PostgreSQL", "Write TEXT CHECK (name IN ('one', 'two')) in the table."),
    .init("^CREATE EXTENSION", "PostgreSQL", "Take it out."),
    .init("^CREATE MATERIALIZED ~VIEW", "PostgreSQL", "Write CREATE VIEW, or fill a table."),
    .init("^CREATE USER", "MySQL or PostgreSQL", "Take it out: SQLite has no users."),
    .init("CLUSTERED ~INDEX", "SQL Server", "Write CREATE INDEX."),
    .init("NONCLUSTERED ~INDEX", "SQL Server", "Write CREATE INDEX."),
    .init("~INDEX CONCURRENTLY", "PostgreSQL", "Write CREATE INDEX."),
    .init("^~CREATE FULLTEXT", "MySQL", "Make a table with CREATE VIRTUAL TABLE … USING fts5."),
    .init("USING BTREE", "MySQL or PostgreSQL", "Take USING … out."),
    .init("USING GIN", "PostgreSQL", "Take USING … out."),
    .init("USING HASH", "MySQL or PostgreSQL", "Take USING … out."),
    .init("^~DROP ~INDEX ~* ON", "MySQL", "End the statement after the name of the index."),
    .init("^~DROP ~TABLE ~* ,", "MySQL", "Write one DROP TABLE for each table."),
    .init("^~DROP ~TABLE ~IF ~EXISTS ~* ,", "MySQL", "Write one DROP TABLE for each table."),
    .init("CASCADE", "PostgreSQL", "Take CASCADE out, and drop what uses the table yourself."),
  ]

  private static let rebuild =
    "Make a new table as it should be, copy the rows, drop the old one, rename the new one."

  private static let alterations: [ForeignSyntax] = [
    .init(
      "~ADD ~COLUMN IF NOT EXISTS", "PostgreSQL or MariaDB",
      "Take IF NOT EXISTS out: each script runs once, so the column is not there."),
    .init(
      "~ADD IF NOT EXISTS", "PostgreSQL or MariaDB",
      "Take IF NOT EXISTS out: each script runs once, so the column is not there."),
    .init(
      "~DROP ~COLUMN IF EXISTS", "PostgreSQL or MariaDB",
      "Take IF EXISTS out: each script runs once, so it is known whether the column is there."),
    .init(", ADD", "MySQL or PostgreSQL", "Write one ALTER TABLE for each column."),
    .init(", DROP", "MySQL or PostgreSQL", "Write one ALTER TABLE for each column."),
    .init("^~ALTER ~TABLE ~* ADD ~(", "MySQL or Oracle", "Write one ADD COLUMN without brackets."),
    .init(
      "^~ALTER ~TABLE ~* ~ADD ~COLUMN (", "MySQL or Oracle",
      "Write one ALTER TABLE … ADD COLUMN for each column, without brackets."),
    .init("^~ALTER ~TABLE IF EXISTS", "PostgreSQL", "Take IF EXISTS out: the table is there."),
    .init("^~ALTER ~TABLE ~* MODIFY", "MySQL", rebuild),
    .init("^~ALTER ~TABLE ~* CHANGE", "MySQL", "Write RENAME COLUMN old TO new, or: \(rebuild)"),
    .init("^~ALTER ~TABLE ~* ALTER", "PostgreSQL or SQL Server", rebuild),
    .init("^~ALTER ~TABLE ~* ADD CONSTRAINT", "MySQL or PostgreSQL", rebuild),
    .init("^~ALTER ~TABLE ~* ADD FOREIGN KEY", "MySQL or PostgreSQL", rebuild),
    .init("^~ALTER ~TABLE ~* ADD PRIMARY KEY", "MySQL or PostgreSQL", rebuild),
    .init("^~ALTER ~TABLE ~* ADD CHECK", "MySQL or PostgreSQL", rebuild),
    .init("^~ALTER ~TABLE ~* ADD UNIQUE", "MySQL or PostgreSQL", "Write CREATE UNIQUE INDEX."),
    .init("^~ALTER ~TABLE ~* ADD INDEX", "MySQL", "Write CREATE INDEX name ON table (column)."),
    .init("^~ALTER ~TABLE ~* ADD KEY ~* ~(", "MySQL", "Write CREATE INDEX name ON table (column)."),
    .init("^~ALTER ~TABLE ~* DROP INDEX", "MySQL", "Write DROP INDEX name."),
    .init("^~ALTER ~TABLE ~* DROP KEY", "MySQL", "Write DROP INDEX name."),
    .init("^~ALTER ~TABLE ~* DROP CONSTRAINT", "PostgreSQL or SQL Server", rebuild),
    .init("^~ALTER ~TABLE ~* DROP FOREIGN", "MySQL", rebuild),
    .init("^~ALTER ~TABLE ~* DROP PRIMARY", "MySQL", rebuild),
    .init("^~ALTER ~TABLE ~* ENGINE", "MySQL", "Take the statement out."),
    .init("^ALTER DATABASE", "MySQL", "Take the statement out."),
    .init("^ALTER SEQUENCE", "PostgreSQL", "Take the statement out: SQLite has no sequences."),
    .init("^ALTER INDEX", "PostgreSQL", "Write DROP INDEX and CREATE INDEX."),
    .init("^ALTER VIEW", "MySQL or SQL Server", "Write DROP VIEW and CREATE VIEW."),
    .init("^RENAME TABLE", "MySQL", "Write ALTER TABLE old RENAME TO new."),
  ]

  private static let rows: [ForeignSyntax] = [
    .init("^TRUNCATE", "MySQL or PostgreSQL", "Write DELETE FROM and the name of the table."),
    .init("^INSERT IGNORE", "MySQL", "Write INSERT OR IGNORE."),
    .init("^~UPDATE IGNORE", "MySQL", "Write UPDATE OR IGNORE."),
    .init(
      "ON DUPLICATE KEY", "MySQL",
      "Write ON CONFLICT (column) DO UPDATE SET column = excluded.column."),
    .init("^~INSERT ~INTO ~* SET", "MySQL", "Write INSERT INTO table (columns) VALUES (values)."),
    .init("^~REPLACE ~INTO ~* SET", "MySQL", "Write REPLACE INTO table (columns) VALUES (values)."),
    .init("^MERGE", "SQL Server or Oracle", "Write INSERT … ON CONFLICT (column) DO UPDATE SET …."),
    .init("^~UPDATE ~* JOIN", "MySQL", "Write UPDATE table SET … FROM other WHERE …."),
    .init("^~UPDATE ~* INNER ~JOIN", "MySQL", "Write UPDATE table SET … FROM other WHERE …."),
    .init("^~UPDATE ~* LEFT ~JOIN", "MySQL", "Write UPDATE table SET … FROM other WHERE …."),
    .init("^~DELETE * ~FROM", "Access or MySQL", "Write DELETE FROM table WHERE …."),
    .init("^~DELETE ~FROM ~* USING", "PostgreSQL", "Write WHERE column IN (SELECT …)."),
    .init(
      "^~UPDATE ~* * ~SET", "MySQL", "Write AS before the short name, and none behind SET."),
    .init("^~DELETE ~FROM ~* * ~WHERE", "MySQL", "Write AS before the short name."),
    .init("~SET ~* .", "MySQL", "Write the column behind SET without the name of its table."),
    .init("^LOAD", "MySQL", "Write the rows as INSERT statements."),
    .init("^COPY", "PostgreSQL", "Write the rows as INSERT statements."),
  ]

  private static let queries: [ForeignSyntax] = [
    .init("ISNULL ~(", "SQL Server", "Write IFNULL(value, other)."),
    .init("ILIKE", "PostgreSQL", "Write LIKE, which knows no case in SQLite."),
    .init("RLIKE", "MySQL", "Write LIKE or GLOB."),
    .init("SIMILAR TO", "PostgreSQL", "Write LIKE or GLOB."),
    .init("~SELECT TOP ~*", "SQL Server", "Write LIMIT and the number at the end."),
    .init("FETCH FIRST", "Oracle or SQL Server", "Write LIMIT and the number at the end."),
    .init("FETCH NEXT", "Oracle or SQL Server", "Write LIMIT and the number at the end."),
    .init("DISTINCT ON", "PostgreSQL", "Write GROUP BY."),
    .init("FOR UPDATE", "MySQL or PostgreSQL", "Take FOR UPDATE out."),
    .init("INTERVAL ~*", "MySQL or PostgreSQL", "Write datetime(column, '+1 day')."),
    .init("& &", "MySQL", "Write AND."),
    .init("! ~*", "MySQL", "Write NOT."),
    .init("<= >", "MySQL", "Write IS."),
    .init("DIV ~*", "MySQL", "Write /, which divides whole numbers without a rest."),
    .init("XOR ~*", "MySQL", "Write <> between two conditions in brackets."),
  ]

  private static let programs: [ForeignSyntax] = [
    .init("GO", "SQL Server", "Take GO out."),
    .init("^SET ~*", "MySQL or PostgreSQL", "Take the statement out."),
    .init("^USE ~*", "MySQL or SQL Server", "Take the statement out: the file is the database."),
    .init("^SHOW ~*", "MySQL", "Take the statement out: a script changes things, it shows none."),
    .init("^DESCRIBE ~*", "MySQL", "Take the statement out."),
    .init("^DESC ~*", "MySQL", "Take the statement out."),
    .init("^LOCK ~*", "MySQL", "Take the statement out: the runner locks the database by itself."),
    .init("^UNLOCK ~*", "MySQL", "Take the statement out."),
    .init("^DELIMITER", "MySQL", "Take the statement out."),
    .init("^GRANT", "MySQL or PostgreSQL", "Take the statement out: SQLite has no users."),
    .init("^REVOKE", "MySQL or PostgreSQL", "Take the statement out: SQLite has no users."),
    .init("^FLUSH", "MySQL", "Take the statement out."),
    .init("^OPTIMIZE", "MySQL", "Take the statement out."),
    .init("^EXEC ~*", "SQL Server", "Do this in the app's own code."),
    .init("^EXECUTE ~*", "SQL Server", "Do this in the app's own code."),
    .init("^CALL ~*", "MySQL", "Do this in the app's own code."),
    .init("^DECLARE ~*", "SQL Server or MySQL", "Do this in the app's own code."),
    .init("^DO ~*", "PostgreSQL", "Do this in the app's own code."),
    .init("^IF ~*", "SQL Server or MySQL", "Use the key onlyIf of the item."),
    .init("^PRINT ~*", "SQL Server", "Take the statement out."),
    .init("^START TRANSACTION", "MySQL", "Take the statement out: each script is one transaction."),
    .init("^COMMENT ON", "PostgreSQL", "Take the statement out; a remark is written /* remark */."),
  ]
}
