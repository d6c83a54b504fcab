import Testing

/// What is said about statements for other databases.
@Suite struct OtherDatabaseMessageTests {
  private let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"]

  @Test func `a table is made as elsewhere`() throws {
    try expect([
      "create table a (id integer primary key auto_increment)": [
        "error[other-database-syntax] 1:40 “auto_increment” is written as for MySQL; SQLite does not know it | Write the column as INTEGER PRIMARY KEY AUTOINCREMENT; without AUTOINCREMENT it counts too."
      ],
      "CREATE TABLE a (id INT PRIMARY KEY AUTOINCREMENT)": [
        "error[other-database-syntax] 1:36 AUTOINCREMENT works with the type INTEGER only | Write the column as INTEGER PRIMARY KEY AUTOINCREMENT, without a length."
      ],
      "CREATE TABLE a (id INTEGER) ENGINE=InnoDB": [
        "error[other-database-syntax] 1:29 “ENGINE” is written as for MySQL; SQLite does not know it | End the statement after the closing bracket."
      ],
      "CREATE TABLE a (id INTEGER) DEFAULT CHARSET=utf8": [
        "error[other-database-syntax] 1:29 “DEFAULT CHARSET” is written as for MySQL; SQLite does not know it | End the statement after the closing bracket."
      ],
      "CREATE TABLE a (id TEXT DEFAULT NOW())": [
        "error[other-database-syntax] 1:33 “NOW” is written as for MySQL or PostgreSQL; SQLite does not know it | Write DEFAULT CURRENT_TIMESTAMP."
      ],
      "CREATE TABLE a (id ENUM('a', 'b'))": [
        "error[other-database-syntax] 1:20 “ENUM” is written as for MySQL; SQLite does not know it | Write name TEXT CHECK (name IN ('one', 'two'))."
      ],
      "CREATE TABLE a (id NVARCHAR(MAX))": [
        "error[other-database-syntax] 1:20 “NVARCHAR(MAX)” is written as for SQL Server; SQLite does not know it | Write TEXT, which has no limit."
      ],
      "CREATE TABLE a (id INTEGER, KEY i (id))": [
        "error[other-database-syntax] 1:29 “KEY” is written as for MySQL; SQLite does not know it | Take it out, and write a CREATE INDEX statement after this one."
      ],
      "CREATE TABLE a (id INTEGER, UNIQUE KEY i (id))": [
        "error[other-database-syntax] 1:29 “UNIQUE KEY” is written as for MySQL; SQLite does not know it | Write UNIQUE (column)."
      ],
      "CREATE TABLE a (id INTEGER NOT NULL COMMENT 'x')": [
        "error[other-database-syntax] 1:37 “COMMENT” is written as for MySQL; SQLite does not know it | Take COMMENT out; a remark is written /* remark */."
      ],
      "CREATE TABLE a LIKE user": [
        "error[other-database-syntax] 1:16 “LIKE” is written as for MySQL; SQLite does not know it | Write all the columns of the new table."
      ],
      "CREATE TABLE dbo.a (id INTEGER)": [
        "error[other-database-syntax] 1:14 There is no database “dbo” here: a script has only one | Take “dbo.” out."
      ],
      "CREATE OR REPLACE VIEW v AS SELECT 1": [
        "error[other-database-syntax] 1:8 “OR REPLACE” is written as for MySQL or PostgreSQL; SQLite does not know it | Write a DROP … IF EXISTS before CREATE."
      ],
    ])
  }

