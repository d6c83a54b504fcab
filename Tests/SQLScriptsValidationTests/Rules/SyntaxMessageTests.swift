import Testing

/// What is said about statements that SQLite does not understand.
@Suite struct SyntaxMessageTests {
  private let user = ["CREATE TABLE user (id INTEGER PRIMARY KEY, name TEXT, email TEXT)"]

  @Test func `a word of SQL is misspelled`() throws {
    try expect([
      "CRAETE TABLE a (id INTEGER)": [
        "error[keyword-typo] 1:1 SQL has no word “CRAETE”; “CREATE” is meant | Write CREATE."
      ],
      "create tabel a (id integer)": [
        "error[keyword-typo] 1:8 SQL has no word “tabel”; “TABLE” is meant | Write TABLE."
      ],
      "/* x */ CREATE TABLE a (id INTEGER DEFUALT 0)": [
        "error[keyword-typo] 1:36 SQL has no word “DEFUALT”; “DEFAULT” is meant | Write DEFAULT."
      ],
      "CREATE TABLE a (id INTEGER PRIMARY_KEY AUTOINCREMENT)": [
        "error[keyword-typo] 1:28 SQL has no word “PRIMARY_KEY”; “PRIMARY KEY” is meant | Write PRIMARY KEY."
      ],
      "SELECT name FORM user": [
        "error[keyword-typo] 1:13 SQL has no word “FORM”; “FROM” is meant | Write FROM."
      ],
      "UPDATE user SETT name = 'a' WHER id = 1": [
        "error[keyword-typo] 1:13 SQL has no word “SETT”; “SET” is meant | Write SET."
      ],
      "CREATE TRIGGER t AFTR INSERT ON user BEGIN SELECT 1; END": [
        "error[keyword-typo] 1:18 SQL has no word “AFTR”; “AFTER” is meant | Write AFTER."
      ],
      "CREATE TRIGGER t AFTER INSERT ON user BEGIN\n  UPDAT user SET name = 'x';\nEND": [
        "error[keyword-typo] 2:3 SQL has no word “UPDAT”; “UPDATE” is meant | Write UPDATE."
      ],
      "CREATE UNIQ INDEX i ON user (name)": [
        "error[keyword-typo] 1:8 SQL has no word “UNIQ”; “UNIQUE” is meant | Write UNIQUE."
      ],
    ])
  }

  @Test func `a comma or a bracket is wrong`() throws {
    try expect([
      "CREATE TABLE 表 (名字 TEXT, 年龄 INTEGER,)": [
        "error[trailing-comma-in-list] 1:36 The last part of a list must not be followed by a comma | Take this comma out, or write what should follow it."
      ],
      "SELECT id, FROM user": [
        "error[trailing-comma-in-list] 1:10 The last part of a list must not be followed by a comma | Take this comma out, or write what should follow it."
      ],
      "UPDATE user SET name = 'a,', WHERE id = 1": [
        "error[trailing-comma-in-list] 1:28 The last part of a list must not be followed by a comma | Take this comma out, or write what should follow it."
      ],
      "INSERT INTO user (id) VALUES (1), (2),": [
        "error[trailing-comma-in-list] 1:38 The last part of a list must not be followed by a comma | Take this comma out, or write what should follow it."
      ],
      "CREATE TABLE a (id INTEGER": [
        "error[unclosed-bracket] 1:16 This bracket is opened and never closed | Write “)” where it ends."
      ],
      "CREATE TABLE a (id INTEGER, b VARCHAR(20, c INTEGER)": [
        "error[unclosed-bracket] 1:38 This bracket is opened and never closed | Write “)” where it ends."
      ],
      "UPDATE user SET name = replace(name, 'a', 'b' WHERE id = 1": [
        "error[unclosed-bracket] 1:31 This bracket is opened and never closed | Write “)” where it ends."
      ],
      "CREATE TABLE a (id INTEGER))": [
        "error[syntax-error] 1:28 There is one “)” too many | Take this bracket out."
      ],
      "INSERT INTO user (id, name) VALUES (1 'a')": [
        "error[syntax-error] 1:39 A comma is missing before “'a'” | Write a comma before “'a'”."
      ],
      "INSERT INTO user (id, name) VALUES (, 'a')": [
        "error[syntax-error] 1:37 There is one comma too many | Take this comma out."
      ],
      "CREATE TABLE a (b TEXT NOT NULL c TEXT)": [
        "error[missing-comma-between-columns] 1:33 A comma is missing before “c” | Write a comma before “c”."
      ],
    ])
  }

