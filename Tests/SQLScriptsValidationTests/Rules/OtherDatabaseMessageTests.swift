import Testing

/// Messages about statements for other databases.
@Suite struct OtherDatabaseMessageTests {
  private let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"]

  @Test func `CREATE TABLE has syntax of another database`() throws {
    try expect([
      "create table a (id integer primary key auto_increment)": [
        "error[other-database-syntax] 1:40 “auto_increment” is MySQL syntax, which SQLite does not support | Declare the column as INTEGER PRIMARY KEY, which assigns IDs automatically. Add AUTOINCREMENT if IDs must never be reused."
      ],
      "CREATE TABLE a (id INT PRIMARY KEY AUTOINCREMENT)": [
        "error[other-database-syntax] 1:36 AUTOINCREMENT is only allowed with the type INTEGER | Declare the column as INTEGER PRIMARY KEY AUTOINCREMENT, without a length."
      ],
      "CREATE TABLE a (id INTEGER) ENGINE=InnoDB": [
        "error[other-database-syntax] 1:29 “ENGINE” is MySQL syntax, which SQLite does not support | End the statement after the closing parenthesis."
      ],
      "CREATE TABLE a (id INTEGER) DEFAULT CHARSET=utf8": [
        "error[other-database-syntax] 1:29 “DEFAULT CHARSET” is MySQL syntax, which SQLite does not support | End the statement after the closing parenthesis."
      ],
      "CREATE TABLE a (id TEXT DEFAULT NOW())": [
        "error[other-database-syntax] 1:33 “NOW” is MySQL or PostgreSQL syntax, which SQLite does not support | Write DEFAULT CURRENT_TIMESTAMP."
      ],
      "CREATE TABLE a (id ENUM('a', 'b'))": [
        "error[other-database-syntax] 1:20 “ENUM” is MySQL syntax, which SQLite does not support | Write name TEXT CHECK (name IN ('one', 'two'))."
      ],
      "CREATE TABLE a (id NVARCHAR(MAX))": [
        "error[other-database-syntax] 1:20 “NVARCHAR(MAX)” is SQL Server syntax, which SQLite does not support | Write TEXT, which has no limit."
      ],
      "CREATE TABLE a (id INTEGER, KEY i (id))": [
        "error[other-database-syntax] 1:29 “KEY” is MySQL syntax, which SQLite does not support | Remove it, and write a CREATE INDEX statement after this one."
      ],
      "CREATE TABLE a (id INTEGER, UNIQUE KEY i (id))": [
        "error[other-database-syntax] 1:29 “UNIQUE KEY” is MySQL syntax, which SQLite does not support | Write UNIQUE (column)."
      ],
      "CREATE TABLE a (id INTEGER NOT NULL COMMENT 'x')": [
        "error[other-database-syntax] 1:37 “COMMENT” is MySQL syntax, which SQLite does not support | Remove COMMENT, or write /* comment */."
      ],
      "CREATE TABLE a LIKE user": [
        "error[other-database-syntax] 1:16 “LIKE” is MySQL syntax, which SQLite does not support | List all columns of the new table."
      ],
      "CREATE TABLE dbo.a (id INTEGER)": [
        "error[other-database-syntax] 1:14 no database named “dbo”: a script has only one database | Remove “dbo.”."
      ],
      "CREATE OR REPLACE VIEW v AS SELECT 1": [
        "error[other-database-syntax] 1:8 “OR REPLACE” is MySQL or PostgreSQL syntax, which SQLite does not support | Write DROP … IF EXISTS before CREATE."
      ],
    ])
  }

  @Test func `ALTER TABLE has syntax of another database`() throws {
    try expect([
      "ALTER TABLE user ADD COLUMN IF NOT EXISTS age INTEGER": [
        "error[other-database-syntax] 1:29 “IF NOT EXISTS” is PostgreSQL or MariaDB syntax, which SQLite does not support | Remove IF NOT EXISTS: each script runs only once, so the column does not exist yet."
      ],
      "ALTER TABLE user DROP COLUMN IF EXISTS name": [
        "error[other-database-syntax] 1:30 “IF EXISTS” is PostgreSQL or MariaDB syntax, which SQLite does not support | Remove IF EXISTS: each script runs only once, so you know whether the column exists."
      ],
      "ALTER TABLE user ADD COLUMN a TEXT, ADD COLUMN b TEXT": [
        "error[other-database-syntax] 1:35 “, ADD” is MySQL or PostgreSQL syntax, which SQLite does not support | Write one ALTER TABLE for each column."
      ],
      "ALTER TABLE user ADD COLUMN a TEXT NOT NULL AFTER name": [
        "error[other-database-syntax] 1:45 “AFTER” is MySQL syntax, which SQLite does not support | Remove AFTER …: SQLite adds new columns at the end."
      ],
      "ALTER TABLE user MODIFY name TEXT": [
        "error[other-database-syntax] 1:18 “MODIFY” is MySQL syntax, which SQLite does not support | Rebuild the table: create a new one, copy the rows, drop the old one, rename the new one."
      ],
      "ALTER TABLE user ALTER COLUMN name TYPE TEXT": [
        "error[other-database-syntax] 1:18 “ALTER” is PostgreSQL or SQL Server syntax, which SQLite does not support | Rebuild the table: create a new one, copy the rows, drop the old one, rename the new one."
      ],
      "ALTER TABLE user ADD CONSTRAINT c UNIQUE (name)": [
        "error[other-database-syntax] 1:18 “ADD CONSTRAINT” is MySQL or PostgreSQL syntax, which SQLite does not support | Rebuild the table: create a new one, copy the rows, drop the old one, rename the new one."
      ],
      "ALTER TABLE user ADD INDEX i (name)": [
        "error[other-database-syntax] 1:18 “ADD INDEX” is MySQL syntax, which SQLite does not support | Write CREATE INDEX name ON table (column)."
      ],
      "DROP INDEX i ON user": [
        "error[other-database-syntax] 1:14 “ON” is MySQL syntax, which SQLite does not support | End the statement after the name of the index."
      ],
      "DROP TABLE user, other": [
        "error[other-database-syntax] 1:16 “,” is MySQL syntax, which SQLite does not support | Write one DROP TABLE for each table."
      ],
      "DROP TABLE user CASCADE": [
        "error[other-database-syntax] 1:17 “CASCADE” is PostgreSQL syntax, which SQLite does not support | Remove CASCADE, and drop the objects that use the table in separate statements."
      ],
    ])
  }