  @Test func `a table is changed as elsewhere`() throws {
    try expect([
      "ALTER TABLE user ADD COLUMN IF NOT EXISTS age INTEGER": [
        "error[other-database-syntax] 1:29 “IF NOT EXISTS” is written as for PostgreSQL or MariaDB; SQLite does not know it | Take IF NOT EXISTS out: each script runs once, so the column is not there."
      ],
      "ALTER TABLE user DROP COLUMN IF EXISTS name": [
        "error[other-database-syntax] 1:30 “IF EXISTS” is written as for PostgreSQL or MariaDB; SQLite does not know it | Take IF EXISTS out: each script runs once, so it is known whether the column is there."
      ],
      "ALTER TABLE user ADD COLUMN a TEXT, ADD COLUMN b TEXT": [
        "error[other-database-syntax] 1:35 “, ADD” is written as for MySQL or PostgreSQL; SQLite does not know it | Write one ALTER TABLE for each column."
      ],
      "ALTER TABLE user ADD COLUMN a TEXT NOT NULL AFTER name": [
        "error[other-database-syntax] 1:45 “AFTER” is written as for MySQL; SQLite does not know it | Take AFTER … out: SQLite adds a column at the end."
      ],
      "ALTER TABLE user MODIFY name TEXT": [
        "error[other-database-syntax] 1:18 “MODIFY” is written as for MySQL; SQLite does not know it | Make a new table as it should be, copy the rows, drop the old one, rename the new one."
      ],
      "ALTER TABLE user ALTER COLUMN name TYPE TEXT": [
        "error[other-database-syntax] 1:18 “ALTER” is written as for PostgreSQL or SQL Server; SQLite does not know it | Make a new table as it should be, copy the rows, drop the old one, rename the new one."
      ],
      "ALTER TABLE user ADD CONSTRAINT c UNIQUE (name)": [
        "error[other-database-syntax] 1:18 “ADD CONSTRAINT” is written as for MySQL or PostgreSQL; SQLite does not know it | Make a new table as it should be, copy the rows, drop the old one, rename the new one."
      ],
      "ALTER TABLE user ADD INDEX i (name)": [
        "error[other-database-syntax] 1:18 “ADD INDEX” is written as for MySQL; SQLite does not know it | Write CREATE INDEX name ON table (column)."
      ],
      "DROP INDEX i ON user": [
        "error[other-database-syntax] 1:14 “ON” is written as for MySQL; SQLite does not know it | End the statement after the name of the index."
      ],
      "DROP TABLE user, other": [
        "error[other-database-syntax] 1:16 “,” is written as for MySQL; SQLite does not know it | Write one DROP TABLE for each table."
      ],
      "DROP TABLE user CASCADE": [
        "error[other-database-syntax] 1:17 “CASCADE” is written as for PostgreSQL; SQLite does not know it | Take CASCADE out, and drop what uses the table yourself."
      ],
    ])
  }

  @Test func `rows are changed as elsewhere`() throws {
    try expect([
      "TRUNCATE TABLE user": [
        "error[other-database-syntax] 1:1 “TRUNCATE” is written as for MySQL or PostgreSQL; SQLite does not know it | Write DELETE FROM and the name of the table."
      ],
      "INSERT IGNORE INTO user (id) VALUES (1)": [
        "error[other-database-syntax] 1:1 “INSERT IGNORE” is written as for MySQL; SQLite does not know it | Write INSERT OR IGNORE."
      ],
      "INSERT INTO user (id) VALUES (1) ON DUPLICATE KEY UPDATE id = 2": [
        "error[other-database-syntax] 1:34 “ON DUPLICATE KEY” is written as for MySQL; SQLite does not know it | Write ON CONFLICT (column) DO UPDATE SET column = excluded.column."
      ],
      "INSERT INTO user SET id = 1": [
        "error[other-database-syntax] 1:18 “SET” is written as for MySQL; SQLite does not know it | Write INSERT INTO table (columns) VALUES (values)."
      ],
      "UPDATE user SET id = name::int": [
        "error[other-database-syntax] 1:22 “name::int” is written as for PostgreSQL; SQLite does not know it | Write CAST(value AS type)."
      ],
      "UPDATE user SET name = N'a'": [
        "error[other-database-syntax] 1:24 “N” is written as for SQL Server or PostgreSQL; SQLite does not know it | Take away the letter before the text: SQLite's texts are Unicode."
      ],
      "DELETE FROM user WHERE name ILIKE 'a'": [
        "error[other-database-syntax] 1:29 “ILIKE” is written as for PostgreSQL; SQLite does not know it | Write LIKE, which knows no case in SQLite."
      ],
      "DELETE FROM user WHERE id = 1 && name = 'a'": [
        "error[other-database-syntax] 1:31 “&&” is written as for MySQL; SQLite does not know it | Write AND."
      ],
      "SELECT TOP 5 * FROM user": [
        "error[other-database-syntax] 1:8 “TOP” is written as for SQL Server; SQLite does not know it | Write LIMIT and the number at the end."
      ],
      "DELETE FROM user WHERE id = 1 # old": [
        "error[other-database-syntax] 1:31 “#” is written as for MySQL; SQLite does not know it | Begin a remark with -- and end it with a line break, or write /* remark */."
      ],
      "SET NAMES utf8": [
        "error[other-database-syntax] 1:1 “SET” is written as for MySQL or PostgreSQL; SQLite does not know it | Take the statement out."
      ],
      "SELECT * FROM public.user": [
        "error[other-database-syntax] 1:15 There is no database “public” here: a script has only one | Take “public.” out."
      ],
      "GO": [
        "error[other-database-syntax] 1:1 “GO” is written as for SQL Server; SQLite does not know it | Take GO out."
      ],
    ])
  }

  private func expect(_ cases: KeyValuePairs<String, [String]>) throws {
    for (statement, messages) in cases {
      #expect(try RuleMessages.of(statement, before: user) == messages)
    }
  }
}
