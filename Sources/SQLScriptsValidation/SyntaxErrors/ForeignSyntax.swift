/// Syntax of another database, and what to write in SQLite.
package struct ForeignSyntax: Sendable, Hashable {
  /// The words. `^` before the first one means the start of the statement, `~` marks context, `*` is any word.
  let pattern: [String]
  let database: String
  /// What to do, in the imperative.
  let help: String

  private init(_ pattern: String, _ database: String, _ help: String) {
    self.pattern = pattern.split(separator: " ").map(String.init)
    self.database = database
    self.help = help
  }

  /// `# remark`
  static let hashComment = ForeignSyntax(
    "#", "MySQL", "Start the comment with --, or write /* comment */.")

  /// `value::type`
  static let doubleColonCast = ForeignSyntax("::", "PostgreSQL", "Write CAST(value AS type).")

  /// `N'text'`
  static let letterBeforeText = ForeignSyntax(
    "N", "SQL Server or PostgreSQL",
    "Remove the letter before the string: strings in SQLite are Unicode.")

  /// `ADD a TEXT, b TEXT`
  static let secondColumn = ForeignSyntax(
    ",", "MySQL or PostgreSQL", "Write one ALTER TABLE for each column.")

  /// The first match is used.
  static let all: [ForeignSyntax] = columns + tables + alterations + rows + queries + programs

  private static let columns: [ForeignSyntax] = [
    .init(
      "AUTO_INCREMENT", "MySQL",
      "Declare the column as INTEGER PRIMARY KEY, which assigns IDs automatically. Add "
        + "AUTOINCREMENT if IDs must never be reused."
    ),
    .init(
      "IDENTITY", "SQL Server",
      "Declare the column as INTEGER PRIMARY KEY, which assigns IDs automatically."),
    .init(
      "GENERATED * ~* AS IDENTITY", "PostgreSQL",
      "Declare the column as INTEGER PRIMARY KEY, which assigns IDs automatically."),
    .init(
      "GENERATED ALWAYS AS IDENTITY", "PostgreSQL",
      "Declare the column as INTEGER PRIMARY KEY, which assigns IDs automatically."),
    .init("~DEFAULT NOW ~(", "MySQL or PostgreSQL", "Write DEFAULT CURRENT_TIMESTAMP."),
    .init("~DEFAULT GETDATE ~(", "SQL Server", "Write DEFAULT CURRENT_TIMESTAMP."),
    .init("~DEFAULT SYSDATETIME ~(", "SQL Server", "Write DEFAULT CURRENT_TIMESTAMP."),
    .init(
      "~DEFAULT CURRENT_TIMESTAMP ( )", "MySQL",
      "Write DEFAULT CURRENT_TIMESTAMP without parentheses."),
    .init(
      "~DEFAULT UUID ~(", "MySQL", "Write DEFAULT (hex(randomblob(16))) in parentheses."),
    .init(
      "~DEFAULT NEWID ~(", "SQL Server", "Write DEFAULT (hex(randomblob(16))) in parentheses."),
    .init("ENUM ~(", "MySQL", "Write name TEXT CHECK (name IN ('one', 'two'))."),
    .init(
      "~* SET ~( ~*", "MySQL", "Write name TEXT, or create a table with one row for each value."),
    .init("VARCHAR ( MAX )", "SQL Server", "Write TEXT, which has no limit."),
    .init("NVARCHAR ( MAX )", "SQL Server", "Write TEXT, which has no limit."),
    .init("VARBINARY ( MAX )", "SQL Server", "Write BLOB, which has no limit."),
    .init("CHARACTER SET", "MySQL", "Remove CHARACTER SET …: strings in SQLite are Unicode."),
    .init("COMMENT", "MySQL", "Remove COMMENT, or write /* comment */."),
    .init("AFTER ~*", "MySQL", "Remove AFTER …: SQLite adds new columns at the end."),
    .init("UNSIGNED", "MySQL", "Remove UNSIGNED, or write CHECK (name >= 0)."),
    .init("ZEROFILL", "MySQL", "Remove ZEROFILL."),
    .init(
      "ON UPDATE CURRENT_TIMESTAMP", "MySQL",
      "Remove it. An AFTER UPDATE trigger can set the column."),
  ]

  private static let tables: [ForeignSyntax] = [
    .init("ENGINE ~=", "MySQL", "End the statement after the closing parenthesis."),
    .init("ENGINE", "MySQL", "End the statement after the closing parenthesis."),
    .init("~) DEFAULT CHARSET", "MySQL", "End the statement after the closing parenthesis."),
    .init("~) DEFAULT CHARACTER", "MySQL", "End the statement after the closing parenthesis."),
    .init("CHARSET", "MySQL", "End the statement after the closing parenthesis."),
    .init("ROW_FORMAT", "MySQL", "End the statement after the closing parenthesis."),
    .init("TABLESPACE", "Oracle or PostgreSQL", "End the statement after the closing parenthesis."),
    .init(
      "~, INDEX ~*", "MySQL", "Remove it, and write a CREATE INDEX statement after this one."),
    .init(
      "~, KEY ~* ~(", "MySQL", "Remove it, and write a CREATE INDEX statement after this one."),
    .init(
      "~, FULLTEXT ~*", "MySQL",
      "Create a full-text table with CREATE VIRTUAL TABLE … USING fts5 instead."),
    .init("UNIQUE KEY", "MySQL", "Write UNIQUE (column)."),
    .init("UNIQUE INDEX ~* ~(", "MySQL", "Write UNIQUE (column)."),
    .init("^~CREATE ~TABLE ~* LIKE", "MySQL", "List all columns of the new table."),
    .init("^~CREATE OR REPLACE", "MySQL or PostgreSQL", "Write DROP … IF EXISTS before CREATE."),
    .init("^CREATE DATABASE", "MySQL or PostgreSQL", "Remove it: the file is the database."),
    .init("^CREATE SCHEMA", "PostgreSQL", "Remove it: the file is the database."),
    .init("^DROP DATABASE", "MySQL or PostgreSQL", "Remove it."),
    .init("^CREATE PROCEDURE", "MySQL or SQL Server", "Do this in a code step of the app."),
    .init("^CREATE FUNCTION", "MySQL or PostgreSQL", "Do this in a code step of the app."),
    .init(
      "^CREATE SEQUENCE", "PostgreSQL", "Use INTEGER PRIMARY KEY, which assigns IDs automatically."),
    .init("^CREATE TYPE", "PostgreSQL", "Write TEXT CHECK (name IN ('one', 'two')) in the table."),
    .init("^CREATE EXTENSION", "PostgreSQL", "Remove it."),
    .init(
      "^CREATE MATERIALIZED ~VIEW", "PostgreSQL",
      "Write CREATE VIEW, or create a table and fill it."),
    .init("^CREATE USER", "MySQL or PostgreSQL", "Remove it: SQLite has no users."),
    .init("CLUSTERED ~INDEX", "SQL Server", "Write CREATE INDEX."),
    .init("NONCLUSTERED ~INDEX", "SQL Server", "Write CREATE INDEX."),
    .init("~INDEX CONCURRENTLY", "PostgreSQL", "Write CREATE INDEX."),
    .init(
      "^~CREATE FULLTEXT", "MySQL",
      "Create a full-text table with CREATE VIRTUAL TABLE … USING fts5."),
    .init("USING BTREE", "MySQL or PostgreSQL", "Remove USING …."),
    .init("USING GIN", "PostgreSQL", "Remove USING …."),
    .init("USING HASH", "MySQL or PostgreSQL", "Remove USING …."),
    .init("^~DROP ~INDEX ~* ON", "MySQL", "End the statement after the name of the index."),
    .init("^~DROP ~TABLE ~* ,", "MySQL", "Write one DROP TABLE for each table."),
    .init("^~DROP ~TABLE ~IF ~EXISTS ~* ,", "MySQL", "Write one DROP TABLE for each table."),
    .init(
      "CASCADE", "PostgreSQL",
      "Remove CASCADE, and drop the objects that use the table in separate statements."),
  ]

  private static let rebuild =
    "Rebuild the table: create a new one, copy the rows, drop the old one, rename the new one."

  private static let alterations: [ForeignSyntax] = [
    .init(
      "~ADD ~COLUMN IF NOT EXISTS", "PostgreSQL or MariaDB",
      "Remove IF NOT EXISTS: each script runs only once, so the column does not exist yet."),
    .init(
      "~ADD IF NOT EXISTS", "PostgreSQL or MariaDB",
      "Remove IF NOT EXISTS: each script runs only once, so the column does not exist yet."),
    .init(
      "~DROP ~COLUMN IF EXISTS", "PostgreSQL or MariaDB",
      "Remove IF EXISTS: each script runs only once, so you know whether the column exists."),
    .init(", ADD", "MySQL or PostgreSQL", "Write one ALTER TABLE for each column."),
    .init(", DROP", "MySQL or PostgreSQL", "Write one ALTER TABLE for each column."),
    .init(
      "^~ALTER ~TABLE ~* ADD ~(", "MySQL or Oracle", "Write one ADD COLUMN without parentheses."),
    .init(
      "^~ALTER ~TABLE ~* ~ADD ~COLUMN (", "MySQL or Oracle",
      "Write one ALTER TABLE … ADD COLUMN for each column, without parentheses."),
    .init("^~ALTER ~TABLE IF EXISTS", "PostgreSQL", "Remove IF EXISTS: the table exists."),
    .init("^~ALTER ~TABLE ~* MODIFY", "MySQL", rebuild),
    .init(
      "^~ALTER ~TABLE ~* CHANGE", "MySQL",
      "Write RENAME COLUMN old TO new. For other changes: \(rebuild)"),
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
    .init("^~ALTER ~TABLE ~* ENGINE", "MySQL", "Remove the statement."),
    .init("^ALTER DATABASE", "MySQL", "Remove the statement."),
    .init("^ALTER SEQUENCE", "PostgreSQL", "Remove the statement: SQLite has no sequences."),
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
      "^~UPDATE ~* * ~SET", "MySQL",
      "Write AS before the alias, and do not use the alias after SET."),
    .init("^~DELETE ~FROM ~* * ~WHERE", "MySQL", "Write AS before the alias."),
    .init("~SET ~* .", "MySQL", "Write the column after SET without the table name."),
    .init("^LOAD", "MySQL", "Write the rows as INSERT statements."),
    .init("^COPY", "PostgreSQL", "Write the rows as INSERT statements."),
  ]

  private static let queries: [ForeignSyntax] = [
    .init("ISNULL ~(", "SQL Server", "Write IFNULL(value, other)."),
    .init("ILIKE", "PostgreSQL", "Write LIKE, which ignores the case of ASCII letters in SQLite."),
    .init("RLIKE", "MySQL", "Write LIKE or GLOB."),
    .init("SIMILAR TO", "PostgreSQL", "Write LIKE or GLOB."),
    .init("~SELECT TOP ~*", "SQL Server", "Write LIMIT with the number at the end of the query."),
    .init(
      "FETCH FIRST", "Oracle or SQL Server", "Write LIMIT with the number at the end of the query."),
    .init(
      "FETCH NEXT", "Oracle or SQL Server", "Write LIMIT with the number at the end of the query."),
    .init("DISTINCT ON", "PostgreSQL", "Write GROUP BY."),
    .init("FOR UPDATE", "MySQL or PostgreSQL", "Remove FOR UPDATE."),
    .init("INTERVAL ~*", "MySQL or PostgreSQL", "Write datetime(column, '+1 day')."),
    .init("& &", "MySQL", "Write AND."),
    .init("! ~*", "MySQL", "Write NOT."),
    .init("<= >", "MySQL", "Write IS."),
    .init("DIV ~*", "MySQL", "Write /, which truncates the result for two integers."),
    .init("XOR ~*", "MySQL", "Write <> between two conditions in parentheses."),
  ]

  private static let programs: [ForeignSyntax] = [
    .init("GO", "SQL Server", "Remove GO, and end each statement with “;”."),
    .init(
      "^SET ~* =", "MySQL or PostgreSQL",
      "Join it with the statement before it if it is the SET of an UPDATE. Otherwise remove it."),
    .init("^SET ~*", "MySQL or PostgreSQL", "Remove the statement."),
    .init("^USE ~*", "MySQL or SQL Server", "Remove the statement: the file is the database."),
    .init("^SHOW ~*", "MySQL", "Remove the statement: a script cannot show results."),
    .init("^DESCRIBE ~*", "MySQL", "Remove the statement."),
    .init("^DESC ~*", "MySQL", "Remove the statement."),
    .init("^LOCK ~*", "MySQL", "Remove the statement: SQLScripts locks the database itself."),
    .init("^UNLOCK ~*", "MySQL", "Remove the statement."),
    .init("^DELIMITER", "MySQL", "Remove the statement."),
    .init("^GRANT", "MySQL or PostgreSQL", "Remove the statement: SQLite has no users."),
    .init("^REVOKE", "MySQL or PostgreSQL", "Remove the statement: SQLite has no users."),
    .init("^FLUSH", "MySQL", "Remove the statement."),
    .init("^OPTIMIZE", "MySQL", "Remove the statement."),
    .init("^EXEC ~*", "SQL Server", "Do this in a code step of the app."),
    .init("^EXECUTE ~*", "SQL Server", "Do this in a code step of the app."),
    .init("^CALL ~*", "MySQL", "Do this in a code step of the app."),
    .init("^DECLARE ~*", "SQL Server or MySQL", "Do this in a code step of the app."),
    .init("^DO ~*", "PostgreSQL", "Do this in a code step of the app."),
    .init("^IF ~*", "SQL Server or MySQL", "Use the key “onlyIf” of the item."),
    .init("^PRINT ~*", "SQL Server", "Remove the statement."),
    .init(
      "^START TRANSACTION", "MySQL",
      "Remove the statement: each script already runs in a transaction."),
    .init("^COMMENT ON", "PostgreSQL", "Remove the statement, or write /* comment */."),
  ]
}