  @Test func `a statement about rows has syntax of another database`() throws {
    try expect([
      "TRUNCATE TABLE user": [
        "error[other-database-syntax] 1:1 “TRUNCATE” is MySQL or PostgreSQL syntax, which SQLite does not support | Write DELETE FROM and the name of the table."
      ],
      "INSERT IGNORE INTO user (id) VALUES (1)": [
        "error[other-database-syntax] 1:1 “INSERT IGNORE” is MySQL syntax, which SQLite does not support | Write INSERT OR IGNORE."
      ],
      "INSERT INTO user (id) VALUES (1) ON DUPLICATE KEY UPDATE id = 2": [
        "error[other-database-syntax] 1:34 “ON DUPLICATE KEY” is MySQL syntax, which SQLite does not support | Write ON CONFLICT (column) DO UPDATE SET column = excluded.column."
      ],
      "INSERT INTO user SET id = 1": [
        "error[other-database-syntax] 1:18 “SET” is MySQL syntax, which SQLite does not support | Write INSERT INTO table (columns) VALUES (values)."
      ],
      "UPDATE user SET id = name::int": [
        "error[other-database-syntax] 1:22 “name::int” is PostgreSQL syntax, which SQLite does not support | Write CAST(value AS type)."
      ],
      "UPDATE user SET name = N'a'": [
        "error[other-database-syntax] 1:24 “N” is SQL Server or PostgreSQL syntax, which SQLite does not support | Remove the letter before the string: strings in SQLite are Unicode."
      ],
      "DELETE FROM user WHERE name ILIKE 'a'": [
        "error[other-database-syntax] 1:29 “ILIKE” is PostgreSQL syntax, which SQLite does not support | Write LIKE, which ignores the case of ASCII letters in SQLite."
      ],
      "DELETE FROM user WHERE id = 1 && name = 'a'": [
        "error[other-database-syntax] 1:31 “&&” is MySQL syntax, which SQLite does not support | Write AND."
      ],
      "SELECT TOP 5 * FROM user": [
        "error[other-database-syntax] 1:8 “TOP” is SQL Server syntax, which SQLite does not support | Write LIMIT with the number at the end of the query."
      ],
      "DELETE FROM user WHERE id = 1 # old": [
        "error[other-database-syntax] 1:31 “#” is MySQL syntax, which SQLite does not support | Start the comment with --, or write /* comment */."
      ],
      "SET name = 'a' WHERE id = 1": [
        "error[other-database-syntax] 1:1 “SET name =” is MySQL or PostgreSQL syntax, which SQLite does not support | Join it with the statement before it if it is the SET of an UPDATE. Otherwise remove it."
      ],
      "SET NAMES utf8": [
        "error[other-database-syntax] 1:1 “SET” is MySQL or PostgreSQL syntax, which SQLite does not support | Remove the statement."
      ],
      "SELECT * FROM public.user": [
        "error[other-database-syntax] 1:15 no database named “public”: a script has only one database | Remove “public.”."
      ],
      "GO": [
        "error[other-database-syntax] 1:1 “GO” is SQL Server syntax, which SQLite does not support | Remove GO, and end each statement with “;”."
      ],
    ])
  }

  @Test func `GO separates statements`() throws {
    let go =
      "“GO” is SQL Server syntax, which SQLite does not support | Remove GO, and end each statement with “;”."
    try expect([
      "DELETE FROM user WHERE id = 1\nGO\nDELETE FROM user WHERE id = 2\ngo": [
        "error[other-database-syntax] 2:1 \(go)"
      ],
      "DELETE FROM user WHERE id = 1;\nGO\nDELETE FROM user WHERE id = 2": [
        "error[other-database-syntax] 2:1 \(go)"
      ],
      // SQLite reads it as part of the type, or as an alias.
      "ALTER TABLE user ADD COLUMN a TEXT\nGO\nDELETE FROM user WHERE id = 2": [
        "error[other-database-syntax] 2:1 \(go)"
      ],
      "ALTER TABLE user ADD COLUMN a TEXT\nGO": [
        "error[syntax-error] 2:1 “GO” is parsed as part of the type | Remove it, and end each statement with “;”: GO is from SQL Server."
      ],
      "CREATE VIEW v AS SELECT user.name FROM user\nGO": [
        "error[syntax-error] 2:1 “GO” is parsed as an alias of “user” | Remove it, and end each statement with “;”: GO is from SQL Server."
      ],
      "CREATE VIEW v AS SELECT go.name FROM user\ngo": [],
    ])
  }

  private func expect(_ cases: KeyValuePairs<String, [String]>) throws {
    for (statement, messages) in cases {
      #expect(try RuleMessages.of(statement, before: user) == messages)
    }
  }
}