  @Test func `a quote is wrong`() throws {
    try expect([
      "INSERT INTO user (name) VALUES ('O'Brien')": [
        "error[apostrophe-in-text] 1:35 This apostrophe ends the text too early | Write 'O''Brien'"
      ],
      "INSERT INTO user (name) VALUES ('O\\'Brien')": [
        "error[apostrophe-in-text] 1:35 This apostrophe ends the text too early | Write 'O''Brien'"
      ],
      "INSERT INTO user (name) VALUES ('it's John's')": [
        "error[apostrophe-in-text] 1:36 This apostrophe ends the text too early | Write 'it''s John''s'"
      ],
      // The x that is left of 'x' looks like the beginning of a blob.
      "INSERT INTO user (name) VALUES ('it's me'); UPDATE user SET name = 'x' WHERE id = 1": [
        "error[apostrophe-in-text] 1:36 This apostrophe ends the text too early | Write 'it''s me'"
      ],
      "INSERT INTO user (name) VALUES ('it's me'); INSERT INTO user (name) VALUES ('don't')": [
        "error[apostrophe-in-text] 1:36 This apostrophe ends the text too early | Write 'it''s me'"
      ],
      "INSERT INTO user (name) VALUES ('the boys' toys')": [
        "error[apostrophe-in-text] 1:42 This apostrophe ends the text too early | Write 'the boys'' toys'"
      ],
      "INSERT INTO user (name) VALUES ('你'好')": [
        "error[apostrophe-in-text] 1:35 This apostrophe ends the text too early | Write '你''好'"
      ],
      "INSERT INTO user (name) VALUES ('a)": [
        "error[unclosed-quote] 1:33 The quote “'” is opened here and never closed | Write “'” where the text or the name ends."
      ],
      "INSERT INTO user (name, email) VALUES ('a, 'b')": [
        "error[unclosed-quote] 1:40 The quote “'” is opened here and never closed | Write “'” where the text or the name ends."
      ],
      "UPDATE user SET name = \"a": [
        "error[unclosed-quote] 1:24 The quote “\"” is opened here and never closed | Write “\"” where the text or the name ends."
      ],
      "CREATE TABLE [a (id INTEGER)": [
        "error[unclosed-quote] 1:14 The quote “[” is opened here and never closed | Write “]” where the text or the name ends."
      ],
    ])
  }

  @Test func `a name is none`() throws {
    try expect([
      "CREATE TABLE order (id INTEGER)": [
        "error[reserved-word] 1:14 “order” is a word of SQL and no name as it stands | Write \"order\" here and wherever it is used, or choose another name."
      ],
      "CREATE TABLE a (id INTEGER, group TEXT, Index TEXT)": [
        "error[reserved-word] 1:29 “group” is a word of SQL and no name as it stands | Write \"group\" here and wherever it is used, or choose another name."
      ],
      "ALTER TABLE user ADD COLUMN check TEXT": [
        "error[reserved-word] 1:29 “check” is a word of SQL and no name as it stands | Write \"check\" here and wherever it is used, or choose another name."
      ],
      "CREATE TABLE a (2fa TEXT)": [
        "error[syntax-error] 1:17 A name cannot begin with a digit as “2fa” does | Write \"2fa\", in double quotes, or begin it with a letter."
      ],
      "ALTER TABLE user ADD COLUMN user-id INTEGER": [
        "error[syntax-error] 1:29 “user-id” is no name: SQLite reads “-” as minus | Write \"user-id\", in double quotes, or _ in place of -."
      ],
    ])
  }

  @Test func `the statement is not whole`() throws {
    try expect([
      "DELETE FROM user WHERE": [
        "error[syntax-error] 1:18 The statement stops too early, after “WHERE” | Write the rest of the statement, or take “WHERE” out."
      ],
      "SELECT FROM user": [
        "error[syntax-error] 1:8 Something is missing before “FROM” | Write what belongs between “FROM” and the word before it."
      ],
      "INSERT user (id) VALUES (1)": [
        "error[syntax-error] 1:8 “INTO” is missing before “user” | Write INTO before “user”."
      ],
      "UPDATE user name = 'a'": [
        "error[syntax-error] 1:13 “SET” is missing before “name” | Write SET before “name”."
      ],
      "CREATE TABLE a (id INTEGER) CREATE TABLE b (id INTEGER)": [
        "error[syntax-error] 1:29 A second statement begins at “CREATE” | Give each statement its own item, or write ; between them."
      ],
      "CREATE TRIGGER t AFTER INSERT ON user BEGIN SELECT 1;": [
        "error[syntax-error] 1:52 The trigger has no END | Write END after its last statement."
      ],
      "CREATE TRIGGER t AFTER INSERT ON user BEGIN SELECT 1 END": [
        "error[syntax-error] 1:54 The last statement of the trigger has no “;” | Write ; after each statement in the trigger, and END after the last."
      ],
      "CREATE TABLE a (id INTEGER NOT NULL AUTOINCREMENT PRIMARY KEY)": [
        "error[syntax-error] 1:37 AUTOINCREMENT must stand right after PRIMARY KEY | Write the words in this order: INTEGER PRIMARY KEY AUTOINCREMENT."
      ],
      "SELECT x'abc'": [
        "error[syntax-error] 1:8 “x'abc'” is not a whole number of bytes | Write two of the digits 0 to 9 and A to F for each byte, as in x'0AFF'."
      ],
      "PRAGMA foreign_keys OFF": [
        "error[syntax-error] 1:21 “=” is missing before “OFF” | Write = before “OFF”."
      ],
      "PRGMA temp_store_directory = '/nowhere'": [
        "error[keyword-typo] 1:1 SQL has no word “PRGMA”; “PRAGMA” is meant | Write PRAGMA."
      ],
      "CREATE TRIGGER t AFTER INSERT ON user BEGIN DELETE FROM user WHERE id = 1 END": [
        "error[syntax-error] 1:75 The last statement of the trigger has no “;” | Write ; after each statement in the trigger, and END after the last."
      ],
      "CREATE TRIGGER t AFTER INSERT ON user DELETE FROM user": [
        "error[syntax-error] 1:39 “BEGIN” is missing before “DELETE” | Write BEGIN before “DELETE”."
      ],
      "DELETE FROM user WHERE id = 1 WHERE id = 2": [
        "error[syntax-error] 1:31 “AND” is meant in place of “WHERE” | Write AND."
      ],
      "DELETE FROM user WHERE id IN 1, 2": [
        "error[syntax-error] 1:30 There are no brackets around “1” | Write ( before it and ) behind the last."
      ],
      "INSERT INTO TABLE user (id) VALUES (1)": [
        "error[syntax-error] 1:13 “TABLE” is too much here | Take “TABLE” out."
      ],
      "```sql\nDELETE FROM user WHERE id = 1;\n```": [
        "error[syntax-error] 1:1 This is no SQL, although SQL may follow it | Delete the lines that begin with ```."
      ],
      "// one\nDELETE FROM user WHERE id = 1": [
        "error[syntax-error] 1:1 This is no SQL, although SQL may follow it | Begin a remark with -- and not with //."
      ],
      ".quit": [
        "error[syntax-error] 1:1 This is no SQL, although SQL may follow it | Take it out: .quit is a command of the sqlite3 shell, and no SQL."
      ],
      "sqlite> DELETE FROM user WHERE id = 1": [
        "error[syntax-error] 1:1 This is no SQL, although SQL may follow it | Take “sqlite>” out: the shell writes it, and it is no SQL."
      ],
      "1. DELETE FROM user WHERE id = 1": [
        "error[syntax-error] 1:1 This is no SQL, although SQL may follow it | Take “1.” out, and begin with the first word of the statement."
      ],
      "@\"DELETE FROM user WHERE id = 1\"": [
        "error[syntax-error] 1:1 This is no SQL, although SQL may follow it | Take the quotes and the comma around the statement out."
      ],
      "DELETE FROM user WHERE id &lt; 3": [
        "error[html-entity] 1:27 “&lt;” is a code of web pages, and SQL has none | Write <."
      ],
      "ALTER TABLE user DROP COLUMN id": [
        "error[column-in-use] 1:30 “id” is the primary key of “user” and cannot be dropped | Rebuild the table without it: sqlscripts generate rebuild user --as 'CREATE TABLE user (…)'"
      ],
      "INSERT INTO user (id) VALUES ('x')": [
        "error[failed-statement] 1:1 This puts something else than a whole number into an INTEGER PRIMARY KEY | Write a whole number, or leave the column out: SQLite numbers the row."
      ],
      "ALTER TABLE user ADD COLUMM town TEXT": [
        "error[keyword-typo] 1:22 “COLUMM” is taken as the name of the column; “COLUMN” is meant | Write COLUMN."
      ],
      "hello world": [
        "error[syntax-error] 1:1 No SQL statement begins with “hello” | Begin with a word such as CREATE, ALTER, INSERT or UPDATE; write -- before a remark."
      ],
      "UPDATE user SET name = ^": [
        "error[syntax-error] 1:24 “^” has no meaning in SQL | Take it out, or put the text into single quotes."
      ],
    ])
  }

  private func expect(_ cases: KeyValuePairs<String, [String]>) throws {
    for (statement, messages) in cases {
      #expect(try RuleMessages.of(statement, before: user) == messages)
    }
  }
}
